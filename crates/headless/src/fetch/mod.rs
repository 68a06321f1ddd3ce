//! Loads URLs: from a folder, from `data:` URLs, and over the network if that is allowed.
//!
//! A document at [`ORIGIN`] has the files of a [`Site`]. Responses from there, and from `data:`
//! URLs, arrive in the order of the requests, which is the same in each run. All other URLs are
//! loaded on separate threads, if the caller allows their hosts; those of other origins also need
//! the permission of that origin (`cors`). A document with any other URL comes from a server.
//!
//! * `site`: the folder; `content_type`: the types of its files;
//! * `http`: the network; `cors`: the permissions of other origins.

mod content_type;
mod cors;
mod http;
mod site;
#[cfg(test)]
mod tests;

use crate::complaints::{Complaints, Report};
use crate::inbox::Inbox;
use http::{Order, Workers};
use pinnacle_page::data_url;
use pinnacle_page::site::{ORIGIN, Site};
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::fetch::{Fetch, FetchError, FetchEvent, Head, Request};
use site::{Answer, Content};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use url::Url;

/// Maximum number of consecutive redirects that are followed.
const MAX_REDIRECTS: u32 = 20;

/// Returns true for a host and port that may be reached.
pub type Reach = Arc<dyn Fn(&str, u16) -> bool + Send + Sync>;

/// A load that has not ended.
enum Load {
    /// The rest of a response from the folder or from a `data:` URL.
    Here(Content),
    /// The folder has answered with a redirect that has not been followed yet.
    Redirected { request: Request, target: Url },
    /// A worker is loading it.
    There(http::Line),
}

/// The loader of URLs.
pub struct Urls {
    site: Option<Site>,
    /// True if the document's origin is the site in the folder, and not a server.
    is_here: bool,
    document: Url,
    inbox: Arc<Inbox>,
    workers: Option<Workers>,
    loads: BTreeMap<u32, Load>,
    complaints: Complaints,
}

impl fmt::Debug for Urls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Urls")
            .field("document", &self.document.as_str())
            .finish_non_exhaustive()
    }
}

impl Urls {
    /// Creates a device that posts its events to an inbox. A document at [`ORIGIN`] has the files
    /// of `site`, or none if there is no site; the document itself need not exist. Only hosts that
    /// `reach` allows are reached over the network; without `reach`, none are.
    ///
    /// # Errors
    ///
    /// Fails if the URL of the document is not one of HTTP or HTTPS, or if it has a site and is not
    /// at [`ORIGIN`].
    pub fn new(
        site: Option<Site>,
        document: &str,
        reach: Option<Reach>,
        inbox: Arc<Inbox>,
    ) -> Result<Urls, String> {
        let origin = Url::parse(ORIGIN).map_err(|error| error.to_string())?;
        let is_ours = |url: &Url| url.origin() == origin.origin();
        let is_possible =
            |url: &Url| is_ours(url) || site.is_none() && matches!(url.scheme(), "http" | "https");
        let found = origin.join(document).ok().filter(is_possible);
        let document = found.ok_or_else(|| match site {
            Some(_) => format!("{document:?} is not the URL of a document at {ORIGIN}"),
            None => format!("{document:?} is not an http: or https: URL"),
        })?;
        let asker = document.origin().ascii_serialization();
        Ok(Urls {
            site,
            is_here: is_ours(&document),
            document,
            workers: reach.map(|reach| Workers::new(reach, asker, inbox.clone())),
            inbox,
            loads: BTreeMap::new(),
            complaints: Complaints::default(),
        })
    }

    /// Reports URLs that cannot be loaded, with the reasons, up to a maximum number of URLs.
    #[must_use]
    pub fn with_report(mut self, report: Report) -> Urls {
        self.complaints = Complaints::new(report);
        if let Some(workers) = &mut self.workers {
            workers.report_to(self.complaints.clone());
        }
        self
    }

    /// Returns the origin of the document.
    pub fn origin(&self) -> String {
        self.document.origin().ascii_serialization()
    }

    fn tell(&self, id: u32, event: FetchEvent) {
        self.inbox.post(Event::Fetch { id, event });
    }

    fn fail(&mut self, id: u32, url: &str, why: &str) {
        self.complaints.tell(url, why);
        self.loads.remove(&id);
        self.tell(id, FetchEvent::Failed(FetchError::Failed));
    }

    fn answered(&mut self, id: u32, answer: Answer) {
        self.loads.insert(id, Load::Here(answer.content));
        self.tell(id, FetchEvent::Head(answer.head));
    }

    /// Answers with the content of a `data:` URL.
    fn data(&mut self, id: u32, url: &Url) {
        let Some(data) = data_url::parse(url.as_str()) else {
            return self.fail(id, url.as_str(), "the data: URL is malformed");
        };
        let head = Head {
            url: url.as_str().into(),
            status: 200,
            status_text: "OK".into(),
            headers: vec![("Content-Type".into(), data.media_type)],
            redirect: None,
            length: Some(data.bytes.len() as u64),
        };
        let content = Content::of_bytes(data.bytes);
        self.answered(id, Answer { head, content });
    }

    /// Answers with a file from the folder.
    fn here(&mut self, id: u32, mut url: Url, request: Request) {
        for _ in 0..MAX_REDIRECTS {
            let Some(site) = &self.site else {
                return self.fail(id, url.as_str(), "the page has no folder");
            };
            let answer = site::answer(site, &url, &request);
            let target = answer.head.redirect.as_deref();
            let Some(target) = target.and_then(|target| url.join(target).ok()) else {
                if let Some(why) = site::refusal(&answer.head) {
                    self.complaints.tell(url.as_str(), why);
                }
                return self.answered(id, answer);
            };
            if !request.follow_redirects {
                self.loads.insert(id, Load::Redirected { request, target });
                return self.tell(id, FetchEvent::Head(answer.head));
            }
            url = target;
        }
        self.fail(id, url.as_str(), "too many redirects");
    }

    fn load(&mut self, id: u32, url: Url, request: Request) {
        if !request.body.is_empty() && self.is_ours(&url) {
            self.tell(id, FetchEvent::Sent(request.body.len() as u64));
        }
        match url.scheme() {
            "data" => self.data(id, &url),
            _ if self.is_ours(&url) => self.here(id, url, request),
            "http" | "https" => match &mut self.workers {
                Some(workers) => {
                    let line = workers.begin(id, url, request);
                    self.loads.insert(id, Load::There(line));
                }
                None => {
                    let why = "the program is not allowed to use the network; --net=HOST allows it";
                    self.fail(id, url.as_str(), why);
                }
            },
            _ => self.fail(id, url.as_str(), "expected http:, https: or data:"),
        }
    }

    fn is_ours(&self, url: &Url) -> bool {
        self.is_here && url.origin() == self.document.origin()
    }
}

impl Fetch for Urls {
    fn start(&mut self, id: u32, request: Request) {
        self.loads
            .retain(|_, load| !matches!(load, Load::There(line) if line.is_over()));
        match Url::parse(&request.url) {
            Ok(url) => self.load(id, url, request),
            Err(error) => self.fail(id, &request.url, &error.to_string()),
        }
    }

    fn follow_redirect(&mut self, id: u32) {
        match self.loads.remove(&id) {
            Some(Load::Redirected { request, target }) => self.load(id, target, request),
            Some(Load::There(mut line)) => {
                line.order(&self.inbox, Order::Follow);
                self.loads.insert(id, Load::There(line));
            }
            Some(Load::Here(_)) | None => self.tell(id, FetchEvent::Failed(FetchError::Failed)),
        }
    }

    fn read(&mut self, id: u32) {
        let event = match self.loads.get_mut(&id) {
            Some(Load::Here(content)) => match content.next() {
                Some(piece) if piece.is_empty() => FetchEvent::End,
                Some(piece) => FetchEvent::Data(piece),
                None => FetchEvent::Failed(FetchError::Failed),
            },
            Some(Load::There(line)) => return line.order(&self.inbox, Order::Read),
            Some(Load::Redirected { .. }) | None => FetchEvent::Failed(FetchError::Failed),
        };
        if !matches!(event, FetchEvent::Data(_)) {
            self.loads.remove(&id);
        }
        self.tell(id, event);
    }

    fn cancel(&mut self, id: u32) {
        if let Some(Load::There(line)) = self.loads.remove(&id) {
            line.cut();
        }
        self.inbox
            .retain(|event| !matches!(event, Event::Fetch { id: one, .. } if *one == id));
    }

    fn document_url(&self) -> String {
        self.document.as_str().into()
    }
}
