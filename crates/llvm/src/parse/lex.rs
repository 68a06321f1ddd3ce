//! Tokens: one pass over the bytes of the text.
//!
//! A token is a kind and a range of the text; names and strings are decoded where they are needed.
//! Comments and white space produce no tokens.

use std::borrow::Cow;

use super::error::{Result, SyntaxErrorKind as E, fault};

/// A kind of token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A keyword, a simple type or `...`.
    Word,
    /// A name followed by a colon, which is not part of the range.
    Label,
    /// `%name` or `%"name"`.
    Local,
    /// `%12`
    LocalNumber,
    /// `@name` or `@"name"`.
    Global,
    /// `@12`
    GlobalNumber,
    /// `$name` or `$"name"`.
    Comdat,
    /// `!name`
    Metadata,
    /// `#12`
    Group,
    /// `^12`
    Summary,
    /// Decimal digits, possibly with a sign.
    Integer,
    /// A decimal number with a point.
    Float,
    /// `0x` and hexadecimal digits, optionally with one of the letters `KLMHR` between them.
    Hex,
    /// A string; the quotes are part of the range.
    String,
    /// One character.
    Symbol(u8),
    /// The end of the text.
    End,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// Returns true if an unquoted name may contain this character.
const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

/// Splits a text of less than 4 GiB into tokens. The last one is [`Kind::End`].
pub(super) fn tokens(text: &[u8]) -> Result<Vec<Token>> {
    let mut lexer = Lexer { text, at: 0 };
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next()?;
        tokens.push(token);
        if token.kind == Kind::End {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_while(&mut self, accepts: impl Fn(u8) -> bool) {
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|&byte| !accepts(byte));
        self.at += length.unwrap_or(rest.len());
    }

    fn skip_blanks(&mut self) {
        loop {
            self.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0C | 0x0B));
            if self.peek(0) != b';' {
                return;
            }
            self.skip_while(|byte| byte != b'\n');
        }
    }

    fn next(&mut self) -> Result<Token> {
        self.skip_blanks();
        let start = self.at;
        let kind = match self.text.get(start) {
            None => Kind::End,
            Some(&first) => self.kind(first)?,
        };
        let end = self.at;
        if kind == Kind::Label {
            self.at += 1;
        }
        Ok(Token {
            kind,
            start: start as u32,
            end: end as u32,
        })
    }

    fn kind(&mut self, first: u8) -> Result<Kind> {
        match first {
            b'"' => {
                self.quoted()?;
                Ok(if self.peek(0) == b':' {
                    Kind::Label
                } else {
                    Kind::String
                })
            }
            b'%' => self.named(Kind::Local, Kind::LocalNumber),
            b'@' => self.named(Kind::Global, Kind::GlobalNumber),
            b'$' if !self.is_label() => self.named(Kind::Comdat, Kind::Symbol(b'$')),
            b'!' => {
                self.at += 1;
                let next = self.peek(0);
                if !next.is_ascii_digit() && (is_name(next) || next == b'\\') {
                    self.skip_while(|byte| is_name(byte) || byte == b'\\');
                    return Ok(Kind::Metadata);
                }
                Ok(Kind::Symbol(b'!'))
            }
            b'#' => Ok(self.numbered(Kind::Group, b'#')),
            b'^' => Ok(self.numbered(Kind::Summary, b'^')),
            _ if is_name(first) || first == b'+' => Ok(self.word_or_number(first)),
            b'=' | b',' | b'*' | b'[' | b']' | b'{' | b'}' | b'(' | b')' | b'<' | b'>' | b':'
            | b'|' | b'\\' | b'/' => {
                self.at += 1;
                Ok(Kind::Symbol(first))
            }
            _ => {
                let message = if first.is_ascii_graphic() {
                    format!("unexpected character '{}'", char::from(first))
                } else {
                    format!("unexpected byte 0x{first:02X}")
                };
                fault(E::BadCharacter, self.at as u32, message)
            }
        }
    }

    /// Moves past a quoted string.
    fn quoted(&mut self) -> Result<()> {
        let start = self.at;
        self.at += 1;
        self.skip_while(|byte| byte != b'"');
        if self.at == self.text.len() {
            return fault(E::BadString, start as u32, "the string is not closed");
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a name or number after its sigil.
    fn named(&mut self, named: Kind, numbered: Kind) -> Result<Kind> {
        self.at += 1;
        match self.peek(0) {
            b'"' => {
                self.quoted()?;
                Ok(named)
            }
            digit if digit.is_ascii_digit() => {
                self.skip_while(|byte| byte.is_ascii_digit());
                Ok(numbered)
            }
            first if is_name(first) => {
                self.skip_while(is_name);
                Ok(named)
            }
            _ => {
                let message = "expected a name or a number after this sign";
                fault(E::Unexpected, self.at as u32 - 1, message)
            }
        }
    }

    fn numbered(&mut self, kind: Kind, sign: u8) -> Kind {
        self.at += 1;
        if !self.peek(0).is_ascii_digit() {
            return Kind::Symbol(sign);
        }
        self.skip_while(|byte| byte.is_ascii_digit());
        kind
    }

    /// Returns true if a label begins here.
    fn is_label(&self) -> bool {
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|&byte| !is_name(byte));
        end.is_some_and(|end| end > 0 && rest[end] == b':')
    }

    fn word_or_number(&mut self, first: u8) -> Kind {
        let start = self.at;
        self.skip_while(is_name);
        if self.at > start && self.peek(0) == b':' {
            return Kind::Label;
        }
        let signed = matches!(first, b'-' | b'+');
        let digits = &self.text[start + usize::from(signed)..];
        if !digits.first().is_some_and(u8::is_ascii_digit) {
            if first == b'+' {
                self.at = start + 1;
                return Kind::Symbol(b'+');
            }
            return Kind::Word;
        }
        self.at = start;
        if digits.starts_with(b"0x") && !signed {
            self.at += 2;
            self.skip_while(|byte| byte.is_ascii_alphanumeric());
            return Kind::Hex;
        }
        self.at += usize::from(signed);
        self.skip_while(|byte| byte.is_ascii_digit());
        if self.peek(0) != b'.' {
            return Kind::Integer;
        }
        self.at += 1;
        self.skip_while(|byte| byte.is_ascii_digit());
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                self.at += 1 + sign;
                self.skip_while(|byte| byte.is_ascii_digit());
            }
        }
        Kind::Float
    }
}

/// Decodes the escapes in a string. A backslash followed by two hexadecimal digits or by another
/// backslash stands for one byte.
pub(super) fn unescaped(text: &[u8]) -> Cow<'_, [u8]> {
    without_escapes(text, true)
}

/// Decodes escapes as LLVM 2.0 did, where two backslashes are two characters.
pub(super) fn hexadecimal_unescaped(text: &[u8]) -> Cow<'_, [u8]> {
    without_escapes(text, false)
}

fn without_escapes(text: &[u8], pairs: bool) -> Cow<'_, [u8]> {
    if !text.contains(&b'\\') {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        let digit = |ahead: usize| {
            let digit = char::from(*text.get(at + ahead)?);
            digit.to_digit(16)
        };
        if byte != b'\\' {
            bytes.push(byte);
        } else if pairs && text.get(at) == Some(&b'\\') {
            bytes.push(b'\\');
            at += 1;
        } else if let (Some(high), Some(low)) = (digit(0), digit(1)) {
            bytes.push((high << 4 | low) as u8);
            at += 2;
        } else {
            bytes.push(b'\\');
        }
    }
    Cow::Owned(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        let tokens = tokens(text.as_bytes()).expect("it can be read");
        let all = tokens.iter();
        all.map(|token| (token.kind, &text[token.start as usize..token.end as usize]))
            .collect()
    }

    #[test]
    fn names_numbers_and_labels_are_told_apart() {
        use Kind as K;
        let found =
            kinds("%a.1 %\"a b\" %7 @7 $c !d #4 ^5 -x: 1.5e+3 -12 0xK4000 \"q\": ... ; end");
        let expected = [
            (K::Local, "%a.1"),
            (K::Local, "%\"a b\""),
            (K::LocalNumber, "%7"),
            (K::GlobalNumber, "@7"),
            (K::Comdat, "$c"),
            (K::Metadata, "!d"),
            (K::Group, "#4"),
            (K::Summary, "^5"),
            (K::Label, "-x"),
            (K::Float, "1.5e+3"),
            (K::Integer, "-12"),
            (K::Hex, "0xK4000"),
            (K::Label, "\"q\""),
            (K::Word, "..."),
            (K::End, ""),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn escapes_are_two_digits() {
        assert_eq!(&*hexadecimal_unescaped(b"\\\\\\41"), b"\\\\A");
        assert_eq!(&*unescaped(b"a\\22\\\\\\5C\\zz"), b"a\"\\\\\\zz");
    }
}
