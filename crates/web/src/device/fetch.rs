//! Loads URLs with the browser's own requests.

use crate::boundary::fetch_flag;
use crate::outside;
use pinnacle_pepper::device::fetch::{Fetch, Request};

/// The requests of a page.
#[derive(Debug)]
pub(super) struct WebFetch;

impl Fetch for WebFetch {
    fn start(&mut self, id: u32, request: Request) {
        let flag = |is_set: bool, bit: u32| if is_set { bit } else { 0 };
        let flags = flag(request.follow_redirects, fetch_flag::FOLLOW_REDIRECTS)
            | flag(request.allow_cross_origin, fetch_flag::CROSS_ORIGIN)
            | flag(request.allow_credentials, fetch_flag::CREDENTIALS);
        let headers = request.headers.into_iter();
        let headers = headers.flat_map(|(name, value)| [name, value]).collect();
        let body = request.body;
        outside::start_fetch(id, &request.method, &request.url, headers, &body, flags);
    }

    fn follow_redirect(&mut self, id: u32) {
        outside::follow_fetch(id);
    }

    fn read(&mut self, id: u32) {
        outside::read_fetch(id);
    }

    fn cancel(&mut self, id: u32) {
        outside::cancel_fetch(id);
    }

    fn document_url(&self) -> String {
        outside::document_url()
    }

    fn base_url(&self) -> String {
        outside::base_url()
    }

    fn captured_url(&self, url: String) -> String {
        outside::captured_url(&url)
    }
}
