//! An answer in a web archive, before and after its contents are examined.

use crate::error::{Error, ErrorKind};
use crate::http;
use crate::limits::Budget;
use crate::member::{Capture, Member};
use std::io::{self, BufRead, Read, Take};
use std::ops::ControlFlow;
use std::rc::Rc;

/// The facts that the head of a record has about an answer.
pub(crate) struct Answer {
    pub(crate) url: String,
    /// The bytes of the record after its head.
    pub(crate) length: u64,
    pub(crate) protocol: Protocol,
    /// True if other records have the rest.
    pub(crate) is_in_parts: bool,
    /// The facts that do not come from the answer itself.
    pub(crate) capture: Capture,
}

/// The protocol that an answer is kept in.
pub(crate) enum Protocol {
    /// HTTP, with its head.
    Http,
    /// The content alone, of this type.
    None(String),
}

impl Answer {
    /// Hands the answer over. One that should be of HTTP and is not, such as one of the domain name
    /// system, is passed over.
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
        };
        if head.is_none() && own_type.is_none() && !is_revisit {
            return Ok(ControlFlow::Continue(()));
        }
        let contents: Result<Box<dyn Read + '_>, Error> = match &head {
            _ if is_revisit => Ok(Box::new(io::empty())),
            _ if self.is_in_parts => Err(Error::new(
                ErrorKind::Unsupported,
                "it is stored in several records (WARC-Segment-Number)",
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
        capture.status = head.as_ref().map(|head| head.status);
        capture.location = head.and_then(|head| head.field("location").map(str::to_owned));
        visit(Member {
            name: self.url,
            size: Some(self.length),
            capture: Some(capture),
            contents,
        })
    }
}

/// Skips what is left of a record.
pub(crate) fn skip(body: &mut Take<impl Read>) -> Result<(), Error> {
    let left = body.limit();
    match io::copy(body, &mut io::sink())? < left {
        true => Err(Error::damaged(
            "the last record of the web archive is cut short",
        )),
        false => Ok(()),
    }
}
