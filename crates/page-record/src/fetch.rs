//! Records and replays the loading of URLs. Heads, bodies and failures are events of the recording.

use crate::facts::Facts;
use pinnacle_pepper::device::fetch::{Fetch, Request};
use pinnacle_record::{Kind, Tape};

/// The fact of the page that has the original address of a URL. It is empty if that is the URL.
const ORIGINAL_URL: u8 = 6;

/// A device that loads URLs and is recorded or replayed.
pub(crate) struct TapedFetch {
    facts: Facts,
    source: Source,
}

/// The source of a device's answers.
enum Source {
    /// The page that is recorded.
    Page(Box<dyn Fetch + Send>),
    /// A recording: the URL of its document, and the base of relative URLs. No requests are
    /// started.
    Recording([String; 2]),
}

impl TapedFetch {
    pub(crate) fn recorded(tape: &Tape, page: Box<dyn Fetch + Send>) -> TapedFetch {
        TapedFetch::of(tape, Source::Page(page))
    }

    pub(crate) fn replayed(tape: &Tape, urls: [String; 2]) -> TapedFetch {
        TapedFetch::of(tape, Source::Recording(urls))
    }

    fn of(tape: &Tape, source: Source) -> TapedFetch {
        TapedFetch {
            facts: Facts::new(tape, Kind::Page),
            source,
        }
    }

    /// Returns the page, unless this is a replay.
    fn page(&mut self) -> Option<&mut (dyn Fetch + Send + 'static)> {
        match &mut self.source {
            Source::Page(page) => Some(page.as_mut()),
            Source::Recording(_) => None,
        }
    }
}

impl Fetch for TapedFetch {
    fn start(&mut self, id: u32, request: Request) {
        if let Some(page) = self.page() {
            page.start(id, request);
        }
    }

    fn follow_redirect(&mut self, id: u32) {
        if let Some(page) = self.page() {
            page.follow_redirect(id);
        }
    }

    fn read(&mut self, id: u32) {
        if let Some(page) = self.page() {
            page.read(id);
        }
    }

    fn cancel(&mut self, id: u32) {
        if let Some(page) = self.page() {
            page.cancel(id);
        }
    }

    fn document_url(&self) -> String {
        match &self.source {
            Source::Page(page) => page.document_url(),
            Source::Recording([document, _]) => document.clone(),
        }
    }

    fn base_url(&self) -> String {
        match &self.source {
            Source::Page(page) => page.base_url(),
            Source::Recording([_, base]) => base.clone(),
        }
    }

    fn captured_url(&self, url: String) -> String {
        let answer = self.facts.bytes(ORIGINAL_URL, || match &self.source {
            Source::Page(page) => {
                let original = page.captured_url(url.clone());
                if original == url {
                    Vec::new()
                } else {
                    original.into_bytes()
                }
            }
            Source::Recording(_) => Vec::new(),
        });
        let original = answer.and_then(|bytes| String::from_utf8(bytes).ok());
        original
            .filter(|original| !original.is_empty())
            .unwrap_or(url)
    }
}
