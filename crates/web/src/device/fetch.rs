//! What loads URLs: the browser's own requests.

use crate::outside;
use pinnacle_pepper::device::fetch::{Body, Fetch, Request};

/// The bits of the flags of a request.
const FOLLOW_REDIRECTS: u32 = 1;
const CROSS_ORIGIN: u32 = 2;
const CREDENTIALS: u32 = 4;

/// The requests of a page.
#[derive(Debug)]
pub(super) struct WebFetch;

impl Fetch for WebFetch {
    fn start(&mut self, id: u32, request: Request) {
        let flag = |is_set: bool, bit: u32| if is_set { bit } else { 0 };
        let flags = flag(request.follow_redirects, FOLLOW_REDIRECTS)
            | flag(request.allow_cross_origin, CROSS_ORIGIN)
            | flag(request.allow_credentials, CREDENTIALS);
        let headers = request
            .headers
            .into_iter()
            .flat_map(|(name, value)| [name, value]);
        let body = match request.body {
            Body::Bytes(bytes) => Some(bytes),
            Body::Empty => None,
        };
        outside::start_fetch(
            id,
            &request.method,
            &request.url,
            headers.collect(),
            body,
            flags,
            request.referrer,
        );
    }

    fn follow_redirect(&mut self, _: u32) {
        // A browser does not say where a redirect leads, so none is ever reported.
    }

    fn set_paused(&mut self, id: u32, paused: bool) {
        outside::pause_fetch(id, paused);
    }

    fn cancel(&mut self, id: u32) {
        outside::cancel_fetch(id);
    }

    fn document_url(&self) -> String {
        outside::document_url()
    }
}
