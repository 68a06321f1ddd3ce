//! The output buffer of the printer. Numbers are written directly, without `fmt`.

use crate::error::{Error, ErrorKind};

/// The decimal digits of 0 to 99, two for each.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + number as u8 / 10, b'0' + number as u8 % 10];
        number += 1;
    }
    pairs
};

const HEXADECIMAL: &[u8; 16] = b"0123456789ABCDEF";

/// A text buffer with a maximum length.
///
/// Writing does not check the limit. Code that writes in a loop whose length is not bounded by the
/// size of the module must call [`Out::check`].
#[derive(Debug)]
pub(super) struct Out {
    pub(super) bytes: Vec<u8>,
    limit: usize,
}

impl Out {
    /// Writes bytes, escaped for use between quotation marks.
    pub(super) fn escaped_string(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match byte {
                b'"' | b'\\' => self.escaped(byte),
                b' '..=b'~' => self.byte(byte),
                _ => self.escaped(byte),
            }
        }
    }

    /// A buffer without a limit, for text that is never longer than the module itself.
    pub(super) fn unlimited() -> Out {
        Out::new(usize::MAX)
    }

    pub(super) fn new(limit: usize) -> Out {
        Out {
            bytes: Vec::new(),
            limit,
        }
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// Lowers the limit to this number if it is higher.
    pub(super) fn lower_limit(&mut self, limit: usize) {
        self.limit = self.limit.min(limit);
    }

    /// Fails if the text would be longer than allowed with `more` further bytes.
    #[inline]
    pub(super) fn check(&self, more: usize) -> Result<(), Error> {
        if self.bytes.len().saturating_add(more) > self.limit {
            return Err(self.too_long());
        }
        Ok(())
    }

    #[cold]
    fn too_long(&self) -> Error {
        Error::new(
            ErrorKind::TextTooLong,
            format!(
                "the text is longer than {} bytes, because shared parts of types and constants are \
                 written at every use",
                self.limit
            ),
        )
    }

    #[inline]
    pub(super) fn put(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
    }

    #[inline]
    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Writes a number in decimal.
    #[inline]
    pub(super) fn decimal(&mut self, number: u64) {
        if number < 10 {
            self.bytes.push(b'0' + number as u8);
        } else if number < 100 {
            self.bytes.extend_from_slice(&PAIRS[number as usize]);
        } else {
            self.long_decimal(number);
        }
    }

    fn long_decimal(&mut self, mut number: u64) {
        // The largest number has 20 digits.
        let mut digits = [0; 20];
        let mut start = digits.len();
        while number >= 100 {
            start -= 2;
            digits[start..start + 2].copy_from_slice(&PAIRS[(number % 100) as usize]);
            number /= 100;
        }
        if number >= 10 {
            start -= 2;
            digits[start..start + 2].copy_from_slice(&PAIRS[number as usize]);
        } else {
            start -= 1;
            digits[start] = b'0' + number as u8;
        }
        self.bytes.extend_from_slice(&digits[start..]);
    }

    /// Writes a number in decimal, with its sign if it is negative.
    #[inline]
    pub(super) fn signed(&mut self, number: i64) {
        if number < 0 {
            self.bytes.push(b'-');
        }
        self.decimal(number.unsigned_abs());
    }

    /// Writes a number in hexadecimal, without leading zeros.
    pub(super) fn hexadecimal(&mut self, number: u64) {
        let digits = (64 - (number | 1).leading_zeros()).div_ceil(4);
        for digit in (0..digits).rev() {
            let value = number >> (digit * 4) & 15;
            self.bytes.push(HEXADECIMAL[value as usize]);
        }
    }

    /// Writes a byte as a backslash and two hexadecimal digits.
    pub(super) fn escaped(&mut self, byte: u8) {
        self.bytes.extend_from_slice(&[
            b'\\',
            HEXADECIMAL[usize::from(byte >> 4)],
            HEXADECIMAL[usize::from(byte & 15)],
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(write: impl FnOnce(&mut Out)) -> String {
        let mut out = Out::unlimited();
        write(&mut out);
        String::from_utf8(out.bytes).expect("digits are ASCII")
    }

    #[test]
    fn numbers_are_written_as_fmt_writes_them() {
        for shift in 0..64 {
            for number in [1_u64 << shift, (1 << shift) - 1, u64::MAX >> shift] {
                assert_eq!(text(|out| out.decimal(number)), number.to_string());
                let signed = number as i64;
                assert_eq!(text(|out| out.signed(signed)), signed.to_string());
                assert_eq!(text(|out| out.hexadecimal(number)), format!("{number:X}"));
            }
        }
        assert_eq!(text(|out| out.hexadecimal(0)), "0");
        assert_eq!(text(|out| out.escaped(0xA7)), "\\A7");
    }

    #[test]
    fn more_than_the_limit_is_an_error() {
        let mut out = Out::new(3);
        out.put(b"abc");
        assert!(out.check(0).is_ok());
        assert!(out.check(1).is_err());
        assert!(out.check(usize::MAX).is_err());
    }
}
