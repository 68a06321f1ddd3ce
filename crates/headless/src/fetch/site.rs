//! The responses of the site in the folder.
//!
//! They are those of a file server: 404 for a missing file; the `index.html` of a directory, after
//! a redirect if the URL lacks the final slash; a single range of a file on request. [`Site`]
//! decides which files exist.

use super::content_type;
use pinnacle_page::site::{Entry, Site};
use pinnacle_pepper::device::fetch::{Head, MAX_PIECE, Request};
use pinnacle_system::files::{File, Whence};
use std::ops::Range;
use url::Url;

/// The file that is returned for a directory.
const INDEX: &[u8] = b"index.html";

/// The rest of a response body.
#[derive(Debug)]
pub(super) enum Content {
    Bytes { bytes: Vec<u8>, place: usize },
    File { file: Box<dyn File>, left: u64 },
}

impl Content {
    pub(super) fn of_bytes(bytes: Vec<u8>) -> Content {
        Content::Bytes { bytes, place: 0 }
    }

    fn empty() -> Content {
        Content::of_bytes(Vec::new())
    }

    /// Returns the next piece; empty at the end, or `None` if it cannot be read.
    pub(super) fn next(&mut self) -> Option<Vec<u8>> {
        match self {
            Content::Bytes { bytes, place } => {
                let rest = &bytes[*place..];
                let piece = rest[..rest.len().min(MAX_PIECE)].to_vec();
                *place += piece.len();
                Some(piece)
            }
            Content::File { file, left } => {
                let most = (*left).min(MAX_PIECE as u64) as usize;
                let mut piece = vec![0; most];
                let mut count = 0;
                while count < most {
                    match file.read(&mut piece[count..]).ok()? {
                        // The file is shorter than when it was opened.
                        0 => return None,
                        read => count += read,
                    }
                }
                *left -= most as u64;
                Some(piece)
            }
        }
    }
}

/// A response of the site.
pub(super) struct Answer {
    pub(super) head: Head,
    pub(super) content: Content,
}

impl Answer {
    fn new(url: &Url, status: u16, status_text: &str) -> Answer {
        Answer {
            head: Head {
                url: url.as_str().into(),
                status,
                status_text: status_text.into(),
                headers: Vec::new(),
                redirect: None,
                length: None,
            },
            content: Content::empty(),
        }
    }

    fn with_header(mut self, name: &str, value: &str) -> Answer {
        self.head.headers.push((name.into(), value.into()));
        self
    }

    fn with_content(mut self, content: Content, length: u64) -> Answer {
        self.content = content;
        self.head.length = Some(length);
        self.with_header("Content-Length", &length.to_string())
    }

    /// Returns an error page.
    fn error(url: &Url, status: u16, status_text: &str) -> Answer {
        let text = format!("{status} {status_text}\n").into_bytes();
        let length = text.len() as u64;
        Answer::new(url, status, status_text)
            .with_header("Content-Type", "text/plain")
            .with_content(Content::of_bytes(text), length)
    }
}

/// The requested part of a file.
#[derive(PartialEq, Eq, Debug)]
enum Part {
    Whole,
    Range(Range<u64>),
    Unsatisfiable,
}

/// Returns the part that a `Range` header requests. Anything but a single range is ignored, as
/// servers do.
fn part(value: Option<&str>, size: u64) -> Part {
    let range = value.and_then(|value| value.trim().strip_prefix("bytes="));
    let Some((first, last)) = range.and_then(|range| range.trim().split_once('-')) else {
        return Part::Whole;
    };
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let range = match (first.trim(), number(first), number(last)) {
        ("", _, Some(count)) => size.saturating_sub(count)..size,
        (_, Some(start), Some(end)) if end >= start => start..size.min(end.saturating_add(1)),
        (_, Some(start), None) if last.trim().is_empty() => start..size,
        _ => return Part::Whole,
    };
    match range.is_empty() {
        true => Part::Unsatisfiable,
        false => Part::Range(range),
    }
}

/// Answers a request.
pub(super) fn answer(site: &Site, url: &Url, request: &Request) -> Answer {
    let is_head = request.method == "HEAD";
    if !is_head && request.method != "GET" {
        return Answer::error(url, 405, "Method Not Allowed").with_header("Allow", "GET, HEAD");
    }
    let found = find(site, url, request);
    let mut answer = found.unwrap_or_else(|| Answer::error(url, 404, "Not Found"));
    if is_head {
        answer.content = Content::empty();
    }
    answer
}

/// Returns the reason, as a text, why a response is an error.
pub(super) fn refusal(head: &Head) -> Option<String> {
    match head.status {
        404 => Some("404 Not Found: the folder of the page has no such file to serve".into()),
        status @ 400.. => Some(format!("{status} {}", head.status_text)),
        _ => None,
    }
}

fn find(site: &Site, url: &Url, request: &Request) -> Option<Answer> {
    let mut entry = site.find(url).ok()?;
    if entry.status.is_directory() {
        if !url.path().ends_with('/') {
            let mut target = url.path().to_owned() + "/";
            if let Some(query) = url.query() {
                target = format!("{target}?{query}");
            }
            let mut answer = Answer::new(url, 301, "Moved Permanently")
                .with_header("Location", &target)
                .with_content(Content::empty(), 0);
            answer.head.redirect = Some(target);
            return Some(answer);
        }
        entry.path.names.push(INDEX.into());
        entry.path.directory = false;
        entry = site.status(&entry.path).ok()?;
    }
    file(site, url, &entry, request)
}

fn file(site: &Site, url: &Url, entry: &Entry, request: &Request) -> Option<Answer> {
    let (mut file, size) = site.open_file(entry).ok()?;
    let header = |wanted: &str| {
        let mut headers = request.headers.iter();
        let found = headers.find(|(name, _)| name.eq_ignore_ascii_case(wanted))?;
        Some(found.1.as_str())
    };
    let name = entry.path.names.last().map_or(&b""[..], |name| name);
    let content_type = content_type::of(&String::from_utf8_lossy(name));
    // `If-Range` is for clients that already have a part of the same file. These responses have no
    // validators to compare, so the whole file is sent.
    let range = header("range").filter(|_| header("if-range").is_none());
    let (answer, range) = match part(range, size) {
        Part::Whole => (Answer::new(url, 200, "OK"), 0..size),
        Part::Range(range) => {
            let place = format!("bytes {}-{}/{size}", range.start, range.end - 1);
            let answer = Answer::new(url, 206, "Partial Content");
            (answer.with_header("Content-Range", &place), range)
        }
        Part::Unsatisfiable => {
            let answer = Answer::error(url, 416, "Range Not Satisfiable");
            return Some(answer.with_header("Content-Range", &format!("bytes */{size}")));
        }
    };
    let start = i64::try_from(range.start).ok()?;
    file.seek(start, Whence::Start).ok()?;
    let left = range.end - range.start;
    let answer = answer
        .with_header("Accept-Ranges", "bytes")
        .with_header("Content-Type", content_type);
    Some(answer.with_content(Content::File { file, left }, left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_range_of_bytes_can_be_requested() {
        for (value, expected) in [
            ("bytes=2-4", Part::Range(2..5)),
            ("bytes=2-", Part::Range(2..10)),
            ("bytes=-3", Part::Range(7..10)),
            ("bytes=5-100", Part::Range(5..10)),
            ("bytes=-100", Part::Range(0..10)),
            ("bytes=10-", Part::Unsatisfiable),
            ("bytes=4-2", Part::Whole),
            ("bytes=0-1,3-4", Part::Whole),
            ("lines=0-1", Part::Whole),
            ("bytes=a-b", Part::Whole),
        ] {
            assert_eq!(part(Some(value), 10), expected, "{value}");
        }
        assert_eq!(part(None, 10), Part::Whole);
    }
}
