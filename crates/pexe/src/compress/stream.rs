//! Parses a file into a list of records, independently of their abbreviations.

use crate::error::Error;
use crate::header::Header;
use crate::limits::PROFILE;
use pinnacle_bitstream::{BLOCKINFO, Event, Reader};
use std::collections::BTreeMap;

/// An item of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// A block starts. The number is an index into [`Stream::blocks`].
    Enter(u32),
    /// The innermost block ends.
    Exit,
    /// A record. The number is an index into [`Stream::records`].
    Record(u32),
}

/// A block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    /// An index into [`Stream::kinds`].
    pub(super) kind: u32,
    /// Number of blocks nested directly in it.
    pub(super) nested: u32,
}

/// A record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub(super) code: u64,
    /// Index of its first operand among all operands.
    start: u32,
    count: u32,
    /// The block that contains it.
    pub(super) block: u32,
}

/// A parsed file.
#[derive(Debug)]
pub(super) struct Stream<'a> {
    /// The bytes before the first block.
    pub(super) header: &'a [u8],
    pub(super) items: Vec<Item>,
    pub(super) blocks: Vec<Block>,
    pub(super) records: Vec<Record>,
    pub(super) operands: Vec<u64>,
    /// The block IDs in order of first appearance. The first one is that of the outermost block.
    pub(super) kinds: Vec<u32>,
    /// The bytes after the first block.
    pub(super) trailing: &'a [u8],
}

impl<'a> Stream<'a> {
    /// Parses a file. Returns `None` for files that should not be compressed: those that begin with
    /// abbreviations, have several top-level blocks, or have more operands than bits.
    ///
    /// # Errors
    ///
    /// Fails if the header or the first block cannot be parsed. A file with too many operands is
    /// not parsed further.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Option<Stream<'a>>, Error> {
        let header = Header::read(bytes)?;
        let (header, body) = bytes.split_at(header.size as usize);
        let mut reader = Reader::new(body, header.len() as u64, PROFILE);
        let mut stream = Stream {
            header,
            items: Vec::new(),
            blocks: Vec::new(),
            records: Vec::new(),
            operands: Vec::new(),
            kinds: Vec::new(),
            trailing: &[],
        };
        let most_operands = u32::try_from(bytes.len() * 8).unwrap_or(u32::MAX);
        let mut kinds = BTreeMap::new();
        // The open blocks, the innermost one last.
        let mut open: Vec<u32> = Vec::new();
        let mut in_abbreviations = false;
        loop {
            match reader.next()? {
                Event::EnterBlock(block) if block.id == BLOCKINFO => {
                    if open.is_empty() {
                        while reader.depth() > 0 {
                            reader.next()?;
                        }
                        return Ok(None);
                    }
                    in_abbreviations = true;
                }
                Event::EnterBlock(block) => {
                    let kind = *kinds.entry(block.id).or_insert_with(|| {
                        stream.kinds.push(block.id);
                        stream.kinds.len() as u32 - 1
                    });
                    if let Some(&outer) = open.last() {
                        stream.blocks[outer as usize].nested += 1;
                    }
                    let index = stream.blocks.len() as u32;
                    stream.blocks.push(Block { kind, nested: 0 });
                    stream.items.push(Item::Enter(index));
                    open.push(index);
                }
                Event::ExitBlock if in_abbreviations => in_abbreviations = false,
                Event::ExitBlock => {
                    stream.items.push(Item::Exit);
                    open.pop();
                    if open.is_empty() {
                        break;
                    }
                }
                Event::Record if in_abbreviations => {}
                Event::Record => {
                    let record = reader.record();
                    let start = stream.operands.len() as u32;
                    let count = record.operands.len() as u32;
                    if record.operands.len() as u64 + u64::from(start) > u64::from(most_operands) {
                        return Ok(None);
                    }
                    stream.items.push(Item::Record(stream.records.len() as u32));
                    stream.records.push(Record {
                        code: record.code,
                        start,
                        count,
                        block: open.last().copied().unwrap_or(0),
                    });
                    stream.operands.extend_from_slice(record.operands);
                }
                Event::DefineAbbreviation => {}
                Event::End => return Ok(None),
            }
        }
        let end = (reader.next_position() / 8) as usize;
        stream.trailing = &bytes[end..];
        // Further blocks may use the abbreviations of the first one.
        let more_blocks = !stream.trailing.is_empty() && reads_to_the_end(&mut reader);
        Ok((!more_blocks).then_some(stream))
    }

    /// Returns the blocks and the records of each kind of block, in file order.
    pub(super) fn by_kind(&self) -> Vec<(Vec<u32>, Vec<u32>)> {
        let mut kinds = vec![(Vec::new(), Vec::new()); self.kinds.len()];
        for (index, block) in self.blocks.iter().enumerate() {
            kinds[block.kind as usize].0.push(index as u32);
        }
        for (index, record) in self.records.iter().enumerate() {
            let kind = self.blocks[record.block as usize].kind;
            kinds[kind as usize].1.push(index as u32);
        }
        kinds
    }

    /// Returns the operands of a record.
    pub(super) fn operands(&self, record: &Record) -> &[u64] {
        let start = record.start as usize;
        &self.operands[start..start + record.count as usize]
    }
}

/// Returns true if the rest of the file consists of blocks.
fn reads_to_the_end(reader: &mut Reader<'_>) -> bool {
    loop {
        match reader.next() {
            Ok(Event::End) => return true,
            Ok(_) => {}
            Err(_) => return false,
        }
    }
}
