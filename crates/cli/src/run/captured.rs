//! Unpacks a page of a web archive with the files of its host.
//!
//! Of several captures of a file, uses the one closest in time to the page's. Follows redirections,
//! and resolves `revisit` records to the content that they refer to.

use super::packed::{cannot_write, write};
use crate::member::Name;
use crate::output::Failure;
use pinnacle_archive::{Error, Limits, SEPARATOR, Source};
use pinnacle_page::site::captured_path;
use pinnacle_replay::{Capture, Index, Moment};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Writes the page of a URL and the files of its host to a folder. A timestamp and `/` may precede
/// the URL. Returns the file of the page.
pub(super) fn unpack(
    name: &Name,
    source: Source<'_>,
    own: &str,
    folder: &Path,
    limits: &Limits,
) -> Result<PathBuf, Failure> {
    let failure = |error: Error| name.failure(&error);
    let inner = name.member[..name.member.len() - own.len()].strip_suffix(SEPARATOR);
    let bytes;
    let source = match inner {
        Some(inner) => {
            bytes = pinnacle_archive::find(source, inner, limits).map_err(failure)?;
            Source::bytes(&bytes)
        }
        None => source,
    };
    let not_found = || name.failure(&Error::not_found(&name.member));
    let index = Index::open(source, limits).map_err(failure)?;
    let index = index.ok_or_else(not_found)?;
    let (moment, url) = match own.split_once('/') {
        Some((digits, url)) if Moment::parse(digits).is_some() => (Moment::parse(digits), url),
        _ => (None, own),
    };
    let failure = |error: io::Error| name.failure(&error.into());
    let found = index.find_content(url, moment.unwrap_or_default());
    let page = found.map_err(failure)?.ok_or_else(not_found)?;
    let (host, path) = captured_path(&page.url).ok_or_else(not_found)?;
    let file = folder.join(path);
    keep(&index, &page, &file).map_err(|error| cannot_write(&file, &error))?;
    for capture in index.captures() {
        let capture = capture.map_err(failure)?;
        let Some(path) = captured_path(&capture.url).filter(|(found, _)| *found == host) else {
            continue;
        };
        let file = folder.join(path.1);
        if file.exists() {
            continue;
        }
        let nearest = index.find_content(&capture.url, page.moment);
        let Some(nearest) = nearest.map_err(failure)? else {
            continue;
        };
        match keep(&index, &nearest, &file) {
            // A site may have both `/a` and `/a/b`, but a folder can have only one of them.
            Err(error) if is_conflict(&error) => {}
            result => result.map_err(|error| cannot_write(&file, &error))?,
        }
    }
    Ok(file)
}

fn is_conflict(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotADirectory | ErrorKind::IsADirectory | ErrorKind::AlreadyExists
    )
}

fn keep(index: &Index, capture: &Capture, file: &Path) -> io::Result<()> {
    let content = index.read(capture, 0, capture.size)?;
    write(file, &content)
}

/// Returns true if the first bytes of a file are a page's or a manifest's, not a program's.
pub(super) fn is_text(file: &Path) -> Result<bool, Failure> {
    let bytes = fs::read(file).map_err(|error| cannot_write(file, &error))?;
    Ok(matches!(
        pinnacle_inspect::Kind::of(&bytes),
        pinnacle_inspect::Kind::WebPage
    ))
}
