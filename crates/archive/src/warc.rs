//! Web archives: records one after another, ISO 28500, versions 0.17 to 1.1.
//!
//! Members are the answers of servers and other resources, each named by its URL. An answer that
//! did not change since another one (`revisit`) is a member without content. Requests are members
//! too, marked as such. Records about the crawl are not.

use crate::answer::{Answer, Protocol, skip};
use crate::error::Error;
use crate::http;
use crate::limits::Budget;
use crate::member::{Capture, Member, Revisit};
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::rc::Rc;

/// Maximum size of the fields of a record in bytes.
const MAX_FIELDS: u64 = 64 << 10;

/// Maximum number of empty lines between records; two belong there.
const MAX_GAP: usize = 64;

/// The head of a record.
struct Record {
    fields: Vec<(String, String)>,
    length: u64,
}

impl Record {
    /// Reads the head of the next record; `None` at the end.
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

    /// Returns the value of a field without the angle brackets of WARC 1.0.
    fn bare(&self, name: &str) -> Option<String> {
        let value = self.field(name);
        let value = value.trim_start_matches('<').trim_end_matches('>');
        let is_good = !value.is_empty() && !value.contains(char::is_control);
        is_good.then(|| value.to_owned())
    }

    /// Returns the URL of the captured resource.
    fn target(&self) -> Option<String> {
        let kinds = ["response", "resource", "revisit", "request"];
        let is_answer = kinds.contains(&self.field("warc-type"));
        is_answer.then(|| self.bare("warc-target-uri")).flatten()
    }

    /// Returns the answer or the request in the record.
    fn answer(&self, url: String) -> Answer {
        let revisit = self.revisit();
        Answer {
            url,
            length: self.length,
            protocol: match self.field("warc-type") {
                "response" | "revisit" => Protocol::Http,
                "request" => Protocol::Request,
                _ => Protocol::None(self.field("content-type").to_owned()),
            },
            is_in_parts: !self.field("warc-segment-number").is_empty(),
            capture: Capture {
                date: self.field("warc-date").to_owned(),
                id: self.bare("warc-record-id").unwrap_or_default(),
                digest: self.bare("warc-payload-digest"),
                revisit,
                concurrent_to: self.bare("warc-concurrent-to"),
                ..Capture::default()
            },
        }
    }

    /// Returns the reference to the record that this one repeats.
    fn revisit(&self) -> Option<Revisit> {
        (self.field("warc-type") == "revisit").then(|| Revisit {
            id: self.bare("warc-refers-to"),
            url: self.bare("warc-refers-to-target-uri"),
            date: self.bare("warc-refers-to-date"),
        })
    }
}

/// Passes on each answer of a web archive in turn.
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
            Some(url) => record.answer(url).hand_over(&mut body, budget, visit)?,
            None => ControlFlow::Continue(()),
        };
        if flow.is_break() {
            return Ok(flow);
        }
        skip(&mut body)?;
    }
    Ok(ControlFlow::Continue(()))
}
