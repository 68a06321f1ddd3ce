//! Steps back.

use pinnacle_debug::{LinePlace, LineTable};
use pinnacle_runtime::interp::Point;
use std::sync::Arc;

/// A step back of a thread.
#[derive(Clone, Debug)]
pub enum BackStep {
    /// To the instruction that this thread ran before.
    Instruction(u32),
    /// To the previous instruction of the same call, or of a caller.
    Over {
        /// The thread.
        thread: u32,
        /// The calls of the thread at the start of the step.
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

    /// Begins a part of the past. It may be the whole past, or a part whose predecessor has not
    /// been examined yet.
    pub(crate) fn begin_part(&mut self, is_first: bool) {
        if let BackStep::Line(step) = self {
            (step.passed, step.opening) = (None, None);
            step.knows_before = is_first;
        }
    }

    /// Passes an instruction that runs between the start and the end of a part. The step ends at
    /// the last possible instruction before its own start.
    pub(crate) fn may_end_at(&mut self, point: Point, address: Option<u32>) -> Ending {
        let ends = match self {
            BackStep::Instruction(thread) => point.thread == *thread,
            BackStep::Over { thread, depth } => point.thread == *thread && point.depth <= *depth,
            BackStep::Line(step) => return step.begins_line(point, address),
        };
        match ends {
            true => Ending::Yes,
            false => Ending::No,
        }
    }

    /// Leaves open whether the first line of the part begins there. The previous part shows it.
    pub(crate) fn leave_open(&mut self) {
        if let BackStep::Line(step) = self {
            step.open = step.opening.take();
        }
    }

    /// Returns true if the line that was left open is the last one of this part, so that it
    /// continues; `None` if this part has no lines.
    pub(crate) fn continues(&self) -> Option<bool> {
        match self {
            BackStep::Line(step) => {
                let ((depth, line), (last_depth, last)) = step.open.zip(step.passed)?;
                Some(depth == last_depth && last.is_same_line(&line))
            }
            BackStep::Instruction(_) | BackStep::Over { .. } => None,
        }
    }
}

/// The answer whether a step may end at an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    No,
    Yes,
    /// It depends on the instructions before this part.
    Unknown,
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
    /// The last line passed, with its calls.
    passed: Option<(usize, LinePlace)>,
    /// True if this is the first part, so that no line has begun before it.
    knows_before: bool,
    /// The first line of this part, and that of a later part, of which it is not known whether they
    /// begin there.
    opening: Option<(usize, LinePlace)>,
    open: Option<(usize, LinePlace)>,
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
            knows_before: true,
            opening: None,
            open: None,
        }
    }

    /// Passes an instruction. Returns whether a line begins there.
    fn begins_line(&mut self, point: Point, address: Option<u32>) -> Ending {
        if point.thread != self.thread || point.depth > self.depth.0 {
            return Ending::No;
        }
        let Some(address) = address else {
            return Ending::No;
        };
        let place = self.lines.at(address).filter(|place| place.line > 0);
        let Some(place) = place else {
            return Ending::No;
        };
        // As for steps forward, a function begins once it has stored its parameters.
        if (point.depth, place.inlined) > self.depth || self.lines.is_prologue(address) {
            return Ending::No;
        }
        let is_same = |(depth, passed): &(usize, LinePlace)| {
            *depth == point.depth && passed.is_same_line(&place)
        };
        let ending = match &self.passed {
            Some(passed) if is_same(passed) => Ending::No,
            None if !self.knows_before => {
                self.opening = Some((point.depth, place));
                Ending::Unknown
            }
            _ => Ending::Yes,
        };
        self.passed = Some((point.depth, place));
        ending
    }
}
