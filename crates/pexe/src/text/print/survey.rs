//! What must be known of a file before its text is written.
//!
//! Assembly alone says how wide abbreviation indices are only where that is
//! not what one expects, and that depends on how many abbreviations a block
//! will define. So blocks are walked through once before they are printed.

use super::header_size;
use pinnacle_bitstream::{BLOCKINFO, BlockHeader, Event, Reader, predefined};

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// Numbers that are packed longer than they need to be.
    pub(super) overlong: u64,
    /// Blocks that define abbreviations for themselves: where they start, and
    /// how many. In file order.
    defining: Vec<(u64, u32)>,
}

impl Survey {
    /// Walks through a file, as far as it can be read.
    pub(super) fn of(bytes: &[u8]) -> Survey {
        let mut survey = Survey::default();
        let start = header_size(bytes);
        let mut reader = Reader::new(&bytes[start..], start as u64);
        let mut open: Vec<(BlockHeader, u32)> = Vec::new();
        loop {
            match reader.next() {
                Ok(Event::EnterBlock(header)) => {
                    open.push((header, 0));
                }
                Ok(Event::DefineAbbreviation) => {
                    if let Some((_, count)) = open.last_mut() {
                        *count += 1;
                    }
                }
                Ok(Event::ExitBlock) => {
                    if let Some(block) = open.pop() {
                        survey.close(block);
                    }
                    if open.is_empty() {
                        break;
                    }
                }
                Ok(Event::Record) => {}
                Ok(Event::End) | Err(_) => break,
            }
        }
        open.into_iter().for_each(|block| survey.close(block));
        survey.defining.sort_unstable();
        survey.overlong = reader.overlong_count();
        survey
    }

    fn close(&mut self, (header, count): (BlockHeader, u32)) {
        // In BLOCKINFO definitions are for other blocks.
        if count > 0 && header.id != BLOCKINFO {
            self.defining.push((header.position, count));
        }
    }

    /// How many abbreviations the block that starts at a position defines for
    /// itself.
    fn defined(&self, position: u64) -> usize {
        self.defining
            .binary_search_by_key(&position, |&(position, _)| position)
            .map_or(0, |index| self.defining[index].1 as usize)
    }

    /// The width of an abbreviation index that one expects of a block: the
    /// least that has room for all that are defined, which are those in the
    /// block and so many others.
    pub(super) fn usual_width(&self, position: u64, others: usize) -> u32 {
        let greatest = predefined::UNABBREVIATED as usize + others + self.defined(position);
        usize::BITS - greatest.leading_zeros()
    }
}
