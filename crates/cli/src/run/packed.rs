//! Unpacks programs and pages that are members of a container to a temporary folder.
//!
//! The folder of a program has only its file. The folder of a page or manifest has all files next
//! to it; for a page in a web archive, the files captured from the same host.

use super::captured;
use crate::container::Container;
use crate::input::{self, is_stdin};
use crate::member::Name;
use crate::output::Failure;
use crate::scratch;
use pinnacle_archive::{self as archive, Entry, Error, Limits, Opened, SEPARATOR, Source, Visitor};
use pinnacle_page::locate::names_page;
use pinnacle_page::site::captured_path;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Maximum total size of a page's files, in bytes.
const MAX_SITE: u64 = 2 << 30;

/// A member that was unpacked.
#[derive(Debug)]
pub(super) struct Packed {
    /// Keeps the files until the end of the run.
    folder: TempDir,
    /// The file of the member.
    pub(super) file: PathBuf,
    /// True for a page or a manifest.
    pub(super) is_page: bool,
    /// The name that the user gave, with the name of the member.
    pub(super) name: OsString,
}

impl Packed {
    /// Returns the folder that is the web site of a page.
    pub(super) fn site(&self) -> &Path {
        self.folder.path()
    }
}

/// Unpacks a member of a container, or the only program or page of a container. Returns `None` for
/// any other path.
pub(super) fn unpack(path: &Path) -> Result<Option<Packed>, Failure> {
    let only = match Container::open(path)? {
        Some(container) => Some(container.only("run")?),
        None => None,
    };
    let path = only.as_deref().unwrap_or(path);
    let Some(name) = Name::of(path) else {
        return Ok(None);
    };
    let folder = scratch::folder("pinnacle-run-").map_err(|error| {
        Failure::new(format!(
            "cannot make a folder for {}: {error}",
            path.display()
        ))
    })?;
    scratch::last(&folder);
    let inner = name.member.rfind(SEPARATOR).map_or(0, |place| place + 1);
    let own = &name.member[inner..];
    let captured = captured_path(own);
    let (file, is_page) = match &captured {
        None if names_page(OsStr::new(own)) => (unpack_site(&name, inner, folder.path())?, true),
        None => (unpack_program(&name, path, folder.path())?, false),
        Some(_) => {
            let file = unpack_site(&name, inner, folder.path())?;
            let is_page = names_page(file.as_os_str()) || captured::is_text(&file)?;
            (file, is_page)
        }
    };
    Ok(Some(Packed {
        folder,
        file,
        is_page,
        name: path.as_os_str().to_owned(),
    }))
}

/// Writes one program into a folder.
fn unpack_program(name: &Name, path: &Path, folder: &Path) -> Result<PathBuf, Failure> {
    let input = input::read_as_it_is(path)?;
    let own = name.member.rsplit(['/', SEPARATOR]).next();
    let file = folder.join(own.filter(|own| !own.is_empty()).unwrap_or("program"));
    fs::write(&file, &input.bytes).map_err(|error| cannot_write(&file, &error))?;
    Ok(file)
}

/// Writes the files next to a page into a folder; returns the path of the page.
fn unpack_site(name: &Name, inner: usize, folder: &Path) -> Result<PathBuf, Failure> {
    let limits = Limits {
        unpacked: MAX_SITE,
        ..Limits::default()
    };
    let bytes;
    let source = match is_stdin(&name.container) {
        true => {
            bytes = input::read_stdin_bytes()?;
            Source::bytes(&bytes)
        }
        false => name.source()?,
    };
    let (beginning, page) = name.member.split_at(inner);
    if captured_path(page).is_some() {
        return captured::unpack(name, source, page, folder, &limits);
    }
    let failure = |error| name.failure(&error);
    let Opened::Container(container) = archive::open(source, &limits).map_err(failure)? else {
        let message = "it is not a container";
        return Err(Failure::new(format!(
            "{}: {message}",
            name.container.display()
        )));
    };
    let mut site = Site {
        beginning,
        page,
        folder,
        file: None,
        failure: None,
    };
    let walked = archive::walk(container, &mut site);
    if let Some(failure) = site.failure {
        return Err(failure);
    }
    walked.map_err(failure)?;
    site.file
        .ok_or_else(|| failure(Error::not_found(&name.member)))
}

pub(super) fn cannot_write(file: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {error}", file.display()))
}

/// Collects the files next to a page during a walk.
struct Site<'a> {
    /// The name of the inner container with the separator; empty for the outermost.
    beginning: &'a str,
    /// The name of the page in that container.
    page: &'a str,
    folder: &'a Path,
    /// The file of the page.
    file: Option<PathBuf>,
    /// The error that ended the walk.
    failure: Option<Failure>,
}

impl Visitor for Site<'_> {
    fn enters(&mut self, name: &str) -> bool {
        let rest = self.beginning.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with(SEPARATOR))
    }

    fn visit(&mut self, entry: Entry<'_>) -> Result<ControlFlow<()>, Error> {
        let Some(own) = entry.name.strip_prefix(self.beginning) else {
            return Ok(ControlFlow::Continue(()));
        };
        let is_page = own == self.page;
        let is_captured = entry.capture.is_some();
        if is_captured || (entry.refusal().is_some() && !is_page) {
            return Ok(ControlFlow::Continue(()));
        }
        let file = self.folder.join(own);
        if file.exists() && !is_page {
            return Ok(ControlFlow::Continue(()));
        }
        let bytes = entry.read()?;
        if let Err(error) = write(&file, &bytes) {
            self.failure = Some(cannot_write(&file, &error));
            return Ok(ControlFlow::Break(()));
        }
        if is_page {
            self.file = Some(file);
        }
        Ok(ControlFlow::Continue(()))
    }
}

pub(super) fn write(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, bytes)
}
