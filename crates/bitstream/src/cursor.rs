//! Numbers at bit positions.

use crate::error::{Error, ErrorKind};

type Result<T> = std::result::Result<T, Error>;

/// A position in a slice of a file, and the reading of numbers there.
///
/// Numbers are little-endian in bits: the first bit read is the lowest. Every
/// read past the end is an error; nothing is made up.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    /// Bits from the start of `bytes`.
    at: u64,
    /// Bits in `bytes`.
    end: u64,
    /// Position of the first bit of `bytes` in the file.
    origin: u64,
    overlong: u64,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of a slice whose first byte is byte `offset` of
    /// the file.
    pub fn new(bytes: &'a [u8], offset: u64) -> Cursor<'a> {
        Cursor {
            bytes,
            at: 0,
            end: bytes.len() as u64 * 8,
            origin: offset * 8,
            overlong: 0,
        }
    }

    /// The position in the file, in bits.
    #[inline]
    pub fn position(&self) -> u64 {
        self.origin + self.at
    }

    /// The number of bits left.
    #[inline]
    pub fn remaining(&self) -> u64 {
        self.end - self.at
    }

    /// How many variable bit rate numbers so far took more chunks than they
    /// needed. They are legal, but no known writer makes them.
    pub fn overlong_count(&self) -> u64 {
        self.overlong
    }

    /// The bits from the position on, at least 57 of them; zeros stand in for
    /// those past the end, where [`Cursor::advance`] then fails.
    #[inline(always)]
    fn peek(&self) -> u64 {
        let byte = (self.at / 8) as usize;
        let word = match self.bytes.get(byte..byte + 8) {
            Some(bytes) => u64::from_le_bytes(bytes.try_into().expect("eight bytes")),
            None => self.peek_at_end(byte),
        };
        word >> (self.at % 8)
    }

    #[cold]
    fn peek_at_end(&self, byte: usize) -> u64 {
        let rest = self.bytes.get(byte..).unwrap_or_default();
        let mut padded = [0; 8];
        padded[..rest.len().min(8)].copy_from_slice(&rest[..rest.len().min(8)]);
        u64::from_le_bytes(padded)
    }

    #[inline(always)]
    fn advance(&mut self, bits: u64) -> Result<()> {
        let to = self.at + bits;
        if to > self.end {
            return Err(Error::end_of_stream(self.origin + self.end));
        }
        self.at = to;
        Ok(())
    }

    /// Reads a number of a fixed width, 0 to 64 bits.
    #[inline(always)]
    pub fn fixed(&mut self, width: u32) -> Result<u64> {
        if width > 32 {
            return self.wide(width);
        }
        let value = self.peek() & ((1 << width) - 1);
        self.advance(u64::from(width))?;
        Ok(value)
    }

    #[cold]
    fn wide(&mut self, width: u32) -> Result<u64> {
        assert!(width <= 64);
        let low = self.fixed(32)?;
        let high = self.fixed(width - 32)?;
        Ok(low | high << 32)
    }

    /// Starts reading several numbers in a row, see [`Burst`].
    #[inline(always)]
    pub(crate) fn burst(&self) -> Burst {
        Burst {
            word: 0,
            left: 0,
            behind: self.at,
            overlong: 0,
        }
    }

    /// Moves behind what a burst has read.
    ///
    /// # Errors
    ///
    /// If it read past the end, or a number of more than 64 bits.
    #[inline(always)]
    pub(crate) fn finish(&mut self, burst: &Burst) -> Result<()> {
        let at = burst.at();
        if at > self.end {
            return Err(self.bad_burst(burst));
        }
        self.at = at;
        self.overlong += u64::from(burst.overlong);
        Ok(())
    }

    #[cold]
    fn bad_burst(&self, burst: &Burst) -> Error {
        if burst.behind >= OVERFLOW {
            return vbr_overflow(self.position());
        }
        Error::end_of_stream(self.origin + self.end)
    }

    /// Reads a variable bit rate number in chunks of a width from 1 to 32
    /// bits, the highest of which says whether another chunk follows.
    ///
    /// # Errors
    ///
    /// A number that needs more than 64 bits is an error. Chunks of zeros at
    /// the high end are not, see [`Cursor::overlong_count`].
    #[inline(always)]
    pub fn vbr(&mut self, width: u32) -> Result<u64> {
        debug_assert!((1..=32).contains(&width));
        let more = 1 << (width - 1);
        let bits = self.peek();
        let chunk = bits & (2 * more - 1);
        if chunk & more == 0 {
            self.advance(u64::from(width))?;
            return Ok(chunk);
        }
        // Two chunks of up to 28 bits each are in the bits at hand.
        let second = (bits >> width) & (2 * more - 1);
        if width <= 28 && second & more == 0 && second != 0 {
            self.advance(2 * u64::from(width))?;
            return Ok((chunk ^ more) | second << (width - 1));
        }
        self.vbr_chunks(width)
    }

    #[inline(never)]
    fn vbr_chunks(&mut self, width: u32) -> Result<u64> {
        let start = self.position();
        let more = 1 << (width - 1);
        let mut value = 0u64;
        let mut shift = 0;
        loop {
            let chunk = self.fixed(width)?;
            let payload = chunk & (more - 1);
            let shifted = if shift < 64 { payload << shift } else { 0 };
            if payload != 0 && (shift >= 64 || shifted >> shift != payload) {
                return Err(vbr_overflow(start));
            }
            value |= shifted;
            if chunk & more == 0 {
                if payload == 0 && shift > 0 {
                    self.overlong += 1;
                }
                return Ok(value);
            }
            // Stays small: beyond 64 only zeros are legal, and how many makes
            // no difference.
            shift = (shift + width - 1).min(64);
        }
    }

    /// Moves on to the next multiple of 32 bits of the file.
    pub fn align(&mut self) -> Result<()> {
        let past = self.position() % 32;
        if past == 0 {
            Ok(())
        } else {
            self.advance(32 - past)
        }
    }

    /// Moves to a position in the file, which must lie within the bytes.
    ///
    /// # Panics
    ///
    /// If it does not.
    pub fn seek(&mut self, position: u64) {
        let at = position
            .checked_sub(self.origin)
            .expect("the position is not before the bytes");
        assert!(at <= self.end, "the position is not behind the bytes");
        self.at = at;
    }

    /// Skips so many bits.
    pub fn skip(&mut self, bits: u64) -> Result<()> {
        if bits > self.remaining() {
            return Err(Error::end_of_stream(self.origin + self.end));
        }
        self.advance(bits)
    }
}

/// The ASCII code of a six-bit character, `[a-zA-Z0-9._]`.
#[inline]
pub(crate) fn char6(index: u64) -> u64 {
    const ALPHABET: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    u64::from(ALPHABET[index as usize & 63])
}

#[cold]
fn vbr_overflow(position: u64) -> Error {
    Error::new(
        ErrorKind::VbrOverflow,
        position,
        "a variable bit rate number has more than 64 bits",
    )
}

/// Numbers read in a row, with the bits at hand in a register.
///
/// Bits past the end of the stream read as zeros, which end every number, and
/// all errors wait for [`Cursor::finish`]. This is what makes a record cheap:
/// one check for all of its operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Burst {
    /// The bits that come next, the lowest first.
    word: u64,
    /// How many of them are there.
    left: u32,
    /// The position behind them, in bits from the start of the bytes.
    behind: u64,
    overlong: u32,
}

impl Burst {
    /// The position of the next bit.
    #[inline(always)]
    fn at(&self) -> u64 {
        self.behind - u64::from(self.left)
    }

    /// Makes at least 57 bits available.
    #[inline(always)]
    fn refill(&mut self, cursor: &Cursor<'_>) {
        let at = self.at();
        let byte = (at / 8) as usize;
        let word = match cursor.bytes.get(byte..byte + 8) {
            Some(bytes) => u64::from_le_bytes(bytes.try_into().expect("eight bytes")),
            None => cursor.peek_at_end(byte),
        };
        let past = (at % 8) as u32;
        self.word = word >> past;
        self.left = 64 - past;
        self.behind = byte as u64 * 8 + 64;
    }

    /// Reads a number of a fixed width, 0 to 32 bits.
    #[inline(always)]
    pub(crate) fn fixed(&mut self, cursor: &Cursor<'_>, width: u32) -> u64 {
        if self.left < width {
            self.refill(cursor);
        }
        let value = self.word & ((1u64 << width) - 1);
        self.word >>= width;
        self.left -= width;
        value
    }

    /// Reads a variable bit rate number in chunks of 1 to 32 bits.
    #[inline(always)]
    pub(crate) fn vbr(&mut self, cursor: &Cursor<'_>, width: u32) -> u64 {
        let first = self.fixed(cursor, width);
        let more = 1u64 << (width - 1);
        if first & more == 0 {
            return first;
        }
        let value;
        (*self, value) = self.vbr_rest(cursor, width, first ^ more);
        value
    }

    /// Reads a variable bit rate number in chunks of 6 bits, by far the most
    /// common.
    ///
    /// One and two chunks are read directly, up to eight at once: the last is
    /// found by its clear high bit, then the gaps between the payloads are closed in three steps, from
    /// pairs of 5 bits to pairs of 10 and of 20.
    #[inline(always)]
    pub(crate) fn vbr6(&mut self, cursor: &Cursor<'_>) -> u64 {
        if self.left < 12 {
            self.refill(cursor);
        }
        let first = self.word & 0x3f;
        if first & 0x20 == 0 {
            self.word >>= 6;
            self.left -= 6;
            return first;
        }
        let second = self.word >> 6 & 0x3f;
        if second & 0x20 == 0 && second != 0 {
            self.word >>= 12;
            self.left -= 12;
            return first ^ 0x20 | second << 5;
        }
        if self.left < 48 {
            self.refill(cursor);
        }
        // Without a last chunk among the eight this is 65, and cut to 1.
        let bits = ((!self.word & HIGH_BITS_6).trailing_zeros() + 1) & 63;
        let number = self.word & ((1 << bits) - 1);
        if number >> (bits.wrapping_sub(6) & 63) == 0 || bits == 1 {
            let value;
            (*self, value) = self.vbr6_unusual(cursor);
            return value;
        }
        let pairs = number & EVEN_5 | (number & ODD_5) >> 1;
        let quads = pairs & EVEN_10 | (pairs & ODD_10) >> 2;
        self.word >>= bits;
        self.left -= bits;
        quads & 0xf_ffff | (quads & 0xf_ffff << 24) >> 4
    }

    /// A number of more than eight chunks, or of more than it needs. Takes and
    /// returns the burst by value, like [`Burst::vbr_rest`], so that otherwise
    /// it can live in registers.
    #[cold]
    #[inline(never)]
    fn vbr6_unusual(mut self, cursor: &Cursor<'_>) -> (Burst, u64) {
        let first = self.fixed(cursor, 6);
        self.vbr_rest(cursor, 6, first ^ 0x20)
    }

    #[inline(never)]
    fn vbr_rest(mut self, cursor: &Cursor<'_>, width: u32, first: u64) -> (Burst, u64) {
        let more = 1u64 << (width - 1);
        let mut value = first;
        let mut shift = width - 1;
        loop {
            let chunk = self.fixed(cursor, width);
            let payload = chunk & (more - 1);
            let shifted = if shift < 64 { payload << shift } else { 0 };
            if payload != 0 && (shift >= 64 || shifted >> shift != payload) {
                self.behind = OVERFLOW;
                self.left = 0;
                return (self, 0);
            }
            value |= shifted;
            if chunk & more == 0 {
                self.overlong += u32::from(payload == 0);
                return (self, value);
            }
            // Stays small: beyond 64 only zeros are legal, and how many makes
            // no difference.
            shift = (shift + width - 1).min(64);
        }
    }
}

/// Where a burst stands after a number of more than 64 bits: past every end,
/// with room for whatever is read after it.
const OVERFLOW: u64 = 1 << 62;

/// The high bits of eight chunks of 6 bits.
const HIGH_BITS_6: u64 = 0x8208_2082_0820;
/// Every second of eight payloads of 5 bits at steps of 6, and the others;
/// every second of four of 10 bits at steps of 12, and the others.
const EVEN_5: u64 = 0x1f | 0x1f << 12 | 0x1f << 24 | 0x1f << 36;
const ODD_5: u64 = EVEN_5 << 6;
const EVEN_10: u64 = 0x3ff | 0x3ff << 24;
const ODD_10: u64 = EVEN_10 << 12;

#[cfg(test)]
mod tests {
    use super::*;

    /// Packs (value, width) pairs, lowest bit first.
    fn pack(numbers: &[(u64, u32)]) -> Vec<u8> {
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
        // Twelve chunks of five bits, then one that may hold four.
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
    fn bursts_agree_with_single_reads() {
        let mut numbers = Vec::new();
        // Values of every length, packed one behind the other by hand.
        let mut stream = Vec::new();
        for length in (0..64).chain((0..64).rev()) {
            let value = 0x9e37_79b9_7f4a_7c15u64 >> (63 - length);
            numbers.push(value);
            let mut rest = value;
            while rest > 31 {
                stream.push((rest & 31 | 32, 6));
                rest >>= 5;
            }
            stream.push((rest, 6));
        }
        let bytes = pack(&stream);
        let mut cursor = Cursor::new(&bytes, 0);
        let mut burst = cursor.burst();
        for &number in &numbers {
            assert_eq!(burst.vbr6(&cursor), number);
        }
        cursor.finish(&burst).unwrap();
        assert_eq!(cursor.overlong_count(), 0);
        let mut single = Cursor::new(&bytes, 0);
        for &number in &numbers {
            assert_eq!(single.vbr(6).unwrap(), number);
        }
        assert_eq!(cursor.position(), single.position());
    }

    #[test]
    fn a_burst_past_the_end_is_an_error() {
        let cursor = Cursor::new(&[0xff; 3], 0);
        let mut burst = cursor.burst();
        for _ in 0..20 {
            burst.vbr6(&cursor);
        }
        assert_eq!(
            cursor.clone().finish(&burst).unwrap_err().kind(),
            ErrorKind::EndOfStream
        );
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
