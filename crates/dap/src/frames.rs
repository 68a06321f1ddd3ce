//! Calls that an editor has asked for.

use pinnacle_pexe::ids::{FuncId, InstId};

/// A call, or an inlined call in one.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) function: FuncId,
    pub(crate) inst: InstId,
    /// The address of the instruction, unless it is of a module that was loaded.
    pub(crate) address: Option<u32>,
    pub(crate) stack_pointer: u32,
    /// True for the function itself, false for what was inlined into it.
    pub(crate) is_outermost: bool,
    pub(crate) name: String,
    /// File, line and column of the source.
    pub(crate) place: Option<(String, u32, u32)>,
}

/// The calls that the editor has asked for, by thread. An id of a call is its index among all,
/// plus one.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    pub(crate) frames: Vec<Frame>,
    /// The thread, its first frame and their number.
    pub(crate) threads: Vec<(u32, usize, usize)>,
}
