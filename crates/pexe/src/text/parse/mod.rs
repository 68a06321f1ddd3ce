//! Assembles PNaClAsm to a file.
//!
//! The text is parsed in one pass, from left to right, without a list of tokens. Each construct
//! becomes a value of [`crate::construct`], which defines the layout of records. This module
//! handles the grammar, names and types of values. The text repeats information that the file has
//! only once, and checks that both agree. Records are buffered until the whole text is parsed, and
//! are then written.
//!
//! | file | contents |
//! |---|---|
//! | `listing` | the columns of a listing |
//! | `types` | types in the text, and their indices |
//! | `block` | blocks, abbreviations, and the items that all blocks can contain |
//! | `module`, `constants` | types, functions, globals, symbols; constants |
//! | `function`, `instruction`, `words` | bodies and their values; instructions, the words that they begin with |
//! | `record_buffer` | the records until they can be written |
//!
//! Invariants:
//!
//! * the file contains only information from the text;
//! * the text does not contradict the file: types and names are checked. The validity of the file
//!   is not checked here;
//! * there is no recursion for nested text, and memory is proportional to the length of the text.

mod block;
mod constants;
mod function;
mod instruction;
mod listing;
mod module;

mod record_buffer;
mod types;
mod words;

pub use listing::is_listing;
pub use record_buffer::default_width;

use super::error::{
    Fault, MAX_SYNTAX_ERRORS, Result, SyntaxErrorKind, SyntaxErrors, errors_of, fault,
};
use super::scan::Scanner;
use block::{Open, Visible};
use function::Body;
use listing::Listing;
use module::ModuleState;
use record_buffer::{RecordAt, RecordBuffer};
use types::Types;

/// Returns true if a text looks like assembly: it is a listing, or starts with a module block after
/// optional comments.
pub fn is_pnaclasm(text: &[u8]) -> bool {
    let mut scan = Scanner::new(text);
    scan.word() == b"module" && matches!(scan.peek(), b'{') || is_listing(text)
}

/// The standard header of version 2 files, which is used if the text has no header comment.
pub const DEFAULT_HEADER: [u8; 16] = *b"PEXE\x01\x00\x08\x00\x11\x00\x04\x00\x02\x00\x00\x00";

/// An assembled file.
#[derive(Clone, Debug)]
pub struct Assembled {
    /// The file.
    pub bytes: Vec<u8>,
    /// The source map from the file to the text.
    pub map: SourceMap,
}

/// Maps positions in the file to places in the text.
#[derive(Clone, Debug)]
pub struct SourceMap {
    /// The start in bits of each block, definition, record and end of a block, and the offset in
    /// the text of its source; in ascending order of both.
    items: Vec<(u64, u32)>,
}

impl SourceMap {
    /// Returns the offset in the text of the source for a position in bits. Returns `None` for bits
    /// outside all blocks.
    pub fn offset(&self, position: u64) -> Option<usize> {
        let behind = self.items.partition_point(|&(start, _)| start <= position);
        let &(_, offset) = self.items.get(behind.checked_sub(1)?)?;
        (offset != u32::MAX).then_some(offset as usize)
    }
}

/// Assembles PNaClAsm or a listing.
///
/// The validity of the file is not checked. Verify it if it must be valid.
///
/// # Errors
///
/// Fails with all errors in the text, at most [`MAX_SYNTAX_ERRORS`].
pub fn assemble(text: &[u8]) -> std::result::Result<Assembled, SyntaxErrors> {
    let failed = |faults| Err(errors_of(text, faults));
    if u32::try_from(text.len()).is_err() {
        let message = "the text is larger than 4 GiB, the limit";
        return failed(vec![Fault {
            kind: SyntaxErrorKind::TooLong,
            at: 0,
            message: message.into(),
        }]);
    }
    if !is_listing(text) {
        return assemble_plain(text, None).map_err(|faults| errors_of(text, faults));
    }
    let listing = match Listing::read(text) {
        Ok(listing) => listing,
        Err(fault) => return failed(vec![*fault]),
    };
    match assemble_plain(&listing.assembly, Some(&listing)) {
        Ok(mut assembled) => {
            for (_, at) in &mut assembled.map.items {
                if *at != u32::MAX {
                    *at = listing.source(*at);
                }
            }
            Ok(assembled)
        }
        Err(mut faults) => {
            for fault in &mut faults {
                fault.at = listing.source(fault.at);
            }
            failed(faults)
        }
    }
}

fn assemble_plain(
    text: &[u8],
    listing: Option<&Listing<'_>>,
) -> std::result::Result<Assembled, Vec<Fault>> {
    let mut parser = Parser::new(text, listing);
    parser.all();
    if !parser.faults.is_empty() {
        return Err(parser.faults);
    }
    let listed = listing.and_then(|listing| listing.header.clone());
    let header = parser.header.or(listed);
    let header = header.as_deref().unwrap_or(&DEFAULT_HEADER);
    let (bytes, items) = parser.buffer.write(header, &parser.scan.facts.trailing)?;
    Ok(Assembled {
        bytes,
        map: SourceMap { items },
    })
}

/// The state of the parser.
#[derive(Debug)]
struct Parser<'a> {
    scan: Scanner<'a>,
    listing: Option<&'a Listing<'a>>,
    /// The row of the listing that was used last.
    row: usize,
    buffer: RecordBuffer,
    types: Types,
    module: ModuleState,
    body: Body,
    /// The open blocks, the innermost one last.
    open: Vec<Open>,
    /// The number of abbreviations for each block ID.
    visible: Visible,
    header: Option<Vec<u8>>,
    /// The operands of the current construct; a member so that its memory is reused.
    operands: Vec<u64>,
    /// The numbers of the current record column; a member so that its memory is reused.
    column: Vec<u64>,
    /// The difference between written and correct numbers of names, for example 2 if the value
    /// `%v5` is called `%v7`. Only changes of it are reported.
    misnamed: i64,
    /// The parts with errors. Later errors that refer to these parts may be consequences, and are
    /// not reported.
    damage: Damage,
    /// True while an instruction that defines a value is parsed.
    in_value: bool,
    /// The first block in a place where no valid file has one. The end of the enclosing block may
    /// be missing.
    misplaced: Option<Misplaced>,
    faults: Vec<Fault>,
}

/// Flags for errors in definitions that other items refer to.
#[derive(Debug, Default)]
struct Damage {
    /// An error outside functions, which all later items may refer to.
    module: bool,
    /// An error in the current function.
    body: bool,
}

/// A block in an invalid place.
#[derive(Clone, Copy, Debug)]
struct Misplaced {
    at: u32,
    id: u32,
    parent: u32,
}

impl<'a> Parser<'a> {
    fn new(text: &'a [u8], listing: Option<&'a Listing<'a>>) -> Parser<'a> {
        Parser {
            scan: Scanner::new(text),
            listing,
            row: 0,
            buffer: RecordBuffer::default(),
            types: Types::new(),
            module: ModuleState::default(),
            body: Body::default(),
            open: Vec::new(),
            visible: Visible::default(),
            header: None,
            operands: Vec::new(),
            column: Vec::new(),
            misnamed: 0,
            damage: Damage::default(),
            in_value: false,
            misplaced: None,
            faults: Vec::new(),
        }
    }

    /// Parses the whole text.
    fn all(&mut self) {
        self.scan.peek();
        self.header = self.scan.facts.header.take();
        while !self.scan.at_end() && self.faults.len() < MAX_SYNTAX_ERRORS {
            if std::mem::take(&mut self.scan.facts.record) {
                let at = self.scan.here();
                self.note(
                    SyntaxErrorKind::BadFact,
                    at,
                    "the comment with a record before this line does not follow a record",
                );
            }
            if let Err(fault) = self.item() {
                let (kind, at) = (fault.kind, fault.at);
                self.report(*fault);
                if kind != SyntaxErrorKind::Unexpected || !self.end_before_definition(at) {
                    self.scan.recover();
                }
            }
            if let Some(at) = self.scan.facts.bad.take() {
                self.note(
                    SyntaxErrorKind::BadFact,
                    at,
                    "a comment with information about the file is malformed",
                );
            }
        }
        if self.faults.is_empty() {
            let end = self.scan.here();
            self.check_end(end);
        }
    }

    /// Checks that no block is open at the end of the text.
    fn check_end(&mut self, end: u32) {
        let Some(open) = self.open.last() else {
            return;
        };
        let (kind, name) = (SyntaxErrorKind::UnexpectedEnd, block::title(open.id));
        match self.misplaced {
            // The brace is missing at that place, not at the end.
            Some(Misplaced { at, id, parent }) => {
                let (inner, outer) = (block::title(id), block::title(parent));
                let message = format!(
                    "{name} is still open at the end of the text; {inner} begins here inside \
                     {outer}, expected `}}` before it to close {outer}"
                );
                self.note(kind, at, &message);
            }
            None => {
                let message = format!("the text ends here, expected `}}` to close {name}");
                self.note(kind, end, &message);
            }
        }
    }

    /// Ends a block that must not contain functions if a function definition follows, because its
    /// closing brace is missing. Returns true if it ended the block.
    #[cold]
    fn end_before_definition(&mut self, at: u32) -> bool {
        let unended = self.open.last().is_some_and(|open| {
            use crate::construct::block_id::{GLOBALS, SYMBOLS, TYPES};
            matches!(open.id, TYPES | GLOBALS | SYMBOLS)
        });
        let found = unended && matches!(self.scan.word_at(at), b"define" | b"declare");
        if found {
            self.scan.cursor.go_to(at);
            self.exit_block(at);
        }
        found
    }

    /// Parses a semicolon. If it is missing at the end of a line, the error is reported there, and
    /// parsing continues as if it were present.
    #[inline]
    fn semicolon(&mut self) -> Result<()> {
        if self.scan.eat(b';') {
            return Ok(());
        }
        self.missing_semicolon()
    }

    #[cold]
    fn missing_semicolon(&mut self) -> Result<()> {
        let Some(end) = self.scan.end_of_last_line() else {
            return self.scan.expect(b';');
        };
        self.faults.push(Fault {
            kind: SyntaxErrorKind::Unexpected,
            at: end,
            message: "found the end of the line, expected `;`".to_owned(),
        });
        Ok(())
    }

    /// Reports an error, unless it may be a consequence of an earlier one. After an invalid or
    /// wrongly named definition, the meaning of names is uncertain.
    #[cold]
    fn report(&mut self, fault: Fault) {
        use SyntaxErrorKind::*;
        let in_body = self.in_function();
        let damaged = self.damage.module || in_body && self.damage.body;
        let kind = fault.kind;
        let follows = match kind {
            // After an error, every brace may be a wrong one.
            Unexpected if self.open.is_empty() => !self.faults.is_empty(),
            WrongName | UnknownName | UnknownAbbreviation | NoSuchFunction | WrongType => damaged,
            // Otherwise each use of a missing type would be an error.
            UndefinedType => {
                self.damage.module || {
                    let mut earlier = self.faults.iter().filter(|other| other.kind == kind);
                    earlier.any(|other| other.message == fault.message)
                }
            }
            _ => false,
        };
        // An invalid instruction still defines its value.
        let defines = in_body && self.open.last().is_some_and(block::Open::is_function);
        let damages = match kind {
            Unexpected | BadString => !(defines && self.in_value),
            // Uses of types do not refer to the names of their definitions.
            WrongName if self.open.last().is_some_and(block::Open::is_types) => false,
            WrongName | NoSuchFunction | WrongResult => true,
            UndefinedType => in_body,
            _ => false,
        };
        if damages && in_body {
            self.damage.body = true;
        } else if damages {
            self.damage.module = true;
        }
        if !follows {
            self.faults.push(fault);
        }
    }

    /// Returns true if a function block is open.
    fn in_function(&self) -> bool {
        self.open.iter().any(block::Open::is_function)
    }

    /// Reports an error, and continues parsing.
    #[cold]
    fn note(&mut self, kind: SyntaxErrorKind, at: u32, message: &str) {
        self.report(Fault {
            kind,
            at,
            message: message.to_owned(),
        });
    }

    /// Checks that the number in the name of a definition is its index.
    #[inline]
    fn check_name(&mut self, name: super::scan::Name, prefix: [u8; 2], index: usize) {
        let off = i64::from(name.index) - index as i64;
        if name.prefix != prefix || off != self.misnamed {
            self.wrong_name(name, prefix, index);
        }
    }

    #[cold]
    fn wrong_name(&mut self, name: super::scan::Name, prefix: [u8; 2], index: usize) {
        if name.prefix == prefix {
            self.misnamed = i64::from(name.index) - index as i64;
            // Names may be correct again.
            if self.misnamed == 0 {
                return;
            }
        }
        let [mark, letter] = prefix.map(char::from);
        self.note(
            SyntaxErrorKind::WrongName,
            name.at,
            &format!("found {name}, expected {mark}{letter}{index}, the next of its kind"),
        );
    }

    /// Parses an alignment in bytes.
    fn alignment(&mut self) -> Result<crate::inst::Alignment> {
        let at = self.scan.here();
        let bytes = self.scan.number()?;
        let code = match bytes {
            0 => 0,
            _ if bytes.is_power_of_two() => u64::from(bytes.trailing_zeros()) + 1,
            _ => u64::MAX,
        };
        match crate::inst::Alignment::from_code(code) {
            Some(alignment) => Ok(alignment),
            None => fault(
                SyntaxErrorKind::NumberRange,
                at,
                format!("found alignment {bytes}, expected 0 or a power of two up to 2**29"),
            ),
        }
    }
}
