//! Opens a container, after decompressing it if necessary.

use crate::ar;
use crate::arc;
use crate::compression::Compression;
use crate::crx;
use crate::error::{Error, ErrorKind};
use crate::format::{Format, TELLING};
use crate::limits::{Budget, Charged, Limits, read_whole};
use crate::member::Member;
use crate::source::{Extent, InOrder, Inner, Peeked, Source};
use crate::tar;
use crate::warc;
use crate::zip::{self, Zip};
use rawzip::ReaderAt;
use std::fmt;
use std::io::Read;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Maximum number of nested compressions.
const MAX_COMPRESSIONS: usize = 3;

/// The result of opening a file.
#[derive(Debug)]
pub enum Opened<'a> {
    /// A container.
    Container(Container<'a>),
    /// A file that is not a container, without the compression around it.
    File(Plain<'a>),
}

/// A file that is not a container.
pub struct Plain<'a> {
    /// The compressions that were removed, the outermost first.
    pub compressions: Vec<Compression>,
    /// The contents.
    pub contents: Box<dyn Read + 'a>,
    /// Maximum number of bytes to read.
    limit: u64,
}

impl Plain<'_> {
    /// Reads the contents.
    ///
    /// # Errors
    ///
    /// Fails if they are damaged, or larger than the limits of a member.
    pub fn read(mut self) -> Result<Vec<u8>, Error> {
        read_whole(&mut self.contents, self.limit)
    }
}

/// A container whose members can be visited once.
pub struct Container<'a> {
    format: Format,
    compressions: Vec<Compression>,
    body: Body<'a>,
    budget: Rc<Budget>,
}

enum Body<'a> {
    Zip(Zip<'a>),
    Stream(Box<dyn Read + 'a>),
}

impl fmt::Debug for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plain({:?})", self.compressions)
    }
}

impl fmt::Debug for Container<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Container({:?}, {:?})", self.format, self.compressions)
    }
}

/// Opens a file, and finds out whether it is a container.
///
/// # Errors
///
/// Fails if it cannot be read, is damaged, or costs more than the limits allow.
pub fn open<'a>(source: Source<'a>, limits: &Limits) -> Result<Opened<'a>, Error> {
    let (source, budget) = match source.0 {
        Inner::Anywhere(extent) => {
            let budget = Budget::new(*limits, extent.size);
            (Source(Inner::Anywhere(extent)), budget)
        }
        Inner::Stream(reader) => {
            let budget = Budget::new(*limits, 0);
            (Source::stream(Charged::packed(reader, &budget)), budget)
        }
    };
    open_within(source, &budget)
}

/// Opens a file within a container. Its cost is charged to the outer container's budget.
pub(crate) fn open_within<'a>(
    source: Source<'a>,
    budget: &Rc<Budget>,
) -> Result<Opened<'a>, Error> {
    let mut compressions = Vec::new();
    let mut source = source;
    loop {
        let head;
        (head, source) = look(source)?;
        if let Some(format) = Format::of(&head) {
            let opened = opened(format, source, compressions, budget)?;
            return Ok(Opened::Container(opened));
        }
        let Some(compression) = Compression::of(&head) else {
            return Ok(Opened::File(Plain {
                compressions,
                contents: in_order(source),
                limit: budget.limits.member,
            }));
        };
        if compressions.len() == MAX_COMPRESSIONS {
            return Err(Error::new(
                ErrorKind::TooDeep,
                format!("it is compressed more than {MAX_COMPRESSIONS} times"),
            ));
        }
        compressions.push(compression);
        source = Source::stream(compression.decoded(in_order(source), budget));
    }
}

/// Returns the first bytes of a file, and the file from its start.
fn look(source: Source<'_>) -> Result<(Vec<u8>, Source<'_>), Error> {
    match source.0 {
        Inner::Anywhere(extent) => {
            let head = first(&extent, TELLING)?;
            Ok((head, Source(Inner::Anywhere(extent))))
        }
        Inner::Stream(reader) => {
            let peeked = Peeked::new(reader, TELLING as u64)?;
            Ok((peeked.head().to_vec(), Source::stream(peeked)))
        }
    }
}

fn first(extent: &Extent<'_>, length: usize) -> Result<Vec<u8>, Error> {
    let length = extent.size.min(length as u64) as usize;
    let mut head = vec![0; length];
    extent.read_exact_at(&mut head, 0)?;
    Ok(head)
}

fn in_order(source: Source<'_>) -> Box<dyn Read + '_> {
    match source.0 {
        Inner::Anywhere(extent) => Box::new(InOrder::new(extent)),
        Inner::Stream(reader) => reader,
    }
}

fn opened<'a>(
    format: Format,
    source: Source<'a>,
    compressions: Vec<Compression>,
    budget: &Rc<Budget>,
) -> Result<Container<'a>, Error> {
    let mut format = format;
    let body = match format {
        Format::Tar | Format::Ar | Format::Warc | Format::Arc => Body::Stream(in_order(source)),
        Format::Zip | Format::Crx | Format::Wacz => {
            let extent = anywhere(source, budget.limits.member)?;
            let extent = match format {
                Format::Crx => extent.after(crx::archive_start(&first(&extent, crx::HEAD)?)?),
                _ => extent,
            };
            let zip = Zip::open(extent)?;
            if format == Format::Zip && zip.is_wacz()? {
                format = Format::Wacz;
            }
            Body::Zip(zip)
        }
    };
    Ok(Container {
        format,
        compressions,
        body,
        budget: budget.clone(),
    })
}

/// Makes the bytes readable in any order. The directory of a zip archive is at its end, so a stream
/// is read into memory.
fn anywhere(source: Source<'_>, limit: u64) -> Result<Extent<'_>, Error> {
    let mut reader = match source.0 {
        Inner::Anywhere(extent) => return Ok(extent),
        Inner::Stream(reader) => reader,
    };
    let bytes = read_whole(&mut reader, limit)?;
    match Source::owned(bytes).0 {
        Inner::Anywhere(extent) => Ok(extent),
        Inner::Stream(_) => Err(Error::damaged("the archive cannot be read into memory")),
    }
}

impl<'a> Container<'a> {
    /// Returns the kind of the container.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the compressions that were removed, the outermost first.
    pub fn compressions(&self) -> &[Compression] {
        &self.compressions
    }

    pub(crate) fn budget(&self) -> &Rc<Budget> {
        &self.budget
    }

    /// Passes on each file in turn. For a WACZ this includes the answers in its web archives, each
    /// named by its URL. Answers without content of their own, such as redirections, are included.
    /// A record that repeats another (`revisit`) has no content.
    ///
    /// # Errors
    ///
    /// Fails if the container is damaged, costs more than the limits allow, or if the visitor
    /// returns an error. Members before the damage are passed on first. An error that concerns one
    /// member is part of that member.
    pub fn each(
        self,
        visit: &mut dyn FnMut(Member<'_>) -> Result<ControlFlow<()>, Error>,
    ) -> Result<ControlFlow<()>, Error> {
        let budget = self.budget;
        match self.body {
            Body::Stream(reader) if self.format == Format::Warc => {
                warc::each(reader, &budget, visit)
            }
            Body::Stream(reader) if self.format == Format::Arc => arc::each(reader, &budget, visit),
            Body::Stream(reader) if self.format == Format::Ar => ar::each(reader, &budget, visit),
            Body::Stream(reader) => tar::each(reader, &budget, visit),
            Body::Zip(zip) if self.format == Format::Wacz => {
                zip.each(
                    &budget,
                    &mut |member| match zip::is_web_archive(&member.name) {
                        true => web_archive(member, &budget, visit),
                        false => visit(member),
                    },
                )
            }
            Body::Zip(zip) => zip.each(&budget, visit),
        }
    }
}

/// Passes on the answers of a web archive in a WACZ.
fn web_archive(
    member: Member<'_>,
    budget: &Rc<Budget>,
    visit: &mut dyn FnMut(Member<'_>) -> Result<ControlFlow<()>, Error>,
) -> Result<ControlFlow<()>, Error> {
    let Member {
        name,
        size,
        capture,
        contents,
    } = member;
    let opened = contents.and_then(|contents| open_within(Source::stream(contents), budget));
    let wrong = match opened {
        Ok(Opened::Container(inner)) if inner.format == Format::Warc => {
            return inner.each(visit);
        }
        Ok(_) => Error::damaged("its name is that of a web archive, but its contents are not"),
        Err(error) if error.is_final() => return Err(error),
        Err(error) => error,
    };
    visit(Member {
        name,
        size,
        capture,
        contents: Err(wrong),
    })
}
