//! Reads the header of a file, and recognises files of other formats.
//!
//! Implements "Header Record" of the manual in the general form that the original tools can read:
//! `PEXE`, the number of fields, the size of all fields in bytes, and fields that consist of a tag,
//! a length and data padded to four bytes. Only the version field is known, and its value must be
//! 2.

use crate::error::{Error, ErrorKind};

/// The standard header of a file: sixteen bytes with only the version.
pub const HEADER: [u8; 16] = [b'P', b'E', b'X', b'E', 1, 0, 8, 0, 17, 0, 4, 0, 2, 0, 0, 0];

/// The first four bytes of every PNaCl file.
pub const MAGIC: &[u8; 4] = b"PEXE";

/// The only version of the format.
pub const VERSION: u32 = 2;

/// Size in bytes of the part before the fields: the magic number, the number of fields, and their
/// size.
const PREFIX: usize = 8;

/// The tag and type of the version field.
const VERSION_FIELD: u16 = 1 << 4 | 1;

/// The header of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The size of the whole header in bytes. The bitstream follows it.
    pub size: u32,
    /// The number of fields.
    pub fields: u16,
    /// The version of the format.
    pub version: u32,
}

impl Header {
    /// Returns the number of bytes that [`Header::read`] needs, which is the size of the whole
    /// header. `bytes` are those that are available.
    pub fn size_hint(bytes: &[u8]) -> usize {
        match bytes.get(6..8) {
            Some(size) if bytes.starts_with(MAGIC) => {
                PREFIX + usize::from(u16::from_le_bytes([size[0], size[1]]))
            }
            _ => PREFIX,
        }
    }

    /// Reads the header at the start of a file.
    ///
    /// # Errors
    ///
    /// Fails if the file has another format, which the message names if it is known; if the header
    /// is truncated; if a field is unknown, repeated, or of the wrong type or length; or if the
    /// version is not 2.
    pub fn read(bytes: &[u8]) -> Result<Header, Error> {
        if !bytes.starts_with(MAGIC) {
            return Err(not_a_pexe(bytes));
        }
        let short = |what: &str| {
            Error::new(
                ErrorKind::BadHeader,
                bytes.len() as u64 * 8,
                format!("the file ends within {what}"),
            )
        };
        let Some(prefix) = bytes.get(..PREFIX) else {
            return Err(short("its header"));
        };
        let fields = u16::from_le_bytes([prefix[4], prefix[5]]);
        let size = PREFIX + usize::from(u16::from_le_bytes([prefix[6], prefix[7]]));
        if !size.is_multiple_of(4) {
            return Err(Error::new(
                ErrorKind::BadHeader,
                6 * 8,
                format!(
                    "the header's fields take {} bytes, expected a multiple of 4",
                    size - PREFIX
                ),
            ));
        }
        if bytes.len() < size {
            return Err(short("the fields of its header"));
        }
        let version = read_fields(&bytes[..size], fields)?;
        Ok(Header {
            size: size as u32,
            fields,
            version,
        })
    }
}

/// Reads the fields of a header. Returns the version.
fn read_fields(header: &[u8], count: u16) -> Result<u32, Error> {
    let field_error = |at: usize, message: String| {
        Err(Error::new(
            ErrorKind::BadHeaderField,
            at as u64 * 8,
            message,
        ))
    };
    let mut version = None;
    let mut at = PREFIX;
    for index in 0..count {
        let Some(head) = header.get(at..at + 4) else {
            return Err(Error::new(
                ErrorKind::BadHeader,
                at as u64 * 8,
                format!(
                    "the header has {}, but there is no room for field {index}",
                    pinnacle_base::count::counted(count, "field")
                ),
            ));
        };
        let tag = u16::from_le_bytes([head[0], head[1]]);
        let len = usize::from(u16::from_le_bytes([head[2], head[3]]));
        let Some(data) = header.get(at + 4..at + 4 + len) else {
            return Err(Error::new(
                ErrorKind::BadHeader,
                at as u64 * 8,
                format!("header field {index} has {len} bytes, more than the header has left"),
            ));
        };
        if tag != VERSION_FIELD {
            return field_error(at, describe_tag(tag));
        }
        if version.is_some() {
            return field_error(
                at,
                "the header states the version of the format twice".into(),
            );
        }
        let &[a, b, c, d] = data else {
            return field_error(at, format!("the version field has {len} bytes, expected 4"));
        };
        let number = u32::from_le_bytes([a, b, c, d]);
        if number != VERSION {
            return Err(Error::new(
                ErrorKind::UnsupportedVersion,
                at as u64 * 8,
                unsupported_version(number),
            ));
        }
        version = Some(number);
        at += 4 + len.next_multiple_of(4);
    }
    if at != header.len() {
        return Err(Error::new(
            ErrorKind::BadHeader,
            at as u64 * 8,
            format!(
                "the header's fields end after {} bytes, but it claims {}",
                at - PREFIX,
                header.len() - PREFIX
            ),
        ));
    }
    version.ok_or_else(|| {
        Error::new(
            ErrorKind::BadHeader,
            4 * 8,
            "the header does not state the version of the format",
        )
    })
}

#[cold]
fn unsupported_version(number: u32) -> String {
    match number {
        0 => "the file has PNaCl version 0; only version 2 exists".into(),
        1 => "the file has PNaCl version 1, a preview of 2013 that was never stable; compile the \
              program again from its source"
            .into(),
        _ => format!(
            "the file has PNaCl version {number}, which is newer than version 2, \
             the last that was published and the only one supported"
        ),
    }
}

#[cold]
fn describe_tag(tag: u16) -> String {
    match (tag >> 4, tag & 15) {
        (1, ty) => format!("the version field has type {ty}, expected 1 (a 32-bit number)"),
        (2, _) => {
            "the file requests aligned records, a variant of the format that was never used".into()
        }
        (id, ty) => format!("the header has an unknown field (tag {id}, type {ty})"),
    }
}

/// Returns an error with the probable format of a file that lacks a PNaCl header.
#[cold]
fn not_a_pexe(bytes: &[u8]) -> Error {
    let (kind, message) = if bytes.is_empty() {
        (ErrorKind::BadMagic, "the file is empty".into())
    } else if bytes.starts_with(b"BC\xc0\xde") || bytes.starts_with(&[0xde, 0xc0, 0x17, 0x0b]) {
        (
            ErrorKind::LlvmBitcode,
            "the file is LLVM bitcode that was not finalised; it must be frozen into a .pexe first"
                .into(),
        )
    } else if bytes.starts_with(b"llvm") || bytes.starts_with(b"llvc") {
        (
            ErrorKind::LlvmBytecode,
            "the file is LLVM 1.x bytecode, not a .pexe".into(),
        )
    } else if let Some(name) = other_format(bytes) {
        (
            ErrorKind::BadMagic,
            format!("the file is {name}, not a .pexe"),
        )
    } else {
        (
            ErrorKind::BadMagic,
            format!(
                "the file does not begin with \"PEXE\", found \"{}\"",
                bytes[..bytes.len().min(4)].escape_ascii()
            ),
        )
    };
    Error::new(kind, 0, message)
}

/// Recognises formats that users may confuse with a `.pexe`.
fn other_format(bytes: &[u8]) -> Option<&'static str> {
    const FORMATS: &[(&[u8], &str)] = &[
        (b"\x7fELF", "an ELF file, perhaps a .nexe"),
        (b"\x1f\x8b", "compressed with gzip"),
        (b"\xfd7zXZ", "compressed with xz"),
        (b"BZh", "compressed with bzip2"),
        (b"PK\x03\x04", "a zip archive"),
        (b"Cr24", "a Chrome extension"),
        (b"\0asm", "WebAssembly"),
        (b"!<arch>", "an archive of object files"),
        (b"#!", "a script"),
        (b"{", "text, perhaps a manifest (.nmf)"),
    ];
    FORMATS
        .iter()
        .find(|(magic, _)| bytes.starts_with(magic))
        .map(|&(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: [u8; 16] = *b"PEXE\x01\x00\x08\x00\x11\x00\x04\x00\x02\x00\x00\x00";

    fn code(bytes: &[u8]) -> &'static str {
        Header::read(bytes).unwrap_err().code()
    }

    #[test]
    fn the_usual_header() {
        let header = Header::read(&USUAL).unwrap();
        assert_eq!(
            header,
            Header {
                size: 16,
                fields: 1,
                version: 2
            }
        );
        assert_eq!(Header::size_hint(&USUAL), 16);
    }

    #[test]
    fn every_cut_is_an_error() {
        for len in 0..16 {
            let expected = if len < 4 { "P0101" } else { "P0102" };
            assert_eq!(code(&USUAL[..len]), expected, "{len} bytes");
        }
    }

    #[test]
    fn a_newer_version_is_refused_by_name() {
        let mut bytes = USUAL;
        bytes[12] = 3;
        let error = Header::read(&bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnsupportedVersion);
        assert!(error.message().contains("version 3"));
        bytes[12] = 2;
        bytes[15] = 1;
        assert_eq!(code(&bytes), "P0104");
    }

    #[test]
    fn fields_are_checked() {
        let mut unknown = USUAL;
        unknown[8] = 0x31;
        assert_eq!(code(&unknown), "P0103");
        let mut wrong_type = USUAL;
        wrong_type[8] = 0x10;
        assert_eq!(code(&wrong_type), "P0103");
        let mut twice = USUAL.to_vec();
        twice.extend_from_slice(&USUAL[8..]);
        twice[4] = 2;
        twice[6] = 16;
        assert_eq!(code(&twice), "P0103");
        let mut long = USUAL;
        long[10] = 8;
        assert_eq!(code(&long), "P0102");
        let mut short = USUAL;
        short[10] = 0;
        assert_eq!(code(&short), "P0103");
        let mut spare = USUAL;
        spare[4] = 0;
        assert_eq!(code(&spare), "P0102");
    }

    #[test]
    fn a_header_without_a_version_is_refused() {
        assert_eq!(code(b"PEXE\x00\x00\x00\x00"), "P0102");
    }

    #[test]
    fn other_files_are_named() {
        assert_eq!(code(b""), "P0101");
        assert_eq!(code(b"BC\xc0\xde...."), "P0105");
        assert_eq!(code(b"\xde\xc0\x17\x0b...."), "P0105");
        assert_eq!(code(b"llvm...."), "P0106");
        assert!(
            Header::read(b"\x1f\x8b\x08")
                .unwrap_err()
                .message()
                .contains("gzip")
        );
        assert!(
            Header::read(b"\x7fELF\x01")
                .unwrap_err()
                .message()
                .contains(".nexe")
        );
    }
}
