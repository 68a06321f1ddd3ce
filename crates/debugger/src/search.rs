//! Searches for the last stop before a moment.
//!
//! A search runs the parts of the past between snapshots, from the last one to the first, until one
//! contains a stop. Therefore it finds recent stops quickly.
//!
//! A step backwards by a line ends where a line begins. The first line in a part may have begun in
//! the preceding part. Its stop is pending until the search knows how that part ended.

use crate::back::{BackStep, Ending};
use crate::request::Stop;
use crate::stops::{PartStops, Wanted};
use pinnacle_runtime::interp::Point;

/// The result of the search in a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Searched {
    /// The moment and reason of the last stop.
    Found(u64, Stop),
    /// The search continues in the preceding part.
    Before,
    /// The past contains no stop.
    Nothing,
}

/// A search for the last stop before a moment: a breakpoint, a change of watched memory, or the end
/// of a step.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    /// The end of the current part, which is exclusive.
    pub(crate) end: u64,
    pub(crate) step: Option<BackStep>,
    /// The stops that the search looks for, if it can skip parts without them.
    pub(crate) only: Option<Wanted>,
    /// The last stop in the parts after this one.
    found: Option<(u64, Stop)>,
    /// The pending stop in the parts after this one. It is later than `found`.
    pending: Option<(u64, Stop)>,
    /// The last stop in this part.
    found_here: Option<(u64, Stop)>,
    /// The pending stop in this part.
    pending_here: Option<(u64, Stop)>,
    /// All stops in this part, unless the search is for a step.
    pub(crate) stops: PartStops,
}

impl Search {
    /// Creates a search for stops before a moment.
    pub(crate) fn new(end: u64, step: Option<BackStep>) -> Search {
        Search {
            end,
            step,
            only: None,
            found: None,
            pending: None,
            found_here: None,
            pending_here: None,
            stops: PartStops::default(),
        }
    }

    /// Begins a part.
    pub(crate) fn begin_part(&mut self, is_first: bool) {
        (self.found_here, self.pending_here) = (None, None);
        self.stops = PartStops::default();
        if let Some(step) = &mut self.step {
            step.begin_part(is_first);
        }
    }

    /// Records that a thread has changed watched memory at a moment.
    pub(crate) fn changed(&mut self, moment: u64, thread: u32, address: u32) {
        let stop = Stop::Watch(thread, address);
        self.found_here = Some((moment, stop));
        if self.pending_here.is_some_and(|(at, _)| at == moment) {
            self.pending_here = None;
        }
        if self.step.is_none() {
            self.stops.push(moment, stop);
        }
    }

    /// Examines an instruction of the part.
    pub(crate) fn pass(
        &mut self,
        moment: u64,
        point: Point,
        address: Option<u32>,
        is_breakpoint: impl FnOnce() -> bool,
    ) {
        let ending = match &mut self.step {
            Some(step) => step.may_end_at(point, address),
            None => Ending::No,
        };
        // A front end that steps by instructions is notified of breakpoints there. Other front ends
        // may have conditions for breakpoints, and the step ends in both cases.
        let by_instruction = self.step.as_ref().and_then(BackStep::instruction).is_some();
        if ending == Ending::Yes && !by_instruction {
            self.found_here = Some((moment, Stop::Step(point.thread)));
        } else if is_breakpoint() {
            let stop = Stop::Breakpoint(point.thread);
            self.found_here = Some((moment, stop));
            if self.step.is_none() {
                self.stops.push(moment, stop);
            }
        } else if ending == Ending::Yes {
            self.found_here = Some((moment, Stop::Step(point.thread)));
        }
        if ending == Ending::Unknown {
            self.pending_here = Some((moment, Stop::Step(point.thread)));
        }
    }

    /// Ends a part. If the search continues, the next part ends where this one began.
    pub(crate) fn end_part(&mut self, start: u64, is_first: bool) -> Searched {
        if let Some((moment, stop)) = self.pending {
            let continues = self.step.as_ref().and_then(BackStep::continues);
            match continues {
                Some(false) => return Searched::Found(moment, stop),
                Some(true) => self.pending = None,
                // No line of the stepping call ran in this part.
                None if is_first => return Searched::Found(moment, stop),
                None => {}
            }
        }
        if self.pending.is_none() {
            if let Some((moment, stop)) = self.found {
                return Searched::Found(moment, stop);
            }
            let last_found = self.found_here.map(|(moment, _)| moment);
            match (self.found_here, self.pending_here) {
                (_, Some(pending)) if last_found.is_none_or(|moment| moment <= pending.0) => {
                    self.pending = Some(pending);
                    if let Some(step) = &mut self.step {
                        step.leave_open();
                    }
                }
                (Some((moment, stop)), _) => return Searched::Found(moment, stop),
                (None, _) => {}
            }
        }
        self.found = self.found.or(self.found_here);
        if is_first {
            let last = self.pending.or(self.found);
            return last.map_or(Searched::Nothing, |(moment, stop)| {
                Searched::Found(moment, stop)
            });
        }
        self.end = start;
        Searched::Before
    }
}
