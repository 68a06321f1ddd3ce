//! A cursor over the bytes of a file.

use crate::error::{Error, ErrorKind};
use crate::format::Features;
use pinnacle_base::count::counted;

/// The number of the plane of types, where a type is expected; no type has it.
pub(crate) const TYPE_PLANE: u32 = u32::MAX;

/// The type number that announces that the real one follows.
const ESCAPE: u32 = 0xFF_FFFF;

/// A position in a block. Positions are relative to the file, so alignment does not depend on the
/// block.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    /// The file up to the end of the block.
    bytes: &'a [u8],
    at: usize,
    features: &'static Features,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of a range of the file, limited to that range.
    ///
    /// # Panics
    ///
    /// Panics if the range is not within the file.
    pub(crate) fn new(
        file: &'a [u8],
        range: std::ops::Range<usize>,
        features: &'static Features,
    ) -> Cursor<'a> {
        Cursor {
            bytes: &file[..range.end],
            at: range.start,
            features,
        }
    }

    /// The features of the file's format.
    pub(crate) fn features(&self) -> &'static Features {
        self.features
    }

    /// Position of the cursor, in bytes from the start of the file.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// End of the block, in bytes from the start of the file.
    pub(crate) fn end(&self) -> usize {
        self.bytes.len()
    }

    /// Number of bytes left.
    pub(crate) fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    /// Returns true if no bytes are left.
    pub(crate) fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Moves to a position, which must not be after the end of the block.
    pub(crate) fn seek(&mut self, position: usize) {
        self.at = position.min(self.bytes.len());
    }

    /// Reads the length of a list. Returns it with its offset.
    #[inline]
    pub(crate) fn counted(&mut self) -> Result<(u32, usize), Error> {
        let offset = self.at;
        Ok((self.vbr32()?, offset))
    }

    /// Fails if the block ends before item `done` of a list of `count` items whose length is at
    /// `offset`.
    #[inline]
    pub(crate) fn expect_item(&self, offset: usize, done: u32, count: u32) -> Result<(), Error> {
        if self.is_at_end() {
            return Err(self.ends_early(offset, done, count));
        }
        Ok(())
    }

    #[cold]
    fn ends_early(&self, offset: usize, done: u32, count: u32) -> Error {
        Error::new(
            ErrorKind::EndOfBlock,
            format!(
                "expected {count} items, found {done} up to the end of the block at byte {}",
                self.end()
            ),
        )
        .at(offset as u64)
    }

    /// Reads this number of bytes unchanged.
    #[inline]
    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], Error> {
        let end = self.at.checked_add(count);
        match end.and_then(|end| self.bytes.get(self.at..end)) {
            Some(bytes) => {
                self.at += count;
                Ok(bytes)
            }
            None => Err(self.too_short(count)),
        }
    }

    fn array<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], Error> {
        let mut array = [0; COUNT];
        array.copy_from_slice(self.take(COUNT)?);
        Ok(array)
    }

    /// Four bytes, the low one first.
    #[inline]
    pub(crate) fn u32(&mut self) -> Result<u32, Error> {
        self.array().map(u32::from_le_bytes)
    }

    /// Eight bytes, the low one first.
    pub(crate) fn u64(&mut self) -> Result<u64, Error> {
        self.array().map(u64::from_le_bytes)
    }

    /// Returns the next byte without consuming it.
    #[inline]
    pub(crate) fn peek(&self) -> Result<u8, Error> {
        match self.bytes.get(self.at) {
            Some(&byte) => Ok(byte),
            None => Err(self.too_short(1)),
        }
    }

    /// Reads a variable bit rate number of up to 32 bits. Most take one byte, and almost every item
    /// contains some, so that case is inlined.
    #[inline(always)]
    pub(crate) fn vbr32(&mut self) -> Result<u32, Error> {
        match self.bytes.get(self.at) {
            Some(&byte) if byte < 0x80 => {
                self.at += 1;
                Ok(u32::from(byte))
            }
            _ => self.long_vbr::<32>().map(|value| value as u32),
        }
    }

    /// A variable bit rate number of up to 64 bits.
    pub(crate) fn vbr64(&mut self) -> Result<u64, Error> {
        self.long_vbr::<64>()
    }

    /// A signed number: its magnitude with the sign in the lowest bit. Minus
    /// zero is the smallest number.
    pub(crate) fn signed(&mut self) -> Result<i64, Error> {
        let coded = self.vbr64()?;
        let magnitude = (coded >> 1) as i64;
        Ok(match coded & 1 {
            0 => magnitude,
            _ if magnitude == 0 => i64::MIN,
            _ => -magnitude,
        })
    }

    #[inline(never)]
    fn long_vbr<const BITS: u32>(&mut self) -> Result<u64, Error> {
        let start = self.at;
        let mut value = 0;
        let mut shift = 0;
        loop {
            let Some(&byte) = self.bytes.get(self.at) else {
                return Err(self.too_short(1));
            };
            let bits = u64::from(byte & 0x7F);
            if shift >= BITS || (shift + 7 > BITS && bits >> (BITS - shift) != 0) {
                return Err(number_too_large(start, BITS));
            }
            self.at += 1;
            value |= bits << shift;
            shift += 7;
            if byte < 0x80 {
                return Ok(value);
            }
        }
    }

    /// Reads a length and that number of bytes.
    #[inline]
    pub(crate) fn string(&mut self) -> Result<&'a [u8], Error> {
        let length = self.vbr32()?;
        self.take(length as usize)
    }

    /// Reads the number of a type, which may be escaped if the format allows that.
    #[inline]
    pub(crate) fn type_number(&mut self) -> Result<u32, Error> {
        let number = self.vbr32()?;
        if number == ESCAPE && self.features.type_escape {
            return self.vbr32();
        }
        Ok(self.type_of_number(number))
    }

    /// Reads the number of a type where it is never escaped.
    #[inline]
    pub(crate) fn plain_type_number(&mut self) -> Result<u32, Error> {
        let number = self.vbr32()?;
        Ok(self.type_of_number(number))
    }

    /// Converts a type number of the file to the number without the plane of types, or to
    /// [`TYPE_PLANE`].
    #[inline]
    pub(crate) fn type_of_number(&self, number: u32) -> u32 {
        type_of_number(self.features, number)
    }

    /// Goes on to the next multiple of four bytes in the file, in formats that are
    /// aligned.
    pub(crate) fn align(&mut self) -> Result<(), Error> {
        if !self.features.aligned {
            return Ok(());
        }
        let aligned = self.at.next_multiple_of(4);
        if aligned > self.bytes.len() {
            return Err(self.too_short(aligned - self.at));
        }
        self.at = aligned;
        Ok(())
    }

    #[cold]
    fn too_short(&self, count: usize) -> Error {
        Error::new(
            ErrorKind::EndOfBlock,
            format!(
                "expected {} here, found {} up to the end of the block at byte {}",
                counted(count, "byte"),
                counted(self.left(), "byte"),
                self.bytes.len()
            ),
        )
        .at(self.at as u64)
    }
}

/// Converts a type number of the file to the number without the plane of types, or to
/// [`TYPE_PLANE`].
#[inline]
pub(crate) fn type_of_number(features: &Features, number: u32) -> u32 {
    match features.type_plane {
        Some(plane) if number == plane => TYPE_PLANE,
        Some(plane) if number > plane => number - 1,
        _ => number,
    }
}

#[cold]
fn number_too_large(start: usize, bits: u32) -> Error {
    Error::new(
        ErrorKind::NumberTooLarge,
        format!("expected a number of {bits} bits, found a longer one"),
    )
    .at(start as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Format;

    fn cursor(bytes: &[u8]) -> Cursor<'_> {
        Cursor::new(bytes, 0..bytes.len(), Format::Llvm13.features())
    }

    #[test]
    fn numbers_may_be_longer_than_needed_but_not_too_large() {
        assert_eq!(cursor(&[0x81, 0]).vbr32().unwrap(), 1);
        assert_eq!(
            cursor(&[0xFF, 0xFF, 0xFF, 0xFF, 0x0F]).vbr32().unwrap(),
            u32::MAX
        );
        for bytes in [&[0xFF, 0xFF, 0xFF, 0xFF, 0x1F][..], &[0x80; 6]] {
            let error = cursor(bytes).vbr32().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::NumberTooLarge);
        }
        let mut bytes = [0xFF; 10];
        bytes[9] = 1;
        assert_eq!(cursor(&bytes).vbr64().unwrap(), u64::MAX);
        bytes[9] = 2;
        assert!(cursor(&bytes).vbr64().is_err());
    }

    #[test]
    fn signed_numbers_have_their_sign_in_the_lowest_bit() {
        assert_eq!(cursor(&[10]).signed().unwrap(), 5);
        assert_eq!(cursor(&[11]).signed().unwrap(), -5);
        assert_eq!(cursor(&[1]).signed().unwrap(), i64::MIN);
    }

    #[test]
    fn escaped_types_follow_the_escape() {
        let bytes = [0xFF, 0xFF, 0xFF, 0x07, 0x07];
        assert_eq!(cursor(&bytes).type_number().unwrap(), 7);
        assert_eq!(cursor(&bytes).plain_type_number().unwrap(), ESCAPE);
    }

    #[test]
    fn old_type_numbers_have_a_gap_for_the_plane_of_types() {
        let bytes = [11, 12, 13, 14];
        let mut cursor = Cursor::new(&bytes, 0..4, Format::Llvm12.features());
        let mut next = || cursor.type_number().unwrap();
        assert_eq!([next(), next(), next(), next()], [11, TYPE_PLANE, 12, 13]);
    }

    #[test]
    fn alignment_is_by_file_offset_and_stays_in_the_block() {
        let bytes = [0; 7];
        let mut cursor = Cursor::new(&bytes, 3..7, Format::Llvm13.features());
        cursor.align().unwrap();
        assert_eq!(cursor.position(), 4);
        cursor.take(1).unwrap();
        assert_eq!(cursor.align().unwrap_err().offset(), Some(5));
    }
}
