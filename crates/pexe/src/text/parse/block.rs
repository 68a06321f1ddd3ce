//! Parses blocks, abbreviations, and the items that all blocks share.

use super::listing::Listing;
use super::record_buffer::BlockAt;
use super::types::TypeRef;
use super::{Misplaced, Parser, RecordAt, default_width};
use crate::construct::codes::constants;
use crate::construct::{
    ConstantConstruct, GlobalConstruct, Instruction, ModuleConstruct, SymbolConstruct,
    TypeConstruct, ValueBase, block_id,
};
use crate::text::error::{Result, SyntaxErrorKind, fault};
use pinnacle_bitstream::limits::MAX_BLOCK_DEPTH;
use pinnacle_bitstream::{Abbreviation, Encoding, Record, predefined};

/// An open block.
#[derive(Debug)]
pub(super) struct Open {
    /// The block ID.
    pub(super) id: u32,
    start: BlockAt,
    /// The width of abbreviation indices, if the text specifies it.
    width: Option<u32>,
    /// Number of abbreviations from the abbreviations block.
    inherited: u32,
    /// Number of abbreviations that the block itself has defined.
    defined: u32,
    /// In the abbreviations block, the block ID of the following definitions.
    target: Option<u32>,
}

impl Open {
    pub(super) fn is_function(&self) -> bool {
        self.id == block_id::FUNCTION
    }

    pub(super) fn is_types(&self) -> bool {
        self.id == block_id::TYPES
    }
}

/// The number of abbreviations that the abbreviations block has defined, for each block ID. A
/// search is fast, because there are few block IDs.
#[derive(Debug, Default)]
pub(super) struct Visible(Vec<(u32, u32)>);

impl Visible {
    fn count(&self, id: u32) -> u32 {
        let entry = self.0.iter().find(|(kind, _)| *kind == id);
        entry.map_or(0, |&(_, count)| count)
    }

    fn add(&mut self, id: u32) {
        match self.0.iter_mut().find(|(kind, _)| *kind == id) {
            Some((_, count)) => *count += 1,
            None => self.0.push((id, 1)),
        }
    }
}

/// Returns the block ID for a word.
fn block_named(word: &[u8]) -> Option<u32> {
    Some(match word {
        b"abbreviations" => block_id::ABBREVIATIONS,
        b"module" => block_id::MODULE,
        b"constants" => block_id::CONSTANTS,
        b"function" => block_id::FUNCTION,
        b"valuesymtab" => block_id::SYMBOLS,
        b"types" => block_id::TYPES,
        b"globals" => block_id::GLOBALS,
        _ => return None,
    })
}

/// Returns the name of a block for messages.
pub(super) fn title(id: u32) -> String {
    match block_named(block_id::name(id).as_bytes()) {
        Some(_) => format!("the {} block", block_id::name(id)),
        None => format!("block {id}"),
    }
}

impl Parser<'_> {
    /// Parses a construct, or the start or end of a block.
    #[inline]
    pub(super) fn item(&mut self) -> Result<()> {
        let kind = self.open.last().map(|open| open.id);
        match kind {
            Some(block_id::FUNCTION) => self.function_item(),
            Some(block_id::CONSTANTS) => self.constants_item(),
            Some(block_id::MODULE) => self.module_item(),
            Some(block_id::TYPES) => self.types_item(),
            Some(block_id::GLOBALS) => self.globals_item(),
            Some(block_id::SYMBOLS) => self.symbols_item(),
            Some(block_id::ABBREVIATIONS) => self.abbreviations_item(),
            Some(_) => self.common_item("a record, a block, or `}`"),
            None => self.outside(),
        }
    }

    /// Parses an item outside all blocks, which must be a block.
    fn outside(&mut self) -> Result<()> {
        let at = self.scan.here();
        if self.scan.eat(b'}') {
            return fault(
                SyntaxErrorKind::Unexpected,
                at,
                "found `}`, but no block is open",
            );
        }
        let word = self.scan.word();
        if self.block_start(word, at)? {
            return Ok(());
        }
        self.scan.unexpected_at(at, "`module {`")
    }

    /// Parses an item that may occur in every block: its end, a nested block, a record as numbers,
    /// or the definition of an abbreviation. `expected` describes the other items that the caller
    /// accepts.
    pub(super) fn common_item(&mut self, expected: &str) -> Result<()> {
        let at = self.scan.here();
        match self.scan.peek() {
            b'}' => {
                self.scan.eat(b'}');
                self.exit_block(at);
                Ok(())
            }
            b'%' => {
                let name = self.scan.name()?;
                if name.prefix != *b"%a" {
                    return self.scan.unexpected_at(at, expected);
                }
                let defined = self.open.last().map_or(0, |open| open.defined);
                self.check_name(name, *b"%a", defined as usize);
                self.definition(at)?;
                if let Some(open) = self.open.last_mut() {
                    open.defined += 1;
                }
                Ok(())
            }
            _ => {
                let word = self.scan.word();
                self.common_word(word, at, expected)
            }
        }
    }

    /// Does the same for an item that begins with this word.
    pub(super) fn common_word(&mut self, word: &[u8], at: u32, expected: &str) -> Result<()> {
        if word == b"record" {
            let numbers = self.record_numbers()?;
            let record = self.buffer.record(at, |operands| {
                operands.extend_from_slice(&numbers[1..]);
                numbers[0]
            });
            self.semicolon()?;
            let finished = self.finish(record, at);
            match self.open.last().map(|open| open.id) {
                Some(block_id::FUNCTION) => self.body.count_record(numbers[0]),
                Some(block_id::CONSTANTS) if numbers[0] != constants::SET_TYPE.0 => {
                    self.body.constants.push(TypeRef::UNKNOWN);
                }
                _ => {}
            }
            return finished;
        }
        if self.block_start(word, at)? {
            return Ok(());
        }
        self.scan.unexpected_at(at, expected)
    }

    /// Parses `<code, operand, ...>`.
    fn record_numbers(&mut self) -> Result<Vec<u64>> {
        self.scan.expect(b'<')?;
        let mut numbers = vec![self.scan.number()?];
        while self.scan.eat(b',') {
            numbers.push(self.scan.number()?);
        }
        self.scan.expect(b'>')?;
        Ok(numbers)
    }

    /// Parses the rest of a block's header if its first word is the name of a block. Returns false
    /// otherwise.
    fn block_start(&mut self, word: &[u8], at: u32) -> Result<bool> {
        let id = match block_named(word) {
            Some(block_id::FUNCTION) => {
                self.function_header(at)?;
                block_id::FUNCTION
            }
            Some(id) => id,
            None if word == b"block" => self.scan.number32()?,
            None => return Ok(false),
        };
        self.scan.expect(b'{')?;
        self.scan.facts.width = None;
        if self.open.len() >= MAX_BLOCK_DEPTH {
            return fault(
                SyntaxErrorKind::CannotEncode,
                at,
                format!("blocks are nested more than {MAX_BLOCK_DEPTH} deep"),
            );
        }
        let width = self.scan.block_width()?;
        self.enter_block(id, at, width);
        Ok(true)
    }

    fn enter_block(&mut self, id: u32, at: u32, width: Option<u64>) {
        self.scan.peek();
        let said = self.scan.facts.width.take();
        let listed = self.listing.and_then(|listing| {
            listing.record(at, &mut self.row, &mut self.column);
            match self.column[..] {
                [65535, listed, width] if listed == u64::from(id) => Some(width),
                _ => None,
            }
        });
        let width = width.or(said.map(|(width, _)| width)).or(listed);
        self.misnamed = 0;
        self.check_place(id, at);
        self.open.push(Open {
            id,
            start: self.buffer.enter_block(id, at),
            width: width.map(|width| u32::try_from(width).unwrap_or(u32::MAX)),
            inherited: if id == block_id::ABBREVIATIONS {
                0
            } else {
                self.visible.count(id)
            },
            defined: 0,
            target: None,
        });
        match id {
            block_id::CONSTANTS => self.start_constants(),
            block_id::GLOBALS => self.start_globals(),
            _ => {}
        }
    }

    /// Records the first block that is nested in the wrong block. If the text ends too early, the
    /// end of the outer block is missing before this place.
    fn check_place(&mut self, id: u32, at: u32) {
        let Some(parent) = self.open.last().map(|open| open.id) else {
            return;
        };
        let misplaced = match id {
            block_id::CONSTANTS => parent != block_id::FUNCTION,
            block_id::SYMBOLS => !matches!(parent, block_id::MODULE | block_id::FUNCTION),
            block_id::ABBREVIATIONS
            | block_id::MODULE
            | block_id::FUNCTION
            | block_id::TYPES
            | block_id::GLOBALS => parent != block_id::MODULE,
            _ => false,
        };
        if misplaced && self.misplaced.is_none() {
            self.misplaced = Some(Misplaced { at, id, parent });
        }
    }

    /// Ends the innermost block after its `}` has been parsed.
    pub(super) fn exit_block(&mut self, at: u32) {
        if self.open.last().is_some_and(Open::is_function) {
            self.end_function();
        }
        let Some(open) = self.open.pop() else {
            return;
        };
        let abbreviations = open.inherited + open.defined;
        let width = open
            .width
            .unwrap_or(default_width(open.id, abbreviations as usize));
        self.buffer.set_width(open.start, width);
        self.buffer.exit_block(at);
        self.misnamed = 0;
        if self.open.is_empty() {
            // Only bytes after the last block are outside all blocks.
            self.scan.facts.trailing.clear();
        }
    }

    /// Parses an item of the abbreviations block.
    fn abbreviations_item(&mut self) -> Result<()> {
        const EXPECTED: &str = "the name of a block and `:`, `@aN = abbrev <...>;`, or `}`";
        let at = self.scan.here();
        if self.scan.peek() == b'@' {
            let name = self.scan.name()?;
            let target = self.open.last().and_then(|open| open.target);
            let Some(target) = target else {
                return fault(
                    SyntaxErrorKind::Unexpected,
                    at,
                    format!("found {name}, expected the name of a block and `:` before it"),
                );
            };
            self.check_name(name, *b"@a", self.visible.count(target) as usize);
            self.definition(at)?;
            self.visible.add(target);
            return Ok(());
        }
        if !self.scan.peek().is_ascii_alphabetic() {
            return self.common_item(EXPECTED);
        }
        let word = self.scan.word();
        let id = match block_named(word) {
            Some(id) => Some(id),
            None if word == b"block" => Some(self.scan.number32()?),
            None => None,
        };
        match id {
            Some(id) if self.scan.eat(b':') => {
                let record = self.buffer.record(at, |operands| {
                    operands.push(id.into());
                    predefined::SET_BLOCK_ID
                });
                if let Some(open) = self.open.last_mut() {
                    open.target = Some(id);
                }
                self.misnamed = 0;
                self.finish(record, at)
            }
            Some(_) => self.scan.unexpected("`:`"),
            None => self.common_word(word, at, EXPECTED),
        }
    }

    /// Parses `= abbrev <...>;`.
    fn definition(&mut self, at: u32) -> Result<()> {
        self.scan.expect(b'=')?;
        self.scan.expect_word("abbrev")?;
        self.scan.expect(b'<')?;
        let mut encodings = Vec::new();
        loop {
            self.encoding(&mut encodings)?;
            if !self.scan.eat(b',') {
                break;
            }
        }
        self.scan.expect(b'>')?;
        self.semicolon()?;
        match Abbreviation::new(&encodings, 0) {
            Ok(abbreviation) => {
                self.buffer.define(abbreviation, at);
                Ok(())
            }
            Err(error) => fault(SyntaxErrorKind::CannotEncode, at, error.message()),
        }
    }

    /// Parses an operand of an abbreviation. An array consists of two encodings.
    fn encoding(&mut self, encodings: &mut Vec<Encoding>) -> Result<()> {
        let at = self.scan.here();
        if self.scan.peek().is_ascii_digit() {
            encodings.push(Encoding::Literal(self.scan.number()?));
            return Ok(());
        }
        let word = self.scan.word();
        if word == b"array" {
            encodings.push(Encoding::Array);
            self.scan.expect(b'(')?;
            let at = self.scan.here();
            if self.scan.peek().is_ascii_digit() {
                encodings.push(Encoding::Literal(self.scan.number()?));
            } else {
                let word = self.scan.word();
                encodings.push(self.scalar(word, at)?);
            }
            return self.scan.expect(b')');
        }
        encodings.push(self.scalar(word, at)?);
        Ok(())
    }

    fn scalar(&mut self, word: &[u8], at: u32) -> Result<Encoding> {
        let make = match word {
            b"char6" => return Ok(Encoding::Char6),
            b"fixed" => Encoding::Fixed,
            b"vbr" => Encoding::Vbr,
            _ => {
                return self.scan.unexpected_at(
                    at,
                    "a number, `fixed(N)`, `vbr(N)`, `char6` or `array(...)`",
                );
            }
        };
        self.scan.expect(b'(')?;
        let width = self.scan.number()?;
        self.scan.expect(b')')?;
        Ok(make(width))
    }

    /// Parses the parts that may follow a construct: its abbreviation, and comments with facts. The
    /// construct started at `at`, and its record is the last one in the buffer.
    #[inline]
    pub(super) fn finish(&mut self, record: RecordAt, at: u32) -> Result<()> {
        let chosen = match self.scan.abbreviation()? {
            Some(name) => self.choose(record, name),
            None => Ok(()),
        };
        self.scan.peek();
        if self.scan.facts.record {
            self.scan.facts.record = false;
            self.buffer.replace(record, &self.scan.facts.numbers);
        } else if let Some(listing) = self.listing {
            self.compare(listing, record, at);
        }
        chosen
    }

    /// Sets the abbreviation of a record by its name.
    fn choose(&mut self, record: RecordAt, name: crate::text::scan::Name) -> Result<()> {
        let Some(open) = self.open.last() else {
            return Ok(());
        };
        let (first, count) = match &name.prefix {
            b"@a" => (0, open.inherited),
            b"%a" => (open.inherited, open.defined),
            _ => {
                return self
                    .scan
                    .unexpected_at(name.at, "an abbreviation, `@aN` or `%aN`");
            }
        };
        if name.index >= count {
            let title = title(open.id);
            return fault(
                SyntaxErrorKind::UnknownAbbreviation,
                name.at,
                format!("found {name}, but {title} has {count} abbreviations of that kind here"),
            );
        }
        let index = predefined::FIRST_DEFINED as u32 + first + name.index;
        self.buffer.set_abbreviation(record, index);
        Ok(())
    }

    /// Uses the numbers in the record column if they represent the same construct as the text.
    fn compare(&mut self, listing: &Listing<'_>, record: RecordAt, at: u32) {
        listing.record(at, &mut self.row, &mut self.column);
        let (code, operands) = self.buffer.numbers(record);
        match self.column.split_first() {
            None => {}
            Some((&listed, rest)) if listed == code && rest == operands => {}
            Some((&listed, rest)) => {
                let kind = self.open.last().map(|open| open.id);
                let base = self.body.value_base();
                let text = plain(code, operands);
                let listed = plain(listed, rest);
                if same(kind, &text, &listed, base)
                    || self.same_constant(kind, &text, &listed)
                    || self.same_switch(kind, &text, &listed)
                {
                    self.buffer.replace(record, &self.column);
                }
            }
        }
    }
}

/// Returns a record with these numbers, for comparison.
pub(super) fn plain(code: u64, operands: &[u64]) -> Record<'_> {
    Record {
        code,
        operands,
        abbreviation: predefined::UNABBREVIATED as u32,
        position: 0,
    }
}

/// Returns true if two records in the same kind of block represent the same construct.
fn same(kind: Option<u32>, a: &Record<'_>, b: &Record<'_>, base: ValueBase) -> bool {
    macro_rules! equal {
        ($construct:ident $(, $base:expr)?) => {
            match ($construct::decode(a $(, $base)?), $construct::decode(b $(, $base)?)) {
                (Ok(a), Ok(b)) => a == b,
                _ => false,
            }
        };
    }
    match kind {
        Some(block_id::FUNCTION) => equal!(Instruction, base),
        Some(block_id::CONSTANTS) => equal!(ConstantConstruct),
        Some(block_id::MODULE) => equal!(ModuleConstruct),
        Some(block_id::TYPES) => equal!(TypeConstruct),
        Some(block_id::GLOBALS) => equal!(GlobalConstruct),
        Some(block_id::SYMBOLS) => equal!(SymbolConstruct),
        _ => false,
    }
}
