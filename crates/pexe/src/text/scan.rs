//! Splits PNaClAsm into words, numbers and names.
//!
//! The scanner builds no list of tokens. The parser requests the token that it expects next, and
//! white space and comments are skipped. Some comments contain facts about the file that the text
//! cannot express otherwise. [`Facts`] stores these until the construct before them is complete.

use crate::text::error::{Result, SyntaxErrorKind, fault};
use pinnacle_base::cursor::{self, Cursor};

/// Facts about the last construct, from comments after it.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// The width from `// abbreviation width = N`, and the offset of the comment.
    pub(crate) width: Option<(u64, u32)>,
    /// True if there was a `// record <...>` comment. Its numbers are in [`Facts::numbers`].
    pub(crate) record: bool,
    /// The numbers of the last record.
    pub(crate) numbers: Vec<u64>,
    /// The bytes from `// header ...`, which precede the first block.
    pub(crate) header: Option<Vec<u8>>,
    /// The bytes from `// trailing ...`, which follow the last block.
    pub(crate) trailing: Vec<u8>,
    /// The offset of a comment that starts like one of these but is malformed.
    pub(crate) bad: Option<u32>,
}

/// A name such as `%v12`: its prefix and its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    /// The two characters before the number.
    pub(crate) prefix: [u8; 2],
    /// The number.
    pub(crate) index: u32,
    /// The offset of its start.
    pub(crate) at: u32,
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [mark, letter] = self.prefix.map(char::from);
        write!(f, "{mark}{letter}{}", self.index)
    }
}

/// An integer in the text. -0 differs from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Integer {
    pub(crate) negative: bool,
    pub(crate) magnitude: u64,
}

impl Integer {
    /// Returns the value.
    pub(crate) fn value(self) -> i128 {
        let magnitude = i128::from(self.magnitude);
        if self.negative { -magnitude } else { magnitude }
    }
}

impl std::fmt::Display for Integer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.negative { "-" } else { "" })?;
        write!(f, "{}", self.magnitude)
    }
}

/// Reads words at a position in the text.
#[derive(Debug)]
pub(crate) struct Scanner<'a> {
    pub(crate) cursor: Cursor<'a>,
    pub(crate) facts: Facts,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Scanner<'a> {
        Scanner {
            cursor: Cursor::new(text),
            facts: Facts::default(),
        }
    }

    /// Skips white space and comments. Returns the next byte, or zero at the end.
    #[inline]
    pub(crate) fn peek(&mut self) -> u8 {
        loop {
            match self.cursor.byte() {
                b' ' | b'\n' | b'\t' | b'\r' => self.cursor.skip(1),
                b'/' if self.cursor.byte_at(1) == b'/' => self.comment(),
                other => return other,
            }
        }
    }

    /// Returns the byte after the next one.
    #[inline]
    pub(crate) fn second(&mut self) -> u8 {
        self.peek();
        self.cursor.byte_at(1)
    }

    /// Returns a copy of the scanner, which can read ahead.
    pub(crate) fn lookahead(&self) -> Scanner<'a> {
        Scanner {
            cursor: self.cursor.clone(),
            facts: Facts::default(),
        }
    }

    /// Returns the offset of the next word.
    #[inline]
    pub(crate) fn here(&mut self) -> u32 {
        self.peek();
        self.cursor.position()
    }

    /// Returns true at the end of the text.
    pub(crate) fn at_end(&mut self) -> bool {
        self.peek();
        self.cursor.is_at_end()
    }

    /// Skips a symbol if it is next. Returns false otherwise.
    #[inline]
    pub(crate) fn eat(&mut self, symbol: u8) -> bool {
        self.peek();
        self.cursor.eat(symbol)
    }

    /// Skips a symbol, which must be next.
    #[inline]
    pub(crate) fn expect(&mut self, symbol: u8) -> Result<()> {
        if self.eat(symbol) {
            return Ok(());
        }
        self.unexpected(&format!("`{}`", char::from(symbol)))
    }

    /// Reads the next word. Returns an empty one if there is no word.
    #[inline]
    pub(crate) fn word(&mut self) -> &'a [u8] {
        self.peek();
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        self.cursor.take_while(is_part)
    }

    /// Skips a word, which must be next.
    #[inline]
    pub(crate) fn expect_word(&mut self, expected: &str) -> Result<()> {
        let at = self.here();
        if self.word() == expected.as_bytes() {
            return Ok(());
        }
        self.unexpected_at(at, &format!("`{expected}`"))
    }

    /// Reads a name such as `%v12`.
    #[inline]
    pub(crate) fn name(&mut self) -> Result<Name> {
        let at = self.here();
        let mark = self.cursor.byte();
        let letter = self.cursor.byte_at(1);
        if !matches!(mark, b'%' | b'@') || !letter.is_ascii_lowercase() {
            return self.unexpected("a name such as `%v0` or `@f0`");
        }
        self.cursor.skip(2);
        let has_digits = self.cursor.byte().is_ascii_digit();
        match self.cursor.decimal().map(u32::try_from) {
            Some(Ok(index)) if has_digits => Ok(Name {
                prefix: [mark, letter],
                index,
                at,
            }),
            _ => self.bad_name(at),
        }
    }

    #[cold]
    fn bad_name<T>(&self, at: u32) -> Result<T> {
        fault(
            SyntaxErrorKind::Unexpected,
            at,
            format!(
                "found {}, expected a name: two characters and a number of 32 bits",
                self.quote(at)
            ),
        )
    }

    /// Reads an abbreviation in angle brackets if it is next. A type may begin with the same
    /// bracket.
    #[inline]
    pub(crate) fn abbreviation(&mut self) -> Result<Option<Name>> {
        if self.peek() != b'<' {
            return Ok(None);
        }
        let start = self.cursor.position();
        self.cursor.skip(1);
        if !matches!(self.peek(), b'@' | b'%') {
            self.cursor.go_to(start);
            return Ok(None);
        }
        let name = self.name()?;
        self.expect(b'>')?;
        Ok(Some(name))
    }

    /// Reads a number in angle brackets if it is next.
    pub(crate) fn block_width(&mut self) -> Result<Option<u64>> {
        if self.peek() != b'<' {
            return Ok(None);
        }
        let start = self.cursor.position();
        self.cursor.skip(1);
        if self.peek().is_ascii_digit() {
            let number = self.number()?;
            if self.eat(b'>') {
                return Ok(Some(number));
            }
        }
        self.cursor.go_to(start);
        Ok(None)
    }

    /// Reads an unsigned number.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<u64> {
        if !self.peek().is_ascii_digit() {
            return self.unexpected("a number");
        }
        let start = self.cursor.position();
        match self.cursor.decimal() {
            Some(number) => Ok(number),
            None => self.number_too_large(start, "a number of 64 bits"),
        }
    }

    /// Reads a 32-bit number.
    pub(crate) fn number32(&mut self) -> Result<u32> {
        let at = self.here();
        let number = self.number()?;
        match u32::try_from(number) {
            Ok(number) => Ok(number),
            Err(_) => self.number_too_large(at, "a number of 32 bits"),
        }
    }

    #[cold]
    fn number_too_large<T>(&self, at: u32, expected: &str) -> Result<T> {
        fault(
            SyntaxErrorKind::NumberRange,
            at,
            format!("found {}, expected {expected}", self.quote(at)),
        )
    }

    /// Reads an unsigned number, which is hexadecimal if it begins with `0x`.
    pub(crate) fn hexadecimal_or_decimal(&mut self) -> Result<u64> {
        let at = self.here();
        if !self.cursor.rest().starts_with(b"0x") {
            return self.number();
        }
        let mut digits = Cursor::new(&self.word()[2..]);
        let has_digits = !digits.is_at_end();
        match digits.hexadecimal() {
            Some(number) if has_digits && digits.is_at_end() => Ok(number),
            _ => self.number_too_large(at, "a number of 64 bits"),
        }
    }

    /// Reads a byte in two hexadecimal digits.
    pub(crate) fn hexadecimal_byte(&mut self) -> Result<u8> {
        let at = self.here();
        let digits = self.word();
        match cursor::hexadecimal_byte(digits) {
            Some(byte) if digits.len() == 2 => Ok(byte),
            _ => self.unexpected_at(at, "a byte of two hexadecimal digits, or `;`"),
        }
    }

    /// Reads an integer with an optional sign.
    pub(crate) fn integer(&mut self) -> Result<Integer> {
        Ok(Integer {
            negative: self.eat(b'-'),
            magnitude: self.number()?,
        })
    }

    /// Reads the longest sequence of characters that can occur in a floating-point number.
    pub(crate) fn float_literal(&mut self) -> &'a str {
        self.peek();
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b".+-".contains(&byte);
        str::from_utf8(self.cursor.take_while(is_part))
            .expect("letters, digits and signs are ASCII")
    }

    /// Reads a string in quotation marks, and appends its bytes as numbers.
    pub(crate) fn string(&mut self, bytes: &mut Vec<u64>) -> Result<()> {
        let start = self.here();
        self.expect(b'"')?;
        loop {
            match self.cursor.byte() {
                b'"' => break,
                b'\\' => bytes.push(self.escape()?.into()),
                b'\n' | 0 if self.cursor.is_at_end() || self.cursor.byte() == b'\n' => {
                    return fault(
                        SyntaxErrorKind::BadString,
                        start,
                        "the string is not closed on its line",
                    );
                }
                byte => bytes.push(byte.into()),
            }
            self.cursor.skip(1);
        }
        self.cursor.skip(1);
        Ok(())
    }

    /// Reads an escape sequence. The position is then at its last character.
    fn escape(&mut self) -> Result<u8> {
        let start = self.cursor.position();
        self.cursor.skip(1);
        match self.cursor.byte() {
            b'n' => Ok(b'\n'),
            b't' => Ok(b'\t'),
            b'r' => Ok(b'\r'),
            symbol @ (b'"' | b'\\') => Ok(symbol),
            _ => {
                self.cursor.eat(b'x');
                let Some(byte) = cursor::hexadecimal_byte(self.cursor.rest()) else {
                    return fault(
                        SyntaxErrorKind::BadString,
                        start,
                        "unknown escape; the escapes are \\\\ \\\" \\n \\t \\r and two hexadecimal \
                         digits",
                    );
                };
                self.cursor.skip(1);
                Ok(byte)
            }
        }
    }

    /// Returns the error for unexpected text at the current position.
    #[cold]
    pub(crate) fn unexpected<T>(&mut self, expected: &str) -> Result<T> {
        let at = self.here();
        self.unexpected_at(at, expected)
    }

    /// Returns the error for unexpected text at an offset.
    #[cold]
    pub(crate) fn unexpected_at<T>(&self, at: u32, expected: &str) -> Result<T> {
        if at as usize >= self.cursor.text().len() {
            return fault(
                SyntaxErrorKind::UnexpectedEnd,
                at,
                format!("the text ends here, expected {expected}"),
            );
        }
        fault(
            SyntaxErrorKind::Unexpected,
            at,
            format!("found {}, expected {expected}", self.quote(at)),
        )
    }

    /// Returns the text at an offset for a message.
    #[cold]
    pub(crate) fn quote(&self, at: u32) -> String {
        let rest = self.cursor.text().get(at as usize..).unwrap_or_default();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
        let sign = rest
            .first()
            .is_some_and(|byte| matches!(byte, b'%' | b'@' | b'-'));
        let skip = usize::from(sign);
        let tail = rest.get(skip..).unwrap_or_default();
        let len = tail
            .iter()
            .take(40)
            .take_while(|byte| is_part(byte))
            .count();
        let text = if len == 0 {
            let text = String::from_utf8_lossy(&rest[..rest.len().min(4)]);
            text.chars().take(1).collect()
        } else {
            String::from_utf8_lossy(&rest[..skip + len]).into_owned()
        };
        format!("`{}`", text.escape_debug())
    }

    /// Returns the word at an offset.
    #[cold]
    pub(crate) fn word_at(&self, at: u32) -> &'a [u8] {
        let mut there = self.lookahead();
        there.cursor.go_to(at);
        there.word()
    }

    /// Returns the end of the last line with text other than comments, if the next token is on a
    /// later line.
    #[cold]
    pub(crate) fn end_of_last_line(&mut self) -> Option<u32> {
        let mut end = self.here() as usize;
        let mut passed = false;
        loop {
            let before = &self.cursor.text()[..end];
            let start = before.iter().rposition(|&byte| byte == b'\n');
            let line = &before[start.map_or(0, |at| at + 1)..];
            let used = without_comment(line).trim_ascii_end().len();
            if used > 0 {
                return passed.then_some((end - line.len() + used) as u32);
            }
            end = start?;
            passed = true;
        }
    }

    /// Skips the rest of a construct with an error: up to the next `;`, past a balanced pair of
    /// braces, or up to the brace that ends the block.
    #[cold]
    pub(crate) fn recover(&mut self) {
        let mut depth = 0usize;
        while !self.at_end() {
            match self.cursor.byte() {
                b';' if depth == 0 => {
                    self.cursor.skip(1);
                    return;
                }
                b'{' => depth += 1,
                b'}' if depth == 0 => return,
                b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        self.cursor.skip(1);
                        return;
                    }
                }
                b'"' => {
                    // An unterminated string ends at the end of its line.
                    let _ = self.string(&mut Vec::new());
                    continue;
                }
                _ => {}
            }
            self.cursor.skip(1);
        }
    }

    /// Skips the rest of the line after an error, or up to the brace that ends the block.
    #[cold]
    pub(crate) fn recover_record(&mut self) {
        let goes_on = |byte: u8| !matches!(byte, b'\n' | b'}');
        self.cursor.take_while(goes_on);
    }

    /// Skips a comment and stores the fact in it, if any.
    #[cold]
    fn comment(&mut self) {
        let start = self.cursor.clone();
        let line = self.cursor.take_line()[2..].trim_ascii();
        let after = |word: &str| line.strip_prefix(word.as_bytes());
        if after("record <").is_some() {
            // A long record may continue in further comments.
            match self.record_numbers(start.clone()) {
                Some(end) => self.cursor = end,
                None => self.facts.bad = Some(start.position()),
            }
        } else if let Some(width) = after("abbreviation width = ") {
            let number = str::from_utf8(width)
                .ok()
                .and_then(|text| text.parse().ok());
            match number {
                Some(number) => self.facts.width = Some((number, start.position())),
                None => self.facts.bad = Some(start.position()),
            }
        } else if let Some(bytes) = after("header ").and_then(hexadecimal) {
            self.facts.header = Some(bytes);
        } else if let Some(bytes) = after("trailing ").and_then(hexadecimal) {
            self.facts.trailing.extend(bytes);
        }
    }

    /// Reads the numbers of a record in comments. Returns the position after the `>`.
    fn record_numbers(&mut self, mut cursor: Cursor<'a>) -> Option<Cursor<'a>> {
        let numbers = &mut self.facts.numbers;
        numbers.clear();
        cursor.take_while(|byte| byte != b'<');
        cursor.skip(1);
        while !cursor.eat(b'>') {
            match cursor.byte() {
                b'0'..=b'9' => numbers.push(cursor.decimal()?),
                b' ' | b',' | b'/' | b'\n' | b'\r' | b'\t' => cursor.skip(1),
                _ => return None,
            }
        }
        self.facts.record = !numbers.is_empty();
        Some(cursor)
    }
}

/// Returns a line without its comment. A comment cannot begin inside a string.
fn without_comment(line: &[u8]) -> &[u8] {
    let mut quoted = false;
    let mut at = 0;
    while at < line.len() {
        match line[at] {
            b'"' => quoted = !quoted,
            b'\\' if quoted => at += 1,
            b'/' if !quoted && line.get(at + 1) == Some(&b'/') => return &line[..at],
            _ => {}
        }
        at += 1;
    }
    line
}

/// Parses bytes that are written as pairs of hexadecimal digits separated by spaces. Returns `None`
/// for any other comment.
fn hexadecimal(text: &[u8]) -> Option<Vec<u8>> {
    let text = str::from_utf8(text).ok()?;
    text.split_ascii_whitespace()
        .map(|pair| cursor::hexadecimal_byte(pair.as_bytes()).filter(|_| pair.len() == 2))
        .collect()
}
