//! Which access failed where machine code has several at one place.
//!
//! The compiler makes a load an operand of the instruction that uses its value, where the
//! machine has such instructions: an addition, a comparison, a conversion, the address of
//! the next access. The load then stands at the place of that instruction, and of two
//! accesses at one place only the address of the machine's instruction says which failed.
//!
//! No access overtakes another on the way, so a load that became an operand is always the
//! last access before the place.

use super::report::At;
use super::stop::FailedAccess;
use object::{Object, ObjectSection};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::inst::Inst;
use pinnacle_pexe::{FuncId, InstId, ValueId};
use pinnacle_wasm::SourceMap;
use wasmtime::{FrameInfo, Module};
use wasmtime_environ::{iterate_traps, obj::ELF_WASMTIME_TRAPS};

/// Returns true if an instruction of the machine, which failed in a frame, is followed by
/// another that may fail and stands for the same place.
pub(super) fn is_at(pc: usize, frame: &FrameInfo) -> bool {
    let place = frame
        .module_offset()
        .and_then(|offset| u32::try_from(offset).ok());
    place.is_some_and(|place| is_followed(frame.module(), pc, place).unwrap_or(false))
}

fn is_followed(module: &Module, pc: usize, place: u32) -> Option<bool> {
    let text = module.text().as_ptr_range();
    let failed = u32::try_from(pc.checked_sub(text.start as usize)?).ok()?;
    if pc >= text.end as usize {
        return None;
    }
    let bytes = module.serialize().ok()?;
    let file = object::File::parse(&*bytes).ok()?;
    let section = file.section_by_name(ELF_WASMTIME_TRAPS)?;
    let mut sites = iterate_traps(section.data().ok()?)?.map(|(site, _)| site);
    let next = sites.find(|&site| site > failed)?;
    let mut found = [None; 2];
    for (start, origin) in module.address_map()? {
        for (found, site) in found.iter_mut().zip([failed, next]) {
            if start <= site as usize {
                *found = origin;
            }
        }
    }
    Some(found == [Some(place); 2])
}

/// The access that failed at an offset, if the map knows of one.
pub(super) fn failed(
    program: &Program,
    map: &SourceMap,
    offset: u32,
    access: FailedAccess,
) -> Option<(FuncId, InstId)> {
    let (function, inst) = map.lookup(offset)?;
    let at = At::new((program, function, inst))?;
    let mut accesses = map.preceding(offset).filter_map(|inst| {
        let at = At::new((program, function, inst))?;
        at.accesses_memory().then_some((inst, at))
    });
    let (before, operand) = accesses.find(|&(before, _)| before != inst)?;
    let is_operand = !at.accesses_memory()
        || access.is_operand
        // One instruction of the machine reads, computes and writes.
        || !access.is_readable && changes(&at, &operand);
    is_operand.then_some((function, before))
}

/// Returns true if a store writes where a load has read.
fn changes(store: &At<'_>, load: &At<'_>) -> bool {
    match (store.inst, load.inst) {
        (Inst::Store { address, .. }, Inst::Load { address: read, .. }) => {
            address == read
                || match (definition(store, address), definition(load, read)) {
                    (Some(address), Some(read)) => address == read && is_sum(&address),
                    _ => false,
                }
        }
        _ => false,
    }
}

fn is_sum(inst: &Inst) -> bool {
    matches!(inst, Inst::Binary { .. })
}

/// The instruction that defines a value.
fn definition(at: &At<'_>, value: ValueId) -> Option<Inst> {
    let body = at.body;
    body.block_ids().find_map(|block| {
        let mut insts = body.block_insts(block);
        insts.find_map(|(_, result, inst)| (result == Some(value)).then_some(*inst))
    })
}
