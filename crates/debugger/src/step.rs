//! Steps: the places where a thread stops again.

use pinnacle_debug::{LinePlace, LineTable};
use pinnacle_runtime::interp::Point;
use std::sync::Arc;

/// A step of a thread. Other threads run during the step.
#[derive(Clone, Debug)]
pub enum Step {
    /// One instruction of this thread.
    Instruction(u32),
    /// By lines of the source.
    Line(LineStep),
    /// To another instruction of the same call, or back to the caller.
    Over {
        /// The thread.
        thread: u32,
        /// The calls of the thread where it begins.
        depth: usize,
    },
    /// Back to the caller.
    Out {
        /// The thread.
        thread: u32,
        /// The calls of the thread where it begins.
        depth: usize,
    },
}

/// The end of a step by lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// The next line that runs, in a function that is called if it has lines.
    Into,
    /// The next line of the same function, or one of a caller.
    Over,
    /// A caller.
    Out,
}

/// A step by lines. A call that was inlined counts as a call.
#[derive(Clone, Debug)]
pub struct LineStep {
    /// The thread.
    pub thread: u32,
    /// The kind of its end.
    pub kind: StepKind,
    /// The calls of the thread where it begins.
    pub depth: usize,
    /// The place in the source where the step begins.
    pub from: LinePlace,
    /// The lines of the program.
    pub lines: Arc<LineTable>,
}

impl Step {
    /// Returns true if the step ends before an instruction, which has this address.
    #[must_use]
    pub fn ends_at(&self, point: Point, address: Option<u32>) -> bool {
        match self {
            Step::Instruction(thread) => point.thread == *thread,
            Step::Over { thread, depth } => point.thread == *thread && point.depth <= *depth,
            Step::Out { thread, depth } => point.thread == *thread && point.depth < *depth,
            Step::Line(step) => point.thread == step.thread && step.ends_at(point.depth, address),
        }
    }
}

impl LineStep {
    fn ends_at(&self, depth: usize, address: Option<u32>) -> bool {
        let place = address.and_then(|address| self.lines.at(address));
        if self.kind == StepKind::Out && depth < self.depth {
            return true;
        }
        // Code without lines is skipped.
        let (Some(address), Some(place)) = (address, place) else {
            return false;
        };
        if place.line == 0 {
            return false;
        }
        let (here, start) = ((depth, place.inlined), (self.depth, self.from.inlined));
        if here < start {
            return true;
        }
        match self.kind {
            StepKind::Out => false,
            // Variables are valid once the function has stored its parameters.
            _ if self.lines.is_prologue(address) => false,
            StepKind::Into if here > start => true,
            StepKind::Over if here > start => false,
            StepKind::Into | StepKind::Over => !place.is_same_line(&self.from),
        }
    }
}
