//! The web archives that came before WARC: the Internet Archive's ARC, versions 1 (1.0 and 1.1) and
//! 2.
//!
//! A record is a line of fields, the number of bytes that its last field gives, and an empty line.
//! The first record describes the file and has a URL of its own (`filedesc:`). As in WARC, members
//! are answers named by their URLs.

use crate::answer::{Answer, Protocol, skip};
use crate::error::Error;
use crate::http;
use crate::limits::Budget;
use crate::member::{Capture, Member};
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::rc::Rc;

/// The first bytes of an archive.
pub(crate) const MAGIC: &[u8] = b"filedesc:";

/// Maximum length of a record's line in bytes.
const MAX_LINE: u64 = 64 << 10;

/// Maximum number of empty lines between records. The format has one.
const MAX_GAP: usize = 64;

/// Versions of the format. The value is the number of fields of a record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    /// URL, address, date, type, length.
    One = 5,
    /// URL, address, date, type, status, checksum, location, offset, name of the archive, length.
    Two = 10,
}

/// The line of a record.
struct Record {
    url: String,
    date: String,
    media_type: String,
    length: u64,
}

impl Record {
    /// Reads the line of the next record. Returns `None` at the end.
    fn read(reader: &mut dyn BufRead, version: Version) -> Result<Option<Record>, Error> {
        let mut reader = reader.take(MAX_LINE);
        for _ in 0..MAX_GAP {
            if reader.fill_buf()?.is_empty() {
                return Ok(None);
            }
            let line = http::line(&mut reader)?;
            if !line.is_empty() {
                return Record::of(&line, version).map(Some);
            }
        }
        Err(Error::damaged(
            "the web archive is damaged: found no record where one should begin",
        ))
    }

    /// Splits a line from its end, because some URLs contain spaces.
    fn of(line: &str, version: Version) -> Result<Record, Error> {
        let fields: Vec<&str> = line.rsplitn(version as usize, ' ').collect();
        let is_two = version == Version::Two;
        // From the end, so the URL is the last.
        let (length, media_type, date, url) = match &fields[..] {
            [length, media_type, date, _, url] if !is_two => (length, media_type, date, url),
            [length, _, _, _, _, _, media_type, date, _, url] => (length, media_type, date, url),
            _ => {
                return Err(Error::damaged(
                    "the web archive is damaged: found no record where one should begin",
                ));
            }
        };
        let length = length
            .parse()
            .map_err(|_| Error::damaged("a record of the web archive has no length"))?;
        Ok(Record {
            url: (*url).to_owned(),
            date: (*date).to_owned(),
            media_type: (*media_type).to_owned(),
            length,
        })
    }

    /// Returns the answer of the record; `None` if the record describes the file or a DNS lookup.
    fn answer(&self) -> Option<Answer> {
        let (scheme, _) = self.url.split_once(':')?;
        let protocol = match scheme.to_ascii_lowercase().as_str() {
            "http" | "https" => Protocol::Http,
            "filedesc" | "dns" => return None,
            _ => Protocol::None(self.media_type.clone()),
        };
        if self.url.contains(char::is_control) {
            return None;
        }
        Some(Answer {
            url: self.url.clone(),
            length: self.length,
            protocol,
            is_in_parts: false,
            capture: Capture {
                date: long_date(&self.date),
                ..Capture::default()
            },
        })
    }
}

/// Converts a date to WARC's form: `20130501120000` becomes `2013-05-01T12:00:00Z`. Other texts are
/// returned unchanged.
fn long_date(date: &str) -> String {
    if date.len() != 14 || !date.bytes().all(|byte| byte.is_ascii_digit()) {
        return date.to_owned();
    }
    let part = |range: std::ops::Range<usize>| &date[range];
    format!(
        "{}-{}-{}T{}:{}:{}Z",
        part(0..4),
        part(4..6),
        part(6..8),
        part(8..10),
        part(10..12),
        part(12..14)
    )
}

/// Passes on each answer of a web archive in turn.
pub(crate) fn each<'a>(
    bytes: Box<dyn Read + 'a>,
    budget: &Rc<Budget>,
    visit: &mut dyn FnMut(Member<'_>) -> Result<ControlFlow<()>, Error>,
) -> Result<ControlFlow<()>, Error> {
    let mut reader = BufReader::with_capacity(1 << 16, bytes);
    // In version 2 this record has the fields of version 1; the line after it gives the version.
    let mut version = Version::One;
    let mut is_first = true;
    while let Some(record) = Record::read(&mut reader, version)? {
        budget.member()?;
        let mut body = (&mut reader).take(record.length);
        if is_first {
            let line = http::line(&mut (&mut body).take(MAX_LINE))?;
            if line.starts_with("2 ") {
                version = Version::Two;
            }
        }
        is_first = false;
        let flow = match record.answer() {
            Some(answer) => answer.hand_over(&mut body, budget, visit)?,
            None => ControlFlow::Continue(()),
        };
        if flow.is_break() {
            return Ok(flow);
        }
        skip(&mut body)?;
    }
    Ok(ControlFlow::Continue(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_from_their_end() {
        let one = "http://a.example/a b 192.0.2.1 20130501120000 text/html 12";
        let record = Record::of(one, Version::One).unwrap();
        assert_eq!(
            (&record.url[..], record.length),
            ("http://a.example/a b", 12)
        );
        assert_eq!(long_date(&record.date), "2013-05-01T12:00:00Z");
        let two = "http://a.example/ 192.0.2.1 20130501120000 text/html 200 sum - 76 a.arc 34";
        let record = Record::of(two, Version::Two).unwrap();
        assert_eq!((&record.media_type[..], record.length), ("text/html", 34));
        assert!(Record::of("http://a.example/ 12", Version::One).is_err());
        assert!(Record::of("a b c d e", Version::One).is_err());
        assert_eq!(long_date("1996"), "1996");
    }
}
