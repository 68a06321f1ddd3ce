//! The header of a Chrome extension: `Cr24`, a version, and signatures before a zip archive.
//!
//! Version 2 has a key and a signature, version 3 one message that holds both. Each is preceded by
//! its length.

use crate::error::{Error, ErrorKind};

/// Number of bytes that hold all lengths.
pub(crate) const HEAD: usize = 16;

/// Returns the offset of the zip archive.
pub(crate) fn archive_start(head: &[u8]) -> Result<u64, Error> {
    let word = |at: usize| {
        let bytes = head.get(at..at + 4)?;
        Some(u64::from(u32::from_le_bytes(bytes.try_into().ok()?)))
    };
    let cut = || Error::damaged("the header of the extension (.crx) is cut short");
    match word(4).ok_or_else(cut)? {
        2 => {
            let (key, signature) = (word(8).ok_or_else(cut)?, word(12).ok_or_else(cut)?);
            Ok(HEAD as u64 + key + signature)
        }
        3 => Ok(12 + word(8).ok_or_else(cut)?),
        version => Err(Error::new(
            ErrorKind::Unsupported,
            format!("the extension (.crx) has version {version}, expected 2 or 3"),
        )),
    }
}
