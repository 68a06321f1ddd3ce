//! What compiled code and the interpreter's thread say to each other.

use crate::interp::nested::Step;
use pinnacle_pexe::FuncId;
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender};

/// What the interpreter is asked to do.
pub(super) enum Request {
    /// Begin a call.
    Call {
        function: FuncId,
        args: Vec<u64>,
        stack: Range<u32>,
        thread_pointer: u32,
    },
    /// Go on with this result.
    GoOn {
        words: [u64; 2],
        thread_pointer: u32,
    },
    /// Forget the innermost call. There is no answer.
    Abandon,
}

/// The way to the interpreter's thread.
pub(super) struct Link {
    pub(super) requests: Sender<Request>,
    pub(super) steps: Receiver<Step>,
}

impl Link {
    /// Asks for something and waits for the answer.
    pub(super) fn ask(&self, request: Request) -> wasmtime::Result<Step> {
        let gone = || wasmtime::Error::msg("the interpreter is gone");
        self.requests.send(request).map_err(|_| gone())?;
        self.steps.recv().map_err(|_| gone())
    }
}
