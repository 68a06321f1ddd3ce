//! Forward steps of a thread.

use pinnacle_debug::{LinePlace, LineTable};
use pinnacle_runtime::interp::Point;
use std::sync::Arc;

/// A step of a thread. Other threads run during the step.
#[derive(Clone, Debug)]
pub enum Step {
    /// To the next instruction of this thread.
    Instruction(u32),
    /// To another line of the source.
    Line(LineStep),
    /// To the next instruction of the same call or of a caller.
    Over {
        /// The thread.
        thread: u32,
        /// The number of calls of the thread at the start of the step.
        depth: usize,
    },
    /// Back to the caller.
    Out {
        /// The thread.
        thread: u32,
        /// The number of calls of the thread at the start of the step.
        depth: usize,
    },
}

/// The kind of a step by lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// To the next line that runs, which may be in a called function with lines.
    Into,
    /// To the next line of the same function or of a caller.
    Over,
    /// To the caller.
    Out,
}

/// A step by lines. An inlined call counts as a call.
#[derive(Clone, Debug)]
pub struct LineStep {
    /// The thread.
    pub thread: u32,
    /// The kind of the step.
    pub kind: StepKind,
    /// The number of calls of the thread at the start of the step.
    pub depth: usize,
    /// The source location at the start of the step.
    pub from: LinePlace,
    /// The lines of the program.
    pub lines: Arc<LineTable>,
}

impl Step {
    /// Returns true if the step ends before this instruction, whose address is `address`.
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
            // Variables are only valid after the prologue of the function.
            _ if self.lines.is_prologue(address) => false,
            StepKind::Into if here > start => true,
            StepKind::Over if here > start => false,
            StepKind::Into | StepKind::Over => !place.is_same_line(&self.from),
        }
    }
}
