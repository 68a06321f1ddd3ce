//! Containers and compressions, recognised by their first bytes.

use crate::ar;
use crate::arc;
use crate::compression::Compression;
use std::fmt;

/// Number of bytes that identify a file: the first block of a tar archive.
pub(crate) const TELLING: usize = 512;

/// A kind of container.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A zip archive; extensions of Firefox and hosted apps are plain ones.
    Zip,
    /// An extension of Chrome: a zip archive after a signature.
    Crx,
    /// A tar archive.
    Tar,
    /// An archive of object files.
    Ar,
    /// A web archive, ISO 28500: records one after another.
    Warc,
    /// A web archive of the Internet Archive before ISO 28500.
    Arc,
    /// A web archive in a zip archive, with an index.
    Wacz,
}

impl Format {
    /// Returns true if members are answers of servers, named by their URLs.
    pub fn is_web_archive(self) -> bool {
        matches!(self, Format::Warc | Format::Arc | Format::Wacz)
    }

    /// Returns the name of the format in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Format::Zip => "zip",
            Format::Crx => "crx",
            Format::Tar => "tar",
            Format::Ar => "ar",
            Format::Warc => "warc",
            Format::Arc => "arc",
            Format::Wacz => "wacz",
        }
    }

    /// Recognises a container by its first 512 bytes. A WACZ looks like a zip archive.
    pub fn of(head: &[u8]) -> Option<Format> {
        if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
            return Some(Format::Zip);
        }
        if head.starts_with(b"Cr24") {
            return Some(Format::Crx);
        }
        if head.starts_with(ar::MAGIC) {
            return Some(Format::Ar);
        }
        if head.starts_with(b"WARC/") {
            return Some(Format::Warc);
        }
        if head.starts_with(arc::MAGIC) {
            return Some(Format::Arc);
        }
        is_tar(head).then_some(Format::Tar)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Zip => "a zip archive",
            Format::Crx => "a Chrome extension (.crx)",
            Format::Tar => "a tar archive",
            Format::Ar => "an archive of object files",
            Format::Warc => "a web archive (WARC)",
            Format::Arc => "a web archive (ARC)",
            Format::Wacz => "a web archive (WACZ)",
        })
    }
}

/// Returns true if these are the first bytes of a container or of something compressed.
pub(crate) fn is_packed(head: &[u8]) -> bool {
    Format::of(head).is_some() || Compression::of(head).is_some()
}

/// Returns true for a tar header: it contains the sum of its bytes, with the field of the sum
/// counted as spaces. Older archives have no other mark.
fn is_tar(head: &[u8]) -> bool {
    const SUM: std::ops::Range<usize> = 148..156;
    let Some(block) = head.get(..TELLING) else {
        return false;
    };
    let digits = block[SUM].iter().skip_while(|byte| **byte == b' ');
    let digits: Vec<u8> = digits
        .copied()
        .take_while(|byte| (b'0'..=b'7').contains(byte))
        .collect();
    let written = digits
        .iter()
        .fold(0, |sum: u32, digit| sum * 8 + u32::from(digit - b'0'));
    let bytes = block.iter().enumerate();
    let sum: u32 = bytes
        .map(|(at, byte)| match SUM.contains(&at) {
            true => u32::from(b' '),
            false => u32::from(*byte),
        })
        .sum();
    block[0] != 0 && !digits.is_empty() && written == sum
}
