//! The assembler: parses PNaClAsm into a file.
//!
//! The text is read once, from left to right, without a token list. Each construct becomes a value
//! of [`crate::construct`], which handles the layout of records. This module handles the grammar,
//! the names and the types of values: the text repeats facts that the file has only once, and the
//! two must agree. Records are buffered until the whole block is known, and are then written.
//!
//! | file | what |
//! |---|---|
//! | `listing` | the three columns of a listing |
//! | `types` | types as they are written, and their identifiers |
//! | `block` | blocks, abbreviations, and the items that all blocks can contain |
//! | `module`, `constants` | types, functions, globals, symbols; constants |
//! | `function`, `instruction`, `words` | bodies and their values; instructions, the words that they begin with |
//! | `record_buffer` | the records until they can be written |
//!
//! Invariants:
//!
//! * nothing is written that the text does not say;
//! * the text must not contradict the file that is written: types and names are checked. The
//!   validity of the file is not checked here;
//! * nothing recurses on the nesting of the text, and memory is bounded by a
//!   multiple of its length.

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

/// Returns true if a text looks like assembly: it is a listing, or begins with a module block after
/// optional comments.
pub fn is_pnaclasm(text: &[u8]) -> bool {
    let mut scan = Scanner::new(text);
    scan.word() == b"module" && matches!(scan.peek(), b'{') || is_listing(text)
}

/// The header of every version 2 file, which needs no comment.
pub const DEFAULT_HEADER: [u8; 16] = *b"PEXE\x01\x00\x08\x00\x11\x00\x04\x00\x02\x00\x00\x00";

/// A file made from text.
#[derive(Clone, Debug)]
pub struct Assembled {
    /// The file.
    pub bytes: Vec<u8>,
    /// The text that each part of it was made from.
    pub map: SourceMap,
}

/// The places in the text where the parts of a file were written.
#[derive(Clone, Debug)]
pub struct SourceMap {
    /// Starts of blocks, definitions, records and ends of blocks, in bits, with
    /// the bytes of the text where they were written; in the order of both.
    items: Vec<(u64, u32)>,
}

impl SourceMap {
    /// The byte of the text that made the part of the file at a position in bits. Bits after the
    /// last block have none.
    pub fn offset(&self, position: u64) -> Option<usize> {
        let behind = self.items.partition_point(|&(start, _)| start <= position);
        let &(_, offset) = self.items.get(behind.checked_sub(1)?)?;
        (offset != u32::MAX).then_some(offset as usize)
    }
}

/// Makes a file from PNaClAsm, or from a listing.
///
/// The file need not be valid: for that it is to be verified.
///
/// # Errors
///
/// Fails with every error in the text, up to [`MAX_SYNTAX_ERRORS`].
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

/// The state of reading a text.
#[derive(Debug)]
struct Parser<'a> {
    scan: Scanner<'a>,
    listing: Option<&'a Listing<'a>>,
    /// The row of the listing that was looked at last.
    row: usize,
    buffer: RecordBuffer,
    types: Types,
    module: ModuleState,
    body: Body,
    /// The open blocks, the innermost last.
    open: Vec<Open>,
    /// The abbreviations of blocks by kind.
    visible: Visible,
    header: Option<Vec<u8>>,
    /// The operands of the construct at hand, kept for its memory.
    operands: Vec<u64>,
    /// The numbers of the record column at hand, kept for their memory.
    column: Vec<u64>,
    /// Difference between written and actual names, for example 2 where `%v7` is written for the
    /// value that is `%v5`; only a change is reported.
    misnamed: i64,
    /// Parts that could not be read: a later error that refers to one of them may
    /// be a consequence, and is not reported.
    damage: Damage,
    /// True if an instruction is being read that defines a value.
    in_value: bool,
    /// The first block that stands where no valid file has one: maybe the
    /// block around it was not ended.
    misplaced: Option<Misplaced>,
    faults: Vec<Fault>,
}

/// Errors in definitions that others refer to by name or number.
#[derive(Debug, Default)]
struct Damage {
    /// Outside functions: all that follows may refer to it.
    module: bool,
    /// In the function that is being read.
    body: bool,
}

/// A block in a place that is not its own.
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

    /// Reads the whole text.
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

    /// Checks that no block is open where the text ends.
    fn check_end(&mut self, end: u32) {
        let Some(open) = self.open.last() else {
            return;
        };
        let (kind, name) = (SyntaxErrorKind::UnexpectedEnd, block::title(open.id));
        match self.misplaced {
            // The brace is missing there rather than here.
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

    /// Ends a block that cannot hold functions when a definition of one follows, because its
    /// closing brace is missing. Returns true if it did.
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

    /// Takes a semicolon. If one is missing at the end of a line, the error is reported there and
    /// reading continues as if it were present.
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

    /// Records an error, unless it may be a consequence of an earlier one. After a definition that
    /// could not be read or has the wrong name, the meaning of names is uncertain.
    #[cold]
    fn report(&mut self, fault: Fault) {
        use SyntaxErrorKind::*;
        let in_body = self.in_function();
        let damaged = self.damage.module || in_body && self.damage.body;
        let kind = fault.kind;
        let follows = match kind {
            // After an error every brace may be the wrong one.
            Unexpected if self.open.is_empty() => !self.faults.is_empty(),
            WrongName | UnknownName | UnknownAbbreviation | NoSuchFunction | WrongType => damaged,
            // Each use of a type that is missing would be an error.
            UndefinedType => {
                self.damage.module || {
                    let mut earlier = self.faults.iter().filter(|other| other.kind == kind);
                    earlier.any(|other| other.message == fault.message)
                }
            }
            _ => false,
        };
        // An instruction that cannot be read still has its value.
        let defines = in_body && self.open.last().is_some_and(block::Open::is_function);
        let damages = match kind {
            Unexpected | BadString => !(defines && self.in_value),
            // Types are written out where they are used.
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

    /// Returns true if a function is open.
    fn in_function(&self) -> bool {
        self.open.iter().any(block::Open::is_function)
    }

    /// Records an error that does not stop the reading.
    #[cold]
    fn note(&mut self, kind: SyntaxErrorKind, at: u32, message: &str) {
        self.report(Fault {
            kind,
            at,
            message: message.to_owned(),
        });
    }

    /// Checks the name of a definition against its place.
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
            // Names may also be right again.
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

    /// Reads the number of an alignment.
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
