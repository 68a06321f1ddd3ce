//! Loads URLs.
//!
//! The kernel gives each request a number, and asks for the parts of the response one after the
//! other, so that data does not accumulate. [`Fetch::start`] is answered with the head. Each
//! [`Fetch::read`] is answered with the next piece of the body, or its end.

/// A request. The kernel has checked that it is allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The method, such as `GET`.
    pub method: String,
    /// The absolute URL, in the form of the URL standard.
    pub url: String,
    /// Names and values of the headers. A page would be allowed to set each of them.
    pub headers: Vec<(String, String)>,
    /// The body to send; may be empty.
    pub body: Vec<u8>,
    /// True if redirects are followed without asking.
    pub follow_redirects: bool,
    /// True if requests to other origins are allowed, with their consent (CORS).
    pub allow_cross_origin: bool,
    /// True if credentials are sent to other origins.
    pub allow_credentials: bool,
}

/// The head of a response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The absolute URL of the response.
    pub url: String,
    /// The HTTP status; 200 for other protocols.
    pub status: u16,
    /// The text of the status, such as `Not Found`.
    pub status_text: String,
    /// Names and values of the headers that the program may see.
    pub headers: Vec<(String, String)>,
    /// The target of a redirect that was not followed, as the response gives it.
    pub redirect: Option<String>,
    /// Length of the body in bytes, if it is known.
    pub length: Option<u64>,
}

/// The reason why a URL was not loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FetchError {
    /// The request is not allowed.
    NoAccess,
    /// Loading failed.
    Failed,
}

/// The events of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FetchEvent {
    /// Number of bytes of the body sent so far.
    Sent(u64),
    /// The response begins.
    Head(Head),
    /// The next bytes of the response: at least one, at most [`MAX_PIECE`].
    Data(Vec<u8>),
    /// The response is complete.
    End,
    /// The request failed or was interrupted. No event follows.
    Failed(FetchError),
}

impl Head {
    /// Returns the approximate size of the head in host memory, in bytes.
    pub fn size(&self) -> u64 {
        let headers = self.headers.iter();
        let headers: usize = headers
            .map(|(name, value)| 48 + name.len() + value.len())
            .sum();
        let texts = self.url.len() + self.status_text.len();
        (headers + texts + self.redirect.as_ref().map_or(0, String::len)) as u64
    }
}

impl FetchEvent {
    /// Returns the approximate size in bytes of its data.
    pub fn size(&self) -> u64 {
        match self {
            FetchEvent::Head(head) => head.size(),
            FetchEvent::Data(bytes) => bytes.len() as u64,
            FetchEvent::Sent(_) | FetchEvent::End | FetchEvent::Failed(_) => 0,
        }
    }
}

/// Maximum number of bytes in a [`FetchEvent::Data`].
pub const MAX_PIECE: usize = 64 << 10;

/// A device that loads URLs. The methods do not return results: results arrive as events.
pub trait Fetch {
    /// Starts a request under a number. [`FetchEvent::Head`] follows, or
    /// [`FetchEvent::Failed`].
    fn start(&mut self, id: u32, request: Request);

    /// Follows a redirect that was not followed automatically. The next event has the head of the
    /// next response.
    fn follow_redirect(&mut self, id: u32);

    /// Asks for the next bytes of the body: one [`FetchEvent::Data`],
    /// [`FetchEvent::End`] or [`FetchEvent::Failed`] follows.
    fn read(&mut self, id: u32);

    /// Cancels a request: it has no further events.
    fn cancel(&mut self, id: u32);

    /// Returns the URL of the document.
    fn document_url(&self) -> String;

    /// Returns the base of relative addresses in the document.
    fn base_url(&self) -> String {
        self.document_url()
    }

    /// Returns the original address of a URL. It is another one only in the replay of a web
    /// archive, for the place of a capture: scripts get that from `location`.
    fn captured_url(&self, url: String) -> String {
        url
    }
}
