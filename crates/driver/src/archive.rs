//! Archives in the formats of GNU `ar` and BSD `ar`, including thin archives.
//!
//! An archive is a magic string, followed by members. Each member has a header of sixty characters:
//! name, date, owner, group, mode, size, and two characters that end it. A long name is stored
//! elsewhere: GNU puts all long names in a member called `//`, and BSD puts each before its
//! contents. Symbol tables are members too and are skipped; the symbols are read from the members.
//! A thin archive contains the names of files instead of their contents.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const ORDINARY: &[u8] = b"!<arch>\n";
const THIN: &[u8] = b"!<thin>\n";
const HEADER: usize = 60;

/// Maximum length in bytes of a member's name, the same as for paths. Many empty members can share
/// one long name in the file, but each has its own copy in memory.
const MAX_NAME: usize = 4096;

/// A file in an archive.
#[derive(Clone, Debug)]
pub struct Member<'a> {
    /// The member's name; several members may have the same one.
    pub name: String,
    /// Its contents.
    pub contents: Cow<'a, [u8]>,
}

/// An error in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// There is no member header at this offset in bytes, where one is expected.
    NoHeader(usize),
    /// This member, at this offset in bytes, is longer than the archive.
    CutShort(String, usize),
    /// The member at this offset in bytes refers to a name that does not exist.
    NoName(usize),
    /// This file, which a thin archive refers to, cannot be read. The second text is the reason.
    Missing(String, String),
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHeader(offset) => {
                write!(out, "expected the header of a member at byte {offset}")
            }
            Self::CutShort(name, offset) => {
                write!(out, "the member {name} at byte {offset} is cut short")
            }
            Self::NoName(offset) => {
                write!(
                    out,
                    "the member at byte {offset} has a name that is not in the archive"
                )
            }
            Self::Missing(path, error) => write!(out, "its member {path} cannot be read: {error}"),
        }
    }
}

impl std::error::Error for Error {}

/// Returns true if these bytes begin an archive.
#[must_use]
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(ORDINARY) || bytes.starts_with(THIN)
}

/// Returns the members of an archive, except the tables of symbols and names.
///
/// # Errors
///
/// Fails if the bytes are not an archive or are truncated, or if the archive is thin and refers to
/// files that cannot be read. The files of a thin archive are relative to `folder`. Each is a
/// member only once, even if it is named several times.
pub fn members<'a>(bytes: &'a [u8], folder: &Path) -> Result<Vec<Member<'a>>, Error> {
    if !is_archive(bytes) {
        return Err(Error::NoHeader(0));
    }
    let thin = bytes.starts_with(THIN);
    let mut members = Vec::new();
    let mut names: &[u8] = &[];
    let mut files = HashSet::new();
    let mut offset = ORDINARY.len();
    while offset < bytes.len() {
        let header = header(bytes, offset).ok_or(Error::NoHeader(offset))?;
        let start = offset + HEADER;
        let inside = |size: usize| {
            let end = start.checked_add(size)?;
            bytes.get(start..end)
        };
        let cut = |name: &str| Error::CutShort(name.to_owned(), offset);
        let special = matches!(
            header.name,
            "/" | "//" | "/SYM64/" | "__.SYMDEF" | "__.SYMDEF SORTED"
        );
        if special {
            let contents = inside(header.size).ok_or_else(|| cut(header.name))?;
            if header.name == "//" {
                names = contents;
            }
            offset = start + header.size + header.size % 2;
            continue;
        }
        let long = |digits: &str| long_name(names, digits).ok_or(Error::NoName(offset));
        let (name, in_front) = if let Some(length) = header.name.strip_prefix("#1/") {
            let length: usize = length.parse().map_err(|_| Error::NoName(offset))?;
            let name = inside(length).filter(|name| name.len() <= MAX_NAME);
            let name = name.ok_or(Error::NoName(offset))?;
            let name = String::from_utf8_lossy(name);
            (name.trim_end_matches('\0').to_owned(), length)
        } else if let Some(digits) = header.name.strip_prefix('/') {
            (long(digits)?, 0)
        } else {
            let name = header.name.strip_suffix('/').unwrap_or(header.name);
            (name.to_owned(), 0)
        };
        if thin {
            let path = folder.join(&name);
            let contents = read_once(&path, &mut files)
                .map_err(|error| Error::Missing(path.display().to_string(), error.to_string()))?;
            members.extend(contents.map(|contents| Member {
                name,
                contents: contents.into(),
            }));
            offset = start;
            continue;
        }
        let contents = inside(header.size).ok_or_else(|| cut(&name))?;
        let contents = contents.get(in_front..).ok_or_else(|| cut(&name))?;
        // Some writers put a symbol table under a long name.
        if !name.starts_with("__.SYMDEF") {
            members.push(Member {
                name,
                contents: contents.into(),
            });
        }
        offset = start + header.size + header.size % 2;
    }
    Ok(members)
}

/// Reads a file of a thin archive, unless it was read before. Only regular files are read, because
/// others may block or never end.
fn read_once(path: &Path, files: &mut HashSet<PathBuf>) -> io::Result<Option<Vec<u8>>> {
    let path = fs::canonicalize(path)?;
    if !fs::metadata(&path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    if files.contains(&path) {
        return Ok(None);
    }
    let contents = fs::read(&path)?;
    files.insert(path);
    Ok(Some(contents))
}

struct Header<'a> {
    name: &'a str,
    size: usize,
}

fn header(bytes: &[u8], offset: usize) -> Option<Header<'_>> {
    let header = bytes.get(offset..)?.get(..HEADER)?;
    if &header[58..] != b"`\n" {
        return None;
    }
    Some(Header {
        name: str::from_utf8(&header[..16]).ok()?.trim_end(),
        size: str::from_utf8(&header[48..58])
            .ok()?
            .trim_end()
            .parse()
            .ok()?,
    })
}

/// Returns the name at an offset in GNU's table, in which each name ends with a slash and a line
/// feed.
fn long_name(names: &[u8], digits: &str) -> Option<String> {
    let offset: usize = digits.parse().ok()?;
    let rest = names.get(offset..)?;
    let rest = &rest[..rest.len().min(MAX_NAME)];
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    let name = String::from_utf8_lossy(&rest[..end]);
    Some(name.strip_suffix('/').unwrap_or(&name).to_owned())
}
