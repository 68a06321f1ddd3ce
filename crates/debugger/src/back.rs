//! Steps back.

use pinnacle_debug::{LinePlace, LineTable};
use pinnacle_runtime::interp::Point;
use std::sync::Arc;

/// A step back of a thread.
#[derive(Clone, Debug)]
pub enum BackStep {
    /// To the instruction that this thread ran before.
    Instruction(u32),
    /// To the instruction before in the same call or in a caller.
    Over {
        /// The thread.
        thread: u32,
        /// The calls of the thread where it begins.
        depth: usize,
    },
    /// To the beginning of a line.
    Line(BackLine),
}

impl BackStep {
    /// The thread of a step by one instruction, into calls as well.
    pub(crate) fn instruction(&self) -> Option<u32> {
        match self {
            BackStep::Instruction(thread) => Some(*thread),
            BackStep::Over { .. } | BackStep::Line(_) => None,
        }
    }

    /// Passes an instruction on the way from the beginning of the run. Returns true if the step
    /// may end there. It ends at the last such instruction before its own beginning.
    pub(crate) fn may_end_at(&mut self, point: Point, address: Option<u32>) -> bool {
        match self {
            BackStep::Instruction(thread) => point.thread == *thread,
            BackStep::Over { thread, depth } => point.thread == *thread && point.depth <= *depth,
            BackStep::Line(step) => step.begins_line(point, address),
        }
    }
}

/// A step back by a line: to the beginning of the line if the thread is within it, otherwise to
/// that of the line that ran before. Lines of called functions do not count, those of callers do.
/// An inlined call counts as a call.
#[derive(Clone, Debug)]
pub struct BackLine {
    thread: u32,
    /// The call depth at the start of the step: real calls and inlined ones.
    depth: (usize, u32),
    lines: Arc<LineTable>,
    /// The last line that was passed, with its calls.
    passed: Option<(usize, LinePlace)>,
}

impl BackLine {
    /// A step of a thread, which has this many calls and is at a place in the source.
    #[must_use]
    pub fn new(thread: u32, depth: usize, from: LinePlace, lines: Arc<LineTable>) -> BackLine {
        BackLine {
            thread,
            depth: (depth, from.inlined),
            lines,
            passed: None,
        }
    }

    /// Passes an instruction. Returns true if a line begins there.
    fn begins_line(&mut self, point: Point, address: Option<u32>) -> bool {
        if point.thread != self.thread || point.depth > self.depth.0 {
            return false;
        }
        let Some(address) = address else {
            return false;
        };
        let place = self.lines.at(address).filter(|place| place.line > 0);
        let Some(place) = place else {
            return false;
        };
        // As for steps forward, a function begins once it has stored its parameters.
        if (point.depth, place.inlined) > self.depth || self.lines.is_prologue(address) {
            return false;
        }
        let is_same = |(depth, passed): &(usize, LinePlace)| {
            *depth == point.depth && passed.is_same_line(&place)
        };
        let begins = !self.passed.as_ref().is_some_and(is_same);
        self.passed = Some((point.depth, place));
        begins
    }
}
