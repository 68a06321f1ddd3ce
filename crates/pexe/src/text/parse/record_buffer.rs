//! Buffers the records of the text until they can be written.
//!
//! The width of a block's abbreviation indices is written at its start but depends on the
//! definitions in it. So records are collected in one array of numbers and go to the writer once
//! the text has been read. Each item begins with the abbreviation index that it will have in the
//! file, which distinguishes blocks, definitions and records, followed by its place in the text.

use crate::construct::block_id;
use crate::limits::PROFILE;
use crate::text::error::{Fault, MAX_SYNTAX_ERRORS, SyntaxErrorKind};
use pinnacle_bitstream::{Abbreviation, Writer, predefined};
use std::sync::Arc;

/// Numbers before the operands of a record: its head, its code, the number of
/// operands.
const RECORD_HEAD: usize = 3;

/// Items in the order of the file.
#[derive(Debug, Default)]
pub(super) struct RecordBuffer {
    words: Vec<u64>,
    abbreviations: Vec<Arc<Abbreviation>>,
}

/// A record in the buffer, the last item of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordAt(usize);

/// The start of a block in the buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockAt(usize);

/// The bytes of a file, and for each of its items where it starts, in bits,
/// and its place in the text.
pub(super) type Written = (Vec<u8>, Vec<(u64, u32)>);

fn head(abbreviation: u32, at: u32) -> u64 {
    u64::from(abbreviation) << 32 | u64::from(at)
}

impl RecordBuffer {
    /// Starts a block, whose abbreviation width is set later.
    pub(super) fn enter_block(&mut self, id: u32, at: u32) -> BlockAt {
        let start = self.words.len();
        self.words.push(head(predefined::ENTER_BLOCK as u32, at));
        self.words.extend([u64::from(id), 0]);
        BlockAt(start)
    }

    /// Reports how many bits the abbreviation indices of a block have.
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

    /// Adds an unabbreviated record: `encode` appends its operands and returns
    /// its code.
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

    /// Chooses the abbreviation of a record.
    #[inline]
    pub(super) fn set_abbreviation(&mut self, record: RecordAt, index: u32) {
        let at = self.words[record.0] as u32;
        self.words[record.0] = head(index, at);
    }

    /// Code and operands of a record.
    pub(super) fn numbers(&self, record: RecordAt) -> (u64, &[u64]) {
        (
            self.words[record.0 + 1],
            &self.words[record.0 + RECORD_HEAD..],
        )
    }

    /// Gives a record another code and other operands.
    pub(super) fn replace(&mut self, record: RecordAt, numbers: &[u64]) {
        let Some((&code, operands)) = numbers.split_first() else {
            return;
        };
        self.words.truncate(record.0 + 1);
        self.words.extend([code, operands.len() as u64]);
        self.words.extend_from_slice(operands);
    }

    /// Writes everything between a header and the bytes after the last block.
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
                // Without its start a block cannot go on.
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
        // The text was read to its end only if all blocks were.
        Ok((writer.finish_unchecked(), map))
    }
}

/// The default abbreviation width of a block: the smallest width that fits the indices of its
/// abbreviations, or 2 for the abbreviations block, which has none of its own.
pub fn default_width(block: u32, abbreviations: usize) -> u32 {
    if block == block_id::ABBREVIATIONS {
        return 2;
    }
    let last = predefined::UNABBREVIATED + abbreviations as u64;
    (u64::BITS - last.leading_zeros()).max(2)
}
