//! Sources of the bytes of a container.

use rawzip::ReaderAt;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::rc::Rc;

/// The bytes of a file that may be a container.
pub struct Source<'a>(pub(crate) Inner<'a>);

pub(crate) enum Inner<'a> {
    /// Bytes that can be read in any order.
    Anywhere(Extent<'a>),
    /// Bytes that can be read once.
    Stream(Box<dyn Read + 'a>),
}

/// A range of bytes that can be read in any order.
#[derive(Clone)]
pub(crate) struct Extent<'a> {
    bytes: Rc<dyn ReaderAt + 'a>,
    start: u64,
    pub(crate) size: u64,
}

impl<'a> Source<'a> {
    /// Bytes in memory.
    pub fn bytes(bytes: &'a [u8]) -> Source<'a> {
        Source::anywhere(Rc::new(bytes), bytes.len() as u64)
    }

    pub(crate) fn owned(bytes: Vec<u8>) -> Source<'a> {
        let size = bytes.len() as u64;
        Source::anywhere(Rc::new(bytes), size)
    }

    fn anywhere(bytes: Rc<dyn ReaderAt + 'a>, size: u64) -> Source<'a> {
        Source(Inner::Anywhere(Extent {
            bytes,
            start: 0,
            size,
        }))
    }

    /// A file of the machine. A pipe or a device is read as a stream.
    ///
    /// # Errors
    ///
    /// Fails if the size cannot be determined.
    pub fn file(file: File) -> io::Result<Source<'a>> {
        let metadata = file.metadata()?;
        Ok(match metadata.is_file() {
            true => Source::anywhere(Rc::new(rawzip::FileReader::from(file)), metadata.len()),
            false => Source::stream(file),
        })
    }

    /// Bytes that can be read once, such as standard input.
    pub fn stream(reader: impl Read + 'a) -> Source<'a> {
        Source(Inner::Stream(Box::new(reader)))
    }
}

impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Inner::Anywhere(extent) => write!(f, "Source({} bytes)", extent.size),
            Inner::Stream(_) => f.write_str("Source(stream)"),
        }
    }
}

impl Extent<'_> {
    /// The rest after the first bytes.
    pub(crate) fn after(&self, bytes: u64) -> Self {
        let skipped = bytes.min(self.size);
        Extent {
            bytes: self.bytes.clone(),
            start: self.start + skipped,
            size: self.size - skipped,
        }
    }
}

impl ReaderAt for Extent<'_> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let left = self.size.saturating_sub(offset);
        let length = buffer
            .len()
            .min(usize::try_from(left).unwrap_or(usize::MAX));
        match self.start.checked_add(offset) {
            Some(place) if length > 0 => self.bytes.read_at(&mut buffer[..length], place),
            _ => Ok(0),
        }
    }
}

/// The bytes of an extent, from its first to its last.
pub(crate) struct InOrder<'a> {
    extent: Extent<'a>,
    at: u64,
}

impl<'a> InOrder<'a> {
    pub(crate) fn new(extent: Extent<'a>) -> InOrder<'a> {
        InOrder { extent, at: 0 }
    }
}

impl Read for InOrder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.extent.read_at(buffer, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

/// A reader whose first bytes are known before it is read.
pub(crate) struct Peeked<'a> {
    head: Vec<u8>,
    at: usize,
    rest: Box<dyn Read + 'a>,
}

impl<'a> Peeked<'a> {
    /// Reads the first bytes, fewer at the end of the reader.
    pub(crate) fn new(mut rest: Box<dyn Read + 'a>, bytes: u64) -> io::Result<Peeked<'a>> {
        let mut head = Vec::new();
        (&mut rest).take(bytes).read_to_end(&mut head)?;
        Ok(Peeked { head, at: 0, rest })
    }

    /// The first bytes.
    pub(crate) fn head(&self) -> &[u8] {
        &self.head
    }
}

impl Read for Peeked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = &self.head[self.at..];
        if left.is_empty() {
            return self.rest.read(buffer);
        }
        let count = left.len().min(buffer.len());
        buffer[..count].copy_from_slice(&left[..count]);
        self.at += count;
        Ok(count)
    }
}
