//! The calls that an editor has requested.

use pinnacle_pexe::ids::{FuncId, InstId};

/// A call, or a call that was inlined into it.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) function: FuncId,
    pub(crate) inst: InstId,
    /// The address of the instruction; `None` in a loaded module.
    pub(crate) address: Option<u32>,
    pub(crate) stack_pointer: u32,
    /// The values of the function, if they are known.
    pub(crate) values: Vec<u64>,
    /// True for the function itself, false for calls inlined into it.
    pub(crate) is_outermost: bool,
    pub(crate) name: String,
    /// File, line and column of the source.
    pub(crate) place: Option<(String, u32, u32)>,
}

/// The calls that the editor has requested, by thread. The ID of a call is its index in `frames`
/// plus one.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    pub(crate) frames: Vec<Frame>,
    /// Threads, each with the index of its first frame and the number of its frames.
    pub(crate) threads: Vec<(u32, usize, usize)>,
}
