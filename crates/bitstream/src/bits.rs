//! A buffer for writing bits.

/// A byte buffer, filled from the lowest bit of each byte up, as the container requires.
///
/// It checks nothing; [`Writer`](crate::Writer) enforces the rules.
#[derive(Clone, Default, Debug)]
pub struct BitBuffer {
    bytes: Vec<u8>,
    /// The bits after the bytes, the lowest first.
    pending: u64,
    /// Number of these bits, 0 to 63.
    count: u32,
}

impl BitBuffer {
    /// A buffer with nothing in it.
    pub fn new() -> BitBuffer {
        BitBuffer::default()
    }

    /// Number of bits written so far.
    #[inline]
    pub fn position(&self) -> u64 {
        self.bytes.len() as u64 * 8 + u64::from(self.count)
    }

    /// Writes the low bits of a number, `width` of them, 0 to 64.
    #[inline]
    pub fn fixed(&mut self, value: u64, width: u32) {
        debug_assert!(width <= 64, "a number has 64 bits");
        let value = value & low_bits(width);
        self.pending |= value << self.count;
        let count = self.count + width;
        if count < 64 {
            self.count = count;
            return;
        }
        self.bytes.extend_from_slice(&self.pending.to_le_bytes());
        // Keeps the bits that did not fit. A shift by all 64 bits leaves none.
        self.pending = value.checked_shr(64 - self.count).unwrap_or(0);
        self.count = count - 64;
    }

    /// Writes a number in chunks of `width` bits, 2 to 64, each with a
    /// continuation bit on top.
    #[inline]
    pub fn vbr(&mut self, mut value: u64, width: u32) {
        debug_assert!((2..=64).contains(&width), "a chunk holds a bit and a flag");
        let payload = width - 1;
        let more = 1 << payload;
        while value >> payload != 0 {
            self.fixed(value | more, width);
            value >>= payload;
        }
        self.fixed(value, width);
    }

    /// Writes zero bits up to the next multiple of 32.
    pub fn align_to_word(&mut self) {
        let past = (self.position() % 32) as u32;
        if past != 0 {
            self.fixed(0, 32 - past);
        }
    }

    /// Appends whole bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        if self.count.is_multiple_of(8) {
            self.flush();
            self.bytes.extend_from_slice(bytes);
        } else {
            for &byte in bytes {
                self.fixed(u64::from(byte), 8);
            }
        }
    }

    /// Replaces the 32-bit word that starts at a bit position.
    ///
    /// # Panics
    ///
    /// Panics if the position is not at the start of a byte, or the word is not there yet.
    pub fn replace_word(&mut self, position: u64, word: u32) {
        assert!(
            position.is_multiple_of(8),
            "a word starts at a byte boundary"
        );
        self.flush();
        let start = (position / 8) as usize;
        self.bytes[start..start + 4].copy_from_slice(&word.to_le_bytes());
    }

    /// Removes everything from a position on.
    ///
    /// # Panics
    ///
    /// Panics if the position was not reached yet.
    pub fn truncate(&mut self, position: u64) {
        assert!(position <= self.position(), "there is nothing to forget");
        self.flush();
        let whole = (position / 8) as usize;
        let count = (position % 8) as u32;
        // The last byte may be among the pending bits rather than the bytes.
        let last = match self.bytes.get(whole) {
            Some(&byte) => u64::from(byte),
            None => self.pending,
        };
        self.bytes.truncate(whole);
        self.pending = last & low_bits(count);
        self.count = count;
    }

    /// Returns the bytes written. The unused bits of the last byte are zero.
    pub fn finish(mut self) -> Vec<u8> {
        self.flush();
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }

    /// Moves the whole bytes among the pending bits to the others.
    fn flush(&mut self) {
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }
}

/// A mask of this number of low bits.
#[inline]
fn low_bits(width: u32) -> u64 {
    !u64::MAX.checked_shl(width).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_fill_bytes_from_the_low_end() {
        let mut buffer = BitBuffer::new();
        buffer.fixed(0b101, 3);
        buffer.fixed(0x3ff, 10);
        assert_eq!(buffer.position(), 13);
        buffer.align_to_word();
        assert_eq!(buffer.finish(), [0b1111_1101, 0b0001_1111, 0, 0]);
    }

    #[test]
    fn numbers_of_all_widths_follow_each_other() {
        let mut buffer = BitBuffer::new();
        let mut expected = Vec::new();
        for width in (0..=64).chain((0..=64).rev()) {
            let value = 0x9e37_79b9_7f4a_7c15u64;
            buffer.fixed(value, width);
            expected.extend((0..width).map(|bit| value >> bit & 1));
        }
        let bytes = buffer.finish();
        let bit = |at: usize| u64::from(bytes[at / 8] >> (at % 8) & 1);
        assert_eq!((0..expected.len()).map(bit).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_vbr_number_takes_as_many_chunks_as_it_needs() {
        let chunks = |value| {
            let mut buffer = BitBuffer::new();
            buffer.vbr(value, 6);
            buffer.position() / 6
        };
        assert_eq!(chunks(0), 1);
        assert_eq!(chunks(31), 1);
        assert_eq!(chunks(32), 2);
        assert_eq!(chunks(u64::MAX), 13);
    }

    #[test]
    fn truncated_bits_leave_no_trace() {
        for position in 0..200 {
            let mut buffer = BitBuffer::new();
            for _ in 0..20 {
                buffer.fixed(0x2aa, 10);
            }
            buffer.truncate(position);
            assert_eq!(buffer.position(), position);
            buffer.fixed(0, 7);
            let bytes = buffer.finish();
            let bit = |at: u64| bytes[(at / 8) as usize] >> (at % 8) & 1 != 0;
            for at in 0..position + 7 {
                assert_eq!(
                    bit(at),
                    at < position && at % 10 % 2 == 1,
                    "{position} {at}"
                );
            }
        }
    }

    #[test]
    fn bytes_and_words_can_stand_anywhere() {
        let mut buffer = BitBuffer::new();
        buffer.fixed(1, 4);
        buffer.bytes(&[0xab]);
        buffer.fixed(0, 4);
        buffer.bytes(&[1, 2, 3, 4, 5]);
        buffer.replace_word(16, 0x0908_0706);
        assert_eq!(buffer.finish(), [0xb1, 0x0a, 6, 7, 8, 9, 5]);
    }
}
