//! The bytes of a file: numbers, padding and blocks.

use crate::error::{Error, ErrorKind};
use crate::format::Features;

/// The byte used for padding.
const PADDING: u8 = 0xAB;

/// The largest size that fits in a header of one word.
const MAX_SHORT_SIZE: usize = (1 << 27) - 1;

/// The type number that announces a longer one.
const TYPE_ESCAPE: u32 = 0xFF_FFFF;

/// A part of a file. It must be placed at a multiple of four bytes, because its contents are
/// aligned relative to its beginning.
pub(super) struct Output {
    pub(super) bytes: Vec<u8>,
    pub(super) features: &'static Features,
}

/// An open block: the offset of its content.
#[derive(Clone, Copy)]
#[must_use]
pub(super) struct Block {
    content: usize,
    long: bool,
}

impl Output {
    pub(super) fn new(features: &'static Features) -> Output {
        Output {
            bytes: Vec::new(),
            features,
        }
    }

    /// A number in groups of seven bits, in as few bytes as possible.
    #[inline]
    pub(super) fn number(&mut self, value: u32) {
        if value < 0x80 {
            self.bytes.push(value as u8);
        } else {
            self.number64(value.into());
        }
    }

    /// A number of up to 64 bits.
    pub(super) fn number64(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// A signed number: its magnitude, with the sign in the low bit.
    pub(super) fn signed(&mut self, value: i64) {
        self.number64(value.unsigned_abs() << 1 | u64::from(value < 0));
    }

    /// Writes the number of a type, escaped if it is large and the format allows that.
    #[inline]
    pub(super) fn type_number(&mut self, number: u32) -> Result<(), Error> {
        if number >= TYPE_ESCAPE && self.features.type_escape {
            if number == TYPE_ESCAPE {
                return Err(too_large("the number of a type", number));
            }
            self.number(TYPE_ESCAPE);
        }
        self.number(number);
        Ok(())
    }

    /// Appends a little-endian word of four bytes.
    #[inline]
    pub(super) fn word(&mut self, word: u32) {
        self.bytes.extend_from_slice(&word.to_le_bytes());
    }

    /// Writes the length of a string, and its bytes.
    pub(super) fn string(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.number(count(bytes.len(), "bytes in a string")?);
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Writes padding up to a multiple of four bytes.
    #[inline]
    pub(super) fn align(&mut self) {
        while self.features.aligned && !self.bytes.len().is_multiple_of(4) {
            self.bytes.push(PADDING);
        }
    }

    /// Begins a block, with a short header if the format has one.
    pub(super) fn begin(&mut self, id: u32) -> Block {
        if self.features.short_headers {
            self.word(id);
            Block {
                content: self.bytes.len(),
                long: false,
            }
        } else {
            self.begin_long(id)
        }
    }

    /// Begins a block with a header of two words.
    pub(super) fn begin_long(&mut self, id: u32) -> Block {
        self.word(id);
        self.word(0);
        Block {
            content: self.bytes.len(),
            long: true,
        }
    }

    /// Ends a block: writes its size into its header, and aligns the next one.
    pub(super) fn end(&mut self, block: Block) -> Result<(), Error> {
        let size = self.bytes.len() - block.content;
        let header = block.content - 4;
        let word = &mut self.bytes[header..block.content];
        let value = if block.long {
            u32::try_from(size).map_err(|_| too_large("the size of a block", size))?
        } else {
            if size > MAX_SHORT_SIZE {
                return Err(too_large("the size of a block", size));
            }
            (size as u32) << 5 | u32::from(word[0])
        };
        word.copy_from_slice(&value.to_le_bytes());
        self.align();
        Ok(())
    }

    /// Ends a block, and removes it if it is empty.
    pub(super) fn end_unless_empty(&mut self, block: Block) -> Result<(), Error> {
        if self.bytes.len() > block.content {
            return self.end(block);
        }
        let header = if block.long { 8 } else { 4 };
        self.bytes.truncate(block.content - header);
        Ok(())
    }
}

/// Converts a count to the 32 bits of the file.
pub(super) fn count(count: usize, of: &str) -> Result<u32, Error> {
    u32::try_from(count).map_err(|_| {
        cannot_write(format!(
            "there are {count} {of}, but the format counts in 32 bits"
        ))
    })
}

/// The error for a value that is too large for its field.
#[cold]
pub(super) fn too_large(what: &str, value: impl std::fmt::Display) -> Error {
    cannot_write(format!("{what} is {value}, which the format cannot hold"))
}

/// The error for a construct that the format cannot express.
#[cold]
pub(super) fn cannot_write(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::CannotWrite, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;

    fn written(write: impl Fn(&mut Output)) -> Vec<u8> {
        let mut output = Output::new(Format::Llvm13.features());
        write(&mut output);
        output.bytes
    }

    #[test]
    fn numbers_take_as_few_bytes_as_possible() {
        assert_eq!(written(|output| output.number(127)), [127]);
        assert_eq!(written(|output| output.number(128)), [0x80, 1]);
        assert_eq!(written(|output| output.signed(-1)), [3]);
        assert_eq!(written(|output| output.signed(i64::MIN)), [1]);
        assert_eq!(
            written(|output| output.number64(u64::MAX)),
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]
        );
    }

    #[test]
    fn large_type_numbers_are_escaped() {
        let mut output = Output::new(Format::Llvm13.features());
        assert!(output.type_number(0xFF_FFFF).is_err());
        output.type_number(0x100_0000).unwrap();
        assert_eq!(output.bytes, [0xFF, 0xFF, 0xFF, 7, 0x80, 0x80, 0x80, 8]);
    }

    #[test]
    fn blocks_have_their_size_and_are_followed_by_padding() {
        let mut output = Output::new(Format::Llvm13.features());
        let block = output.begin(3);
        output.number(7);
        output.end(block).unwrap();
        assert_eq!(output.bytes, [1 << 5 | 3, 0, 0, 0, 7, 0xAB, 0xAB, 0xAB]);
        let block = output.begin(4);
        output.end_unless_empty(block).unwrap();
        assert_eq!(output.bytes.len(), 8);
    }

    #[test]
    fn blocks_of_old_formats_have_longer_headers() {
        let mut output = Output::new(Format::Llvm11.features());
        let block = output.begin(0x12);
        output.end(block).unwrap();
        assert_eq!(output.bytes, [0x12, 0, 0, 0, 0, 0, 0, 0]);
    }
}
