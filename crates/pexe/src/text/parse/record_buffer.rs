//! Buffers the records of the text until they can be written.
//!
//! The width of a block's abbreviation indices is written at its start but depends on the
//! definitions in it. Therefore records are collected in an array of numbers and written after the
//! text has been parsed. Each item in the array starts with its abbreviation index in the file,
//! which distinguishes blocks, definitions and records, and its offset in the text.

use crate::construct::block_id;
use crate::limits::PROFILE;
use crate::text::error::{Fault, MAX_SYNTAX_ERRORS, SyntaxErrorKind};
use pinnacle_bitstream::{Abbreviation, Writer, predefined};
use std::sync::Arc;

/// Number of words before the operands of a record: its head, its code, and the number of operands.
const RECORD_HEAD: usize = 3;

/// The items of the file, in order.
#[derive(Debug, Default)]
pub(super) struct RecordBuffer {
    words: Vec<u64>,
    abbreviations: Vec<Arc<Abbreviation>>,
}

/// The index of a record in the buffer, which must be the last item.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordAt(usize);

/// The index of the start of a block in the buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockAt(usize);

/// The bytes of a file. Also the start of each item in bits, with its offset in the text.
pub(super) type Written = (Vec<u8>, Vec<(u64, u32)>);

fn head(abbreviation: u32, at: u32) -> u64 {
    u64::from(abbreviation) << 32 | u64::from(at)
}

impl RecordBuffer {
    /// Starts a block, whose abbreviation width must be set later.
    pub(super) fn enter_block(&mut self, id: u32, at: u32) -> BlockAt {
        let start = self.words.len();
        self.words.push(head(predefined::ENTER_BLOCK as u32, at));
        self.words.extend([u64::from(id), 0]);
        BlockAt(start)
    }

    /// Sets the width of abbreviation indices in a block.
    pub(super) fn set_width(&mut self, block: BlockAt, width: u32) {
        self.words[block.0 + 2] = width.into();
    }

    /// Ends the innermost block.
    pub(super) fn exit_block(&mut self, at: u32) {
        self.words.push(head(predefined::END_BLOCK as u32, at));
    }

    /// Defines an abbreviation.
    pub(super) fn define(&mut self, abbreviation: Abbreviation, at: u32) {
        self.words
            .push(head(predefined::DEFINE_ABBREVIATION as u32, at));
        self.words.push(self.abbreviations.len() as u64);
        self.abbreviations.push(Arc::new(abbreviation));
    }

    /// Adds an unabbreviated record. `encode` appends its operands and returns its code.
    #[inline]
    pub(super) fn record(
        &mut self,
        at: u32,
        encode: impl FnOnce(&mut Vec<u64>) -> u64,
    ) -> RecordAt {
        let start = self.words.len();
        self.words
            .extend([head(predefined::UNABBREVIATED as u32, at), 0, 0]);
        let code = encode(&mut self.words);
        self.words[start + 1] = code;
        self.words[start + 2] = (self.words.len() - start - RECORD_HEAD) as u64;
        RecordAt(start)
    }

    /// Sets the abbreviation of a record.
    #[inline]
    pub(super) fn set_abbreviation(&mut self, record: RecordAt, index: u32) {
        let at = self.words[record.0] as u32;
        self.words[record.0] = head(index, at);
    }

    /// Returns the code and operands of a record.
    pub(super) fn numbers(&self, record: RecordAt) -> (u64, &[u64]) {
        (
            self.words[record.0 + 1],
            &self.words[record.0 + RECORD_HEAD..],
        )
    }

    /// Replaces the code and operands of a record.
    pub(super) fn replace(&mut self, record: RecordAt, numbers: &[u64]) {
        let Some((&code, operands)) = numbers.split_first() else {
            return;
        };
        self.words.truncate(record.0 + 1);
        self.words.extend([code, operands.len() as u64]);
        self.words.extend_from_slice(operands);
    }

    /// Writes the file, with a header before the blocks and bytes after them.
    pub(super) fn write(&self, header: &[u8], trailing: &[u8]) -> Result<Written, Vec<Fault>> {
        let mut writer = Writer::new(header, PROFILE);
        let mut map = Vec::new();
        let mut faults = Vec::new();
        let mut words = &self.words[..];
        while let [first, rest @ ..] = words {
            let (abbreviation, at) = ((first >> 32) as u32, *first as u32);
            map.push((writer.position(), at));
            let (taken, result) = match (u64::from(abbreviation), rest) {
                (predefined::END_BLOCK, _) => (0, writer.exit_block()),
                (predefined::ENTER_BLOCK, &[id, width, ..]) => {
                    (2, writer.enter_block(id as u32, width as u32))
                }
                (predefined::DEFINE_ABBREVIATION, &[index, ..]) => {
                    let abbreviation = &self.abbreviations[index as usize];
                    (1, writer.define_abbreviation(abbreviation).map(|_| ()))
                }
                (_, &[code, count, ref operands @ ..]) => {
                    let count = count as usize;
                    let operands = &operands[..count];
                    (2 + count, writer.record(abbreviation, code, operands))
                }
                _ => unreachable!("items are complete"),
            };
            words = &rest[taken..];
            if let Err(error) = result {
                faults.push(Fault {
                    kind: SyntaxErrorKind::CannotEncode,
                    at,
                    message: error.message().to_owned(),
                });
                // Writing cannot continue if a block could not be started.
                if u64::from(abbreviation) == predefined::ENTER_BLOCK
                    || faults.len() >= MAX_SYNTAX_ERRORS
                {
                    return Err(faults);
                }
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        writer.raw_bytes(trailing);
        map.push((writer.position(), u32::MAX));
        // If the text was parsed to its end, all blocks have ended.
        Ok((writer.finish_unchecked(), map))
    }
}

/// Returns the default abbreviation width of a block: the smallest width that fits the indices of
/// its abbreviations. For the abbreviations block it is 2, because it has no abbreviations of its
/// own.
pub fn default_width(block: u32, abbreviations: usize) -> u32 {
    if block == block_id::ABBREVIATIONS {
        return 2;
    }
    let last = predefined::UNABBREVIATED + abbreviations as u64;
    (u64::BITS - last.leading_zeros()).max(2)
}
