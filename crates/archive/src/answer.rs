//! An answer or a request in a web archive, before and after its contents are examined.

use crate::error::{Error, ErrorKind};
use crate::http;
use crate::limits::Budget;
use crate::member::{Capture, Member, Request};
use std::io::{self, BufRead, Read, Take};
use std::ops::ControlFlow;
use std::rc::Rc;

/// Facts about an answer from the head of its record.
pub(crate) struct Answer {
    pub(crate) url: String,
    /// Number of bytes of the record after its head.
    pub(crate) length: u64,
    pub(crate) protocol: Protocol,
    /// True if the answer continues in other records.
    pub(crate) is_in_parts: bool,
    /// The facts that come from the record, not from the answer itself.
    pub(crate) capture: Capture,
}

/// The protocol of an answer or a request.
pub(crate) enum Protocol {
    /// HTTP; the content starts with the head of the response.
    Http,
    /// No protocol: the content alone, with this content type.
    None(String),
    /// HTTP; the content starts with the head of a request.
    Request,
}

impl Answer {
    /// Passes the answer to the visitor. Skips a record that should hold an HTTP response and does
    /// not, such as one of the domain name system.
    pub(crate) fn hand_over(
        self,
        body: &mut dyn BufRead,
        budget: &Rc<Budget>,
        visit: &mut dyn FnMut(Member<'_>) -> Result<ControlFlow<()>, Error>,
    ) -> Result<ControlFlow<()>, Error> {
        let mut capture = self.capture;
        let is_revisit = capture.revisit.is_some();
        let (head, own_type) = match self.protocol {
            Protocol::Http => (http::Head::read(body)?, None),
            Protocol::None(content_type) => (None, Some(content_type)),
            Protocol::Request => match http::Head::read_request(body)? {
                Some((method, head)) => {
                    let content_type = head.field("content-type").unwrap_or_default().to_owned();
                    capture.request = Some(Request {
                        method,
                        content_type,
                    });
                    (Some(head), None)
                }
                None => (None, None),
            },
        };
        if head.is_none() && own_type.is_none() && !is_revisit {
            return Ok(ControlFlow::Continue(()));
        }
        let contents: Result<Box<dyn Read + '_>, Error> = match &head {
            _ if is_revisit => Ok(Box::new(io::empty())),
            _ if self.is_in_parts => Err(Error::new(
                ErrorKind::Unsupported,
                "it is split into several records (WARC-Segment-Number)",
            )),
            Some(head) => http::content(head, Box::new(body), budget).map_err(Error::from),
            None => Ok(Box::new(body)),
        };
        let own_type = own_type.unwrap_or_default();
        let content_type = match &head {
            Some(head) => head.field("content-type").unwrap_or_default(),
            None => &own_type,
        };
        let mut parts = content_type.split(';');
        let media_type = parts.next().unwrap_or_default();
        capture.media_type = media_type.trim().to_ascii_lowercase();
        capture.charset = parts.find_map(|part| {
            let (name, value) = part.split_once('=')?;
            let is_charset = name.trim().eq_ignore_ascii_case("charset");
            is_charset.then(|| value.trim().trim_matches('"').to_owned())
        });
        let status = head.as_ref().map(|head| head.status);
        capture.status = status.filter(|_| capture.request.is_none());
        capture.location = head.and_then(|head| head.field("location").map(str::to_owned));
        visit(Member {
            name: self.url,
            size: Some(self.length),
            capture: Some(capture),
            contents,
        })
    }
}

/// Skips the rest of a record.
pub(crate) fn skip(body: &mut Take<impl Read>) -> Result<(), Error> {
    let left = body.limit();
    match io::copy(body, &mut io::sink())? < left {
        true => Err(Error::damaged(
            "the last record of the web archive is cut short",
        )),
        false => Ok(()),
    }
}
