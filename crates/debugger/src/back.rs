//! Steps backwards.

use pinnacle_debug::{LinePlace, LineTable};
use pinnacle_runtime::interp::Point;
use std::sync::Arc;

/// A step backwards of a thread.
#[derive(Clone, Debug)]
pub enum BackStep {
    /// To the instruction that this thread executed before.
    Instruction(u32),
    /// To the previous instruction of the same call or of a caller.
    Over {
        /// The thread.
        thread: u32,
        /// The number of calls of the thread at the start of the step.
        depth: usize,
    },
    /// To the beginning of a line.
    Line(BackLine),
}

impl BackStep {
    /// Returns the thread of a step by one instruction, which also enters calls; `None` for other
    /// steps.
    pub(crate) fn instruction(&self) -> Option<u32> {
        match self {
            BackStep::Instruction(thread) => Some(*thread),
            BackStep::Over { .. } | BackStep::Line(_) => None,
        }
    }

    /// Starts with a part of the past. `is_first` is true if no part precedes it; otherwise the
    /// preceding part has not been examined yet.
    pub(crate) fn begin_part(&mut self, is_first: bool) {
        if let BackStep::Line(step) = self {
            (step.passed, step.opening) = (None, None);
            step.knows_before = is_first;
        }
    }

    /// Examines an instruction of the current part. Returns whether the step may end at it. The
    /// step ends at the last such instruction before its own start.
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

    /// Remembers that the first line of the part may have begun in the preceding part, which is
    /// examined next.
    pub(crate) fn leave_open(&mut self) {
        if let BackStep::Line(step) = self {
            step.open = step.opening.take();
        }
    }

    /// Returns true if the remembered line is also the last line of this part, so that it began
    /// earlier. Returns `None` if this part has no lines.
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

/// The possibility that a step ends at an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    No,
    Yes,
    /// The instructions before this part decide it.
    Unknown,
}

/// A step backwards by a line. If the thread is inside a line, it goes to the beginning of that
/// line, otherwise to the beginning of the line that ran before. Lines of called functions are
/// skipped, but those of callers are not. An inlined call counts as a call.
#[derive(Clone, Debug)]
pub struct BackLine {
    thread: u32,
    /// The depth at the start of the step: the numbers of real calls and of inlined calls.
    depth: (usize, u32),
    lines: Arc<LineTable>,
    /// The line examined last, with its number of calls.
    passed: Option<(usize, LinePlace)>,
    /// True if this is the first part, so that no line can have begun before it.
    knows_before: bool,
    /// The first line of this part, and the first line of the following part, if they may have
    /// begun in an earlier part.
    opening: Option<(usize, LinePlace)>,
    open: Option<(usize, LinePlace)>,
}

impl BackLine {
    /// Creates a step of a thread with `depth` calls from the source location `from`.
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

    /// Examines an instruction. Returns whether a line begins there.
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
        // As for forward steps, a function begins after its prologue.
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
