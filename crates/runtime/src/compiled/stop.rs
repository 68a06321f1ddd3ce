//! The state recorded when a thread stops. `report` turns it into a trap on request.

use super::code::About;
use super::loaded_code::LoadedCode;
use crate::trap::TrapKind;
use pinnacle_pexe::types::Signature;
use pinnacle_pexe::{FuncId, InstId};
use pinnacle_wasm::LoopEntry;
use std::fmt;
use std::sync::Arc;

/// The reason why a thread stopped, as far as it is known without looking at the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    Known(TrapKind),
    /// The host called the function at this address with this signature, which is wrong.
    Signature(u32, Signature),
    /// An exception that was not caught.
    Longjmp,
    /// A trap of the code, and the address of an invalid access.
    Code(wasmtime::Trap, Option<u32>),
}

/// The location of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// An offset in the program's module.
    Code(u32),
    /// An offset in the module of the hot functions, with the facts about that module.
    HotCode(Arc<About>, u32),
    /// An offset in a loop entry's module.
    LoopEntry(Arc<LoopEntry>, u32),
    /// An offset in the code of a loaded module.
    Loaded(Arc<LoadedCode>, u32),
    /// An instruction of an interpreted function.
    Inst(FuncId, InstId),
}

/// A program that stopped before its end.
///
/// [`Stop::trap`] returns the reason and the place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    pub(super) cause: Box<Cause>,
    pub(super) thread: u32,
    /// The reported calls, innermost first. The middle of a long stack is left out.
    pub(super) frames: Vec<Place>,
    pub(super) omitted: usize,
    pub(super) is_placed: bool,
    /// The failed access, if the stop was caused by one.
    pub(super) access: FailedAccess,
}

/// Facts about a failed access, in addition to its location and address.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct FailedAccess {
    /// The locations of the native accesses after the failed one, as far as they are needed.
    pub(super) later: Vec<u32>,
    /// Bytes there can be read.
    pub(super) is_readable: bool,
}

impl Stop {
    /// Returns a stop of a thread whose location is not known yet.
    pub(super) fn unplaced(cause: Cause, thread: u32) -> Stop {
        Stop {
            cause: Box::new(cause),
            thread,
            frames: Vec::new(),
            omitted: 0,
            is_placed: false,
            access: FailedAccess::default(),
        }
    }

    /// Returns true if this is a stop of this thread, whose location is not known yet.
    pub(super) fn is_unplaced_in(&self, thread: u32) -> bool {
        !self.is_placed && self.thread == thread
    }

    /// Returns the locations in the program's code.
    pub(super) fn offsets(&self) -> Vec<u32> {
        let offset = |place: &Place| match place {
            Place::Code(offset) => Some(*offset),
            Place::HotCode(..) | Place::LoopEntry(..) | Place::Loaded(..) | Place::Inst(..) => None,
        };
        self.frames.iter().filter_map(offset).collect()
    }

    /// Takes the location from another stop.
    pub(super) fn place(&mut self, other: Stop) {
        self.frames = other.frames;
        self.omitted = other.omitted;
        self.access = other.access;
        self.is_placed = true;
    }
}

/// The program or this thread has ended, so it leaves its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ended;

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the thread has ended")
    }
}

impl std::error::Error for Ended {}

/// A host function requested a trap.
#[derive(Clone, Debug)]
pub(super) struct HostTrap(pub(super) Cause);

impl fmt::Display for HostTrap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a function of the host trapped")
    }
}

impl std::error::Error for HostTrap {}
