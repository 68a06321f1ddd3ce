//! Parses the notation of records.

use super::bits::{Item, Scopes};
use crate::text::error::{
    Fault, MAX_SYNTAX_ERRORS, Result, SyntaxErrorKind, SyntaxErrors, errors_of, fault,
};
use crate::text::parse::DEFAULT_HEADER;
use crate::text::scan::Scanner;
use pinnacle_bitstream::limits::MAX_BLOCK_DEPTH;
use pinnacle_bitstream::{BitBuffer, Encoding, predefined};

/// Returns the bytes that a text in the notation of records represents. They need not be a valid
/// file.
///
/// # Errors
///
/// Fails with all errors in the text, at most [`MAX_SYNTAX_ERRORS`].
pub fn assemble(text: &[u8]) -> std::result::Result<Vec<u8>, SyntaxErrors> {
    if u32::try_from(text.len()).is_err() {
        let fault = Fault {
            kind: SyntaxErrorKind::TooLong,
            at: 0,
            message: "the text is larger than 4 GiB, the limit".into(),
        };
        return Err(errors_of(text, vec![fault]));
    }
    let mut parser = Parser {
        scan: Scanner::new(text),
        scopes: Scopes::new(),
        lengths: Vec::new(),
        bits: BitBuffer::new(),
        faults: Vec::new(),
    };
    parser.all();
    if parser.faults.is_empty() {
        Ok(parser.bits.finish())
    } else {
        Err(errors_of(text, parser.faults))
    }
}

struct Parser<'a> {
    scan: Scanner<'a>,
    scopes: Scopes,
    /// The positions of the length words of open blocks.
    lengths: Vec<u64>,
    bits: BitBuffer,
    faults: Vec<Fault>,
}

impl Parser<'_> {
    fn all(&mut self) {
        if let Err(fault) = self.header() {
            self.failed(*fault);
        }
        while !self.scan.at_end() && self.faults.len() < MAX_SYNTAX_ERRORS {
            if let Err(fault) = self.item() {
                self.failed(*fault);
            }
        }
        if self.faults.is_empty() && self.scopes.depth() > 0 {
            let at = self.scan.here();
            if let Err(fault) = self.scan.unexpected_at::<()>(at, "`}` or `} cut`") {
                self.faults.push(*fault);
            }
        }
    }

    #[cold]
    fn failed(&mut self, fault: Fault) {
        self.faults.push(fault);
        self.scan.recover_record();
    }

    fn header(&mut self) -> Result<()> {
        let mut ahead = self.scan.lookahead();
        if ahead.word() != b"header" {
            self.bits.bytes(&DEFAULT_HEADER);
            return Ok(());
        }
        self.scan.word();
        self.bytes()
    }

    fn item(&mut self) -> Result<()> {
        let at = self.scan.here();
        match self.scan.peek() {
            b'0'..=b'9' => return self.record(at),
            b'}' => return self.end(at),
            _ => {}
        }
        match self.scan.word() {
            b"block" => self.block(at),
            b"define" => self.definition(at),
            b"bits" => {
                self.numbers()?;
                self.scan.expect(b';')
            }
            b"bytes" => self.bytes(),
            _ => self.scan.unexpected_at(
                at,
                "`block`, `define`, `bits`, `bytes`, a record `N: <...>`, or `}`",
            ),
        }
    }

    /// Parses `N: <code, operand, ...>`.
    fn record(&mut self, at: u32) -> Result<()> {
        let abbreviation = self.scan.number()?;
        self.scan.expect(b':')?;
        self.scan.expect(b'<')?;
        let code = self.scan.number()?;
        let mut operands = Vec::new();
        while self.scan.eat(b',') {
            operands.push(self.scan.number()?);
        }
        self.scan.expect(b'>')?;
        let item = Item::Record {
            abbreviation,
            code,
            operands: &operands,
        };
        self.put(item, at)?;
        self.scopes.apply(item);
        Ok(())
    }

    /// Parses `<operand, ...>` after `define`.
    fn definition(&mut self, at: u32) -> Result<()> {
        let mut encodings = Vec::new();
        self.scan.expect(b'<')?;
        if !self.scan.eat(b'>') {
            loop {
                self.encoding(&mut encodings)?;
                if !self.scan.eat(b',') {
                    self.scan.expect(b'>')?;
                    break;
                }
            }
        }
        let item = Item::Define(&encodings);
        self.put(item, at)?;
        self.scopes.apply(item);
        Ok(())
    }

    fn encoding(&mut self, encodings: &mut Vec<Encoding>) -> Result<()> {
        if self.scan.peek().is_ascii_digit() {
            encodings.push(Encoding::Literal(self.scan.number()?));
            return Ok(());
        }
        let at = self.scan.here();
        let word = self.scan.word();
        let make = match word {
            b"char6" => {
                encodings.push(Encoding::Char6);
                return Ok(());
            }
            b"array" => {
                encodings.push(Encoding::Array);
                if self.scan.eat(b'(') {
                    if self.scan.peek().is_ascii_digit() {
                        encodings.push(Encoding::Literal(self.scan.number()?));
                    } else {
                        encodings.push(self.scalar()?);
                    }
                    self.scan.expect(b')')?;
                }
                return Ok(());
            }
            b"fixed" => Encoding::Fixed,
            b"vbr" => Encoding::Vbr,
            _ => return self.scan.unexpected_at(at, ENCODINGS),
        };
        encodings.push(make(self.width()?));
        Ok(())
    }

    /// Parses the element of an array.
    fn scalar(&mut self) -> Result<Encoding> {
        let at = self.scan.here();
        match self.scan.word() {
            b"char6" => Ok(Encoding::Char6),
            b"fixed" => Ok(Encoding::Fixed(self.width()?)),
            b"vbr" => Ok(Encoding::Vbr(self.width()?)),
            _ => self.scan.unexpected_at(at, ENCODINGS),
        }
    }

    fn width(&mut self) -> Result<u64> {
        self.scan.expect(b'(')?;
        let width = self.scan.number()?;
        self.scan.expect(b')')?;
        Ok(width)
    }

    /// Parses `ID width W {`.
    fn block(&mut self, at: u32) -> Result<()> {
        let id = self.scan.number32()?;
        self.scan.expect_word("width")?;
        let width = self.scan.number32()?;
        let item = Item::Enter { id, width };
        self.put(item, at)?;
        self.scan.expect(b'{')?;
        if self.scopes.depth() >= MAX_BLOCK_DEPTH {
            return fault(
                SyntaxErrorKind::CannotEncode,
                at,
                format!("blocks are nested more than {MAX_BLOCK_DEPTH} deep"),
            );
        }
        self.lengths.push(self.bits.position());
        self.bits.fixed(0, 32);
        self.scopes.apply(item);
        Ok(())
    }

    /// Parses the end of a block from its `}` on.
    fn end(&mut self, at: u32) -> Result<()> {
        self.scan.expect(b'}')?;
        let Some(length) = self.lengths.pop() else {
            return fault(
                SyntaxErrorKind::Unexpected,
                at,
                "found `}`, but no block is open",
            );
        };
        let mut ahead = self.scan.lookahead();
        if ahead.word() == b"cut" {
            self.scan.word();
        } else {
            self.put(Item::Exit, at)?;
        }
        self.scopes.apply(Item::Exit);
        let mut words = ((self.bits.position() - length) / 32).saturating_sub(1) as u32;
        let mut ahead = self.scan.lookahead();
        if ahead.word() == b"length" {
            self.scan.word();
            words = self.scan.number32()?;
        }
        if !length.is_multiple_of(8) {
            return fault(
                SyntaxErrorKind::CannotEncode,
                at,
                "the length word of the block does not start at a byte",
            );
        }
        self.bits.replace_word(length, words);
        Ok(())
    }

    /// Writes an item, with the bits that `as` specifies or with its usual encoding.
    fn put(&mut self, item: Item<'_>, at: u32) -> Result<()> {
        let mut ahead = self.scan.lookahead();
        if ahead.word() == b"as" {
            self.scan.word();
            self.numbers()?;
            return self.scan.expect(b';');
        }
        let start = self.bits.position();
        if self.scopes.write(item, &mut self.bits) {
            return Ok(());
        }
        self.bits.truncate(start);
        let message = match item {
            Item::Record { abbreviation, .. }
                if abbreviation != predefined::UNABBREVIATED
                    && self.scopes.abbreviation(abbreviation).is_none() =>
            {
                format!("the block has no abbreviation {abbreviation} here")
            }
            Item::Record { abbreviation, .. } => {
                format!("abbreviation {abbreviation} cannot carry this record")
            }
            _ => "this abbreviation index does not fit in the width that the block states".into(),
        };
        fault(SyntaxErrorKind::CannotEncode, at, message)
    }

    /// Parses `VALUE:BITS ...`.
    fn numbers(&mut self) -> Result<()> {
        while self.scan.peek().is_ascii_digit() {
            let at = self.scan.here();
            let value = self.scan.hexadecimal_or_decimal()?;
            self.scan.expect(b':')?;
            let width = self.scan.number32()?;
            if width > 64 || value.checked_shr(width).unwrap_or(0) != 0 {
                return fault(
                    SyntaxErrorKind::NumberRange,
                    at,
                    format!("{value:#x} does not fit in {width} bits; the width is at most 64"),
                );
            }
            self.bits.fixed(value, width);
        }
        Ok(())
    }

    /// Parses `00 ff ...;`.
    fn bytes(&mut self) -> Result<()> {
        while !self.scan.eat(b';') {
            let byte = self.scan.hexadecimal_byte()?;
            self.bits.fixed(byte.into(), 8);
        }
        Ok(())
    }
}

const ENCODINGS: &str = "a number, `fixed(N)`, `vbr(N)`, `char6` or `array(...)`";
