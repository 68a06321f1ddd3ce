//! Writes a file with planned abbreviations.

use super::group::Place;
use super::plan::Plan;
use super::stream::{Item, Stream};
use crate::construct::codes::module;
use crate::limits::PROFILE;
use pinnacle_bitstream::{BLOCKINFO, Error, Writer, predefined};

/// The width of indices in the abbreviations block.
const BLOCKINFO_WIDTH: u32 = 2;

/// The smallest width of indices.
const MIN_WIDTH: u32 = 2;

/// Writes all records, with a plan for each kind of block.
///
/// # Errors
///
/// Fails if a block becomes larger than its length word can represent.
pub(super) fn emit(
    stream: &Stream<'_>,
    plans: &[&Plan],
    places: &[Place],
) -> Result<Vec<u8>, Error> {
    let mut writer = Writer::new(stream.header, PROFILE);
    // The kinds of the open blocks and the widths of their indices.
    let mut open: Vec<(u32, u32)> = Vec::new();
    // Number of blocks of each kind that were entered so far.
    let mut entered = vec![0usize; plans.len()];
    for item in &stream.items {
        match *item {
            Item::Enter(block) => {
                let kind = stream.blocks[block as usize].kind;
                let plan = plans[kind as usize];
                let place = &mut entered[kind as usize];
                let width = plan.widths[*place];
                *place += 1;
                writer.enter_block(stream.kinds[kind as usize], width)?;
                if open.is_empty() {
                    define_shared(&mut writer, stream, plans)?;
                }
                if plan.local {
                    for abbreviation in &plan.abbreviations {
                        writer.define_abbreviation(abbreviation)?;
                    }
                }
                open.push((kind, width));
            }
            Item::Exit => {
                writer.exit_block()?;
                open.pop();
            }
            Item::Record(index) => {
                let record = &stream.records[index as usize];
                let Some(&(kind, width)) = open.last() else {
                    continue;
                };
                let abbreviation = plans[kind as usize].index(places[index as usize], width);
                writer.record(abbreviation, record.code, stream.operands(record))?;
            }
        }
    }
    writer.raw_bytes(stream.trailing);
    writer.finish()
}

/// Writes all records without abbreviations. The abbreviations block is empty and follows the
/// version.
///
/// # Errors
///
/// Fails if a block becomes larger than its length word can represent.
pub(super) fn emit_plain(stream: &Stream<'_>) -> Result<Vec<u8>, Error> {
    let full = predefined::UNABBREVIATED as u32;
    let mut writer = Writer::new(stream.header, PROFILE);
    let mut depth = 0u32;
    let mut has_abbreviations = false;
    for item in &stream.items {
        let is_version = matches!(*item, Item::Record(index)
            if stream.records[index as usize].code == module::VERSION.0);
        if depth == 1 && !has_abbreviations && !is_version {
            writer.enter_block(BLOCKINFO, BLOCKINFO_WIDTH)?;
            writer.exit_block()?;
            has_abbreviations = true;
        }
        match *item {
            Item::Enter(block) => {
                let kind = stream.blocks[block as usize].kind;
                writer.enter_block(stream.kinds[kind as usize], MIN_WIDTH)?;
                depth += 1;
            }
            Item::Exit => {
                writer.exit_block()?;
                depth = depth.saturating_sub(1);
            }
            Item::Record(index) => {
                let record = &stream.records[index as usize];
                writer.record(full, record.code, stream.operands(record))?;
            }
        }
    }
    writer.raw_bytes(stream.trailing);
    writer.finish()
}

/// Writes the abbreviations block if there are shared abbreviations.
fn define_shared(writer: &mut Writer, stream: &Stream<'_>, plans: &[&Plan]) -> Result<(), Error> {
    let shared = |plan: &Plan| !plan.local && !plan.abbreviations.is_empty();
    if !plans.iter().any(|plan| shared(plan)) {
        return Ok(());
    }
    writer.enter_block(BLOCKINFO, BLOCKINFO_WIDTH)?;
    for (plan, &id) in plans.iter().zip(&stream.kinds) {
        if shared(plan) {
            let full = predefined::UNABBREVIATED as u32;
            writer.record(full, predefined::SET_BLOCK_ID, &[id.into()])?;
            for abbreviation in &plan.abbreviations {
                writer.define_abbreviation(abbreviation)?;
            }
        }
    }
    writer.exit_block()
}
