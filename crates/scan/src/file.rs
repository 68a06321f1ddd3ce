//! Finds the relevant files of a collection, one at a time and within limits.

use pinnacle_archive::{self as archive, Entry, Error, ErrorKind, Limits, Opened, Source, Visitor};
use pinnacle_inspect::Kind;
use std::io::Read;
use std::ops::ControlFlow;

/// Number of bytes that are read to decide whether a file is relevant.
const HEAD: u64 = 4096;

/// Maximum size in bytes of a manifest, or of a page with a program.
const MAX_DOCUMENT: u64 = 16 << 20;

/// A file and its contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its path on disk, or the path of its container with its name in it.
    pub place: String,
    /// Its contents, decompressed.
    pub bytes: Vec<u8>,
    /// The time and type of its capture, for a file from a web archive.
    pub capture: Option<Capture>,
}

/// Metadata of a file from a web archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture {
    /// Time of the capture, as `2013-05-01T12:00:00Z`.
    pub date: String,
    /// The content type that the server sent; may be empty.
    pub media_type: String,
}

/// An event while a collection is searched.
#[derive(Debug)]
pub enum Found {
    /// A relevant file.
    File(File),
    /// A file that cannot be read: its place, and the error.
    Failure(String, Error),
    /// A member of a container that is not relevant. Callers can use it to show progress.
    Other,
}

/// Calls `take` for each relevant file in a container: programs, manifests and pages. Nested
/// containers are opened. A source that is not a container is itself passed on if it is relevant.
/// If a member or the rest of a container cannot be read, the error is passed on instead.
/// or the rest of a container cannot be read, the reason is passed on in its place.
///
/// Memory is bounded by [`Limits::member`] and by the directory of a zip archive.
pub fn files(
    place: &str,
    source: Source<'_>,
    limits: &Limits,
    take: &mut dyn FnMut(Found) -> ControlFlow<()>,
) {
    let failed = match archive::open(source, limits) {
        Ok(Opened::Container(container)) => {
            let mut visit = Visit { place, take };
            archive::walk(container, &mut visit).err()
        }
        Ok(Opened::File(plain)) => match read_plain(plain.contents, limits.member) {
            Ok(Some(bytes)) => {
                let file = File {
                    place: place.to_owned(),
                    bytes,
                    capture: None,
                };
                // The caller may ask to stop, but the source has no further file.
                let _ = take(Found::File(file));
                None
            }
            Ok(None) => None,
            Err(error) => Some(error),
        },
        Err(error) => Some(error),
    };
    if let Some(error) = failed {
        let _ = take(Found::Failure(place.to_owned(), error));
    }
}

/// Reads a file if it is relevant. Reads only the first bytes of other files.
fn read_plain(mut contents: Box<dyn Read + '_>, limit: u64) -> Result<Option<Vec<u8>>, Error> {
    let mut bytes = Vec::new();
    (&mut contents).take(HEAD).read_to_end(&mut bytes)?;
    let Some(most) = worth(&bytes) else {
        return Ok(None);
    };
    let most = most.min(limit);
    let rest = most.saturating_add(1).saturating_sub(bytes.len() as u64);
    contents.take(rest).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return match most < limit {
            true => Ok(None),
            false => Err(Error::too_large(limit)),
        };
    }
    Ok(Some(bytes))
}

/// Returns the maximum size of a relevant file with this beginning, or `None` if it is irrelevant.
/// A page or manifest may still prove irrelevant once it is read completely.
fn worth(head: &[u8]) -> Option<u64> {
    match Kind::of(head) {
        Kind::Pexe
        | Kind::Bitcode
        | Kind::Bytecode
        | Kind::Pnaclasm
        | Kind::OldAssembly
        | Kind::Nexe(_) => Some(u64::MAX),
        Kind::Manifest(_) | Kind::WebPage => Some(MAX_DOCUMENT),
        Kind::Unknown => {
            let start = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
            let first = start.trim_ascii_start().first();
            matches!(first, Some(b'{' | b'<')).then_some(MAX_DOCUMENT)
        }
        Kind::Script => pinnacle_inspect::input::has_launcher(head).then_some(u64::MAX),
        _ => None,
    }
}

/// Receives the members of a container.
struct Visit<'a> {
    place: &'a str,
    take: &'a mut dyn FnMut(Found) -> ControlFlow<()>,
}

impl Visitor for Visit<'_> {
    fn visit(&mut self, entry: Entry<'_>) -> Result<ControlFlow<()>, Error> {
        let place = format!("{}{}{}", self.place, archive::SEPARATOR, entry.name);
        if let Some(error) = entry.refusal() {
            // The target of a link is a member too, and is found as such.
            return Ok(match error.kind() {
                ErrorKind::Link => (self.take)(Found::Other),
                _ => (self.take)(Found::Failure(place, error.clone())),
            });
        }
        let most = worth(entry.head()).filter(|most| entry.size.is_none_or(|size| size <= *most));
        if most.is_none() {
            return Ok((self.take)(Found::Other));
        }
        let capture = entry.capture.map(|capture| Capture {
            date: capture.date.clone(),
            media_type: capture.media_type.clone(),
        });
        match entry.read() {
            Ok(bytes) => Ok((self.take)(Found::File(File {
                place,
                bytes,
                capture,
            }))),
            Err(error) if error.is_final() => Err(error),
            Err(error) => Ok((self.take)(Found::Failure(place, error))),
        }
    }
}
