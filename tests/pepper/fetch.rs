//! A server for the programs: `http://site/`.
//!
//! | path | response |
//! |---|---|
//! | `/text` | `hello, world` |
//! | `/empty` | nothing |
//! | `/large` | 200,000 bytes, each the low byte of its place |
//! | `/echo` | method, headers and body of the request |
//! | `/redirect` | leads to `/text` |
//! | `/folder` | leads to `/folder/`, which is a 404 |
//! | `/broken` | `half`, then it breaks off |
//! | `/refused` | none: it may not be loaded |
//! | anything else | 404, `nothing here` |

use pinnacle_headless::inbox::Inbox;
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::fetch::{Fetch, FetchError, FetchEvent, Head, MAX_PIECE, Request};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rest of a response to send.
struct Response {
    body: Vec<u8>,
    breaks_off: bool,
}

pub(crate) struct Site {
    inbox: Arc<Inbox>,
    responses: BTreeMap<u32, Response>,
}

impl Site {
    pub(crate) fn new(inbox: Arc<Inbox>) -> Site {
        Site {
            inbox,
            responses: BTreeMap::new(),
        }
    }

    fn tell(&self, id: u32, event: FetchEvent) {
        self.inbox.post(Event::Fetch { id, event });
    }

    fn answer(&mut self, id: u32, path: &str, body: Vec<u8>, length: Option<u64>) {
        let is_found = !["/missing", "/folder/"].contains(&path);
        let head = Head {
            url: format!("http://site{path}"),
            status: if is_found { 200 } else { 404 },
            status_text: if is_found { "OK" } else { "Not Found" }.into(),
            headers: vec![("content-type".into(), "text/plain".into())],
            redirect: None,
            length,
        };
        let breaks_off = path == "/broken";
        self.responses.insert(id, Response { body, breaks_off });
        self.tell(id, FetchEvent::Head(head));
    }

    fn redirect(&mut self, id: u32) {
        let head = Head {
            url: "http://site/redirect".into(),
            status: 302,
            status_text: "Found".into(),
            headers: vec![("location".into(), "/text".into())],
            redirect: Some("/text".into()),
            length: Some(0),
        };
        self.tell(id, FetchEvent::Head(head));
    }
}

/// A request as a text.
fn echo(request: &Request) -> Vec<u8> {
    let mut text = format!("{}\n", request.method);
    for (name, value) in &request.headers {
        text.push_str(&format!("{name}: {value}\n"));
    }
    text.push('\n');
    let mut bytes = text.into_bytes();
    bytes.extend(&request.body);
    bytes
}

impl Fetch for Site {
    fn start(&mut self, id: u32, request: Request) {
        if !request.body.is_empty() {
            self.tell(id, FetchEvent::Sent(request.body.len() as u64));
        }
        let path = request.url.strip_prefix("http://site").unwrap_or("/");
        let known = |body: Vec<u8>| (Some(body.len() as u64), body);
        let (length, body) = match path {
            "/refused" => return self.tell(id, FetchEvent::Failed(FetchError::NoAccess)),
            "/redirect" if !request.follow_redirects => return self.redirect(id),
            "/redirect" => return self.follow_redirect(id),
            "/folder" => return self.answer(id, "/folder/", Vec::new(), Some(0)),
            "/text" => known(b"hello, world".to_vec()),
            "/empty" => known(Vec::new()),
            "/large" => known((0..200_000_u32).map(|place| place as u8).collect()),
            "/broken" => (None, b"half".to_vec()),
            "/echo" => (None, echo(&request)),
            _ => return self.answer(id, "/missing", b"nothing here".to_vec(), Some(12)),
        };
        self.answer(id, path, body, length);
    }

    fn follow_redirect(&mut self, id: u32) {
        self.answer(id, "/text", b"hello, world".to_vec(), Some(12));
    }

    fn read(&mut self, id: u32) {
        let Some(response) = self.responses.get_mut(&id) else {
            return self.tell(id, FetchEvent::End);
        };
        let event = if !response.body.is_empty() {
            let rest = response.body.split_off(response.body.len().min(MAX_PIECE));
            FetchEvent::Data(std::mem::replace(&mut response.body, rest))
        } else if response.breaks_off {
            FetchEvent::Failed(FetchError::Failed)
        } else {
            FetchEvent::End
        };
        self.tell(id, event);
    }

    fn cancel(&mut self, id: u32) {
        self.responses.remove(&id);
        self.inbox
            .retain(|event| !matches!(event, Event::Fetch { id: of, .. } if *of == id));
    }

    fn document_url(&self) -> String {
        "http://site/page/index.html".into()
    }
}
