//! A scratch file without a name: written once from its start, then read at any offset.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

/// A range of bytes of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Extent {
    pub(crate) at: u64,
    pub(crate) length: u64,
}

/// The file while it is written.
#[derive(Debug)]
pub(crate) struct Writer {
    file: BufWriter<File>,
    at: u64,
}

impl Writer {
    pub(crate) fn new() -> io::Result<Writer> {
        Ok(Writer {
            file: BufWriter::with_capacity(1 << 16, tempfile::tempfile()?),
            at: 0,
        })
    }

    /// Appends bytes, and returns their range.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> io::Result<Extent> {
        let at = self.at;
        self.file.write_all(bytes)?;
        self.at += bytes.len() as u64;
        Ok(Extent {
            at,
            length: bytes.len() as u64,
        })
    }

    /// Appends everything that a reader has. `failed` distinguishes errors of the reader from those
    /// of the disk.
    pub(crate) fn copy(
        &mut self,
        reader: &mut dyn Read,
        failed: &mut Option<io::Error>,
    ) -> io::Result<Extent> {
        let at = self.at;
        let mut buffer = vec![0; 1 << 16];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => {
                    self.put(&buffer[..read])?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    *failed = Some(error);
                    break;
                }
            }
        }
        Ok(Extent {
            at,
            length: self.at - at,
        })
    }

    pub(crate) fn finish(self) -> io::Result<Scratch> {
        let file = self
            .file
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        Ok(Scratch(Mutex::new(file)))
    }
}

/// The file once it is complete.
#[derive(Debug)]
pub(crate) struct Scratch(Mutex<File>);

impl Scratch {
    /// Reads a range.
    pub(crate) fn read(&self, extent: Extent) -> io::Result<Vec<u8>> {
        let length = usize::try_from(extent.length).map_err(io::Error::other)?;
        let mut bytes = vec![0; length];
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(extent.at))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
