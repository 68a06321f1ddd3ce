//! Fast reading of several numbers in a row.

use crate::cursor::Cursor;

/// A position in the bytes of a [`Cursor`], for reading several numbers in a row. The next bits are
/// kept in a register.
///
/// Bits past the end of the bytes read as zeros, which end every number, and [`Cursor::finish`]
/// reports all errors. Records are therefore cheap: one check serves for all operands.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct BitWindow {
    /// The bits that come next, the lowest first.
    word: u64,
    /// Number of bits left.
    left: u64,
    /// The position after them, in bits from the start of the bytes.
    behind: u64,
}

impl BitWindow {
    /// The position of the next bit, from the start of the bytes.
    #[inline(always)]
    pub(crate) fn at(&self) -> u64 {
        self.behind - self.left
    }

    /// Moves to another position.
    pub(crate) fn move_to(&mut self, at: u64) {
        *self = BitWindow {
            behind: at,
            ..BitWindow::default()
        };
    }

    /// Minimum number of bits after a refill.
    const AT_LEAST: usize = 57;

    /// Makes at least [`BitWindow::AT_LEAST`] bits available.
    #[inline(always)]
    fn refill(&mut self, cursor: &Cursor<'_>) {
        let at = self.at();
        let byte = (at / 8) as usize;
        let past = at % 8;
        self.word = cursor.word(byte) >> past;
        self.left = 64 - past;
        self.behind = byte as u64 * 8 + 64;
    }

    /// Reads a number of a fixed width, 0 to 32 bits.
    #[inline(always)]
    pub(crate) fn fixed(&mut self, cursor: &Cursor<'_>, width: u32) -> u64 {
        self.masked(cursor, u64::from(width), (1 << width) - 1)
    }

    /// Reads a number of a fixed width whose mask is known.
    #[inline(always)]
    pub(crate) fn masked(&mut self, cursor: &Cursor<'_>, width: u64, mask: u64) -> u64 {
        if self.left < width {
            self.refill(cursor);
        }
        let value = self.word & mask;
        self.word >>= width;
        self.left -= width;
        value
    }

    /// Fills a list with bytes, as many at a time as the register is sure to hold.
    pub(crate) fn bytes(&mut self, cursor: &Cursor<'_>, list: &mut [u64]) {
        let (chunks, rest) = list.as_chunks_mut::<{ BitWindow::AT_LEAST / 8 }>();
        for chunk in chunks {
            self.refill(cursor);
            let mut word = self.word;
            for slot in chunk {
                *slot = word & 0xff;
                word >>= 8;
            }
            self.word = word;
            self.left -= BitWindow::AT_LEAST as u64 / 8 * 8;
        }
        rest.fill_with(|| self.fixed(cursor, 8));
    }

    /// Reads a variable bit rate number in chunks of 1 to 32 bits.
    #[inline(always)]
    pub(crate) fn vbr(&mut self, cursor: &Cursor<'_>, width: u32) -> u64 {
        let first = self.fixed(cursor, width);
        let more = 1u64 << (width - 1);
        if first & more == 0 {
            return first;
        }
        let mut further = *self;
        let second = further.fixed(cursor, width);
        if second & more == 0 && second != 0 {
            *self = further;
            return first ^ more | second << (width - 1);
        }
        self.vbr_rest(cursor, width, first ^ more)
    }

    /// Reads a number of one chunk of this number of bits with this mask, or of several if it has
    /// one of the bits `more`.
    #[inline(always)]
    pub(crate) fn chunks(&mut self, cursor: &Cursor<'_>, width: u8, mask: u32, more: u32) -> u64 {
        let first = self.masked(cursor, u64::from(width), u64::from(mask));
        let more = u64::from(more);
        if first & more == 0 {
            return first;
        }
        self.vbr_rest(cursor, u32::from(width), first ^ more)
    }

    /// Reads a number like [`BitWindow::chunks`]. If it has more than 32 bits, moves past the end.
    #[inline(always)]
    pub(crate) fn narrow_chunks(
        &mut self,
        cursor: &Cursor<'_>,
        width: u8,
        mask: u32,
        more: u32,
    ) -> u32 {
        let first = self.masked(cursor, u64::from(width), u64::from(mask)) as u32;
        if first & more == 0 {
            return first;
        }
        let (at, value) = narrow_rest(cursor, self.at(), u32::from(width), first ^ more);
        self.move_to(at);
        value
    }

    /// Reads the chunks of a number after the first, which does not end it.
    #[inline(always)]
    fn vbr_rest(&mut self, cursor: &Cursor<'_>, width: u32, first: u64) -> u64 {
        let (at, value) = vbr_rest(cursor, self.at(), width, first);
        self.move_to(at);
        value
    }

    /// Reads a variable bit rate number in chunks of 6 bits, by far the most
    /// common.
    #[inline(always)]
    pub(crate) fn vbr6(&mut self, cursor: &Cursor<'_>) -> u64 {
        match self.short_vbr6(cursor) {
            Some(value) => u64::from(value),
            None => {
                let (at, value) = long_vbr6(cursor, self.at());
                self.move_to(at);
                value
            }
        }
    }

    /// Reads a number like [`BitWindow::vbr6`]. If it has more than 32 bits, moves past the end.
    #[inline(always)]
    pub(crate) fn narrow_vbr6(&mut self, cursor: &Cursor<'_>) -> u32 {
        match self.short_vbr6(cursor) {
            Some(value) => value,
            None => {
                let (at, value) = narrow_long_vbr6(cursor, self.at());
                self.move_to(at);
                value
            }
        }
    }

    /// Reads a number in chunks of 6 bits, if it has up to three chunks, and no more than it needs.
    #[inline(always)]
    fn short_vbr6(&mut self, cursor: &Cursor<'_>) -> Option<u32> {
        if self.left < 24 {
            self.refill(cursor);
        }
        let chunks = self.word as u32;
        if chunks & 0x20 == 0 {
            self.word >>= 6;
            self.left -= 6;
            return Some(chunks & 0x1f);
        }
        let second = chunks >> 6 & 0x3f;
        if second.wrapping_sub(1) < 0x1f {
            self.word >>= 12;
            self.left -= 12;
            return Some(chunks & 0x1f | second << 5);
        }
        // The second chunk continues, and the third is neither zero nor continues.
        if chunks & 0x2_0800 == 0x800 && chunks & 0x1_f000 != 0 {
            self.word >>= 18;
            self.left -= 18;
            return Some(chunks & 0x1f | chunks >> 1 & 0x3e0 | chunks >> 2 & 0x7c00);
        }
        None
    }
}

// Numbers of more than a few chunks are read by functions that take and return positions. A window
// that they took or returned would have to live in memory.

/// Reads a number that is not short. Returns the position after it, and the number.
///
/// Of four chunks, the last is found by its clear high bit, then the gaps between the payloads are
/// closed in two steps, from pairs of 5 bits to a pair of 10.
#[inline(never)]
fn long_vbr6(cursor: &Cursor<'_>, at: u64) -> (u64, u64) {
    let mut window = BitWindow::default();
    window.move_to(at);
    window.refill(cursor);
    let chunks = window.word as u32;
    let ends = !chunks & HIGH_BITS;
    let end = ends & ends.wrapping_neg();
    // The last chunk is zero if the number is less than that chunk's lowest bit. If none of the
    // four chunks ends the number, it is longer than four chunks.
    let number = chunks & end.wrapping_sub(1);
    if number < end >> 5 || end == 0 {
        return rest(cursor, at + 6, 6, u64::from(chunks & 0x1f));
    }
    let bits = end.trailing_zeros() + 1;
    let pairs = number & EVEN | (number & ODD) >> 1;
    let value = pairs & 0x3ff | (pairs & 0x3f_f000) >> 2;
    (at + u64::from(bits), u64::from(value))
}

#[inline(never)]
fn narrow_long_vbr6(cursor: &Cursor<'_>, at: u64) -> (u64, u32) {
    narrow(long_vbr6(cursor, at))
}

#[inline(never)]
fn narrow_rest(cursor: &Cursor<'_>, at: u64, width: u32, first: u32) -> (u64, u32) {
    narrow(rest(cursor, at, width, u64::from(first)))
}

#[inline(never)]
fn vbr_rest(cursor: &Cursor<'_>, at: u64, width: u32, first: u64) -> (u64, u64) {
    rest(cursor, at, width, first)
}

/// Reads the chunks of a number after the first, which does not end it. Returns the position after
/// it, and the number.
#[inline(always)]
fn rest(cursor: &Cursor<'_>, at: u64, width: u32, first: u64) -> (u64, u64) {
    let mut window = BitWindow::default();
    window.move_to(at);
    let more = 1u64 << (width - 1);
    let mut value = first;
    let mut shift = width - 1;
    // A payload has up to 31 bits, so that at first none can be lost.
    while shift <= 32 {
        let chunk = window.fixed(cursor, width);
        value |= (chunk & (more - 1)) << shift;
        if chunk & more == 0 {
            if chunk == 0 {
                cursor.count_overlong(&window);
            }
            return (window.at(), value);
        }
        shift += width - 1;
    }
    high_chunks(cursor, window.at(), width, value, shift)
}

/// Reads the chunks of a number that may have more than 64 bits. `value` has the bits below
/// `shift`.
#[inline(never)]
fn high_chunks(
    cursor: &Cursor<'_>,
    at: u64,
    width: u32,
    mut value: u64,
    mut shift: u32,
) -> (u64, u64) {
    let mut window = BitWindow::default();
    window.move_to(at);
    let more = 1u64 << (width - 1);
    loop {
        let chunk = window.fixed(cursor, width);
        let payload = chunk & (more - 1);
        let shifted = if shift < 64 { payload << shift } else { 0 };
        if payload != 0 && (shift >= 64 || shifted >> shift != payload) {
            return (OVERFLOW, 0);
        }
        value |= shifted;
        if chunk & more == 0 {
            if payload == 0 {
                cursor.count_overlong(&window);
            }
            return (window.at(), value);
        }
        // Stays small: beyond 64 only zeros are legal, and how many makes no difference.
        shift = (shift + width - 1).min(64);
    }
}

/// Moves past the end if a number has more than 32 bits.
fn narrow((at, value): (u64, u64)) -> (u64, u32) {
    let at = if value > u64::from(u32::MAX) {
        OVERFLOW
    } else {
        at
    };
    (at, value as u32)
}

/// Position of a window after a number of more than 64 bits: past every end, with room for whatever
/// is read after it.
pub(crate) const OVERFLOW: u64 = 1 << 62;

/// The high bits of four chunks of 6 bits.
const HIGH_BITS: u32 = 0x82_0820;
/// Every second of four payloads of 5 bits at steps of 6, and the others.
const EVEN: u32 = 0x1f | 0x1f << 12;
const ODD: u32 = EVEN << 6;

#[cfg(test)]
mod tests {
    use crate::ErrorKind;
    use crate::cursor::Cursor;
    use crate::cursor::tests::pack;

    #[test]
    fn windows_agree_with_single_reads() {
        let mut numbers = Vec::new();
        // Values of every length, packed one after the other by hand.
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
        let mut window = cursor.window();
        for &number in &numbers {
            assert_eq!(window.vbr6(&cursor), number);
        }
        cursor.finish(window).unwrap();
        assert_eq!(cursor.overlong_count(), 0);
        let mut single = Cursor::new(&bytes, 0);
        for &number in &numbers {
            assert_eq!(single.vbr(6).unwrap(), number);
        }
        assert_eq!(cursor.position(), single.position());
    }

    #[test]
    fn chunks_of_every_width_give_numbers_of_every_length() {
        for width in 2..=32_u32 {
            let more = 1_u64 << (width - 1);
            let numbers: Vec<u64> = (0..64).map(|length| u64::MAX >> (63 - length)).collect();
            let mut stream = Vec::new();
            for &number in &numbers {
                let mut rest = number;
                while rest >= more {
                    stream.push((rest & (more - 1) | more, width));
                    rest >>= width - 1;
                }
                stream.push((rest, width));
            }
            let bytes = pack(&stream);
            let mut cursor = Cursor::new(&bytes, 0);
            let (mask, more) = ((2 * more - 1) as u32, more as u32);
            let mut window = cursor.window();
            for &number in &numbers {
                assert_eq!(window.chunks(&cursor, width as u8, mask, more), number);
            }
            cursor.finish(window).unwrap();
            assert_eq!(cursor.overlong_count(), 0);
            let cursor = Cursor::new(&bytes, 0);
            let mut window = cursor.window();
            for &number in &numbers {
                let found = window.narrow_chunks(&cursor, width as u8, mask, more);
                match u32::try_from(number) {
                    Ok(number) => assert_eq!(found, number),
                    Err(_) => break,
                }
            }
            assert!(!cursor.clone().advance(window), "{width}");
        }
    }

    #[test]
    fn a_window_past_the_end_is_an_error() {
        let cursor = Cursor::new(&[0xff; 3], 0);
        let mut window = cursor.window();
        for _ in 0..20 {
            window.vbr6(&cursor);
        }
        assert_eq!(
            cursor.clone().finish(window).unwrap_err().kind(),
            ErrorKind::EndOfStream
        );
    }
}
