//! Numbers at bit positions.

use crate::bit_window::{BitWindow, OVERFLOW};
use crate::error::{Error, ErrorKind};
use std::cell::Cell;

type Result<T> = std::result::Result<T, Error>;

/// A read position in a slice of a file.
///
/// Numbers are little-endian in bits: the first bit read is the lowest. Every read past the end is
/// an error.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    /// The position, with the next bits. It is never past the end.
    window: BitWindow,
    /// Bits in `bytes`.
    end: u64,
    /// Position of the first bit of `bytes` in the file.
    origin: u64,
    /// Number of overlong numbers. A cell, so that windows, which borrow the cursor, need not carry
    /// the count along.
    overlong: Cell<u64>,
    /// The end of the last overlong number. A number that is read again is not counted again.
    overlong_end: Cell<u64>,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of a slice whose first byte is byte `offset` of
    /// the file.
    pub fn new(bytes: &'a [u8], offset: u64) -> Cursor<'a> {
        Cursor {
            bytes,
            window: BitWindow::default(),
            end: bytes.len() as u64 * 8,
            origin: offset * 8,
            overlong: Cell::new(0),
            overlong_end: Cell::new(0),
        }
    }

    /// The position in the file, in bits.
    #[inline]
    pub fn position(&self) -> u64 {
        self.position_of(&self.window)
    }

    /// The position of a window in the file, in bits.
    #[inline(always)]
    pub(crate) fn position_of(&self, window: &BitWindow) -> u64 {
        self.origin + window.at()
    }

    /// The number of bits left.
    #[inline]
    pub fn remaining(&self) -> u64 {
        self.end - self.window.at()
    }

    /// Number of variable bit rate numbers so far that took more chunks than needed. They are
    /// legal, but no known writer makes them.
    pub fn overlong_count(&self) -> u64 {
        self.overlong.get()
    }

    /// Counts an overlong number, which a window has just read.
    pub(crate) fn count_overlong(&self, window: &BitWindow) {
        let end = window.at();
        if end > self.overlong_end.get() {
            self.overlong_end.set(end);
            self.overlong.set(self.overlong.get() + 1);
        }
    }

    /// Returns the eight bytes from an index on as a little-endian word. Bytes past the end are
    /// zero.
    #[inline(always)]
    pub(crate) fn word(&self, byte: usize) -> u64 {
        match self.bytes.get(byte..byte + 8) {
            Some(bytes) => u64::from_le_bytes(bytes.try_into().expect("eight bytes")),
            None => self.word_at_end(byte),
        }
    }

    #[cold]
    fn word_at_end(&self, byte: usize) -> u64 {
        let rest = self.bytes.get(byte..).unwrap_or_default();
        let mut padded = [0; 8];
        padded[..rest.len().min(8)].copy_from_slice(&rest[..rest.len().min(8)]);
        u64::from_le_bytes(padded)
    }

    /// The bits of the file from one position to another, the first the lowest,
    /// in pieces of up to 64 and the width of each. Both positions must lie in
    /// the slice.
    pub(crate) fn bits(&self, from: u64, to: u64) -> impl Iterator<Item = (u64, u32)> {
        let (mut at, end) = (from - self.origin, to - self.origin);
        debug_assert!(at <= end && end <= self.end);
        std::iter::from_fn(move || {
            // The rest of a word after the first bits of its first byte.
            let skipped = (at % 8) as u32;
            let width = (end - at).min(u64::from(64 - skipped)) as u32;
            let word = self.word((at / 8) as usize) >> skipped;
            at += u64::from(width);
            (width > 0).then_some((word, width))
        })
    }

    /// Starts reading several numbers in a row, see [`BitWindow`].
    #[inline(always)]
    pub(crate) fn window(&self) -> BitWindow {
        self.window
    }

    /// Moves past the bits that a window has read.
    ///
    /// # Errors
    ///
    /// Fails if it read past the end, or a number of more than 64 bits. The cursor then stays where
    /// it is.
    #[inline(always)]
    pub(crate) fn finish(&mut self, window: BitWindow) -> Result<()> {
        if !self.advance(window) {
            return Err(self.bad_window(&window));
        }
        Ok(())
    }

    /// Moves past the bits that a window has read. Returns false if [`Cursor::finish`] would fail.
    #[inline(always)]
    pub(crate) fn advance(&mut self, window: BitWindow) -> bool {
        if window.at() > self.end {
            return false;
        }
        self.window = window;
        true
    }

    #[cold]
    fn bad_window(&self, window: &BitWindow) -> Error {
        if window.at() >= OVERFLOW {
            return Error::new(
                ErrorKind::VbrOverflow,
                self.position(),
                "a variable bit rate number has more than 64 bits",
            );
        }
        Error::end_of_stream(self.origin + self.end)
    }

    /// Reads a number of a fixed width, 0 to 64 bits.
    #[inline]
    pub fn fixed(&mut self, width: u32) -> Result<u64> {
        debug_assert!(width <= 64);
        let mut window = self.window;
        let low = window.fixed(self, width.min(32));
        let high = window.fixed(self, width.saturating_sub(32));
        self.finish(window)?;
        Ok(low | high << 32)
    }

    /// Reads a variable bit rate number in chunks of a width from 1 to 32 bits, whose highest bit
    /// is set if another chunk follows.
    ///
    /// # Errors
    ///
    /// Fails if the number needs more than 64 bits. Chunks of zeros at the high end are not an
    /// error, see [`Cursor::overlong_count`].
    #[inline]
    pub fn vbr(&mut self, width: u32) -> Result<u64> {
        debug_assert!((1..=32).contains(&width));
        let mut window = self.window;
        let value = window.vbr(self, width);
        self.finish(window)?;
        Ok(value)
    }

    /// Moves on to the next multiple of 32 bits of the file.
    pub fn align(&mut self) -> Result<()> {
        let past = self.position() % 32;
        self.skip(if past == 0 { 0 } else { 32 - past })
    }

    /// Moves to a position in the file, which must lie within the bytes.
    ///
    /// # Panics
    ///
    /// Panics if it does not.
    pub fn seek(&mut self, position: u64) {
        let at = position
            .checked_sub(self.origin)
            .expect("the position is not before the bytes");
        assert!(at <= self.end, "the position is not behind the bytes");
        self.window.move_to(at);
    }

    /// Skips this number of bits.
    pub fn skip(&mut self, bits: u64) -> Result<()> {
        if bits > self.remaining() {
            return Err(Error::end_of_stream(self.origin + self.end));
        }
        self.window.move_to(self.window.at() + bits);
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Packs (value, width) pairs, lowest bit first.
    pub(crate) fn pack(numbers: &[(u64, u32)]) -> Vec<u8> {
        let mut bits = Vec::new();
        for &(value, width) in numbers {
            bits.extend((0..width).map(|bit| value >> bit & 1 == 1));
        }
        bits.chunks(8)
            .map(|byte| {
                byte.iter()
                    .rev()
                    .fold(0, |sum, &bit| sum << 1 | u8::from(bit))
            })
            .collect()
    }

    #[test]
    fn fixed_numbers_of_every_width_at_every_offset() {
        let value = 0xfedc_ba98_7654_3210u64;
        for offset in 0..8 {
            for width in 0..=64 {
                let cut = if width == 64 {
                    value
                } else {
                    value & ((1 << width) - 1)
                };
                let bytes = pack(&[(0, offset), (cut, width)]);
                let mut cursor = Cursor::new(&bytes, 0);
                cursor.fixed(offset).unwrap();
                assert_eq!(cursor.fixed(width).unwrap(), cut);
                assert_eq!(cursor.position(), u64::from(offset + width));
            }
        }
    }

    #[test]
    fn reading_past_the_end_is_an_error_at_the_end() {
        let mut cursor = Cursor::new(&[0xff, 0xff], 100);
        assert_eq!(cursor.fixed(15).unwrap(), 0x7fff);
        let error = cursor.fixed(2).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::EndOfStream);
        assert_eq!(error.position(), 102 * 8);
        assert_eq!(cursor.fixed(1).unwrap(), 1);
        assert!(cursor.vbr(6).is_err());
        assert_eq!(cursor.fixed(0).unwrap(), 0);
    }

    #[test]
    fn vbr_numbers() {
        for (value, width) in [
            (0, 6),
            (31, 6),
            (32, 6),
            (1000, 4),
            (u64::MAX, 6),
            (1 << 40, 32),
        ] {
            let mut chunks = Vec::new();
            let mut rest = value;
            let payload = (1u64 << (width - 1)) - 1;
            while rest > payload {
                chunks.push((rest & payload | (payload + 1), width));
                rest >>= width - 1;
            }
            chunks.push((rest, width));
            let bytes = pack(&chunks);
            let mut cursor = Cursor::new(&bytes, 0);
            assert_eq!(cursor.vbr(width).unwrap(), value);
            assert_eq!(cursor.position(), chunks.len() as u64 * u64::from(width));
            assert_eq!(cursor.overlong_count(), 0);
        }
    }

    #[test]
    fn a_vbr_number_of_65_bits_overflows() {
        // Twelve chunks of five payload bits, then one with room for four.
        let mut chunks = vec![(0b10_0000, 6); 12];
        chunks.push((0b0_1111, 6));
        let bytes = pack(&chunks);
        assert_eq!(Cursor::new(&bytes, 0).vbr(6).unwrap(), 0xf << 60);
        *chunks.last_mut().unwrap() = (0b1_0000, 6);
        let bytes = pack(&chunks);
        assert_eq!(
            Cursor::new(&bytes, 0).vbr(6).unwrap_err().kind(),
            ErrorKind::VbrOverflow
        );
    }

    #[test]
    fn an_overlong_vbr_number_is_read_and_counted() {
        let mut chunks = vec![(0b10_0111, 6)];
        chunks.extend([(0b10_0000, 6); 20]);
        chunks.push((0, 6));
        let bytes = pack(&chunks);
        let mut cursor = Cursor::new(&bytes, 0);
        assert_eq!(cursor.vbr(6).unwrap(), 7);
        assert_eq!(cursor.overlong_count(), 1);
        let bytes = pack(&[(0b10_0111, 6), (0, 6)]);
        let mut cursor = Cursor::new(&bytes, 0);
        assert_eq!(cursor.vbr(6).unwrap(), 7);
        assert_eq!(cursor.overlong_count(), 1);
    }

    #[test]
    fn alignment_counts_from_the_start_of_the_file() {
        let mut cursor = Cursor::new(&[0; 8], 2);
        cursor.align().unwrap();
        assert_eq!(cursor.position(), 32);
        cursor.align().unwrap();
        assert_eq!(cursor.position(), 32);
    }
}
