//! A file as a tree of blocks and records, to be edited and written out.
//!
//! The tree knows nothing of PNaCl but the header: it is the layer on which
//! tests change one operand, move a block or leave a record out. It is
//! written exactly as it stands, right or wrong; only a record that its
//! abbreviation cannot carry is refused.

use anyhow::{Context, Result, bail, ensure};
pub use pinnacle_bitstream::Encoding;
use pinnacle_bitstream::{Event, Reader, Writer, limits};
use pinnacle_pexe::limits::PROFILE;
use std::sync::Arc;

pub use pinnacle_pexe::encode::HEADER;

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

/// Abbreviation index of a record written out in full.
pub const UNABBREVIATED: u32 = 3;
/// Width of abbreviation indices outside all blocks.
const TOP_WIDTH: u32 = limits::MIN_ABBREVIATION_WIDTH as u32;

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
        let operands = abbreviation.encodings().collect();
        Abbreviation { operands }
    }
}

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
        let mut reader = Reader::new(&bytes[header..], header as u64, PROFILE);
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
        let mut writer = Writer::unchecked(&self.header, PROFILE);
        write(&self.items, &mut writer)?;
        // Whole words, whatever stands at the end.
        let past = (writer.position() % 32) as u32;
        writer.raw_bits(0, (32 - past) % 32);
        Ok(writer.finish()?)
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
                (0, 1) => Encoding::Fixed(next()?),
                (0, 2) => Encoding::Vbr(next()?),
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
}

/// Writes the contents of a block, or what stands outside all blocks. Blocks are
/// as deep as the tests make them.
fn write(items: &[Item], writer: &mut Writer) -> Result<()> {
    for item in items {
        match item {
            Item::Block(block) => {
                writer.enter_block(block.id, block.width)?;
                write(&block.items, writer)?;
                match block.length {
                    None => writer.exit_block()?,
                    Some(words) => writer.exit_block_with_length(words)?,
                }
            }
            Item::Record(record) => {
                writer.record(record.abbreviation, record.code, &record.operands)?;
            }
            Item::Abbreviation(Abbreviation { operands }) => {
                match pinnacle_bitstream::Abbreviation::new(operands, writer.position()) {
                    Ok(abbreviation) => drop(writer.define_abbreviation(&Arc::new(abbreviation))?),
                    Err(_) => writer.define_unchecked(operands),
                }
            }
            Item::RawBits(value, count) => writer.raw_bits(*value, *count),
        }
    }
    Ok(())
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
        let file = |operands: &[u64]| {
            let mut record = Record::new(4, operands.iter().copied());
            record.abbreviation = 4;
            let items = vec![Item::Abbreviation(abbreviation.clone()), record.into()];
            File::new(vec![Block::new(MODULE_BLOCK, 3, items).into()])
        };
        assert!(file(&[7]).write().is_ok());
        assert!(file(&[8]).write().is_err());
        assert!(file(&[7, 7]).write().is_err());
    }

    #[test]
    fn text_with_unbalanced_blocks_is_refused() {
        assert!(File::from_text("65535,8,2;").is_err());
        assert!(File::from_text("65534;").is_err());
        assert!(File::from_text("65535,8,2;\n1,x;\n65534;").is_err());
    }
}
