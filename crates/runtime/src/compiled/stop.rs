//! The state recorded when a thread stops. `report` turns it into a trap on request.

use super::code::About;
use super::loaded_code::LoadedCode;
use crate::trap::TrapKind;
use pinnacle_pexe::types::Signature;
use pinnacle_pexe::{FuncId, InstId};
use pinnacle_wasm::LoopEntry;
use std::fmt;
use std::sync::Arc;

/// The reason why a thread stopped, as far as it is known without the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    Known(TrapKind),
    /// The host called the function at this address with this signature, which is not the
    /// function's.
    Signature(u32, Signature),
    /// An exception that was not caught.
    Longjmp,
    /// A trap of the code, and the address of an invalid access.
    Code(wasmtime::Trap, Option<u32>),
}

/// The place of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// An offset in the module of the program.
    Code(u32),
    /// An offset in the module of the hot functions, with the facts about it.
    HotCode(Arc<About>, u32),
    /// An offset in the module of a loop entry.
    LoopEntry(Arc<LoopEntry>, u32),
    /// An offset in the code of a module that the program has loaded.
    Loaded(Arc<LoadedCode>, u32),
    /// An instruction of a function that was interpreted.
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
    /// The access that failed, if it was one.
    pub(super) access: FailedAccess,
}

/// Facts about an access that failed, beside its place and address.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct FailedAccess {
    /// The places of the native accesses after the one that failed, as far as they are needed.
    pub(super) later: Vec<u32>,
    /// Bytes there can be read.
    pub(super) is_readable: bool,
}

impl Stop {
    /// A stop of a thread whose place is not known yet.
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

    /// Returns true if this is a stop in a thread, whose place is not known yet.
    pub(super) fn is_unplaced_in(&self, thread: u32) -> bool {
        !self.is_placed && self.thread == thread
    }

    /// The places in the code of the program.
    pub(super) fn offsets(&self) -> Vec<u32> {
        let offset = |place: &Place| match place {
            Place::Code(offset) => Some(*offset),
            Place::HotCode(..) | Place::LoopEntry(..) | Place::Loaded(..) | Place::Inst(..) => None,
        };
        self.frames.iter().filter_map(offset).collect()
    }

    /// Takes the place of another stop.
    pub(super) fn place(&mut self, other: Stop) {
        self.frames = other.frames;
        self.omitted = other.omitted;
        self.access = other.access;
        self.is_placed = true;
    }
}

/// The program or this thread has ended, so its code is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ended;

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the thread has ended")
    }
}

impl std::error::Error for Ended {}

/// A function of the host asked for a trap.
#[derive(Clone, Debug)]
pub(super) struct HostTrap(pub(super) Cause);

impl fmt::Display for HostTrap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a function of the host trapped")
    }
}

impl std::error::Error for HostTrap {}
