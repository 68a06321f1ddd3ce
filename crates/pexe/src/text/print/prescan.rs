//! Determines properties of a file before it is printed.
//!
//! Assembly specifies the width of abbreviation indices only if it is not the default width, which
//! depends on the number of abbreviations that the block will define. Therefore all blocks are
//! examined before they are printed.

use super::header_size;
use crate::limits::PROFILE;
use pinnacle_bitstream::{BLOCKINFO, BlockHeader, Event, Reader, predefined};

/// The width of abbreviation indices outside all blocks.
const OUTERMOST_WIDTH: u32 = 2;

/// Size of a block's length word in bits.
const LENGTH_BITS: u64 = 32;

/// The properties that were found.
#[derive(Debug, Default)]
pub(super) struct Prescan {
    /// Number of overlong numbers.
    pub(super) overlong: u64,
    /// Number of blocks with nonzero padding.
    pub(super) padded: u64,
    /// The position of each block that defines abbreviations for itself, and the number of these,
    /// in file order.
    defining: Vec<(u64, u32)>,
}

impl Prescan {
    /// Examines a file, as far as it can be read.
    pub(super) fn of(bytes: &[u8]) -> Prescan {
        let mut prescan = Prescan::default();
        let start = header_size(bytes);
        let mut reader = Reader::new(&bytes[start..], start as u64, PROFILE);
        let mut open: Vec<(BlockHeader, u32)> = Vec::new();
        loop {
            match reader.next() {
                Ok(Event::EnterBlock(header)) => {
                    let outer = open.last().map(|(block, _)| block);
                    let from = header.position + head_bits(outer, &header);
                    prescan.padding(bytes, from, header.body - LENGTH_BITS);
                    open.push((header, 0));
                }
                Ok(Event::DefineAbbreviation) => {
                    if let Some((_, count)) = open.last_mut() {
                        *count += 1;
                    }
                }
                Ok(Event::ExitBlock) => {
                    if let Some(block) = open.pop() {
                        let width = u64::from(block.0.abbreviation_width);
                        let from = reader.position() + width;
                        prescan.padding(bytes, from, reader.next_position());
                        prescan.close(block);
                    }
                    if open.is_empty() {
                        break;
                    }
                }
                Ok(Event::Record) => {}
                Ok(Event::End) | Err(_) => break,
            }
        }
        open.into_iter().for_each(|block| prescan.close(block));
        prescan.defining.sort_unstable();
        prescan.overlong = reader.overlong_count();
        prescan
    }

    /// Checks the padding between two positions in bits.
    fn padding(&mut self, bytes: &[u8], from: u64, to: u64) {
        let is_set = |bit: u64| {
            let byte = bytes.get((bit / 8) as usize);
            byte.is_some_and(|byte| byte >> (bit % 8) & 1 == 1)
        };
        self.padded += u64::from((from..to).any(is_set));
    }

    fn close(&mut self, (header, count): (BlockHeader, u32)) {
        // Definitions in BLOCKINFO are for other blocks.
        if count > 0 && header.id != BLOCKINFO {
            self.defining.push((header.position, count));
        }
    }

    /// Returns the number of abbreviations that the block at a position defines for itself.
    fn defined(&self, position: u64) -> usize {
        self.defining
            .binary_search_by_key(&position, |&(position, _)| position)
            .map_or(0, |index| self.defining[index].1 as usize)
    }

    /// Returns the default width of abbreviation indices in a block: the smallest one that fits all
    /// abbreviations, which are those that the block defines and this number of others.
    pub(super) fn usual_width(&self, position: u64, others: usize) -> u32 {
        let greatest = predefined::UNABBREVIATED as usize + others + self.defined(position);
        usize::BITS - greatest.leading_zeros()
    }
}

/// Returns the minimum number of bits at the start of a block before its padding: an abbreviation
/// index, the block ID in chunks of eight bits, and the width in chunks of four bits.
fn head_bits(outer: Option<&BlockHeader>, header: &BlockHeader) -> u64 {
    let chunks = |number: u32, width: u32| {
        let bits = (u32::BITS - number.leading_zeros()).max(1);
        u64::from(bits.div_ceil(width - 1) * width)
    };
    let index = outer.map_or(OUTERMOST_WIDTH, |outer| outer.abbreviation_width);
    u64::from(index) + chunks(header.id, 8) + chunks(header.abbreviation_width, 4)
}
