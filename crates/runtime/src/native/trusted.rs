//! Machine code that may be loaded, and why its origin can be trusted.
//!
//! Loading machine code means running it, whatever it does, so no safe function accepts it as plain
//! bytes. The bytes must be [`Trusted`]. There are two sources of these: the user's cache, whose
//! entries no one else can make, and the file of this executable, whose owner controls it anyway.

use crate::cache::Entry;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

/// Bytes that may be loaded as machine code.
#[derive(Clone, Copy, Debug)]
pub struct Trusted<'b>(&'b [u8]);

impl<'b> Trusted<'b> {
    /// Trusts bytes from elsewhere. This is not possible without `unsafe`:
    ///
    /// ```compile_fail,E0133
    /// let code = pinnacle_runtime::compiled::Trusted::new(b"from anywhere");
    /// ```
    ///
    /// ```compile_fail,E0308
    /// let code = pinnacle_runtime::compiled::Code::from_bytes(b"from anywhere");
    /// ```
    ///
    /// # Safety
    ///
    /// The bytes are what [`Code::to_bytes`](crate::compiled::Code::to_bytes) or `pinnacle
    /// translate --to native --with clang` returned, or damaged ones of these, and no one could
    /// change them on purpose.
    #[must_use]
    pub unsafe fn new(bytes: &'b [u8]) -> Trusted<'b> {
        Trusted(bytes)
    }

    /// Returns the bytes from this offset on.
    pub(crate) fn after(self, start: usize) -> Trusted<'b> {
        Trusted(self.0.get(start..).unwrap_or_default())
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(self) -> &'b [u8] {
        self.0
    }
}

/// An entry of a cache was made by someone who knows the user's secret.
impl<'b> From<&'b Entry> for Trusted<'b> {
    fn from(entry: &'b Entry) -> Trusted<'b> {
        Trusted(entry.contents())
    }
}

/// The end of this executable's file.
#[derive(Debug)]
pub struct OwnFile(Vec<u8>);

impl OwnFile {
    /// Reads the file of this executable from an offset on.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read, or is too large for the memory.
    pub fn read_from(offset: u64) -> io::Result<OwnFile> {
        let mut file = File::open(std::env::current_exe()?)?;
        let size = file.metadata()?.len().saturating_sub(offset);
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(usize::try_from(size).unwrap_or(usize::MAX))?;
        file.seek(SeekFrom::Start(offset))?;
        file.take(size).read_to_end(&mut bytes)?;
        Ok(OwnFile(bytes))
    }

    /// The bytes that were read.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns a part of the file as machine code; `None` if the file is too short.
    #[must_use]
    pub fn code(&self, range: Range<usize>) -> Option<Trusted<'_>> {
        self.0.get(range).map(Trusted)
    }
}
