//! Prints any bytes in the notation of records.

use super::bits::{Item, Scopes};
use crate::header::Header;
use crate::limits::PROFILE;
use crate::text::parse::DEFAULT_HEADER;
use pinnacle_bitstream::limits::MAX_BLOCK_DEPTH;
use pinnacle_bitstream::{
    Abbreviation, BitBuffer, Cursor, Encoding, Scalar, char6_index, predefined,
};
use std::io::{self, Write};

/// Number of raw bytes on a line.
const BYTES_ON_LINE: usize = 24;

/// Maximum number of elements of an array whose elements take no bits.
const MAX_EMPTY: u64 = 64;

/// Prints any file.
///
/// # Errors
///
/// Fails if the writer fails.
pub fn print(bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
    let mut start = 0;
    if bytes.starts_with(crate::header::MAGIC) {
        let size = Header::size_hint(bytes);
        if size <= bytes.len() {
            start = size;
        }
    }
    if bytes[..start] != DEFAULT_HEADER {
        write!(out, "header")?;
        for byte in &bytes[..start] {
            write!(out, " {byte:02x}")?;
        }
        writeln!(out, ";")?;
    }
    let mut cursor = Cursor::new(bytes, 0);
    cursor.seek(start as u64 * 8);
    let mut printer = Printer {
        bytes,
        cursor,
        scopes: Scopes::new(),
        blocks: Vec::new(),
        operands: Vec::new(),
        encodings: Vec::new(),
        out,
    };
    printer.all()
}

/// The start of an open block's contents in bits, and its length word.
#[derive(Clone, Copy)]
struct Extent {
    start: u64,
    words: u32,
}

impl Extent {
    fn end(self) -> u64 {
        self.start + u64::from(self.words) * 32
    }
}

struct Printer<'a, W: Write> {
    bytes: &'a [u8],
    cursor: Cursor<'a>,
    scopes: Scopes,
    blocks: Vec<Extent>,
    operands: Vec<u64>,
    encodings: Vec<Encoding>,
    out: &'a mut W,
}

/// An item that was read. Its lists are stored separately.
#[derive(Clone, Copy)]
enum Read {
    Enter { id: u32, width: u32, words: u32 },
    Exit,
    Define,
    Record { abbreviation: u64, code: u64 },
}

impl<W: Write> Printer<'_, W> {
    fn all(&mut self) -> io::Result<()> {
        loop {
            let start = self.cursor.position();
            if self.cursor.remaining() == 0 {
                break;
            }
            let read = self.read();
            let Some(read) = read else {
                self.cursor.seek(start);
                self.raw()?;
                continue;
            };
            self.item(read, start)?;
        }
        while self.scopes.depth() > 0 {
            self.end_block("} cut")?;
        }
        Ok(())
    }

    /// Reads an item. Returns `None` if there is no valid one here.
    fn read(&mut self) -> Option<Read> {
        let width = self.scopes.innermost().width;
        let index = self.cursor.fixed(width).ok()?;
        let inside = self.scopes.depth() > 0;
        match index {
            predefined::ENTER_BLOCK => self.read_enter(),
            predefined::END_BLOCK if inside => {
                self.cursor.align().ok()?;
                Some(Read::Exit)
            }
            predefined::DEFINE_ABBREVIATION if inside => {
                self.read_definition()?;
                Some(Read::Define)
            }
            predefined::UNABBREVIATED if inside => {
                let code = self.cursor.vbr(6).ok()?;
                let count = self.cursor.vbr(6).ok()?;
                self.operands.clear();
                self.read_list(Scalar::Vbr(6), count)?;
                Some(Read::Record {
                    abbreviation: index,
                    code,
                })
            }
            _ if inside => {
                let abbreviation = self.scopes.abbreviation(index)?.clone();
                self.read_record(&abbreviation)?;
                let code = *self.operands.first()?;
                self.operands.remove(0);
                Some(Read::Record {
                    abbreviation: index,
                    code,
                })
            }
            _ => None,
        }
    }

    fn read_enter(&mut self) -> Option<Read> {
        let id = u32::try_from(self.cursor.vbr(8).ok()?).ok()?;
        let width = u32::try_from(self.cursor.vbr(4).ok()?).ok()?;
        self.cursor.align().ok()?;
        let words = self.cursor.fixed(32).ok()? as u32;
        let fine = (1..=PROFILE.max_abbreviation_width).contains(&width);
        (fine && self.scopes.depth() < MAX_BLOCK_DEPTH).then_some(Read::Enter { id, width, words })
    }

    fn read_definition(&mut self) -> Option<()> {
        let count = self.cursor.vbr(5).ok()?;
        self.encodings.clear();
        // Each encoding takes at least four bits.
        if count > self.cursor.remaining() / 4 {
            return None;
        }
        for _ in 0..count {
            let encoding = if self.cursor.fixed(1).ok()? == 1 {
                Encoding::Literal(self.cursor.vbr(8).ok()?)
            } else {
                match self.cursor.fixed(3).ok()? {
                    1 => Encoding::Fixed(self.cursor.vbr(5).ok()?),
                    2 => Encoding::Vbr(self.cursor.vbr(5).ok()?),
                    3 => Encoding::Array,
                    4 => Encoding::Char6,
                    _ => return None,
                }
            };
            self.encodings.push(encoding);
        }
        Some(())
    }

    fn read_record(&mut self, abbreviation: &Abbreviation) -> Option<()> {
        self.operands.clear();
        for &scalar in &abbreviation.scalars {
            let number = self.read_scalar(scalar)?;
            self.operands.push(number);
        }
        if let Some(element) = abbreviation.array {
            let count = self.cursor.vbr(6).ok()?;
            self.read_list(element, count)?;
        }
        Some(())
    }

    /// Reads a number of elements. Returns `None` if the file cannot contain them. The number of
    /// elements without bits is limited, so that the length of the text is proportional to that of
    /// the file.
    fn read_list(&mut self, element: Scalar, count: u64) -> Option<()> {
        let most = match element.min_bits() {
            0 => MAX_EMPTY,
            bits => self.cursor.remaining() / bits,
        };
        if count > most {
            return None;
        }
        for _ in 0..count {
            let number = self.read_scalar(element)?;
            self.operands.push(number);
        }
        Some(())
    }

    fn read_scalar(&mut self, scalar: Scalar) -> Option<u64> {
        match scalar {
            Scalar::Literal(value) => Some(value),
            Scalar::Fixed(width) => self.cursor.fixed(width.into()).ok(),
            Scalar::Vbr(width @ 0..=1) => {
                let bit = self.cursor.fixed(width.into()).ok()?;
                (bit == 0).then_some(0)
            }
            Scalar::Vbr(width) => self.cursor.vbr(width.into()).ok(),
            Scalar::Char6 => {
                let index = self.cursor.fixed(6).ok()?;
                (0..128).find(|&character| char6_index(character) == Some(index))
            }
        }
    }

    /// Prints an item that began at `start` and has just been read.
    fn item(&mut self, read: Read, start: u64) -> io::Result<()> {
        let item = match read {
            Read::Enter { id, width, .. } => Item::Enter { id, width },
            Read::Exit => Item::Exit,
            Read::Define => Item::Define(&self.encodings),
            Read::Record { abbreviation, code } => Item::Record {
                abbreviation,
                code,
                operands: &self.operands,
            },
        };
        let mut end = self.cursor.position();
        if let Read::Enter { .. } = read {
            // The length word is not part of the item.
            end -= 32;
        }
        // Starting at the same bit of a word gives the same padding.
        let phase = start % 32;
        let mut usual = BitBuffer::new();
        usual.fixed(0, phase as u32);
        let possible = self.scopes.write(item, &mut usual);
        let same = possible && self.is_at(start, end, usual, phase);
        let out = &mut *self.out;
        match item {
            Item::Exit => {}
            _ => write!(out, "{:indent$}", "", indent = 2 * self.scopes.depth())?,
        }
        match item {
            Item::Enter { id, width } => write!(out, "block {id} width {width}")?,
            Item::Exit => {
                let indent = 2 * (self.scopes.depth() - 1);
                write!(out, "{:indent$}}}", "")?;
            }
            Item::Define(encodings) => write_definition(out, encodings)?,
            Item::Record {
                abbreviation,
                code,
                operands,
            } => {
                write!(out, "{abbreviation}: <{code}")?;
                for operand in operands {
                    write!(out, ", {operand}")?;
                }
                write!(out, ">")?;
            }
        }
        self.scopes.apply(item);
        if !same {
            write!(self.out, " as")?;
            self.numbers(start, end)?;
            write!(self.out, ";")?;
        }
        match read {
            Read::Enter { words, .. } => {
                self.blocks.push(Extent {
                    start: self.cursor.position(),
                    words,
                });
                writeln!(self.out, " {{")
            }
            Read::Exit => self.length(),
            _ => writeln!(self.out),
        }
    }

    /// Ends a block that has no end in the file.
    fn end_block(&mut self, text: &str) -> io::Result<()> {
        let indent = 2 * (self.scopes.depth() - 1);
        write!(self.out, "{:indent$}{text}", "")?;
        self.scopes.apply(Item::Exit);
        self.length()
    }

    /// Prints the length word of the block that ends here, if it is wrong.
    fn length(&mut self) -> io::Result<()> {
        if let Some(extent) = self.blocks.pop() {
            let words = (self.cursor.position() - extent.start) / 32;
            if words != u64::from(extent.words) {
                write!(self.out, " length {}", extent.words)?;
            }
        }
        writeln!(self.out)
    }

    /// Returns true if the bits in a range of the file equal `bits` without its first `phase` bits.
    fn is_at(&self, start: u64, end: u64, bits: BitBuffer, phase: u64) -> bool {
        if bits.position() - phase != end - start {
            return false;
        }
        let other = bits.finish();
        let mut other = Cursor::new(&other, 0);
        other.seek(phase);
        let mut file = Cursor::new(self.bytes, 0);
        file.seek(start);
        let mut left = end - start;
        while left > 0 {
            let width = left.min(32) as u32;
            match (file.fixed(width), other.fixed(width)) {
                (Ok(a), Ok(b)) if a == b => left -= u64::from(width),
                _ => return false,
            }
        }
        true
    }

    /// Prints bits of the file as numbers.
    fn numbers(&mut self, start: u64, end: u64) -> io::Result<()> {
        let mut file = Cursor::new(self.bytes, 0);
        file.seek(start);
        let mut left = end - start;
        while left > 0 {
            let width = left.min(32) as u32;
            let Ok(value) = file.fixed(width) else {
                break;
            };
            write!(self.out, " {value:#x}:{width}")?;
            left -= u64::from(width);
        }
        Ok(())
    }

    /// Prints unreadable bits, up to the end of the innermost block with a valid length word, or to
    /// the end of the file.
    fn raw(&mut self) -> io::Result<()> {
        let position = self.cursor.position();
        let size = self.bytes.len() as u64 * 8;
        let ends = |extent: &Extent| (position..=size).contains(&extent.end());
        let block = self.blocks.iter().rposition(ends);
        let end = block.map_or(size, |index| self.blocks[index].end());
        let indent = 2 * self.scopes.depth();
        let aligned = position.next_multiple_of(8).min(end);
        if aligned > position {
            write!(self.out, "{:indent$}bits", "")?;
            self.numbers(position, aligned)?;
            writeln!(self.out, ";")?;
        }
        let (from, to) = ((aligned / 8) as usize, (end / 8) as usize);
        for line in self.bytes[from..to].chunks(BYTES_ON_LINE) {
            write!(self.out, "{:indent$}bytes", "")?;
            for byte in line {
                write!(self.out, " {byte:02x}")?;
            }
            writeln!(self.out, ";")?;
        }
        self.cursor.seek(end);
        if let Some(block) = block {
            while self.blocks.len() > block {
                self.end_block("} cut")?;
            }
        }
        Ok(())
    }
}

fn write_definition(out: &mut impl Write, encodings: &[Encoding]) -> io::Result<()> {
    write!(out, "define <")?;
    let mut in_array = false;
    for (index, encoding) in encodings.iter().enumerate() {
        if index > 0 && !in_array {
            write!(out, ", ")?;
        }
        match encoding {
            Encoding::Literal(value) => write!(out, "{value}")?,
            Encoding::Fixed(width) => write!(out, "fixed({width})")?,
            Encoding::Vbr(width) => write!(out, "vbr({width})")?,
            Encoding::Char6 => write!(out, "char6")?,
            // An array that is not the second-to-last encoding is printed without an element.
            Encoding::Array
                if index + 2 == encodings.len() && encodings[index + 1] != Encoding::Array =>
            {
                write!(out, "array(")?;
                in_array = true;
                continue;
            }
            Encoding::Array => write!(out, "array")?,
        }
        if in_array {
            write!(out, ")")?;
            in_array = false;
        }
    }
    write!(out, ">")
}
