//! Stack traces: the positions of a thread's calls when it traps.

use super::debugger::{CallPlace, MAX_CALLS_WITH_VALUES};
use super::prepared::{NO_REGISTER, Prepared};
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
    calls(thread).map(|(place, _, _)| place)
}

/// Returns the locations of a thread's functions like [`places`], with the values of the innermost.
pub(super) fn places_with_values(thread: &Thread<'_>) -> Vec<CallPlace> {
    let calls = calls(thread).enumerate();
    let calls = calls.map(|(index, (mut place, function, base))| {
        if index < MAX_CALLS_WITH_VALUES {
            let register = |&register: &u16| match register {
                NO_REGISTER => 0,
                _ => {
                    let at = base + usize::from(register);
                    thread.registers.get(at).copied().unwrap_or(0)
                }
            };
            place.values = function.values.iter().map(register).collect();
        }
        place
    });
    calls.collect()
}

/// Returns the locations of a thread's functions, with the first register of each.
fn calls<'t, 'p>(
    thread: &'t Thread<'p>,
) -> impl Iterator<Item = (CallPlace, &'p Prepared, usize)> + use<'t, 'p> {
    let mut host_calls = 0;
    let mut done = thread.done;
    let mut base = thread.base;
    let mut place = Some((thread.function, thread.pc));
    thread.frames.iter().rev().map_while(move |frame| {
        let (function, pc) = place?;
        let caller = frame.caller.or_else(|| {
            host_calls += 1;
            thread.interrupted(host_calls - 1)
        });
        place = caller.map(|caller| (caller, frame.pc as usize));
        let inst = function.sources.get(pc.saturating_sub(1))?;
        let own = std::mem::replace(&mut base, frame.base as usize);
        let found = CallPlace {
            function: function.id,
            inst: InstId(*inst + std::mem::take(&mut done)),
            stack_pointer: frame.sp,
            values: Vec::new(),
        };
        Some((found, function, own))
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
