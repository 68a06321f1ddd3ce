//! The lexer: splits the text into words, names and numbers.
//!
//! It builds no token list: the parser requests the token that it expects next. White space and
//! comments are skipped. Positions are byte offsets; lines and columns are computed only when an
//! error is shown.

use super::describe::show;
use crate::text::error::{Result, SyntaxErrorKind, fault};
use pinnacle_base::cursor::{self, Cursor};

/// A reference to a value, type or block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Name<'a> {
    /// By name: any bytes except quotation marks.
    Named(&'a [u8]),
    /// By number, if it has no name. Values of each type are numbered in order.
    Numbered(u32),
}

/// A number in the form in which it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Literal {
    /// A whole number with a sign, or in hexadecimal after `s0x`.
    Signed(i64),
    /// A whole number without a sign, or in hexadecimal after `u0x`.
    Unsigned(u64),
    /// The bits of a `double`.
    Float(u64),
}

/// A name with escapes, and its decoded form.
#[derive(Debug)]
pub(super) struct EscapedName {
    /// Offset of its first quotation mark.
    at: usize,
    name: Vec<u8>,
}

/// Facts about the quotation marks of the text, collected before it is read.
#[derive(Debug, Default)]
pub(super) struct Quotes {
    /// Decoded names of the form `%"..."` that contain backslashes. They are decoded in advance so
    /// that every name is a slice that outlives the parser. Some are in comments or strings and are
    /// never requested.
    pub(super) escaped: Vec<EscapedName>,
    /// True if there is a `""`, which may be a function without a name.
    pub(super) has_empty: bool,
}

impl Quotes {
    /// Looks at all quotation marks of a text.
    pub(super) fn of(text: &[u8]) -> Quotes {
        let mut quotes = Quotes::default();
        let mut end = 0;
        for quote in quotation_marks(text) {
            quotes.has_empty |= text.get(quote + 1) == Some(&b'"');
            if quote < end || quote == 0 || text[quote - 1] != b'%' {
                continue;
            }
            let rest = &text[quote + 1..];
            let Some(length) = rest.iter().position(|&byte| byte == b'"') else {
                break;
            };
            end = quote + 1 + length;
            if rest[..length].contains(&b'\\') {
                quotes.escaped.push(EscapedName {
                    at: quote,
                    name: unescape(&rest[..length]),
                });
            }
        }
        quotes
    }
}

/// Offsets of the quotation marks. The text is searched in chunks, most of which contain none.
fn quotation_marks(text: &[u8]) -> impl Iterator<Item = usize> {
    const PIECE: usize = 256;
    let pieces = text.chunks(PIECE).enumerate();
    pieces
        .filter(|(_, piece)| piece.contains(&b'"'))
        .flat_map(|(number, piece)| {
            let marks = piece.iter().enumerate().filter(|&(_, &byte)| byte == b'"');
            marks.map(move |(place, _)| number * PIECE + place)
        })
}

/// Decodes a string: a backslash followed by two hexadecimal digits stands for the byte with that
/// value. All other bytes stand for themselves.
pub(super) fn unescape(string: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(string.len());
    let mut rest = string;
    while let Some((&first, tail)) = rest.split_first() {
        let escaped = cursor::hexadecimal_byte(tail).filter(|_| first == b'\\');
        bytes.push(escaped.unwrap_or(first));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    bytes
}

/// A position in the text, for reading words.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'a> {
    /// Position of the next read; white space is not yet skipped.
    pub(super) cursor: Cursor<'a>,
    escaped: &'a [EscapedName],
}

impl<'a> Scanner<'a> {
    /// A scanner at the beginning of a text of at most 4 GiB. `escaped` comes from
    /// [`Quotes::escaped`].
    pub(super) fn new(text: &'a [u8], escaped: &'a [EscapedName]) -> Scanner<'a> {
        Scanner {
            cursor: Cursor::new(text),
            escaped,
        }
    }

    /// Skips white space and comments, and returns the byte that follows, or
    /// zero at the end.
    #[inline]
    pub(super) fn peek(&mut self) -> u8 {
        loop {
            match self.cursor.byte() {
                b' ' | b'\n' | b'\t' | b'\r' | 0x0c => self.cursor.skip(1),
                b';' => _ = self.cursor.take_line(),
                other => return other,
            }
        }
    }

    /// Offset of the next word.
    #[inline]
    pub(super) fn here(&mut self) -> u32 {
        self.peek();
        self.cursor.position()
    }

    /// Returns true if nothing follows.
    pub(super) fn at_end(&mut self) -> bool {
        self.peek();
        self.cursor.is_at_end()
    }

    /// Takes a symbol if it comes next.
    #[inline]
    pub(super) fn eat(&mut self, symbol: u8) -> bool {
        self.peek();
        self.cursor.eat(symbol)
    }

    /// Takes a symbol that must come next.
    #[inline]
    pub(super) fn expect(&mut self, symbol: u8) -> Result<()> {
        if self.eat(symbol) {
            return Ok(());
        }
        self.unexpected(&format!("`{}`", char::from(symbol)))
    }

    /// Takes `...` if it comes next.
    pub(super) fn eat_dots(&mut self) -> bool {
        self.peek();
        let found = self.cursor.rest().starts_with(b"...");
        self.cursor.skip(if found { 3 } else { 0 });
        found
    }

    /// Takes the next word of letters, empty if there is none.
    #[inline]
    pub(super) fn word(&mut self) -> &'a [u8] {
        self.peek();
        let is_part = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
        self.cursor.take_while(is_part)
    }

    /// Takes a word if it comes next.
    #[inline]
    pub(super) fn eat_word(&mut self, expected: &[u8]) -> bool {
        let start = self.here();
        let found = self.word() == expected;
        if !found {
            self.cursor.go_to(start);
        }
        found
    }

    /// Takes a word that must come next.
    #[inline]
    pub(super) fn expect_word(&mut self, expected: &str) -> Result<()> {
        if self.eat_word(expected.as_bytes()) {
            return Ok(());
        }
        self.unexpected(&format!("`{expected}`"))
    }

    /// Takes the next run of characters that labels can contain.
    #[inline]
    pub(super) fn label_word(&mut self) -> &'a [u8] {
        self.peek();
        self.cursor.take_while(is_name_byte)
    }

    /// Takes a name such as `%x` or `"two words"`; `None` if there is none. Numbers such as `%4`
    /// cannot be defined explicitly.
    pub(super) fn defined_name(&mut self) -> Result<Option<&'a [u8]>> {
        let at = self.here();
        match self.reference()? {
            None => Ok(None),
            Some(Name::Named(name)) => Ok(Some(name)),
            Some(Name::Numbered(number)) => fault(
                SyntaxErrorKind::Unexpected,
                at,
                format!("expected a name, found `%{number}`, the number of something unnamed"),
            ),
        }
    }

    /// Takes a name or number such as `%x`, `%4` or `"two words"`; `None` if there is none.
    #[inline]
    pub(super) fn reference(&mut self) -> Result<Option<Name<'a>>> {
        match self.peek() {
            b'%' => {}
            b'"' => return self.string().map(|name| Some(Name::Named(name))),
            _ => return Ok(None),
        }
        let at = self.cursor.position();
        match self.cursor.byte_at(1) {
            b'0'..=b'9' => return self.number_behind_percent().map(Some),
            b'"' => return self.escaped_name().map(Some),
            _ => self.cursor.skip(1),
        }
        let name = self.cursor.take_while(is_name_byte);
        if name.is_empty() {
            self.cursor.go_to(at);
            return self.unexpected("a name after `%`");
        }
        Ok(Some(Name::Named(name)))
    }

    /// Takes a name such as `%"\22"`.
    #[cold]
    fn escaped_name(&mut self) -> Result<Name<'a>> {
        self.cursor.skip(1);
        let quote = self.cursor.position() as usize;
        let string = self.string()?;
        let decoded = self.escaped.binary_search_by_key(&quote, |name| name.at);
        Ok(Name::Named(match decoded {
            Ok(place) => &self.escaped[place].name,
            Err(_) => string,
        }))
    }

    fn number_behind_percent(&mut self) -> Result<Name<'a>> {
        let at = self.cursor.position();
        self.cursor.skip(1);
        let number = self.cursor.decimal();
        match number.and_then(|number| u32::try_from(number).ok()) {
            Some(number) => Ok(Name::Numbered(number)),
            None => fault(
                SyntaxErrorKind::NumberRange,
                at,
                "the number of a value or type must be less than 4294967296",
            ),
        }
    }

    /// Takes a string, which must come next. Returns the bytes between the quotation marks,
    /// unchanged.
    pub(super) fn string(&mut self) -> Result<&'a [u8]> {
        let at = self.here();
        if !self.eat(b'"') {
            return self.unexpected("a string");
        }
        let string = self.cursor.take_while(|byte| byte != b'"');
        if !self.cursor.eat(b'"') {
            return fault(SyntaxErrorKind::BadString, at, "the string is not closed");
        }
        Ok(string)
    }

    /// Returns true if a number comes next.
    #[inline]
    pub(super) fn at_number(&mut self) -> bool {
        match self.peek() {
            b'0'..=b'9' => true,
            b'-' | b'+' => self.cursor.byte_at(1).is_ascii_digit(),
            b'u' | b's' => self.cursor.rest()[1..].starts_with(b"0x"),
            _ => false,
        }
    }

    /// Takes the number that comes next.
    pub(super) fn number(&mut self) -> Result<Literal> {
        let at = self.here();
        let first = self.cursor.byte();
        match first {
            b'u' | b's' => {
                self.cursor.skip(3);
                let bits = self.hexadecimal(at)?;
                return Ok(if first == b's' {
                    Literal::Signed(bits as i64)
                } else {
                    Literal::Unsigned(bits)
                });
            }
            b'0' if self.cursor.byte_at(1) == b'x' => {
                self.cursor.skip(2);
                return self.hexadecimal(at).map(Literal::Float);
            }
            b'-' | b'+' => self.cursor.skip(1),
            _ => {}
        }
        let magnitude = self.cursor.decimal();
        if self.cursor.byte() == b'.' && self.cursor.byte_at(1) != b'.' {
            return Ok(self.decimal_fraction(at));
        }
        let literal = match (first, magnitude) {
            (b'+', _) => None,
            (b'-', Some(magnitude)) if magnitude <= 1 << 63 => {
                Some(Literal::Signed(magnitude.wrapping_neg() as i64))
            }
            (b'-', _) | (_, None) => None,
            (_, Some(magnitude)) => Some(Literal::Unsigned(magnitude)),
        };
        match literal {
            Some(literal) => Ok(literal),
            None if first == b'+' => fault(
                SyntaxErrorKind::Unexpected,
                at,
                "only a number with a decimal point may have a plus sign",
            ),
            None => fault(
                SyntaxErrorKind::NumberRange,
                at,
                "the number does not fit in 64 bits",
            ),
        }
    }

    /// Reads a number from its decimal point on. It began at `start`.
    fn decimal_fraction(&mut self, start: u32) -> Literal {
        let is_digit = |byte: u8| byte.is_ascii_digit();
        self.cursor.skip(1);
        self.cursor.take_while(is_digit);
        if matches!(self.cursor.byte(), b'e' | b'E') {
            let sign = usize::from(matches!(self.cursor.byte_at(1), b'-' | b'+'));
            if is_digit(self.cursor.byte_at(1 + sign)) {
                self.cursor.skip(1 + sign);
                self.cursor.take_while(is_digit);
            }
        }
        let number = str::from_utf8(self.cursor.since(start));
        let value: f64 = number.ok().and_then(|number| number.parse().ok()).expect(
            "digits with a point, and an exponent that has digits, are a floating-point number",
        );
        Literal::Float(value.to_bits())
    }

    /// Takes hexadecimal digits; the number began at `start`.
    fn hexadecimal(&mut self, start: u32) -> Result<u64> {
        if !self.cursor.byte().is_ascii_hexdigit() {
            return self.unexpected("hexadecimal digits");
        }
        match self.cursor.hexadecimal() {
            Some(bits) => Ok(bits),
            None => fault(
                SyntaxErrorKind::NumberRange,
                start,
                "the number does not fit in 64 bits",
            ),
        }
    }

    /// Fails because the next token is not the expected one.
    #[cold]
    pub(super) fn unexpected<T>(&mut self, expected: &str) -> Result<T> {
        let at = self.here();
        self.unexpected_at(at, expected)
    }

    /// Fails because the token at a place is not the expected one.
    #[cold]
    pub(super) fn unexpected_at<T>(&self, at: u32, expected: &str) -> Result<T> {
        let rest = &self.cursor.text()[at as usize..];
        if rest.is_empty() {
            return fault(
                SyntaxErrorKind::UnexpectedEnd,
                at,
                format!("expected {expected}, found the end of the text"),
            );
        }
        let found = found(rest);
        fault(
            SyntaxErrorKind::Unexpected,
            at,
            format!("expected {expected}, found {found}"),
        )
    }
}

/// Returns true if a name without quotation marks can contain the byte.
#[inline]
fn is_name_byte(byte: u8) -> bool {
    const NAME_BYTES: [bool; 256] = {
        let mut bytes = [false; 256];
        let mut byte = 0;
        while byte < 256 {
            bytes[byte] = (byte as u8).is_ascii_alphanumeric()
                || matches!(byte as u8, b'-' | b'$' | b'.' | b'_');
            byte += 1;
        }
        bytes
    };
    NAME_BYTES[byte as usize]
}

/// Formats the start of a text for a message.
#[cold]
fn found(text: &[u8]) -> String {
    let in_quotes = text[0] == b'"';
    let length = match text[0] {
        b'"' => text[1..]
            .iter()
            .position(|&byte| byte == b'"')
            .map(|n| n + 2),
        b'%' => text[1..]
            .iter()
            .position(|&byte| !is_name_byte(byte))
            .map(|n| n + 1),
        first if is_name_byte(first) => text.iter().position(|&byte| !is_name_byte(byte)),
        first if first.is_ascii() => Some(1),
        // The rest of a multi-byte character.
        _ => text[1..]
            .iter()
            .position(|&byte| byte & 0xc0 != 0x80)
            .map(|n| n + 1),
    };
    let length = length.unwrap_or(text.len());
    let shown = show(&text[..length]);
    if in_quotes {
        shown
    } else {
        format!("`{shown}`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Option<Literal> {
        Scanner::new(text.as_bytes(), &[]).number().ok()
    }

    #[test]
    fn numbers_are_whole_or_fractions() {
        assert_eq!(number("12 "), Some(Literal::Unsigned(12)));
        assert_eq!(number("-12"), Some(Literal::Signed(-12)));
        assert_eq!(number("u0xFf"), Some(Literal::Unsigned(255)));
        assert_eq!(number("s0xFFFFFFFFFFFFFFFE"), Some(Literal::Signed(-2)));
        for (text, value) in [
            ("1.5", 1.5),
            ("-1.", -1.0),
            ("+2.5e+3", 2500.0),
            ("1.e-2", 0.01),
        ] {
            let bits = f64::to_bits(value);
            assert_eq!(number(text), Some(Literal::Float(bits)), "{text}");
        }
        assert_eq!(number("0x1"), Some(Literal::Float(1)));
    }

    #[test]
    fn numbers_have_64_bits() {
        assert_eq!(
            number("18446744073709551615"),
            Some(Literal::Unsigned(u64::MAX))
        );
        assert_eq!(number("18446744073709551616"), None);
        assert_eq!(
            number("-9223372036854775808"),
            Some(Literal::Signed(i64::MIN))
        );
        assert_eq!(number("-9223372036854775809"), None);
        assert_eq!(number("0x10000000000000000"), None);
    }

    #[test]
    fn names_are_quoted_or_follow_a_percent_sign() {
        let text = b"%a-b.$_1 ; %\"comment\n \"two \\22 words\" %\"\\22\\5c\" %17 x";
        let quotes = Quotes::of(text);
        let mut scanner = Scanner::new(text, &quotes.escaped);
        let mut next = || scanner.reference().unwrap();
        assert_eq!(next(), Some(Name::Named(b"a-b.$_1")));
        assert_eq!(next(), Some(Name::Named(b"two \\22 words")));
        assert_eq!(next(), Some(Name::Named(b"\"\\")));
        assert_eq!(next(), Some(Name::Numbered(17)));
        assert_eq!(next(), None);
    }

    #[test]
    fn long_tokens_are_shortened_in_errors() {
        let found_in = |text: &[u8]| found(text);
        assert_eq!(found_in(b"int%"), "`int`");
        assert_eq!(found_in(b"%name)"), "`%name`");
        assert_eq!(found_in(b"\"a b\" c"), "\"a b\"");
        assert_eq!(found_in("\u{e4}\u{f6}".as_bytes()), "`\u{e4}`");
        assert!(found_in(&[b'x'; 1000]).len() < 100);
    }
}
