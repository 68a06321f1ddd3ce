//! A position in the bytes of a text, for scanners.
//!
//! The scanner of a language builds on it, and defines the separators, the words and names, and the
//! error messages.

/// A position in a text of at most 4 GiB. It never passes the end.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// Returns a cursor at the start of a text.
    pub fn new(text: &'a [u8]) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    /// Returns the whole text.
    #[inline]
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Returns the remaining bytes.
    #[inline]
    pub fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    /// Returns the bytes between an earlier position and this one.
    #[inline]
    pub fn since(&self, start: u32) -> &'a [u8] {
        &self.text[start as usize..self.at]
    }

    /// Returns the position, in bytes from the start of the text.
    #[inline(always)]
    pub fn position(&self) -> u32 {
        self.at as u32
    }

    /// Returns true if nothing follows.
    #[inline(always)]
    pub fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Returns the byte here, or zero at the end.
    #[inline(always)]
    pub fn byte(&self) -> u8 {
        self.byte_at(0)
    }

    /// Returns the byte at a distance from here, or zero after the end.
    #[inline(always)]
    pub fn byte_at(&self, distance: usize) -> u8 {
        self.text.get(self.at + distance).copied().unwrap_or(0)
    }

    /// Moves to a position in the text.
    #[inline]
    pub fn go_to(&mut self, at: u32) {
        self.at = at as usize;
        debug_assert!(self.at <= self.text.len(), "a place of the text");
    }

    /// Skips bytes, which must exist.
    #[inline(always)]
    pub fn skip(&mut self, count: usize) {
        self.at += count;
        debug_assert!(self.at <= self.text.len(), "what is passed is there");
    }

    /// Takes a nonzero byte if it is the next one. Returns true if it was.
    #[inline(always)]
    pub fn eat(&mut self, byte: u8) -> bool {
        let found = self.byte() == byte;
        self.skip(usize::from(found));
        found
    }

    /// Takes all bytes that satisfy a condition.
    #[inline(always)]
    pub fn take_while(&mut self, is_part: impl Fn(u8) -> bool) -> &'a [u8] {
        let start = self.at;
        while self.text.get(self.at).is_some_and(|&byte| is_part(byte)) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// Takes the rest of the line, up to its line break.
    #[inline]
    pub fn take_line(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let line = rest.iter().position(|&byte| byte == b'\n');
        let line = &rest[..line.unwrap_or(rest.len())];
        self.at += line.len();
        line
    }

    /// Takes the decimal digits at the cursor. Returns zero if there are none, `None` if the number
    /// does not fit in 64 bits.
    #[inline]
    pub fn decimal(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        while self.byte().is_ascii_digit() {
            let digit = u64::from(self.byte() - b'0');
            let next = number.checked_mul(10).and_then(|n| n.checked_add(digit));
            let Some(next) = next else {
                self.take_while(|byte| byte.is_ascii_digit());
                return None;
            };
            number = next;
            self.at += 1;
        }
        Some(number)
    }

    /// Takes the hexadecimal digits at the cursor. Returns zero if there are none, `None` if the
    /// number does not fit in 64 bits.
    pub fn hexadecimal(&mut self) -> Option<u64> {
        let digits = self.take_while(|byte| byte.is_ascii_hexdigit());
        digits.iter().try_fold(0_u64, |number, &byte| {
            let digit = char::from(byte).to_digit(16)?;
            (number >> 60 == 0).then_some(number << 4 | u64::from(digit))
        })
    }
}

/// Parses the two hexadecimal digits at the start of a text as a byte.
pub fn hexadecimal_byte(text: &[u8]) -> Option<u8> {
    let digit = |place: usize| char::from(*text.get(place)?).to_digit(16);
    Some((digit(0)? << 4 | digit(1)?) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_after_the_end_are_zero() {
        let mut cursor = Cursor::new(b"ab");
        assert_eq!((cursor.byte(), cursor.byte_at(2)), (b'a', 0));
        assert_eq!(cursor.take_while(|_| true), b"ab");
        assert!(cursor.is_at_end() && !cursor.eat(b'b'));
        assert_eq!((cursor.byte(), cursor.rest()), (0, &b""[..]));
    }

    #[test]
    fn lines_end_before_their_breaks() {
        let mut cursor = Cursor::new(b"one\ntwo");
        assert_eq!(cursor.take_line(), b"one");
        assert_eq!(cursor.take_line(), b"");
        assert!(cursor.eat(b'\n'));
        assert_eq!(cursor.take_line(), b"two");
        assert_eq!(cursor.since(2), b"e\ntwo");
    }

    #[test]
    fn numbers_have_64_bits_and_all_their_digits_are_taken() {
        for (text, number) in [
            ("018446744073709551615;", Some(u64::MAX)),
            ("18446744073709551616;", None),
            ("184467440737095516150000;", None),
            (";", Some(0)),
        ] {
            let mut cursor = Cursor::new(text.as_bytes());
            assert_eq!((cursor.decimal(), cursor.byte()), (number, b';'), "{text}");
        }
        for (text, number) in [
            ("0fFfFfFfFfFfFfFfF;", Some(u64::MAX)),
            ("10000000000000000;", None),
        ] {
            let mut cursor = Cursor::new(text.as_bytes());
            let read = cursor.hexadecimal();
            assert_eq!((read, cursor.byte()), (number, b';'), "{text}");
        }
    }

    #[test]
    fn a_byte_is_two_hexadecimal_digits() {
        assert_eq!(hexadecimal_byte(b"aF9"), Some(0xaf));
        for text in ["", "1", "g1", "1g", "+1"] {
            assert_eq!(hexadecimal_byte(text.as_bytes()), None, "{text}");
        }
    }
}
