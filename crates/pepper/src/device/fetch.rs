//! What loads URLs.

/// A piece of what a request sends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// Nothing.
    Empty,
    /// Bytes.
    Bytes(Vec<u8>),
}

/// A request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// In upper case.
    pub method: String,
    /// As the program gave it; relative ones belong to the document.
    pub url: String,
    /// Names and values.
    pub headers: Vec<(String, String)>,
    /// What is sent.
    pub body: Body,
    /// Whether redirects are followed without asking.
    pub follow_redirects: bool,
    /// Whether other origins may be asked.
    pub allow_cross_origin: bool,
    /// Whether they are sent credentials.
    pub allow_credentials: bool,
    /// A referrer in place of the document's.
    pub referrer: Option<String>,
    /// How the content is encoded for its transfer.
    pub content_transfer_encoding: Option<String>,
    /// A user agent in place of the browser's.
    pub user_agent: Option<String>,
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
    /// Names and values.
    pub headers: Vec<(String, String)>,
    /// Where a redirect that was not followed leads.
    pub redirect: Option<String>,
    /// How many bytes follow, if that is known.
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

/// What happens to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FetchEvent {
    /// So many bytes of the body were sent.
    Sent(u64),
    /// The response begins.
    Head(Head),
    /// The next bytes of the response.
    Data(Vec<u8>),
    /// The response is complete.
    End,
    /// It failed.
    Failed(FetchError),
}

/// A device that loads URLs.
pub trait Fetch {
    /// Starts a request under a number.
    fn start(&mut self, id: u32, request: Request);

    /// Goes on to where a redirect leads, that was not followed.
    fn follow_redirect(&mut self, id: u32);

    /// No more data is to come for now, or it may again.
    fn set_paused(&mut self, id: u32, paused: bool);

    /// Gives a request up: no more events come.
    fn cancel(&mut self, id: u32);

    /// The URL of the document.
    fn document_url(&self) -> String;
}
