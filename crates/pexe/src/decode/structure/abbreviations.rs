//! Checks the abbreviations block. The bitstream reader itself records the definitions.

use crate::construct::block_id;
use crate::decode::findings::Findings;
use crate::error::{Error, ErrorKind};
use crate::module::Module;
use pinnacle_bitstream::{Event, Reader, Record};

/// Reads the abbreviations block.
pub(super) fn read_abbreviations(
    reader: &mut Reader<'_>,
    _: &mut Module,
    findings: &mut Findings,
) -> Result<(), Error> {
    loop {
        match reader.next()? {
            Event::Record => findings.check(check_abbreviation_target(&reader.record())),
            Event::ExitBlock | Event::End => return Ok(()),
            _ => {}
        }
    }
}

/// Checks that a record of the abbreviations block names a kind of block that exists.
fn check_abbreviation_target(record: &Record<'_>) -> Result<(), Error> {
    match record.operands {
        &[id] if !is_known_block(id) => Err(Error::new(
            ErrorKind::UnexpectedBlock,
            record.position,
            format!("abbreviations are defined for blocks of kind {id}, which PNaCl does not have"),
        )),
        _ => Ok(()),
    }
}

fn is_known_block(id: u64) -> bool {
    [
        block_id::MODULE,
        block_id::CONSTANTS,
        block_id::FUNCTION,
        block_id::SYMBOLS,
        block_id::TYPES,
        block_id::GLOBALS,
    ]
    .iter()
    .any(|&known| u64::from(known) == id)
}
