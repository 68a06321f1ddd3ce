//! A writer of bits, low bit of each byte first, as the container wants them.
//!
//! It writes what it is told: numbers of any width, so that wrong files can
//! be made as easily as right ones.

/// Bytes under construction, filled from the lowest bit up.
#[derive(Clone, Default, Debug)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// Bits of the last byte that are used, 0 when it is full.
    used: u32,
}

impl BitWriter {
    /// A writer with nothing written.
    pub fn new() -> BitWriter {
        BitWriter::default()
    }

    /// How many bits have been written.
    pub fn position(&self) -> u64 {
        let whole = self.bytes.len() as u64 * 8;
        if self.used == 0 {
            whole
        } else {
            whole - 8 + u64::from(self.used)
        }
    }

    /// Writes the low `width` bits of a number, at most 64.
    pub fn fixed(&mut self, value: u64, width: u32) {
        let mut written = 0;
        while written < width {
            if self.used == 0 {
                self.bytes.push(0);
            }
            let count = (8 - self.used).min(width - written);
            let piece = (value >> written) as u8 & (0xff >> (8 - count));
            let last = self.bytes.last_mut().expect("a byte was pushed");
            *last |= piece << self.used;
            self.used = (self.used + count) % 8;
            written += count;
        }
    }

    /// Writes a number in chunks of `width` bits, 2 to 64, each with a
    /// continuation bit on top.
    pub fn vbr(&mut self, mut value: u64, width: u32) {
        let payload = width - 1;
        while value >> payload != 0 {
            self.fixed(value, payload);
            self.fixed(1, 1);
            value >>= payload;
        }
        self.fixed(value, width);
    }

    /// Writes zero bits up to the next multiple of 32.
    pub fn align_to_word(&mut self) {
        let rest = (self.position() % 32) as u32;
        if rest != 0 {
            self.fixed(0, 32 - rest);
        }
    }

    /// Appends whole bytes.
    ///
    /// # Panics
    ///
    /// If the position is not at the start of a byte.
    pub fn bytes(&mut self, bytes: &[u8]) {
        assert_eq!(
            self.used, 0,
            "bytes can only be appended at a byte boundary"
        );
        self.bytes.extend_from_slice(bytes);
    }

    /// Replaces the 32-bit word that starts at a bit position.
    ///
    /// # Panics
    ///
    /// If the position is not at the start of a byte, or the word is not there
    /// yet.
    pub fn replace_word(&mut self, position: u64, word: u32) {
        assert!(
            position.is_multiple_of(8),
            "a word starts at a byte boundary"
        );
        let start = (position / 8) as usize;
        self.bytes[start..start + 4].copy_from_slice(&word.to_le_bytes());
    }

    /// Everything that was written; the unused bits of the last byte are zero.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// The number that stands for a character in the char6 encoding.
pub fn char6(character: u64) -> Option<u64> {
    const ALPHABET: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    let index = ALPHABET
        .iter()
        .position(|&letter| u64::from(letter) == character)?;
    Some(index as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_fill_bytes_from_the_low_end() {
        let mut writer = BitWriter::new();
        writer.fixed(0b101, 3);
        writer.fixed(0x3ff, 10);
        assert_eq!(writer.position(), 13);
        writer.align_to_word();
        assert_eq!(writer.finish(), [0b1111_1101, 0b0001_1111, 0, 0]);
    }

    #[test]
    fn a_vbr_number_takes_as_many_chunks_as_it_needs() {
        let chunks = |value| {
            let mut writer = BitWriter::new();
            writer.vbr(value, 6);
            writer.position() / 6
        };
        assert_eq!(chunks(0), 1);
        assert_eq!(chunks(31), 1);
        assert_eq!(chunks(32), 2);
        assert_eq!(chunks(u64::MAX), 13);
    }

    #[test]
    fn char6_covers_letters_digits_dot_and_underscore() {
        assert_eq!(char6(u64::from(b'a')), Some(0));
        assert_eq!(char6(u64::from(b'_')), Some(63));
        assert_eq!(char6(u64::from(b'-')), None);
        assert_eq!(char6(0x161), None);
    }
}
