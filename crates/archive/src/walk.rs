//! Every file in a container and in the containers within it, in one pass.

use crate::container::{Container, Opened, open, open_within};
use crate::error::{Error, ErrorKind};
use crate::format::{TELLING, is_packed};
use crate::limits::{Limits, read_whole};
use crate::member::{Capture, Member};
use crate::source::{Peeked, Source};
use std::collections::HashSet;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

/// The separator between the name of a container and that of a member.
pub const SEPARATOR: char = '!';

/// Number of bytes that a visitor sees before it decides to read the file.
const HEAD: u64 = 4096;

/// A file in a container.
pub struct Entry<'a> {
    /// Its name within the outermost container.
    pub name: &'a str,
    /// Its size as the container gives it.
    pub size: Option<u64>,
    /// Facts about an answer in a web archive.
    pub capture: Option<&'a Capture>,
    /// Its contents without compression, or the reason why they are not read.
    contents: Result<Peeked<'a>, Error>,
    limit: u64,
}

impl fmt::Debug for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entry({:?}, {:?} bytes)", self.name, self.size)
    }
}

impl Entry<'_> {
    /// Returns the reason why the file cannot be read.
    pub fn refusal(&self) -> Option<&Error> {
        self.contents.as_ref().err()
    }

    /// Returns the first 4 KiB of the contents, or all of them if there are fewer.
    pub fn head(&self) -> &[u8] {
        self.contents.as_ref().map_or(&[], Peeked::head)
    }

    /// Reads the contents.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, at once or later.
    pub fn read(self) -> Result<Vec<u8>, Error> {
        read_whole(&mut self.contents?, self.limit)
    }
}

/// A reader of the files of a container.
pub trait Visitor {
    /// Returns true if a nested container of this name should be opened. Otherwise it is visited as
    /// a file.
    fn enters(&mut self, name: &str) -> bool {
        let _ = name;
        true
    }

    /// Takes a file. The result says whether the walk continues.
    ///
    /// # Errors
    ///
    /// An error ends the walk, which fails with it.
    fn visit(&mut self, entry: Entry<'_>) -> Result<ControlFlow<()>, Error>;
}

/// Visits every file in a container and in the containers within it.
///
/// In a web archive only answers that are the content of their URL are visited. The name of a
/// second answer for the same URL starts with its time: `20130501120000/http://example.com/`.
///
/// # Errors
///
/// Fails if the outermost container is damaged, if everything together costs more than the limits
/// allow, or if the visitor returns an error. Files before the damage are visited first.
pub fn walk(container: Container<'_>, visitor: &mut dyn Visitor) -> Result<(), Error> {
    let mut walk = Walk {
        visitor,
        seen: HashSet::new(),
    };
    walk.container(container, "", 1).map(|_| ())
}

/// Reads the member of this name, or the container within the container.
///
/// # Errors
///
/// Fails as [`walk`] does, and if the member is missing or cannot be read.
pub fn find(source: Source<'_>, name: &str, limits: &Limits) -> Result<Vec<u8>, Error> {
    let Opened::Container(container) = open(source, limits)? else {
        return Err(Error::new(ErrorKind::NotFound, "it is not a container"));
    };
    let mut search = Search { name, found: None };
    let result = walk(container, &mut search);
    match search.found {
        Some(found) => found,
        None => Err(result.err().unwrap_or_else(|| Error::not_found(name))),
    }
}

/// A search for one member.
struct Search<'a> {
    name: &'a str,
    found: Option<Result<Vec<u8>, Error>>,
}

impl Visitor for Search<'_> {
    fn enters(&mut self, name: &str) -> bool {
        let rest = self.name.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with(SEPARATOR))
    }

    fn visit(&mut self, entry: Entry<'_>) -> Result<ControlFlow<()>, Error> {
        if entry.name != self.name && timed(&entry).as_deref() != Some(self.name) {
            return Ok(ControlFlow::Continue(()));
        }
        self.found = Some(entry.read());
        Ok(ControlFlow::Break(()))
    }
}

/// The name of an answer with its time, in place of its name alone.
fn timed(entry: &Entry<'_>) -> Option<String> {
    let timestamp = entry.capture?.timestamp();
    Some(format!("{timestamp}/{}", entry.name))
}

/// A walk through containers.
struct Walk<'a> {
    visitor: &'a mut dyn Visitor,
    /// The hashes of the URLs visited so far.
    seen: HashSet<u64>,
}

impl Walk<'_> {
    fn container(
        &mut self,
        container: Container<'_>,
        prefix: &str,
        depth: u32,
    ) -> Result<ControlFlow<()>, Error> {
        let budget = container.budget().clone();
        container.each(&mut |member| {
            let Member {
                name,
                size,
                capture,
                contents,
            } = member;
            if capture
                .as_ref()
                .is_some_and(|capture| !capture.is_content())
            {
                return Ok(ControlFlow::Continue(()));
            }
            let name = match &capture {
                Some(capture) => self.unique(prefix, &name, capture),
                None => format!("{prefix}{name}"),
            };
            let contents = contents.and_then(|contents| {
                let peeked = Peeked::new(contents, TELLING as u64)?;
                if !is_packed(peeked.head()) {
                    return Ok(Found::File(peeked));
                }
                if !self.visitor.enters(&name) {
                    return Ok(Found::File(peeked));
                }
                Ok(match open_within(Source::stream(peeked), &budget)? {
                    Opened::Container(inner) => Found::Container(inner),
                    Opened::File(plain) => {
                        Found::File(Peeked::new(plain.contents, TELLING as u64)?)
                    }
                })
            });
            let contents = match contents {
                Err(error) if error.is_final() => return Err(error),
                Err(error) => Err(error),
                Ok(Found::File(peeked)) => Ok(Peeked::new(Box::new(peeked), HEAD)?),
                Ok(Found::Container(_)) if depth >= budget.limits.depth => {
                    let limit = budget.limits.depth;
                    let message = format!("more than {limit} containers are nested");
                    Err(Error::new(ErrorKind::TooDeep, message))
                }
                Ok(Found::Container(inner)) => {
                    let prefix = format!("{name}{SEPARATOR}");
                    match self.container(inner, &prefix, depth + 1) {
                        Err(error) if !error.is_final() => Err(error),
                        ended => return ended,
                    }
                }
            };
            self.visitor.visit(Entry {
                name: &name,
                size,
                capture: capture.as_ref(),
                contents,
                limit: budget.limits.member,
            })
        })
    }

    /// Returns the name of an answer: its URL, preceded by its time if the URL was visited before.
    fn unique(&mut self, prefix: &str, url: &str, capture: &Capture) -> String {
        let mut sum = DefaultHasher::new();
        (prefix, url).hash(&mut sum);
        match self.seen.insert(sum.finish()) {
            true => format!("{prefix}{url}"),
            false => format!("{prefix}{}/{url}", capture.timestamp()),
        }
    }
}

/// The kind of a member.
enum Found<'a> {
    File(Peeked<'a>),
    Container(Container<'a>),
}
