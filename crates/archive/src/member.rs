//! A member of a container: its name, and its contents or the reason why they are not read.

use crate::error::{Error, ErrorKind, shown};
use std::fmt;
use std::io::Read;

/// The longest name of a member, in bytes.
const MAX_NAME: usize = 8 << 10;

/// A member of a container.
pub struct Member<'a> {
    /// Its name: a path with `/` between its parts, or a URL.
    pub name: String,
    /// Its size as the container gives it; in a web archive, the size of the whole answer.
    pub size: Option<u64>,
    /// Facts about an answer in a web archive.
    pub capture: Option<Capture>,
    /// Its contents, which can be read once.
    pub contents: Result<Box<dyn Read + 'a>, Error>,
}

/// Facts about an answer from a web archive.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Capture {
    /// The time of the capture as the record gives it: `2013-05-01T12:00:00Z`.
    pub date: String,
    /// The HTTP status of the answer, `None` for other protocols.
    pub status: Option<u16>,
    /// The content type, in lower case and without parameters.
    pub media_type: String,
    /// The parameter `charset` of the content type.
    pub charset: Option<String>,
    /// The target of a redirection.
    pub location: Option<String>,
    /// The name of the record (`WARC-Record-ID`).
    pub id: String,
    /// The digest of the content (`WARC-Payload-Digest`).
    pub digest: Option<String>,
    /// The record that has the content, for an answer that did not change (`revisit`).
    pub revisit: Option<Revisit>,
    /// The name of the record that belongs to this one (`WARC-Concurrent-To`): that of the request
    /// for an answer, or that of the answer for a request.
    pub concurrent_to: Option<String>,
    /// Set for a request. The contents are then its body, not an answer.
    pub request: Option<Request>,
}

/// Facts about a request.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// Its method, such as `POST`.
    pub method: String,
    /// The content type of its body with all parameters; empty if it has none.
    pub content_type: String,
}

/// Names the record that an answer repeats. A record that has none of these is found by its digest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Revisit {
    /// The name of that record (`WARC-Refers-To`).
    pub id: Option<String>,
    /// Its URL (`WARC-Refers-To-Target-URI`).
    pub url: Option<String>,
    /// Its date (`WARC-Refers-To-Date`).
    pub date: Option<String>,
}

impl Capture {
    /// Returns true if the record holds the content of its URL: it is not a request, an error, a
    /// redirection or a revisit.
    pub fn is_content(&self) -> bool {
        let is_success = self
            .status
            .is_none_or(|status| (200..300).contains(&status));
        is_success && self.revisit.is_none() && self.request.is_none()
    }

    /// Returns the date as replayers write it before a URL: `20130501120000`.
    pub fn timestamp(&self) -> String {
        let digits = self.date.chars().filter(char::is_ascii_digit);
        digits.take(14).collect()
    }
}

impl fmt::Debug for Member<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Member")
            .field("name", &self.name)
            .field("size", &self.size)
            .field("capture", &self.capture)
            .field("error", &self.contents.as_ref().err())
            .finish()
    }
}

impl<'a> Member<'a> {
    /// Makes a member from the name in an archive.
    pub(crate) fn file(
        name: &[u8],
        size: u64,
        contents: Result<Box<dyn Read + 'a>, Error>,
    ) -> Member<'a> {
        let (name, wrong) = path(name);
        Member {
            name,
            size: Some(size),
            capture: None,
            contents: match wrong {
                Some(error) => Err(error),
                None => contents,
            },
        }
    }
}

/// Converts the name in an archive to a path, and returns the error in it, if any.
fn path(name: &[u8]) -> (String, Option<Error>) {
    let text = String::from_utf8_lossy(name).replace('\\', "/");
    let wrong = wrong_with(&text);
    let text = match wrong {
        Some(_) => shown(&text),
        None => text.trim_start_matches("./").to_owned(),
    };
    let wrong = wrong.map(|wrong| Error::new(ErrorKind::Name, format!("its name {wrong}")));
    (text, wrong)
}

/// Returns the error in a path.
fn wrong_with(path: &str) -> Option<&'static str> {
    let is_drive =
        path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic();
    if path.trim_start_matches("./").is_empty() {
        Some("is empty")
    } else if path.len() > MAX_NAME {
        Some("is longer than 8192 bytes")
    } else if path.contains(char::is_control) {
        Some("has control characters")
    } else if path.starts_with('/') || is_drive {
        Some("is an absolute path, expected a relative one")
    } else if path.split('/').any(|part| part == "..") {
        Some("leads out of the archive by `..`")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_within_the_archive() {
        for (name, expected) in [
            (&b"a/b.pexe"[..], Some("a/b.pexe")),
            (b"./a/b", Some("a/b")),
            (b"a\\b", Some("a/b")),
            (b"a/..b", Some("a/..b")),
            (b"../a", None),
            (b"a/../../b", None),
            (b"a\\..\\b", None),
            (b"/etc/passwd", None),
            (b"C:\\windows", None),
            (b"a\0b", None),
            (b"a\x1b[31m", None),
            (b"", None),
            (b"./", None),
        ] {
            let (text, wrong) = path(name);
            let found = wrong.is_none().then_some(text);
            assert_eq!(found.as_deref(), expected, "{}", name.escape_ascii());
        }
        assert!(path(&[b'a'; MAX_NAME + 1]).1.is_some());
    }
}
