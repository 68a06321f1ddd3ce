//! Finds the access that failed if machine code has several at one place.
//!
//! On machines with memory operands, the compiler folds a load into the instruction that uses its
//! value: an addition, a comparison, a conversion, the address of the next access. The load then
//! has the place of that instruction. If two accesses have the same place, only the address of the
//! native instruction shows which one failed.
//!
//! No access overtakes another on the way, so a load that became an operand is always the
//! last access before the place.

use super::report::At;
use super::stop::FailedAccess;
use object::{Object, ObjectSection};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::inst::{BinaryOp, Inst};
use pinnacle_pexe::{FuncId, Function, InstId, ValueId};
use pinnacle_wasm::SourceMap;
use wasmtime::{FrameInfo, Module};
use wasmtime_environ::{Trap, iterate_traps, obj::ELF_WASMTIME_TRAPS};

/// Maximum number of instructions before a load that are searched for loads of the same address.
const MAX_BEFORE: usize = 256;

/// More than the number of loads that can be operands of each other in a chain.
const MAX_LATER: usize = 1000;

/// Returns the places of the native accesses after one that failed in a frame; empty if unknown.
pub(super) fn later(pc: usize, frame: &FrameInfo) -> Vec<u32> {
    let place = frame
        .module_offset()
        .and_then(|offset| u32::try_from(offset).ok());
    let found = place.and_then(|place| places_after(frame.module(), pc, place));
    found.unwrap_or_default()
}

fn places_after(module: &Module, pc: usize, place: u32) -> Option<Vec<u32>> {
    let text = module.text().as_ptr_range();
    let failed = u32::try_from(pc.checked_sub(text.start as usize)?).ok()?;
    if pc >= text.end as usize {
        return None;
    }
    let bytes = module.serialize().ok()?;
    let file = object::File::parse(&*bytes).ok()?;
    let section = file.section_by_name(ELF_WASMTIME_TRAPS)?;
    let accesses = iterate_traps(section.data().ok()?)?
        .filter(|(_, trap)| *trap == Trap::MemoryOutOfBounds.into());
    let sites = accesses.map(|(site, _)| site);
    let sites = sites.skip_while(|&site| site < failed).take(MAX_LATER);
    let mut map = module.address_map()?.peekable();
    let mut origin = None;
    let mut places = Vec::new();
    for site in sites {
        while let Some((_, found)) = map.next_if(|&(start, _)| start <= site as usize) {
            origin = found;
        }
        let Some(origin) = origin else { break };
        places.push(origin);
    }
    // Otherwise the fault did not happen in this frame.
    (places.first() == Some(&place)).then(|| places.split_off(1))
}

/// Returns the failed access at an offset, if the map knows it.
pub(super) fn failed(
    program: &Program,
    map: &SourceMap,
    offset: u32,
    access: &FailedAccess,
) -> Option<(FuncId, InstId)> {
    let (function, inst) = map.lookup(offset)?;
    let at = At::new((program, function, inst))?;
    let (before, operand) = access_before(program, map, offset)?;
    let is_operand = !at.accesses_memory()
        || access.later.first() == Some(&offset)
        || became_operand(program, map, (offset, inst), &access.later)
        // A single machine instruction reads, computes and writes.
        || !access.is_readable && changes(&at, &operand);
    is_operand.then_some((function, before))
}

/// Returns the first of the loads that the compiler has merged with a load that failed: those of
/// the same address in its block, with no call in between. It would have failed first.
pub(super) fn first_alike(
    program: &Program,
    (function, failed): (FuncId, InstId),
) -> Option<(FuncId, InstId)> {
    let at = At::new((program, function, failed))?;
    let Inst::Load { address, ty, .. } = at.inst else {
        return None;
    };
    let window = before(at.body, failed)?;
    let define = |value| {
        let found = window.iter().rev().find(|entry| entry.1 == Some(value));
        found.map(|entry| entry.2)
    };
    let is_call = |inst: &Inst| matches!(inst, Inst::Call { .. } | Inst::CallIndirect { .. });
    let last_call = window.iter().rposition(|(_, _, inst)| is_call(inst));
    let mut since = window[last_call.map_or(0, |call| call + 1)..].iter();
    let first = since.find(|(_, _, inst)| match *inst {
        Inst::Load {
            address: other,
            ty: other_ty,
            ..
        } => ty == other_ty && is_same_address(at.body, define, address, other),
        _ => false,
    })?;
    Some((function, first.0))
}

/// Returns the instructions before another one in its block, at most [`MAX_BEFORE`] of them.
fn before(body: &Function, inst: InstId) -> Option<Vec<(InstId, Option<ValueId>, Inst)>> {
    let position = |block| body.block_insts(block).position(|(at, _, _)| at == inst);
    let (block, count) = body
        .block_ids()
        .find_map(|block| Some((block, position(block)?)))?;
    let within = body.block_insts(block).take(count);
    let within = within.skip(count.saturating_sub(MAX_BEFORE));
    Some(within.map(|(at, value, inst)| (at, value, *inst)).collect())
}

/// Returns the last access before the instruction at an offset, ignoring loads that the compiler
/// has merged with other instructions.
fn access_before<'p>(
    program: &'p Program,
    map: &SourceMap,
    offset: u32,
) -> Option<(InstId, At<'p>)> {
    let place = map.lookup(offset)?;
    let (function, first) = first_alike(program, place).unwrap_or(place);
    let mut is_before = first == place.1;
    let before = map.preceding(offset).filter(|&inst| {
        let was_before = is_before;
        is_before |= inst == first;
        was_before && inst != first
    });
    let mut before = before.take(MAX_BEFORE);
    before.find_map(|inst| {
        let at = At::new((program, function, inst))?;
        let is_one = at.accesses_memory() && first_alike(program, (function, inst)).is_none();
        is_one.then_some((inst, at))
    })
}

/// Returns true if a load became a memory operand of the instruction after it, so that the access
/// at that instruction's place is the load. At the next place, the first native instruction is the
/// load if there are two, if that place has no access of its own, or if its own access became an
/// operand in turn.
fn became_operand(
    program: &Program,
    map: &SourceMap,
    (mut offset, mut inst): (u32, InstId),
    later: &[u32],
) -> bool {
    let mut groups = later.chunk_by(|place, next| place == next);
    loop {
        let place = map.lookup(offset);
        let load = place.and_then(|(function, inst)| At::new((program, function, inst)));
        if !load.is_some_and(|at| matches!(at.inst, Inst::Load { .. })) {
            return false;
        }
        let Some(group) = groups.next() else {
            return false;
        };
        let next = group[0];
        let follows = access_before(program, map, next).is_some_and(|(before, _)| before == inst);
        let Some((function, user)) = map.lookup(next).filter(|_| follows) else {
            return false;
        };
        let user = first_alike(program, (function, user)).map_or(user, |(_, first)| first);
        let accesses = At::new((program, function, user)).is_some_and(|at| at.accesses_memory());
        if !accesses || group.len() > 1 {
            return true;
        }
        (offset, inst) = (next, user);
    }
}

/// Returns true if a store writes to the address of a load.
fn changes(store: &At<'_>, load: &At<'_>) -> bool {
    match (store.inst, load.inst) {
        (Inst::Store { address, .. }, Inst::Load { address: read, .. }) => {
            let define = |value| definition(store, value);
            is_same_address(store.body, define, address, read)
        }
        _ => false,
    }
}

/// Returns true if two values are one, or sums of the same.
fn is_same_address(
    body: &Function,
    define: impl Fn(ValueId) -> Option<Inst>,
    address: ValueId,
    other: ValueId,
) -> bool {
    let address = without_zero(body, &define, address);
    let other = without_zero(body, &define, other);
    address == other
        || match (define(address), define(other)) {
            (Some(address), Some(other)) => address == other && is_sum(&address),
            _ => false,
        }
}

/// Strips the addition or subtraction of zero from a value, if it is one.
fn without_zero(
    body: &Function,
    define: impl Fn(ValueId) -> Option<Inst>,
    value: ValueId,
) -> ValueId {
    match define(value) {
        Some(Inst::Binary {
            op: BinaryOp::Add | BinaryOp::Sub,
            lhs,
            rhs,
        }) if body.constant(rhs).is_some_and(|rhs| rhs.bits() == 0) => lhs,
        _ => value,
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
