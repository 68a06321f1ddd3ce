//! Errors of assembly: a stable code, a sentence, a line and a column.

use crate::kinds::kinds;
use std::fmt;

/// How many errors of one text are kept; reading ends there.
pub const MAX_SYNTAX_ERRORS: usize = 100;

/// How much of a long line is shown around an error, in characters.
const SHOWN: usize = 100;

kinds! {
    /// What is wrong with assembly. Each kind has a stable code; the wording of
    /// messages may change.
    SyntaxErrorKind;

    /// Something else stands where the language expects a certain symbol, word,
    /// name, type or value.
    Unexpected = "A0101",
    /// The text ends in the middle of something.
    UnexpectedEnd = "A0102",
    /// A number that is too large for what it says.
    NumberRange = "A0103",
    /// A string or quoted name that does not end.
    BadString = "A0104",
    /// The text is larger than 4 GiB.
    TooLong = "A0105",
    /// An instruction that does not exist.
    UnknownInstruction = "A0106",
    /// A type, global or target behind the first function.
    Misplaced = "A0107",
    /// A block without a terminator at its end.
    UnterminatedBlock = "A0108",

    /// A value, global or function that nothing defines.
    UndefinedValue = "A0201",
    /// A type that nothing defines.
    UndefinedType = "A0202",
    /// A block that the function does not have.
    UndefinedBlock = "A0203",
    /// A second definition of the same name and type.
    Redefinition = "A0204",

    /// A type that stands for itself, or is made of what it cannot be made of.
    IllegalType = "A0301",
    /// A reference to an enclosing type where there are not so many.
    BadUpReference = "A0302",
    /// So many different unnamed recursive types that making equal ones one
    /// would take too long.
    TooManyRecursiveTypes = "A0303",

    /// A value of another type than that which must stand there.
    WrongType = "A0401",
    /// A type for which there is no such operation.
    WrongOperation = "A0402",
    /// A constant that its type cannot hold.
    ConstantRange = "A0403",
    /// More or fewer elements, fields or arguments than the type has.
    WrongCount = "A0404",
    /// An index of `getelementptr` that leads nowhere.
    BadIndex = "A0405",
    /// A name for an instruction without a result, or for void.
    NameOfNothing = "A0406",
}

/// Something wrong with a text, and where.
#[derive(Clone, PartialEq, Eq)]
pub struct SyntaxError(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: SyntaxErrorKind,
    message: String,
    place: Place,
}

/// A place in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// The line itself, or the part of a long one that is around the column.
    /// Control characters but tabs are replaced.
    pub source: String,
    /// How many characters of `source` stand before the column.
    pub caret: usize,
}

impl Place {
    /// The place of a byte of a text; behind the end is the end.
    pub fn of(text: &[u8], offset: usize) -> Place {
        let offset = offset.min(text.len());
        let line = text[..offset].iter().filter(|&&byte| byte == b'\n').count();
        Place::on_line(text, offset, line)
    }

    /// The same, with the number of line breaks before it known.
    fn on_line(text: &[u8], offset: usize, line: usize) -> Place {
        let (before, behind) = text.split_at(offset);
        let start = before.iter().rposition(|&byte| byte == b'\n');
        let start = start.map_or(0, |at| at + 1);
        // Of a line that is far too long only what is near is looked at.
        let near = offset.saturating_sub(16 * SHOWN).max(start);
        let behind = &behind[..behind.len().min(16 * SHOWN)];
        let end = behind.iter().position(|&byte| byte == b'\n');
        let end = offset + end.unwrap_or(behind.len());
        let column = characters(&text[near..offset]);
        let from = if column > SHOWN * 3 / 4 {
            column - SHOWN / 2
        } else {
            0
        };
        let shown = String::from_utf8_lossy(&text[near..end]);
        // What is no text may have sequences that a terminal obeys.
        let source = shown.trim_end_matches('\r').chars();
        let source = source.skip(from).take(SHOWN).map(|c| match c {
            '\t' => c,
            _ if c.is_control() => char::REPLACEMENT_CHARACTER,
            _ => c,
        });
        let column_number = characters(&text[start..near]) + column + 1;
        Place {
            line: u32::try_from(line + 1).unwrap_or(u32::MAX),
            column: u32::try_from(column_number).unwrap_or(u32::MAX),
            source: source.collect(),
            caret: column - from,
        }
    }

    /// The source line with a caret under the column, as two lines that end
    /// with a line break each. Tabs of the source stay tabs.
    pub fn picture(&self) -> String {
        let lead = self.source.chars().take(self.caret);
        let lead: String = lead.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let pad = " ".repeat(self.caret.saturating_sub(lead.chars().count()));
        format!("  {}\n  {lead}{pad}^\n", self.source)
    }
}

/// How many characters bytes are, at most one for each byte.
fn characters(bytes: &[u8]) -> usize {
    // Bytes that continue a character begin with the bits 10.
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

impl SyntaxError {
    /// What is wrong.
    pub fn kind(&self) -> SyntaxErrorKind {
        self.0.kind
    }

    /// The stable code of the kind.
    pub fn code(&self) -> &'static str {
        self.0.kind.code()
    }

    /// Where.
    pub fn place(&self) -> &Place {
        &self.0.place
    }

    /// A sentence for people, without code and place.
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column, .. } = self.place();
        write!(f, "{} at {line}:{column}: {}", self.code(), self.message())
    }
}

impl fmt::Debug for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for SyntaxError {}

/// All that is wrong with a text, in its order; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxErrors {
    errors: Vec<SyntaxError>,
}

impl SyntaxErrors {
    /// Errors from faults; the text is looked through once for their lines.
    #[cold]
    pub(crate) fn new(text: &[u8], mut faults: Vec<Fault>) -> SyntaxErrors {
        assert!(!faults.is_empty(), "there is something wrong");
        faults.sort_by_key(|fault| fault.at);
        faults.truncate(MAX_SYNTAX_ERRORS);
        let (mut line, mut seen) = (0, 0);
        let errors = faults.into_iter().map(|fault| {
            let offset = (fault.at as usize).min(text.len());
            let passed = &text[seen..offset];
            line += passed.iter().filter(|&&byte| byte == b'\n').count();
            seen = offset;
            SyntaxError(Box::new(Inner {
                kind: fault.kind,
                message: fault.message,
                place: Place::on_line(text, offset, line),
            }))
        });
        SyntaxErrors {
            errors: errors.collect(),
        }
    }

    /// The error that comes first in the text.
    pub fn first(&self) -> &SyntaxError {
        &self.errors[0]
    }

    /// All errors in the order of the text.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &SyntaxError> {
        self.errors.iter()
    }
}

impl fmt::Display for SyntaxErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first())?;
        match self.errors.len() - 1 {
            0 => Ok(()),
            1 => f.write_str(" (and 1 more error)"),
            more => write!(f, " (and {more} more errors)"),
        }
    }
}

impl std::error::Error for SyntaxErrors {}

/// An error while the text is being read: its place is a byte offset.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) kind: SyntaxErrorKind,
    pub(crate) at: u32,
    pub(crate) message: String,
}

/// What reading returns: an error is one word.
pub(crate) type Result<T> = std::result::Result<T, Box<Fault>>;

/// An error at a byte of the text.
#[cold]
pub(crate) fn fault<T>(kind: SyntaxErrorKind, at: u32, message: impl Into<String>) -> Result<T> {
    Err(Box::new(Fault {
        kind,
        at,
        message: message.into(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_word() {
        assert_eq!(size_of::<SyntaxError>(), size_of::<usize>());
        assert_eq!(size_of::<Result<u8>>(), 2 * size_of::<usize>());
    }

    #[test]
    fn codes_are_unique_and_sorted() {
        let codes: Vec<_> = SyntaxErrorKind::ALL
            .iter()
            .map(|kind| kind.code())
            .collect();
        assert!(codes.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn columns_count_characters() {
        let text = "first\n  \u{e4}\u{f6} here\r\nlast".as_bytes();
        let place = Place::of(text, text.iter().position(|&b| b == b'h').unwrap());
        assert_eq!((place.line, place.column), (2, 6));
        assert_eq!(place.source, "  \u{e4}\u{f6} here");
        assert_eq!(place.picture(), "    \u{e4}\u{f6} here\n       ^\n");
        assert_eq!(Place::of(text, 1000).line, 3);
    }

    #[test]
    fn of_a_long_line_a_part_is_shown() {
        let text = "x".repeat(100_000);
        for offset in [0, 70, 80, 5000, 99_999, 100_000] {
            let place = Place::of(text.as_bytes(), offset);
            assert_eq!(place.column as usize, offset + 1);
            assert!(place.source.len() <= SHOWN);
            assert!(place.caret <= place.source.len());
        }
    }

    #[test]
    fn a_terminal_is_told_nothing_by_the_line() {
        let place = Place::of(b"\x1b[2Jab\x00\tc", 6);
        assert_eq!(place.source, "\u{fffd}[2Jab\u{fffd}\tc");
        assert_eq!(place.column, 7);
    }
}
