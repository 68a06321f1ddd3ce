//! Creates errors about the order and extent of blocks.

use crate::construct::block_id;
use crate::decode::Allow;
use crate::error::{Error, ErrorKind};
use crate::limits::PROFILE;
use pinnacle_base::count::counted;
use pinnacle_bitstream::{BlockHeader, ErrorKind as Container, Event, Reader};

#[cold]
pub(super) fn too_late(position: u64, what: &str) -> Error {
    Error::new(
        ErrorKind::WrongOrder,
        position,
        format!("{what} comes too late in the module"),
    )
}

/// Checks that the bytes after the module contain no other module.
pub(super) fn check_trailing(bytes: &[u8], offset: u64, allow: Allow) -> Result<(), Error> {
    match Reader::new(bytes, offset, PROFILE).next() {
        Ok(Event::EnterBlock(header)) if header.id == block_id::MODULE => Err(Error::new(
            ErrorKind::Duplicate,
            header.position,
            "the file contains a second module",
        )),
        _ if bytes.is_empty() || allow.trailing_data => Ok(()),
        _ => Err(Error::new(
            ErrorKind::TrailingData,
            offset * 8,
            format!(
                "{} bytes follow the module, expected the end of the file",
                bytes.len()
            ),
        )),
    }
}

#[cold]
pub(super) fn cut_short(header: &BlockHeader) -> Error {
    Error::new(
        ErrorKind::Container(Container::EndOfStream),
        header.position,
        format!(
            "the file ends inside the {} block that begins here and claims {}",
            block_id::name(header.id),
            counted(header.length_words, "word")
        ),
    )
}

#[cold]
pub(super) fn overrun(header: &BlockHeader) -> Error {
    Error::new(
        ErrorKind::Container(Container::WrongBlockLength),
        header.position,
        format!(
            "the {} block does not end within the {} that its length word states",
            block_id::name(header.id),
            counted(header.length_words, "word")
        ),
    )
}
