//! A file as a tree of blocks and records, to be edited and written.
//!
//! Of PNaCl, the tree only contains the header. Edits on this layer change an operand, move a block
//! or remove a record. The tree is written exactly as it is, valid or not. The only exception is a
//! record that its abbreviation cannot encode, which is an error.

pub use pinnacle_bitstream::Encoding;
use pinnacle_bitstream::{Error, Event, Reader, Writer, limits};
use pinnacle_pexe::limits::PROFILE;
use std::fmt;
use std::sync::Arc;

pub use pinnacle_pexe::encode::HEADER;

/// The ID of BLOCKINFO, the block of abbreviations for other blocks.
pub const BLOCKINFO_BLOCK: u32 = 0;
/// The ID of the module block.
pub const MODULE_BLOCK: u32 = 8;
/// The ID of a block of constants.
pub const CONSTANTS_BLOCK: u32 = 11;
/// The ID of a function block.
pub const FUNCTION_BLOCK: u32 = 12;
/// The ID of a value symbol table.
pub const SYMTAB_BLOCK: u32 = 14;
/// The ID of the types block.
pub const TYPES_BLOCK: u32 = 17;
/// The ID of the globals block.
pub const GLOBALS_BLOCK: u32 = 19;

/// Abbreviation id of a record without abbreviation.
pub const UNABBREVIATED: u32 = 3;
/// Width of abbreviation ids outside of all blocks.
const TOP_WIDTH: u32 = limits::MIN_ABBREVIATION_WIDTH as u32;

/// Maximum total number of operands in a file to read. They take 256 MiB.
pub const MAX_OPERANDS: usize = 1 << 25;

/// The reason why a file cannot be read as a tree.
#[derive(Debug)]
pub enum ReadError {
    /// The file ends within its header.
    Header,
    /// The file has more operands than [`MAX_OPERANDS`].
    TooLarge,
    /// The container is invalid.
    Container(Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Header => f.write_str("the file ends in its header"),
            ReadError::TooLarge => write!(f, "the file has more than {MAX_OPERANDS} operands"),
            ReadError::Container(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<Error> for ReadError {
    fn from(error: Error) -> ReadError {
        ReadError::Container(error)
    }
}

/// A whole file.
#[derive(Clone, PartialEq, Debug)]
pub struct File {
    /// The bytes before the first block.
    pub header: Vec<u8>,
    /// The items outside all blocks, usually one module block.
    pub items: Vec<Item>,
}

/// An item of a block.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A nested block.
    Block(Block),
    /// A record of data.
    Record(Record),
    /// The definition of an abbreviation.
    Abbreviation(Abbreviation),
    /// Bits to write unchanged: a value, and the number of its bits.
    RawBits(u64, u32),
}

/// A block of a bitstream.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The ID of the block.
    pub id: u32,
    /// Width of the abbreviation ids inside.
    pub width: u32,
    /// The contents in order.
    pub items: Vec<Item>,
    /// A length word to write instead of the correct one.
    pub length: Option<u32>,
}

/// A record of a bitstream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The id of its abbreviation.
    pub abbreviation: u32,
    /// The record code.
    pub code: u64,
    /// The operands after the code.
    pub operands: Vec<u64>,
}

/// An abbreviation: the encoding of each number in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abbreviation {
    /// The encodings in order. The first one is for the record code.
    pub operands: Vec<Encoding>,
}

impl Block {
    /// A block with the correct length word.
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

    /// Reads a file whose container is valid. Incorrect block lengths and overlong numbers are not
    /// preserved: they are corrected when the tree is written.
    ///
    /// # Errors
    ///
    /// See [`ReadError`].
    pub fn read(bytes: &[u8]) -> Result<File, ReadError> {
        let fields = bytes.get(6..8).ok_or(ReadError::Header)?;
        let header = 8 + usize::from(u16::from_le_bytes([fields[0], fields[1]]));
        let body = bytes.get(header..).ok_or(ReadError::Header)?;
        let mut reader = Reader::new(body, header as u64, PROFILE);
        // The blocks that enclose `block`, outermost first.
        let mut open = Vec::new();
        let mut block = Block::new(u32::MAX, TOP_WIDTH, Vec::new());
        let mut left = MAX_OPERANDS;
        loop {
            match reader.next()? {
                Event::EnterBlock(entered) => {
                    let width = entered.abbreviation_width;
                    let inner = Block::new(entered.id, width, Vec::new());
                    open.push(std::mem::replace(&mut block, inner));
                }
                // The reader only ends blocks that it has begun.
                Event::ExitBlock => {
                    if let Some(outer) = open.pop() {
                        let inner = std::mem::replace(&mut block, outer);
                        block.items.push(inner.into());
                    }
                }
                Event::DefineAbbreviation => {
                    if let Some((abbreviation, _)) = reader.abbreviation() {
                        let abbreviation = abbreviation.as_ref().into();
                        block.items.push(Item::Abbreviation(abbreviation));
                    }
                }
                Event::Record => {
                    let record = reader.record();
                    let count = record.operands.len();
                    left = left.checked_sub(count).ok_or(ReadError::TooLarge)?;
                    block.items.push(Item::Record(Record {
                        abbreviation: record.abbreviation,
                        code: record.code,
                        operands: record.operands.to_vec(),
                    }));
                }
                Event::End => {
                    return Ok(File {
                        header: bytes[..header].to_vec(),
                        items: block.items,
                    });
                }
            }
        }
    }

    /// Returns the file as bytes.
    ///
    /// # Errors
    ///
    /// Fails if an abbreviation cannot encode its record.
    pub fn write(&self) -> Result<Vec<u8>, Error> {
        let mut writer = Writer::unchecked(&self.header, PROFILE);
        write(&self.items, &mut writer)?;
        // Pad to whole words, whatever comes last.
        let past = (writer.position() % 32) as u32;
        writer.raw_bits(0, (32 - past) % 32);
        writer.finish()
    }

    /// The first block with an ID, at any depth.
    pub fn block(&mut self, id: u32) -> Option<&mut Block> {
        find_block(&mut self.items, id)
    }
}

/// Finds the first block with an ID. A block comes before the blocks inside of it.
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

/// Writes the contents of a block, or the top level, by recursion. The format limits the depth of
/// blocks that are read; a test may make deeper ones.
fn write(items: &[Item], writer: &mut Writer) -> Result<(), Error> {
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
        let module = Block::new(MODULE_BLOCK, 2, vec![Record::new(1, [1]).into()]);
        let file = File::new(vec![module.into()]);
        let mut expected = HEADER.to_vec();
        expected.extend_from_slice(&[0x21, 0x08, 0, 0, 1, 0, 0, 0, 0x07, 0x41, 0, 0]);
        let bytes = file.write().unwrap();
        assert_eq!(bytes, expected);
        assert_eq!(File::read(&bytes).unwrap(), file);
    }

    #[test]
    fn a_record_that_its_abbreviation_cannot_carry_is_refused() {
        let abbreviation = Abbreviation {
            operands: vec![Encoding::Literal(4), Encoding::Fixed(3)],
        };
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
    fn a_file_that_ends_early_has_no_tree() {
        assert!(matches!(File::read(b"PEXE"), Err(ReadError::Header)));
        let cut = File::read(&HEADER[..9]);
        assert!(matches!(cut, Err(ReadError::Header)));
        let module = [&HEADER[..], &[0x21, 0x08, 0, 0]].concat();
        assert!(matches!(File::read(&module), Err(ReadError::Container(_))));
    }
}
