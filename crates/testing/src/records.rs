//! A file as a tree of blocks and records, to be edited and written out.
//!
//! The tree knows nothing of PNaCl but the header: it is the layer on which
//! tests change one operand, move a block or leave a record out. It is
//! written exactly as it stands, right or wrong; only a record that its
//! abbreviation cannot carry is refused.

use crate::bits::{BitWriter, char6};
use anyhow::{Context, Result, bail, ensure};
use pinnacle_bitstream::{Event, Reader, Scalar};
use std::collections::HashMap;

/// The header of every version 2 file.
pub const HEADER: [u8; 16] = [b'P', b'E', b'X', b'E', 1, 0, 8, 0, 17, 0, 4, 0, 2, 0, 0, 0];

/// The block of abbreviations for other blocks.
pub const BLOCKINFO_BLOCK: u32 = 0;
/// The module block.
pub const MODULE_BLOCK: u32 = 8;
/// A block of constants.
pub const CONSTANTS_BLOCK: u32 = 11;
/// A function block.
pub const FUNCTION_BLOCK: u32 = 12;
/// The value symbol table.
pub const SYMTAB_BLOCK: u32 = 14;
/// The types block.
pub const TYPES_BLOCK: u32 = 17;
/// The globals block.
pub const GLOBALS_BLOCK: u32 = 19;

/// Abbreviation index of the end of a block.
const END_BLOCK: u64 = 0;
/// Abbreviation index of the start of a block.
const ENTER_BLOCK: u64 = 1;
/// Abbreviation index of an abbreviation definition.
const DEFINE_ABBREVIATION: u64 = 2;
/// Abbreviation index of a record written out in full.
pub const UNABBREVIATED: u32 = 3;
/// Width of abbreviation indices outside all blocks.
const TOP_WIDTH: u32 = 2;

/// A whole file.
#[derive(Clone, PartialEq, Debug)]
pub struct File {
    /// The bytes before the first block.
    pub header: Vec<u8>,
    /// What stands outside all blocks, usually one module block.
    pub items: Vec<Item>,
}

/// One thing inside a block.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A nested block.
    Block(Block),
    /// A record.
    Record(Record),
    /// The definition of an abbreviation.
    Abbreviation(Abbreviation),
    /// Bits that are written as they are: a value and how many of its bits.
    RawBits(u64, u32),
}

/// A block.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// What kind of block.
    pub id: u32,
    /// Width of the abbreviation indices inside.
    pub width: u32,
    /// The contents in order.
    pub items: Vec<Item>,
    /// A length word to write instead of the right one.
    pub length: Option<u32>,
}

/// A record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The index of the abbreviation that it is written with.
    pub abbreviation: u32,
    /// The record code.
    pub code: u64,
    /// The operands after the code.
    pub operands: Vec<u64>,
}

/// An abbreviation: how each number of a record is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abbreviation {
    /// The encodings in order; the first is the record code's.
    pub operands: Vec<Encoding>,
}

/// How one number of a record is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Not at all: it is always this one.
    Literal(u64),
    /// In so many bits.
    Fixed(u32),
    /// In chunks of so many bits.
    Vbr(u32),
    /// A count, then that many numbers of the encoding that follows.
    Array,
    /// As one of 64 characters.
    Char6,
}

impl Block {
    /// A block with a right length word.
    pub fn new(id: u32, width: u32, items: Vec<Item>) -> Block {
        Block {
            id,
            width,
            items,
            length: None,
        }
    }
}

impl Record {
    /// A record without an abbreviation.
    pub fn new(code: u64, operands: impl IntoIterator<Item = u64>) -> Record {
        Record {
            abbreviation: UNABBREVIATED,
            code,
            operands: operands.into_iter().collect(),
        }
    }
}

impl From<Block> for Item {
    fn from(block: Block) -> Item {
        Item::Block(block)
    }
}

impl From<Record> for Item {
    fn from(record: Record) -> Item {
        Item::Record(record)
    }
}

impl From<&pinnacle_bitstream::Abbreviation> for Abbreviation {
    fn from(abbreviation: &pinnacle_bitstream::Abbreviation) -> Abbreviation {
        let encoding = |&scalar: &Scalar| match scalar {
            Scalar::Literal(value) => Encoding::Literal(value),
            Scalar::Fixed(width) => Encoding::Fixed(width.into()),
            Scalar::Vbr(width) => Encoding::Vbr(width.into()),
            Scalar::Char6 => Encoding::Char6,
        };
        let mut operands: Vec<Encoding> = abbreviation.scalars.iter().map(encoding).collect();
        if let Some(element) = &abbreviation.array {
            operands.extend([Encoding::Array, encoding(element)]);
        }
        Abbreviation { operands }
    }
}

/// The abbreviations that blocks of each kind start with.
pub type BlockInfo = HashMap<u32, Vec<Abbreviation>>;

impl File {
    /// A file with the usual header.
    pub fn new(items: Vec<Item>) -> File {
        File {
            header: HEADER.to_vec(),
            items,
        }
    }

    /// Reads a file that the container's reader can read. What is not the
    /// right length of a block is forgotten, and so are numbers in more bits
    /// than they need: both are made anew when the tree is written.
    pub fn read(bytes: &[u8]) -> Result<File> {
        let fields = bytes.get(6..8).context("the file has no header")?;
        let header = 8 + usize::from(u16::from_le_bytes([fields[0], fields[1]]));
        ensure!(header <= bytes.len(), "the file ends in its header");
        let mut reader = Reader::new(&bytes[header..], header as u64);
        let mut open = vec![Block::new(u32::MAX, TOP_WIDTH, Vec::new())];
        loop {
            let item = match reader.next()? {
                Event::EnterBlock(block) => {
                    open.push(Block::new(block.id, block.abbreviation_width, Vec::new()));
                    continue;
                }
                Event::ExitBlock => open.pop().context("no block is open")?.into(),
                Event::DefineAbbreviation => {
                    let (abbreviation, _) = reader.abbreviation().context("no abbreviation")?;
                    Item::Abbreviation(abbreviation.as_ref().into())
                }
                Event::Record => {
                    let record = reader.record();
                    Item::Record(Record {
                        abbreviation: record.abbreviation,
                        code: record.code,
                        operands: record.operands.to_vec(),
                    })
                }
                Event::End => {
                    let header = bytes[..header].to_vec();
                    return Ok(File {
                        header,
                        items: open.remove(0).items,
                    });
                }
            };
            open.last_mut()
                .context("the outermost level is closed")?
                .items
                .push(item);
        }
    }

    /// The file as bytes.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut writer = Writer {
            bits: BitWriter::new(),
            info: BlockInfo::new(),
        };
        writer.bits.bytes(&self.header);
        writer.items(&self.items, TOP_WIDTH, &mut Vec::new())?;
        writer.bits.align_to_word();
        Ok(writer.bits.finish())
    }

    /// The first block of a kind, wherever it stands.
    pub fn block(&mut self, id: u32) -> Option<&mut Block> {
        find_block(&mut self.items, id)
    }

    /// Reads the text form: one record a line, as numbers between commas
    /// and with a semicolon at the end, where 65535 enters a block with an
    /// identifier and a width, 65534 leaves it, and 65533 defines an
    /// abbreviation.
    pub fn from_text(text: &str) -> Result<File> {
        let mut open: Vec<Block> = vec![Block::new(u32::MAX, TOP_WIDTH, Vec::new())];
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            text_line(line, &mut open).with_context(|| format!("line {}: {line}", number + 1))?;
        }
        ensure!(open.len() == 1, "{} blocks are not closed", open.len() - 1);
        Ok(File::new(open.remove(0).items))
    }
}

/// Adds what a line of the text form says to the innermost open block.
fn text_line(line: &str, open: &mut Vec<Block>) -> Result<()> {
    let numbers: Vec<u64> = line
        .trim_end_matches(';')
        .split(',')
        .map(|number| number.trim().parse().context("not a number"))
        .collect::<Result<_>>()?;
    let item = match (numbers[0], &numbers[1..]) {
        (65535, &[id, width]) => {
            open.push(Block::new(
                u32::try_from(id)?,
                u32::try_from(width)?,
                Vec::new(),
            ));
            return Ok(());
        }
        (65534, []) => {
            ensure!(open.len() > 1, "no block is open");
            open.pop().expect("a block is open").into()
        }
        (65533, operands) => Item::Abbreviation(Abbreviation::from_numbers(operands)?),
        (65532..=65535, _) => bail!("malformed"),
        (code, operands) => Record::new(code, operands.iter().copied()).into(),
    };
    open.last_mut()
        .expect("the outermost level stays open")
        .items
        .push(item);
    Ok(())
}

/// The first block of a kind, outer blocks before their contents.
fn find_block(items: &mut [Item], id: u32) -> Option<&mut Block> {
    items.iter_mut().find_map(|item| {
        let Item::Block(block) = item else {
            return None;
        };
        if block.id == id {
            Some(block)
        } else {
            find_block(&mut block.items, id)
        }
    })
}

impl Abbreviation {
    /// Reads the numbers of an abbreviation record: a count, then 1 and a
    /// literal, or 0, an encoding and its width if it has one.
    pub fn from_numbers(numbers: &[u64]) -> Result<Abbreviation> {
        let mut numbers = numbers.iter().copied();
        let mut next = || numbers.next().context("the abbreviation ends too early");
        let count = next()?;
        let mut operands = Vec::new();
        for _ in 0..count {
            operands.push(match (next()?, next()?) {
                (1, literal) => Encoding::Literal(literal),
                (0, 1) => Encoding::Fixed(u32::try_from(next()?)?),
                (0, 2) => Encoding::Vbr(u32::try_from(next()?)?),
                (0, 3) => Encoding::Array,
                (0, 4) => Encoding::Char6,
                (kind, number) => bail!("unknown encoding {kind}, {number}"),
            });
        }
        ensure!(
            numbers.next().is_none(),
            "the abbreviation has more numbers than it says"
        );
        Ok(Abbreviation { operands })
    }

    /// Whether a record can be written with this abbreviation.
    pub fn fits(&self, record: &Record) -> bool {
        self.write(record, &mut BitWriter::new()).is_ok()
    }

    /// Writes a record, without the abbreviation index before it.
    fn write(&self, record: &Record, bits: &mut BitWriter) -> Result<()> {
        let mut numbers = std::iter::once(record.code).chain(record.operands.iter().copied());
        let mut encodings = self.operands.iter();
        while let Some(&encoding) = encodings.next() {
            if encoding == Encoding::Array {
                let element = *encodings.next().context("an array without elements")?;
                let elements: Vec<u64> = numbers.by_ref().collect();
                bits.vbr(elements.len() as u64, 6);
                for number in elements {
                    element.write(number, bits)?;
                }
            } else {
                let number = numbers.next().context("the record is too short")?;
                encoding.write(number, bits)?;
            }
        }
        ensure!(numbers.next().is_none(), "the record is too long");
        Ok(())
    }
}

impl Encoding {
    /// Writes one number of a record.
    fn write(self, number: u64, bits: &mut BitWriter) -> Result<()> {
        match self {
            Encoding::Literal(literal) => ensure!(number == literal, "{number} is not {literal}"),
            Encoding::Fixed(width) => {
                let fits = width >= 64 || number >> width == 0;
                ensure!(fits, "{number} does not fit in {width} bits");
                bits.fixed(number, width);
            }
            Encoding::Vbr(width) => {
                ensure!(
                    width >= 2 || number == 0,
                    "{number} cannot be written in empty chunks"
                );
                if width >= 2 {
                    bits.vbr(number, width);
                } else {
                    bits.fixed(0, width);
                }
            }
            Encoding::Char6 => {
                bits.fixed(
                    char6(number).with_context(|| format!("{number} is no char6"))?,
                    6,
                );
            }
            Encoding::Array => bail!("an array inside an array"),
        }
        Ok(())
    }
}

/// The state of writing a file.
struct Writer {
    bits: BitWriter,
    info: BlockInfo,
}

impl Writer {
    /// Writes the contents of a block, or of the level outside all blocks.
    fn items(
        &mut self,
        items: &[Item],
        width: u32,
        abbreviations: &mut Vec<Abbreviation>,
    ) -> Result<()> {
        for item in items {
            match item {
                Item::Block(block) => self.block(block, width)?,
                Item::Record(record) => self.record(record, width, abbreviations)?,
                Item::Abbreviation(abbreviation) => {
                    self.definition(abbreviation, width);
                    abbreviations.push(abbreviation.clone());
                }
                Item::RawBits(value, count) => self.bits.fixed(*value, *count),
            }
        }
        Ok(())
    }

    fn block(&mut self, block: &Block, outer_width: u32) -> Result<()> {
        self.bits.fixed(ENTER_BLOCK, outer_width);
        self.bits.vbr(u64::from(block.id), 8);
        self.bits.vbr(u64::from(block.width), 4);
        self.bits.align_to_word();
        let length = self.bits.position();
        self.bits.fixed(0, 32);
        if block.id == BLOCKINFO_BLOCK {
            self.blockinfo(block)?;
        } else {
            let mut abbreviations = self.info.get(&block.id).cloned().unwrap_or_default();
            self.items(&block.items, block.width, &mut abbreviations)?;
        }
        self.bits.fixed(END_BLOCK, block.width);
        self.bits.align_to_word();
        let words = (self.bits.position() - length - 32) / 32;
        self.bits
            .replace_word(length, block.length.unwrap_or(words as u32));
        Ok(())
    }

    /// Writes the block of abbreviations for other blocks, and remembers them.
    fn blockinfo(&mut self, block: &Block) -> Result<()> {
        let mut current = None;
        for item in &block.items {
            match item {
                Item::Record(record) => {
                    self.record(record, block.width, &[])?;
                    current = record.operands.first().map(|&id| id as u32);
                }
                Item::Abbreviation(abbreviation) => {
                    self.definition(abbreviation, block.width);
                    let id = current.context("an abbreviation before its block was named")?;
                    self.info.entry(id).or_default().push(abbreviation.clone());
                }
                other => {
                    self.items(std::slice::from_ref(other), block.width, &mut Vec::new())?;
                }
            }
        }
        Ok(())
    }

    fn record(
        &mut self,
        record: &Record,
        width: u32,
        abbreviations: &[Abbreviation],
    ) -> Result<()> {
        self.bits.fixed(u64::from(record.abbreviation), width);
        if record.abbreviation == UNABBREVIATED {
            self.bits.vbr(record.code, 6);
            self.bits.vbr(record.operands.len() as u64, 6);
            for &operand in &record.operands {
                self.bits.vbr(operand, 6);
            }
            return Ok(());
        }
        let abbreviation = record
            .abbreviation
            .checked_sub(UNABBREVIATED + 1)
            .and_then(|index| abbreviations.get(index as usize))
            .with_context(|| format!("abbreviation {} is not defined", record.abbreviation))?;
        abbreviation
            .write(record, &mut self.bits)
            .with_context(|| format!("{record:?} does not fit its abbreviation"))
    }

    fn definition(&mut self, abbreviation: &Abbreviation, width: u32) {
        self.bits.fixed(DEFINE_ABBREVIATION, width);
        self.bits.vbr(abbreviation.operands.len() as u64, 5);
        for &encoding in &abbreviation.operands {
            let (kind, argument) = match encoding {
                Encoding::Literal(value) => {
                    self.bits.fixed(1, 1);
                    self.bits.vbr(value, 8);
                    continue;
                }
                Encoding::Fixed(width) => (1, Some(width)),
                Encoding::Vbr(width) => (2, Some(width)),
                Encoding::Array => (3, None),
                Encoding::Char6 => (4, None),
            };
            self.bits.fixed(0, 1);
            self.bits.fixed(kind, 3);
            if let Some(argument) = argument {
                self.bits.vbr(u64::from(argument), 5);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_module_has_the_expected_bytes() {
        let file = File::from_text("65535,8,2;\n1,1;\n65534;\n").unwrap();
        let mut expected = HEADER.to_vec();
        expected.extend_from_slice(&[0x21, 0x08, 0, 0, 1, 0, 0, 0, 0x07, 0x41, 0, 0]);
        assert_eq!(file.write().unwrap(), expected);
    }

    #[test]
    fn a_record_that_its_abbreviation_cannot_carry_is_refused() {
        let abbreviation = Abbreviation::from_numbers(&[2, 1, 4, 0, 1, 3]).unwrap();
        assert_eq!(
            abbreviation.operands,
            [Encoding::Literal(4), Encoding::Fixed(3)]
        );
        assert!(abbreviation.fits(&Record::new(4, [7])));
        for record in [
            Record::new(4, [8]),
            Record::new(5, [7]),
            Record::new(4, [7, 7]),
        ] {
            assert!(!abbreviation.fits(&record), "{record:?}");
        }
    }

    #[test]
    fn text_with_unbalanced_blocks_is_refused() {
        assert!(File::from_text("65535,8,2;").is_err());
        assert!(File::from_text("65534;").is_err());
        assert!(File::from_text("65535,8,2;\n1,x;\n65534;").is_err());
    }
}
