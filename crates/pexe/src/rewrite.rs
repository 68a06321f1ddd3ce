//! Files written back as they were read, except for the records that a caller changes.
//!
//! The original says more than the program in memory does: how numbers are
//! packed, what pads blocks, in which order things stand that may stand in any.
//! [`rewrite`] goes through a file at the level of blocks and records and copies
//! it bit by bit, so that a file of which nothing is changed comes out the same.

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
    /// It is not copied: what stands in its place, which may be nothing, has
    /// been written.
    Done,
}

/// Copies a file and asks of each record what shall become of it.
///
/// `edit` is called with every record but those of the abbreviations block, and
/// with the writer where it would be copied to, which knows the
/// [kind of block](Writer::block_id) and its abbreviations. It may write records
/// before the one it is asked about, or in its place.
///
/// The header and the bytes after the module are copied too. With all records kept the result has
/// the same bytes as the file.
///
/// # Errors
///
/// Fails if the file cannot be read as blocks and records, or what `edit` says.
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
