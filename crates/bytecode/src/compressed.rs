//! Files that are compressed, as LLVM 1.4 to 1.9 wrote them by default: `llvc`, a digit for the
//! method, and the bytes that would follow `llvm` in the file.

use crate::error::{Error, ErrorKind};
use bzip2::Compression;
use bzip2::read::{BzDecoder, BzEncoder};
use std::borrow::Cow;
use std::io::Read;

/// The magic number of a compressed file.
pub const COMPRESSED: [u8; 4] = *b"llvc";
/// The magic number of every other file.
pub(crate) const MAGIC: [u8; 4] = *b"llvm";
/// As it is.
const STORED: u8 = b'0';
/// By bzip2.
const BZIP2: u8 = b'2';

/// Up to this number of bytes after the magic number are stored as they are.
const WORTHWHILE: usize = 1 << 16;

/// Block size of bzip2, in hundreds of thousands of bytes.
const BLOCK: u32 = 5;

/// A file that is not compressed: the same, or what was compressed in it. Places
/// in errors about the file are of what this gives.
///
/// `limit` is how many bytes that may be.
///
/// # Errors
///
/// If it is compressed in a way that does not exist, or broken, or becomes larger
/// than allowed.
pub fn unpack(file: &[u8], limit: usize) -> Result<Cow<'_, [u8]>, Error> {
    let Some(rest) = file.strip_prefix(&COMPRESSED) else {
        return Ok(Cow::Borrowed(file));
    };
    let Some((&how, content)) = rest.split_first() else {
        return Err(bad(
            COMPRESSED.len(),
            "the file ends behind its magic number",
        ));
    };
    let mut unpacked = MAGIC.to_vec();
    match how {
        STORED if content.len() + MAGIC.len() > limit => return Err(too_large(limit)),
        STORED => unpacked.extend_from_slice(content),
        BZIP2 => {
            let most = limit.saturating_sub(MAGIC.len()) as u64;
            // One byte more shows that there is too much.
            let mut decoder = BzDecoder::new(content).take(most.saturating_add(1));
            decoder.read_to_end(&mut unpacked).map_err(|error| {
                bad(
                    COMPRESSED.len() + 1,
                    &format!("bzip2 data is broken: {error}"),
                )
            })?;
            if unpacked.len() > limit {
                return Err(too_large(limit));
            }
        }
        other => {
            let message = format!(
                "expected compression '0' or '2', found \"{}\"",
                [other].escape_ascii()
            );
            return Err(bad(COMPRESSED.len(), &message));
        }
    }
    Ok(Cow::Owned(unpacked))
}

/// A file as the assemblers compressed it: by bzip2 if it is long.
///
/// # Errors
///
/// If it cannot be compressed, which does not happen to bytes in memory.
pub(crate) fn pack(file: &[u8]) -> Result<Vec<u8>, Error> {
    let content = file.strip_prefix(&MAGIC).unwrap_or(file);
    let mut packed = COMPRESSED.to_vec();
    if content.len() <= WORTHWHILE {
        packed.push(STORED);
        packed.extend_from_slice(content);
        return Ok(packed);
    }
    packed.push(BZIP2);
    BzEncoder::new(content, Compression::new(BLOCK))
        .read_to_end(&mut packed)
        .map_err(|error| Error::new(ErrorKind::CannotWrite, format!("bzip2: {error}")))?;
    Ok(packed)
}

#[cold]
fn bad(offset: usize, message: &str) -> Error {
    Error::new(ErrorKind::BadCompression, message).at(offset as u64)
}

#[cold]
fn too_large(limit: usize) -> Error {
    Error::new(
        ErrorKind::TooLarge,
        format!("what is compressed in the file has more than {limit} bytes"),
    )
    .at(COMPRESSED.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(length: usize) -> Vec<u8> {
        let content = (0..length).map(|place| (place % 7) as u8);
        MAGIC.into_iter().chain(content).collect()
    }

    #[test]
    fn what_is_packed_is_unpacked_and_only_long_files_are_compressed() {
        for (length, how) in [(0, b'0'), (1 << 16, b'0'), ((1 << 16) + 1, b'2')] {
            let file = file(length);
            let packed = pack(&file).expect("it is in memory");
            assert_eq!(packed[4], how);
            assert_eq!(unpack(&packed, file.len()).expect("it fits"), file);
            let error = unpack(&packed, file.len() - 1).expect_err("it is too long");
            assert_eq!(error.kind(), ErrorKind::TooLarge);
        }
        let packed = pack(&file(1 << 20)).expect("it is in memory");
        assert!(packed[5..].starts_with(b"BZh5") && packed.len() < 1000);
    }

    #[test]
    fn what_follows_the_stream_is_ignored_and_what_is_missing_is_not() {
        let file = file(1 << 17);
        let mut packed = pack(&file).expect("it is in memory");
        let half = unpack(&packed[..packed.len() / 2], usize::MAX);
        assert_eq!(
            half.expect_err("it is cut").kind(),
            ErrorKind::BadCompression
        );
        packed.extend_from_slice(b"garbage");
        assert_eq!(unpack(&packed, usize::MAX).expect("it is whole"), file);
    }

    #[test]
    fn other_ways_to_compress_do_not_exist() {
        for file in [&b"llvc"[..], b"llvc1x", b"llvc\x002"] {
            let error = unpack(file, usize::MAX).expect_err("it is none");
            assert_eq!(
                (error.kind(), error.offset()),
                (ErrorKind::BadCompression, Some(4))
            );
        }
    }
}
