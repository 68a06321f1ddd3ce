//! Containers of files. As an argument, a container stands for the programs in it.
//!
//! Commands that report on files accept a container for the programs in it, as they accept a page.
//! Commands that take one file need the name of a member, unless there is only one program.

use crate::input;
use crate::load::Loaded;
use crate::member::failure;
use crate::output::{BAD_FILE, Failure};
use pinnacle_archive::{
    self as archive, Compression, Entry, Error, ErrorKind, Format, Limits, Opened, SEPARATOR,
    Source, Visitor,
};
use pinnacle_inspect::numbers::count;
use pinnacle_inspect::{Input, Kind};
use std::fs::File;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Maximum number of names that a line lists.
const MAX_NAMES: usize = 5;

/// Maximum number of unreadable members that are named.
const MAX_REFUSED: usize = 10;

/// Takes each program, or the reason why a member is not read.
type Take<'a> = &'a mut dyn FnMut(Result<Loaded, Failure>) -> Result<(), Failure>;

/// A container whose members can be read once.
pub(crate) struct Container {
    name: String,
    opened: archive::Container<'static>,
}

/// The programs and pages that a walk through a container found.
#[derive(Default)]
pub(crate) struct Found {
    /// The names of programs, below the container.
    programs: Vec<String>,
    /// The names of pages and manifests.
    pages: Vec<String>,
    files: u64,
    refused: usize,
}

impl Container {
    /// Opens a container. Returns `None` if the path does not lead to one.
    pub(crate) fn open(path: &Path) -> Result<Option<Container>, Failure> {
        if input::is_stdin(path) || !path.is_file() {
            return Ok(None);
        }
        let name = path.display().to_string();
        // Reading it as a file reports the reason.
        let Ok(source) = File::open(path).and_then(Source::file) else {
            return Ok(None);
        };
        Container::of(name, source)
    }

    /// Opens a container that was read as a file, from standard input or from another container.
    pub(crate) fn of_input(input: &mut Input) -> Result<Option<Container>, Failure> {
        if Format::of(&input.bytes).is_none() && Compression::of(&input.bytes).is_none() {
            return Ok(None);
        }
        let bytes = std::mem::take(&mut input.bytes);
        let source = Source::stream(Cursor::new(bytes));
        Container::of(input.name.clone(), source)
    }

    fn of(name: String, source: Source<'static>) -> Result<Option<Container>, Failure> {
        match archive::open(source, &Limits::default()) {
            Ok(Opened::Container(opened)) => Ok(Some(Container { name, opened })),
            Ok(Opened::File(_)) => Ok(None),
            Err(error) => Err(failure(&name, &error)),
        }
    }

    /// Passes each program and each unreadable member to `take`. Returns a line that summarises the
    /// container, unless it is empty. Compressed bytecode may grow to `limit` bytes.
    pub(crate) fn each(self, limit: usize, take: Take<'_>) -> Result<Option<String>, Failure> {
        let (name, kind) = (self.name.clone(), self.kind());
        let found = self.look(limit, Some(take))?;
        if found.programs.is_empty() && found.refused == 0 {
            let files = count(found.files, "file");
            let message = format!("{name} is {kind} with {files}, none of them a program");
            let failure = Failure::with_status(vec![message], BAD_FILE);
            take(Err(match found.pages.is_empty() {
                true => failure,
                false => failure.hint(format!("it has {}", found.shown_pages())),
            }))?;
            return Ok(None);
        }
        Ok(Some(found.note(&name, &kind)))
    }

    /// Passes each program and each unreadable member to `take`. Skips a container without
    /// programs.
    pub(crate) fn each_program(self, limit: usize, take: Take<'_>) -> Result<(), Failure> {
        self.look(limit, Some(take)).map(|_| ())
    }

    /// Returns the name of the only program, or for `run` of the only page, for a command that
    /// takes one file.
    pub(crate) fn only(self, command: &str) -> Result<PathBuf, Failure> {
        let (name, kind) = (self.name.clone(), self.kind());
        let found = self.look(0, None)?;
        let list = match (command, &found.pages[..]) {
            ("run", [page]) => std::slice::from_ref(page),
            _ => &found.programs[..],
        };
        match list {
            [only] => Ok(PathBuf::from(format!("{name}{SEPARATOR}{only}"))),
            _ => {
                let note = found.note(&name, &kind);
                let failure = Failure::new(format!("{note}, but {command} takes one"));
                Err(match found.pages.iter().chain(&found.programs).next() {
                    Some(first) => {
                        failure.hint(format!("name one of them, as {name}{SEPARATOR}{first}"))
                    }
                    None => failure,
                })
            }
        }
    }

    /// Returns the kind of the container, in words.
    fn kind(&self) -> String {
        let packed = self.opened.compressions().iter();
        let packed: Vec<String> = packed.map(ToString::to_string).collect();
        let format = self.opened.format();
        match packed.is_empty() {
            true => format.to_string(),
            false => format!("{format} in {}", packed.join(" in ")),
        }
    }

    fn look(self, limit: usize, take: Option<Take<'_>>) -> Result<Found, Failure> {
        let is_web = self.opened.format().is_web_archive();
        let mut look = Look {
            name: self.name.clone(),
            is_web,
            limit,
            take,
            found: Found::default(),
            failure: None,
        };
        let walked = archive::walk(self.opened, &mut look);
        if let Some(failure) = look.failure {
            return Err(failure);
        }
        if let Err(error) = walked {
            let failure = failure(&self.name, &error);
            match &mut look.take {
                Some(take) => {
                    look.found.refused += 1;
                    take(Err(failure))?;
                }
                None => return Err(failure),
            }
        }
        Ok(look.found)
    }
}

impl Found {
    fn note(&self, name: &str, kind: &str) -> String {
        let programs = count(self.programs.len() as u64, "program");
        let mut note = format!("{name} is {kind} with {programs}");
        if !self.programs.is_empty() {
            note.push_str(": ");
            note.push_str(&shown(&self.programs));
        }
        if !self.pages.is_empty() {
            note.push_str("; ");
            note.push_str(&self.shown_pages());
        }
        if self.refused > 0 {
            note.push_str("; ");
            note.push_str(&count(self.refused as u64, "member"));
            note.push_str(" not read");
        }
        note
    }

    fn shown_pages(&self) -> String {
        let pages = count(self.pages.len() as u64, "page or manifest");
        let pages = pages.replace("page or manifests", "pages or manifests");
        format!("{pages}: {}", shown(&self.pages))
    }
}

/// The first names of a list.
fn shown(names: &[String]) -> String {
    let more = match names.len().saturating_sub(MAX_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let names = &names[..names.len().min(MAX_NAMES)];
    format!("{}{more}", names.join(", "))
}

/// A walk through a container in search of programs.
struct Look<'a> {
    name: String,
    /// True if most pages have nothing to do with programs.
    is_web: bool,
    /// Maximum size of decompressed bytecode, in bytes.
    limit: usize,
    take: Option<Take<'a>>,
    found: Found,
    /// The failure that ended the walk.
    failure: Option<Failure>,
}

/// The role of a member for a command.
enum Member {
    Program,
    Page,
    /// A file that may be a page: only its whole text shows whether it embeds a program.
    PerhapsPage,
    PerhapsManifest,
    Other,
}

impl Member {
    fn of(head: &[u8]) -> Member {
        match Kind::of(head) {
            Kind::Pexe | Kind::Bitcode | Kind::Bytecode | Kind::Pnaclasm | Kind::OldAssembly => {
                Member::Program
            }
            Kind::Manifest(programs) if !programs.is_empty() => Member::Page,
            Kind::WebPage => Member::PerhapsPage,
            Kind::Unknown if head.trim_ascii_start().starts_with(b"{") => Member::PerhapsManifest,
            Kind::Unknown if head.trim_ascii_start().starts_with(b"<") => Member::PerhapsPage,
            _ => Member::Other,
        }
    }
}

impl Visitor for Look<'_> {
    fn visit(&mut self, entry: Entry<'_>) -> Result<ControlFlow<()>, Error> {
        let name = entry.name.to_owned();
        let whole = format!("{}{SEPARATOR}{name}", self.name);
        self.found.files += 1;
        if let Some(error) = entry.refusal() {
            // The target of a link is itself a member.
            if error.kind() != ErrorKind::Link {
                let failure = failure(&whole, error);
                return Ok(self.refuse(failure));
            }
            return Ok(ControlFlow::Continue(()));
        }
        let member = Member::of(entry.head());
        if let Member::Other = member {
            return Ok(ControlFlow::Continue(()));
        }
        if let (Member::Program, None) = (&member, &self.take) {
            self.found.programs.push(name);
            return Ok(ControlFlow::Continue(()));
        }
        let bytes = match entry.read() {
            Ok(bytes) => bytes,
            Err(error) if error.is_final() => return Err(error),
            Err(error) => return Ok(self.refuse(failure(&whole, &error))),
        };
        let is_page = match member {
            Member::Program => {
                self.found.programs.push(name);
                return Ok(match input::unpacked(self.limit, whole, bytes) {
                    Ok(input) => self.hand_over(Ok(Loaded::of(input))),
                    Err(failure) => self.refuse(failure),
                });
            }
            Member::Page => true,
            Member::PerhapsPage => embeds(&bytes),
            Member::PerhapsManifest => {
                matches!(Kind::of(&bytes), Kind::Manifest(programs) if !programs.is_empty())
            }
            Member::Other => false,
        };
        if is_page {
            self.found.pages.push(name);
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Returns true if these first bytes look like a program's. Returns `None` for a compressed file.
pub(crate) fn is_program(head: &[u8]) -> Option<bool> {
    match Compression::of(head) {
        Some(_) => None,
        None => Some(matches!(Member::of(head), Member::Program)),
    }
}

/// Returns true if a page embeds a program.
fn embeds(page: &[u8]) -> bool {
    !pinnacle_page::html::programs(&String::from_utf8_lossy(page)).is_empty()
}

impl Look<'_> {
    fn refuse(&mut self, failure: Failure) -> ControlFlow<()> {
        self.found.refused += 1;
        match self.found.refused > MAX_REFUSED || self.is_web {
            true => ControlFlow::Continue(()),
            false => self.hand_over(Err(failure)),
        }
    }

    fn hand_over(&mut self, loaded: Result<Loaded, Failure>) -> ControlFlow<()> {
        let Some(take) = &mut self.take else {
            return ControlFlow::Continue(());
        };
        match take(loaded) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }
}
