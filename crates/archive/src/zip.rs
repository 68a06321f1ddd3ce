//! Zip archives. Members are read as the directory at the end lists them.

use crate::error::{Error, ErrorKind};
use crate::limits::{Budget, Charged};
use crate::member::Member;
use crate::source::Extent;
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ZipArchive, ZipEntry, ZipLocator};
use std::io::{self, BufReader, Read};
use std::ops::ControlFlow;
use std::rc::Rc;

/// A zip archive whose directory was found.
pub(crate) struct Zip<'a> {
    archive: ZipArchive<Extent<'a>>,
}

impl From<rawzip::Error> for Error {
    fn from(error: rawzip::Error) -> Error {
        let text = error.to_string();
        match error.into_kind() {
            rawzip::ErrorKind::IO(error) => Error::from(error),
            _ => Error::damaged(format!("the zip archive is damaged: {text}")),
        }
    }
}

impl<'a> Zip<'a> {
    pub(crate) fn open(bytes: Extent<'a>) -> Result<Zip<'a>, Error> {
        let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
        let size = bytes.size;
        let archive = ZipLocator::new().locate_in_reader(bytes, &mut buffer, size);
        Ok(Zip {
            archive: archive.map_err(|(_, error)| error)?,
        })
    }

    /// Returns true for a WACZ: it has a description, and web archives in a folder.
    pub(crate) fn is_wacz(&self) -> Result<bool, Error> {
        let (mut is_described, mut has_archive) = (false, false);
        let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
        let mut entries = self.archive.entries(&mut buffer);
        while let Some(entry) = entries.next_entry()? {
            let name = entry.file_path();
            is_described |= name.as_bytes() == b"datapackage.json";
            has_archive |= is_web_archive(&String::from_utf8_lossy(name.as_bytes()));
            if is_described && has_archive {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Passes on each member in turn.
    pub(crate) fn each(
        &self,
        budget: &Rc<Budget>,
        visit: &mut dyn FnMut(Member<'_>) -> Result<ControlFlow<()>, Error>,
    ) -> Result<ControlFlow<()>, Error> {
        let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
        let mut entries = self.archive.entries(&mut buffer);
        while let Some(entry) = entries.next_entry()? {
            budget.member()?;
            if entry.is_dir() {
                continue;
            }
            let contents = if entry.flags().is_encrypted() {
                Err(Error::new(ErrorKind::Encrypted, "it is encrypted"))
            } else if entry.mode().is_symlink() {
                Err(Error::new(ErrorKind::Link, "it is a symbolic link"))
            } else {
                let method = entry.compression_method();
                let found = self.archive.get_entry(entry.wayfinder());
                found
                    .map_err(Error::from)
                    .and_then(|found| contents(&found, method, budget))
            };
            let size = entry.uncompressed_size_hint();
            let member = Member::file(entry.file_path().as_bytes(), size, contents);
            if visit(member)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Returns true if a member of a WACZ is one of its web archives.
pub(crate) fn is_web_archive(name: &str) -> bool {
    let is_warc = [".warc", ".warc.gz", ".warc.zst"]
        .iter()
        .any(|end| name.ends_with(end));
    name.starts_with("archive/") && is_warc
}

/// Returns the contents of a member. Its size and checksum are checked at the end.
fn contents<'a>(
    entry: &ZipEntry<'a, Extent<'a>>,
    method: CompressionMethod,
    budget: &Rc<Budget>,
) -> Result<Box<dyn Read + 'a>, Error> {
    let packed = entry.reader();
    let unpacked: Box<dyn Read + 'a> = match method {
        CompressionMethod::STORE => Box::new(packed),
        CompressionMethod::DEFLATE => Box::new(flate2::bufread::DeflateDecoder::new(
            BufReader::with_capacity(1 << 16, packed),
        )),
        method => {
            return Err(Error::new(
                ErrorKind::Unsupported,
                format!("it is compressed by {method:?}, expected to be stored or deflated"),
            ));
        }
    };
    let checked = entry.verifying_reader(unpacked);
    Ok(Box::new(Charged::unpacked(Checked(checked), budget)))
}

/// A reader whose errors are converted to those of this crate.
struct Checked<R>(R);

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| {
            let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
            let zip: Option<&rawzip::Error> = inner;
            match zip {
                Some(zip) => Error::damaged(format!("it is damaged: {zip}")).into(),
                None => Error::from(error).into(),
            }
        })
    }
}
