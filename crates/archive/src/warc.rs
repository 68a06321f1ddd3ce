//! Web archives: records one after another, ISO 28500, versions 0.17 to 1.1.
//!
//! Members are the answers of servers and other resources, each named by its URL. An answer that did
//! not change since another one (`revisit`) is a member without content. Records about the crawl and
//! requests are not members.

use crate::error::{Error, ErrorKind};
use crate::http;
use crate::limits::Budget;
use crate::member::{Capture, Member, Revisit};
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::rc::Rc;

/// The most bytes of the fields of a record.
const MAX_FIELDS: u64 = 64 << 10;

/// The most empty lines between records; two belong there.
const MAX_GAP: usize = 64;

/// The head of a record.
struct Record {
    fields: Vec<(String, String)>,
    length: u64,
}

impl Record {
    /// Reads the head of the next record; none at the end.
    fn read(reader: &mut dyn BufRead) -> Result<Option<Record>, Error> {
        let mut reader = reader.take(MAX_FIELDS);
        for _ in 0..MAX_GAP {
            if reader.fill_buf()?.is_empty() {
                return Ok(None);
            }
            let line = http::line(&mut reader)?;
            if line.is_empty() {
                continue;
            }
            if !line.starts_with("WARC/") {
                break;
            }
            let fields = http::fields(&mut reader)?;
            let length = http::find(&fields, "content-length").and_then(|text| text.parse().ok());
            let length = length
                .ok_or_else(|| Error::damaged("a record of the web archive has no length"))?;
            return Ok(Some(Record { fields, length }));
        }
        Err(Error::damaged(
            "the web archive is damaged: found no record where one should begin",
        ))
    }

    fn field(&self, name: &str) -> &str {
        http::find(&self.fields, name).unwrap_or_default()
    }

    /// Returns the value of a field without the brackets of WARC 1.0 around it.
    fn bare(&self, name: &str) -> Option<String> {
        let value = self.field(name);
        let value = value.trim_start_matches('<').trim_end_matches('>');
        let is_good = !value.is_empty() && !value.contains(char::is_control);
        is_good.then(|| value.to_owned())
    }

    /// The URL that an answer is about.
    fn target(&self) -> Option<String> {
        let is_answer = ["response", "resource", "revisit"].contains(&self.field("warc-type"));
        is_answer.then(|| self.bare("warc-target-uri")).flatten()
    }

    /// The record that this one refers to.
    fn revisit(&self) -> Option<Revisit> {
        (self.field("warc-type") == "revisit").then(|| Revisit {
            id: self.bare("warc-refers-to"),
            url: self.bare("warc-refers-to-target-uri"),
            date: self.bare("warc-refers-to-date"),
        })
    }
}

/// Hands over each answer of a web archive in turn.
pub(crate) fn each<'a>(
    bytes: Box<dyn Read + 'a>,
    budget: &Rc<Budget>,
    visit: &mut dyn FnMut(Member<'_>) -> Result<ControlFlow<()>, Error>,
) -> Result<ControlFlow<()>, Error> {
    let mut reader = BufReader::with_capacity(1 << 16, bytes);
    while let Some(record) = Record::read(&mut reader)? {
        budget.member()?;
        let mut body = (&mut reader).take(record.length);
        let flow = match record.target() {
            Some(url) => answer(&record, url, &mut body, budget, visit)?,
            None => ControlFlow::Continue(()),
        };
        if flow.is_break() {
            return Ok(flow);
        }
        let left = body.limit();
        if io::copy(&mut body, &mut io::sink())? < left {
            return Err(Error::damaged(
                "the last record of the web archive is cut short",
            ));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Hands over an answer.
fn answer(
    record: &Record,
    url: String,
    body: &mut dyn BufRead,
    budget: &Rc<Budget>,
    visit: &mut dyn FnMut(Member<'_>) -> Result<ControlFlow<()>, Error>,
) -> Result<ControlFlow<()>, Error> {
    let mut capture = Capture {
        date: record.field("warc-date").to_owned(),
        id: record.bare("warc-record-id").unwrap_or_default(),
        digest: record.bare("warc-payload-digest"),
        revisit: record.revisit(),
        ..Capture::default()
    };
    let is_revisit = capture.revisit.is_some();
    let is_http = is_revisit || record.field("warc-type") == "response";
    let head = match is_http {
        true => http::Head::read(body)?,
        false => None,
    };
    if is_http && head.is_none() && !is_revisit {
        // An answer of the domain name system, or of another protocol.
        return Ok(ControlFlow::Continue(()));
    }
    let segment = record.field("warc-segment-number");
    let contents: Result<Box<dyn Read + '_>, Error> = match &head {
        _ if is_revisit => Ok(Box::new(io::empty())),
        _ if !segment.is_empty() => Err(Error::new(
            ErrorKind::Unsupported,
            "it is stored in several records (WARC-Segment-Number)",
        )),
        Some(head) => http::content(head, Box::new(body), budget).map_err(Error::from),
        None => Ok(Box::new(body)),
    };
    let content_type = match &head {
        Some(head) => head.field("content-type").unwrap_or_default(),
        None if is_revisit => "",
        None => record.field("content-type"),
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
        name: url,
        size: Some(record.length),
        capture: Some(capture),
        contents,
    })
}
