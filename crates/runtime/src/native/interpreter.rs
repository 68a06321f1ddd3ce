//! The interpreter's state together with the data that it borrows.
//!
//! Wasmtime's stores hold data that borrows from nothing, but what the interpreter keeps
//! of a program refers to the program, and the state of a thread to that. Here each lies
//! beside its owner, which does not move while it is borrowed from.

use crate::interp::nested::{Bodies, Calls};
use pinnacle_pexe::decode::Program;
use self_cell::self_cell;
use std::sync::Arc;

self_cell!(
    /// A program with its bodies, prepared for the interpreter.
    pub(crate) struct OwnedBodies {
        owner: Arc<Program>,
        #[covariant]
        dependent: Bodies,
    }
);

self_cell!(
    /// The interpreted calls of a thread.
    pub(crate) struct OwnedCalls {
        owner: Arc<OwnedBodies>,
        #[covariant]
        dependent: Calls,
    }
);
