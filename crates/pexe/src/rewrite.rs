//! Copies files, except for the records that a caller changes.
//!
//! A file has more information than the program in memory: the packing of numbers, the padding of
//! blocks, and the order of items that may have any order. [`rewrite`] copies the blocks and
//! records of a file bit by bit, so without edits the result equals the file.

use crate::construct::block_id;
use crate::error::Error;
use crate::header::Header;
use crate::limits::PROFILE;
use pinnacle_bitstream::{Event, Reader, Record, Writer};

/// The decision about a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Copies the record.
    Keep,
    /// Skips the record. The callback has written its replacement, if any.
    Done,
}

/// Copies a file, and calls a function that can change each record.
///
/// Calls `edit` with every record except those of the abbreviations block, and with the writer,
/// which knows the current [block ID](Writer::block_id) and its abbreviations. The function may
/// write records before this one, or replace it.
///
/// The header and the bytes after the module are copied too. If all records are kept, the result
/// has the same bytes as the file.
///
/// # Errors
///
/// Fails if the blocks and records of the file cannot be parsed, or if `edit` fails.
pub fn rewrite(
    bytes: &[u8],
    mut edit: impl FnMut(&Record<'_>, &mut Writer) -> Result<Edit, Error>,
) -> Result<Vec<u8>, Error> {
    let size = Header::read(bytes)?.size as usize;
    let mut reader = Reader::new(&bytes[size..], size as u64, PROFILE);
    let mut writer = Writer::new(&bytes[..size], PROFILE);
    let mut outermost = None;
    loop {
        let event = reader.next()?;
        match event {
            Event::End => return Ok(writer.finish()?),
            Event::EnterBlock(header) if writer.depth() == 0 => outermost = Some(header.id),
            Event::Record
                if writer.block_id() != Some(block_id::ABBREVIATIONS)
                    && edit(&reader.record(), &mut writer)? == Edit::Done =>
            {
                continue;
            }
            _ => {}
        }
        writer.copy(&reader, &event)?;
        if writer.depth() == 0 && outermost == Some(block_id::MODULE) {
            let end = (reader.next_position() / 8) as usize;
            writer.raw_bytes(&bytes[end..]);
            return Ok(writer.finish()?);
        }
    }
}
