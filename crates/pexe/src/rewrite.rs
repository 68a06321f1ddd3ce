//! Files written back as they were read, except for the records that a caller changes.
//!
//! A file holds more than the program in memory: how numbers are packed, how blocks are padded, and
//! the order of items that may come in any order. [`rewrite`] walks through a file's blocks and
//! records and copies it bit by bit, so a file with no edits comes out unchanged.

use crate::construct::block_id;
use crate::error::Error;
use crate::header::Header;
use crate::limits::PROFILE;
use pinnacle_bitstream::{Event, Reader, Record, Writer};

/// The decision about a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// It is copied.
    Keep,
    /// Skips the record. The callback has written its replacement, which may be empty.
    Done,
}

/// Copies a file and asks of each record what shall become of it.
///
/// Calls `edit` with every record except those of the abbreviations block. The callback also gets
/// the writer, which knows the current [block ID](Writer::block_id) and its abbreviations. It may
/// write records before this one, or replace it.
///
/// The header and the bytes after the module are copied too. With all records kept the result has
/// the same bytes as the file.
///
/// # Errors
///
/// Fails if the file cannot be read as blocks and records, or if `edit` fails.
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
