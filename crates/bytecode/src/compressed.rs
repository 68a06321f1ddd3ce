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
/// Stored without compression.
const STORED: u8 = b'0';
/// Compressed by bzip2.
const BZIP2: u8 = b'2';

/// Contents up to this size, after the magic number, are stored without compression.
const WORTHWHILE: usize = 1 << 16;

/// Block size of bzip2, in hundreds of thousands of bytes.
const BLOCK: u32 = 5;

/// The header of the module, which says how many bytes follow it.
const HEADER: usize = 12;

/// Returns the decompressed contents of a compressed file, or the file itself if it is not
/// compressed. Places in errors about the file refer to the result.
///
/// `limit` is how many bytes that may be.
///
/// # Errors
///
/// Fails if the compression method is unknown, if the data is corrupt, or if the contents are
/// larger than `limit` ([`ErrorKind::TooLarge`]). If the header already says so, nothing more is
/// decompressed.
pub fn unpack(file: &[u8], limit: usize) -> Result<Cow<'_, [u8]>, Error> {
    let Some(rest) = file.strip_prefix(&COMPRESSED) else {
        return Ok(Cow::Borrowed(file));
    };
    let Some((&how, content)) = rest.split_first() else {
        return Err(bad(
            COMPRESSED.len(),
            "the file ends after its magic number",
        ));
    };
    let mut unpacked = MAGIC.to_vec();
    match how {
        STORED if content.len() + MAGIC.len() > limit => {
            return Err(too_large(content.len() + MAGIC.len(), limit));
        }
        STORED => unpacked.extend_from_slice(content),
        BZIP2 => {
            let mut decoder = BzDecoder::new(content);
            let mut read = |most: usize, unpacked: &mut Vec<u8>| {
                let read = decoder.by_ref().take(most as u64).read_to_end(unpacked);
                read.map_err(|error| {
                    let message = format!("the bzip2 data is damaged: {error}");
                    bad(COMPRESSED.len() + 1, &message)
                })
            };
            read(HEADER - MAGIC.len(), &mut unpacked)?;
            let stated = stated_size(&unpacked).unwrap_or(unpacked.len());
            if stated > limit {
                return Err(too_large(stated, limit));
            }
            // Reading one byte more shows whether there is too much.
            read(
                (limit - unpacked.len().min(limit)).saturating_add(1),
                &mut unpacked,
            )?;
            if unpacked.len() > limit {
                return Err(more_than_stated(stated, limit));
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

/// The size of a file by the header of its module.
fn stated_size(file: &[u8]) -> Option<usize> {
    let size = file.get(HEADER - 4..HEADER)?.try_into().ok()?;
    (u32::from_le_bytes(size) as usize).checked_add(HEADER)
}

/// Compresses a file as the original assemblers did: with bzip2 if it has more than [`WORTHWHILE`]
/// bytes. Shorter files are stored without compression.
///
/// # Errors
///
/// Fails if bzip2 fails, which does not happen with a buffer in memory.
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
fn too_large(size: usize, limit: usize) -> Error {
    let message =
        format!("the compressed module takes {size} bytes, more than the limit of {limit}");
    Error::new(ErrorKind::TooLarge, message).at(COMPRESSED.len() as u64)
}

#[cold]
fn more_than_stated(stated: usize, limit: usize) -> Error {
    let message = format!(
        "the compressed module states a size of {stated} bytes, but it takes more than the limit \
         of {limit}"
    );
    Error::new(ErrorKind::TooLarge, message).at(COMPRESSED.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of this many bytes after the magic number, whose module header states the right size.
    fn file(length: usize) -> Vec<u8> {
        let content = (0..length).map(|place| (place % 7) as u8);
        let mut file: Vec<u8> = MAGIC.into_iter().chain(content).collect();
        if let Some(size) = file.get_mut(HEADER - 4..HEADER) {
            size.copy_from_slice(&(length as u32 - 8).to_le_bytes());
        }
        file
    }

    #[test]
    fn compressed_files_decompress_and_short_files_stay_as_they_are() {
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

    /// A decompression bomb: 16 MiB in less than a kilobyte. It is refused because of its header,
    /// or at the limit if the header lies.
    #[test]
    fn a_bomb_is_refused_and_the_error_says_how_much_it_takes() {
        let mut bomb = vec![0; 1 << 24];
        bomb[..4].copy_from_slice(&MAGIC);
        for (stated, message) in [
            (
                (1 << 24) - 12,
                "the compressed module takes 16777216 bytes, more than the limit of 65536",
            ),
            (
                88,
                "the compressed module states a size of 100 bytes, but it takes more than the \
                 limit of 65536",
            ),
        ] {
            bomb[8..12].copy_from_slice(&u32::to_le_bytes(stated));
            let packed = pack(&bomb).expect("it is in memory");
            assert!(packed.len() < 1 << 10, "{}", packed.len());
            let error = unpack(&packed, 1 << 16).expect_err("it is too long");
            assert_eq!(
                (error.kind(), error.message()),
                (ErrorKind::TooLarge, message)
            );
        }
    }

    #[test]
    fn bytes_after_the_stream_are_ignored_and_a_short_stream_is_refused() {
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
