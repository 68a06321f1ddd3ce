//! Stack traces: where a thread's calls are when it traps.

use super::debugger::CallPlace;
use super::program::Program;
use super::thread::Thread;
use crate::trap::{Location, Trap, TrapKind};
use pinnacle_pexe::ids::{FuncId, InstId};

/// Describes a trap of a thread that stopped after the operation that caused it.
#[cold]
pub(super) fn trap(program: &Program<'_>, thread: &Thread<'_>, kind: TrapKind) -> Trap {
    let mut stack = Vec::new();
    let calls = thread.frames.len();
    let mut omitted = 0;
    for (depth, place) in places(thread).enumerate() {
        let CallPlace { function, inst, .. } = place;
        if Trap::lists(depth, calls) {
            stack.extend(location(program, function, inst));
        } else {
            omitted += 1;
        }
    }
    Trap {
        kind,
        thread: thread.id,
        stack,
        omitted,
    }
}

/// Returns the locations of a thread's functions, innermost first: each at the operation before the
/// one where it resumes, or at its first.
pub(super) fn places(thread: &Thread<'_>) -> impl Iterator<Item = CallPlace> {
    let mut host_calls = 0;
    let mut done = thread.done;
    let mut place = Some((thread.function, thread.pc));
    thread.frames.iter().rev().map_while(move |frame| {
        let (function, pc) = place?;
        let caller = frame.caller.or_else(|| {
            host_calls += 1;
            thread.interrupted(host_calls - 1)
        });
        place = caller.map(|caller| (caller, frame.pc as usize));
        let inst = function.sources.get(pc.saturating_sub(1))?;
        Some(CallPlace {
            function: function.id,
            inst: InstId(*inst + std::mem::take(&mut done)),
            stack_pointer: frame.sp,
        })
    })
}

fn location(program: &Program<'_>, function: FuncId, inst: InstId) -> Option<Location> {
    let body = program.body(function)?;
    let (module, own, number) = program.module_of(function)?;
    let location = Location::new(module, own, body, inst);
    Some(match number {
        Some(number) => location.in_loaded(number),
        None => location,
    })
}
