//! Pages, manifests, `data:` URLs and containers as arguments: the programs in them are used.
//!
//! Commands that report on files accept them as `pinnacle run` does. They follow every element of a
//! page, where `run` takes one.

use crate::container::Container;
use crate::input::Input;
use crate::load::Loaded;
use crate::output::Failure;
use pinnacle_inspect::Kind;
use pinnacle_inspect::numbers::count;
use pinnacle_page::locate::{self, Document, LocateError, names_manifest, names_page};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A file, or the programs that it leads to.
pub(crate) enum Followed {
    /// A file that is not a page, or a page without a program.
    File(Loaded),
    /// The programs of a page or a manifest.
    Programs(Programs),
    /// A container of files, with the programs in it.
    Container(Box<Container>),
}

/// The programs of a page, a manifest or a `data:` URL.
pub(crate) struct Programs {
    /// The name of the page and its kind, in words.
    what: String,
    /// Each program once, or the failure for an element without a program.
    pub(crate) list: Vec<Result<PathBuf, Failure>>,
}

impl From<LocateError> for Failure {
    fn from(error: LocateError) -> Failure {
        let failure = Failure::new(error.to_string());
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

impl Followed {
    /// Reads a file. Follows a page or a manifest to the files of its programs. Compressed bytecode
    /// may grow to `limit` bytes.
    pub(crate) fn read(limit: usize, path: &Path) -> Result<Followed, Failure> {
        if is_data(path) {
            let program = locate::locate(path.as_os_str(), None, None);
            let list = vec![program.map(|found| found.program).map_err(Failure::from)];
            return Ok(Followed::new("the data: URL is a manifest".into(), list));
        }
        if let Some(container) = Container::open(path)? {
            return Ok(Followed::Container(Box::new(container)));
        }
        let mut loaded = Loaded::read(limit, path)?;
        let Loaded::Other(input) = &mut loaded else {
            return Ok(Followed::File(loaded));
        };
        if let Some(container) = Container::of_input(input)? {
            return Ok(Followed::Container(Box::new(container)));
        }
        let Some((kind, is_page)) = kind(path, input) else {
            return Ok(Followed::File(loaded));
        };
        let document = match is_page {
            true => Document::Page(&input.bytes),
            false => Document::Manifest(&input.bytes),
        };
        let list = locate::locate_all(path.as_os_str(), document).into_iter();
        let list: Vec<_> = list.map(|found| found.map_err(Failure::from)).collect();
        match list.is_empty() {
            true => Ok(Followed::File(loaded)),
            false => Ok(Followed::new(format!("{} is {kind}", input.name), list)),
        }
    }

    fn new(what: String, list: Vec<Result<PathBuf, Failure>>) -> Followed {
        let mut seen = BTreeSet::new();
        let mut is_new = |one: &Result<PathBuf, Failure>| {
            let key = match one {
                Ok(path) => (true, path.display().to_string()),
                Err(Failure::Told(told)) => (false, told.message.clone()),
                Err(Failure::BrokenPipe) => (false, String::new()),
            };
            seen.insert(key)
        };
        let list = list.into_iter().filter(|one| is_new(one)).collect();
        Followed::Programs(Programs { what, list })
    }
}

impl Programs {
    /// Returns a line that names the kind of the file and its programs.
    pub(crate) fn note(&self) -> String {
        const MAX_NAMES: usize = 5;
        let found: Vec<&PathBuf> = self.list.iter().flatten().collect();
        let names: Vec<String> = found
            .iter()
            .take(MAX_NAMES)
            .map(|path| path.display().to_string())
            .collect();
        let more = match found.len().saturating_sub(MAX_NAMES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let programs = count(found.len() as u64, "program");
        match found.is_empty() {
            true => format!("{}; none of its programs exists", self.what),
            false => format!("{} with {programs}: {}{more}", self.what, names.join(", ")),
        }
    }

    /// Returns the only program, for a command that takes one file.
    pub(crate) fn only(mut self, command: &str) -> Result<PathBuf, Failure> {
        match self.list.len() {
            1 => self.list.remove(0),
            _ => Err(
                Failure::new(format!("{}, but {command} takes one", self.note()))
                    .hint("name one of them"),
            ),
        }
    }
}

fn is_data(path: &Path) -> bool {
    let start = path.as_os_str().as_encoded_bytes().get(..5);
    start.is_some_and(|start| start.eq_ignore_ascii_case(b"data:"))
}

/// Returns the words for a page or a manifest, and true for a page. A file whose content does not
/// show its kind is classified by name, as for `run`.
fn kind(path: &Path, input: &Input) -> Option<(String, bool)> {
    let is_page = match &input.kind {
        Kind::WebPage => true,
        // If a manifest names only machine code, there is no program to use.
        Kind::Manifest(programs) if programs.is_empty() => return None,
        Kind::Manifest(_) => false,
        Kind::Unknown if names_manifest(path.as_os_str()) => false,
        Kind::Unknown if names_page(path.as_os_str()) => true,
        _ => return None,
    };
    let kind = match is_page {
        true => Kind::WebPage.description(),
        false => Kind::Manifest(Vec::new()).description(),
    };
    Some((kind, is_page))
}
