//! Where a trap happened: the stack trace of a thread.

use super::prepared::Prepared;
use super::program::Program;
use super::thread::Thread;
use crate::trap::{Location, Trap, TrapKind};
use pinnacle_pexe::ids::InstId;

/// Describes a trap of a thread that stopped after the operation that caused it.
#[cold]
pub(super) fn trap(program: &Program<'_>, thread: &Thread<'_>, kind: TrapKind) -> Trap {
    let mut stack = Vec::new();
    let calls = thread.frames.len();
    let mut omitted = 0;
    let mut host_calls = 0;
    let mut place = Some((thread.function, thread.pc));
    for (depth, frame) in thread.frames.iter().rev().enumerate() {
        let Some((function, pc)) = place else { break };
        if Trap::lists(depth, calls) {
            stack.extend(location(program, function, pc));
        } else {
            omitted += 1;
        }
        let caller = frame.caller.or_else(|| {
            host_calls += 1;
            thread.interrupted(host_calls - 1)
        });
        place = caller.map(|caller| (caller, frame.pc as usize));
    }
    Trap {
        kind,
        thread: thread.id,
        stack,
        omitted,
    }
}

/// The place of the operation before `pc`, or of the first.
fn location(program: &Program<'_>, prepared: &Prepared, pc: usize) -> Option<Location> {
    let function = program.body(prepared.id)?;
    let inst = InstId(*prepared.sources.get(pc.saturating_sub(1))?);
    let module = program.info.module;
    Some(Location::new(module, prepared.id, function, inst))
}
