//! The files of a collection that can matter, one at a time and within bounds.

use pinnacle_archive::{self as archive, Entry, Error, ErrorKind, Limits, Opened, Source, Visitor};
use pinnacle_inspect::Kind;
use std::io::Read;
use std::ops::ControlFlow;

/// The first bytes of a file, by which it is chosen.
const HEAD: u64 = 4096;

/// Maximum number of bytes of a document that can be a manifest, or a page with a program.
const MAX_DOCUMENT: u64 = 16 << 20;

/// A file that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Its path, or its name in a container.
    pub place: String,
    /// Its contents, without compression.
    pub bytes: Vec<u8>,
    /// Facts that a web archive has about it.
    pub capture: Option<Capture>,
}

/// Facts that a web archive has about a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Capture {
    /// When it was captured, as `2013-05-01T12:00:00Z`.
    pub date: String,
    /// The type that the server gave it; may be empty.
    pub media_type: String,
}

/// A file of a collection.
#[derive(Debug)]
pub enum Found {
    /// One that was read.
    File(File),
    /// One that cannot be read: its place and the reason.
    Failure(String, Error),
    /// A member of a container that is something else, so that long walks show that they continue.
    Other,
}

/// Passes on the files in a source that can matter: programs, manifests and pages; or the source
/// itself, if it is a file. Members of containers in containers are included. A reason why a member
/// or the rest of a container cannot be read is handed over in its turn.
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
                // The source has no further file.
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

/// Reads a file that can matter; of others the first bytes alone.
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

/// Returns the most bytes that a file with this beginning can have to matter, or `None` if it is
/// something else. The beginning of a document only shows that it may be one.
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

/// A walk through a container.
struct Visit<'a> {
    place: &'a str,
    take: &'a mut dyn FnMut(Found) -> ControlFlow<()>,
}

impl Visitor for Visit<'_> {
    fn visit(&mut self, entry: Entry<'_>) -> Result<ControlFlow<()>, Error> {
        let place = format!("{}{}{}", self.place, archive::SEPARATOR, entry.name);
        if let Some(error) = entry.refusal() {
            // What a link leads to is a member of its own.
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
