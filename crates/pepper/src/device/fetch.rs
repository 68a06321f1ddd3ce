//! What loads URLs.
//!
//! The kernel gives each request a number and asks for the parts of the response one
//! after the other, so that nothing piles up: [`Fetch::start`] leads to the head,
//! each [`Fetch::read`] to the next piece of the body, or its end.

/// A request that may be made: the kernel has checked it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// As `GET`.
    pub method: String,
    /// The absolute URL, as the URL standard writes it.
    pub url: String,
    /// Names and values. None of them are forbidden to pages.
    pub headers: Vec<(String, String)>,
    /// The body to send, or `None` if it is empty.
    pub body: Vec<u8>,
    /// True if redirects are followed without asking.
    pub follow_redirects: bool,
    /// True if other origins may be asked, if they consent (CORS).
    pub allow_cross_origin: bool,
    /// True if credentials are sent to them.
    pub allow_credentials: bool,
}

/// The head of a response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The URL that answered, absolute.
    pub url: String,
    /// Of HTTP; 200 for what came otherwise.
    pub status: u16,
    /// As `Not Found`.
    pub status_text: String,
    /// Names and values, of those that the program may see.
    pub headers: Vec<(String, String)>,
    /// The target of a redirect that was not followed, as the response gives it.
    pub redirect: Option<String>,
    /// Length of the body in bytes, if it is known.
    pub length: Option<u64>,
}

/// Why nothing was loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FetchError {
    /// It may not be.
    NoAccess,
    /// It could not be.
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
    /// It failed, or broke off. Nothing follows.
    Failed(FetchError),
}

impl Head {
    /// Returns the bytes of the host that it takes, roughly.
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
    /// Returns the bytes that it takes beside its own, roughly.
    pub fn size(&self) -> u64 {
        match self {
            FetchEvent::Head(head) => head.size(),
            FetchEvent::Data(bytes) => bytes.len() as u64,
            FetchEvent::Sent(_) | FetchEvent::End | FetchEvent::Failed(_) => 0,
        }
    }
}

/// Maximum number of bytes that come at once.
pub const MAX_PIECE: usize = 64 << 10;

/// A device that loads URLs. Its functions never report results directly: these are events.
pub trait Fetch {
    /// Starts a request under a number. [`FetchEvent::Head`] follows, or
    /// [`FetchEvent::Failed`].
    fn start(&mut self, id: u32, request: Request);

    /// Follows a redirect that was not followed automatically. The head of the next response comes
    /// next.
    fn follow_redirect(&mut self, id: u32);

    /// Asks for the next bytes of the body: one [`FetchEvent::Data`],
    /// [`FetchEvent::End`] or [`FetchEvent::Failed`] follows.
    fn read(&mut self, id: u32);

    /// Cancels a request: it has no further events.
    fn cancel(&mut self, id: u32);

    /// The URL of the document.
    fn document_url(&self) -> String;

    /// The base of relative addresses in it.
    fn base_url(&self) -> String {
        self.document_url()
    }
}
