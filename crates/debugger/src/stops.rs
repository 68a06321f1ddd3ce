//! The stops that a search has passed, so that going back to the one before needs no other search.

use crate::request::Stop;
use std::collections::VecDeque;

/// Maximum number of stops that are kept.
const MAX_STOPS: usize = 1 << 16;

/// The stops that a debugger has requested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// Addresses of instructions, in order.
    pub(crate) breakpoints: Vec<u32>,
    /// Parts of memory: addresses and lengths.
    pub(crate) watched: Vec<(u32, usize)>,
}

impl Wanted {
    /// Returns true if nothing stops a run.
    pub(crate) fn is_empty(&self) -> bool {
        self.breakpoints.is_empty() && self.watched.is_empty()
    }
}

/// The stops of a run with their moments, in order, up to the end of the search.
#[derive(Debug, Default)]
pub(crate) struct Stops {
    wanted: Wanted,
    end: u64,
    passed: VecDeque<(u64, Stop)>,
    /// Stops before the first one were dropped.
    is_cut: bool,
    /// All stops before `end` are known.
    is_complete: bool,
}

impl Stops {
    /// Begins a search up to a moment.
    pub(crate) fn begin(&mut self, wanted: Wanted, end: u64) {
        *self = Stops {
            wanted,
            end,
            ..Stops::default()
        };
    }

    /// Adds a stop after those before.
    pub(crate) fn push(&mut self, moment: u64, stop: Stop) {
        if self.passed.len() == MAX_STOPS {
            self.passed.pop_front();
            self.is_cut = true;
        }
        self.passed.push_back((moment, stop));
    }

    /// The search has come to its end.
    pub(crate) fn complete(&mut self) {
        self.is_complete = true;
    }

    /// Drops the stops, since the debugger has changed its mind during the search.
    pub(crate) fn clear(&mut self) {
        *self = Stops::default();
    }

    /// Returns the last stop before a moment, `Some(None)` if there is none, or `None` if a search
    /// is needed.
    pub(crate) fn last_before(&self, moment: u64, wanted: &Wanted) -> Option<Option<(u64, Stop)>> {
        if !self.is_complete || moment > self.end || *wanted != self.wanted {
            return None;
        }
        let count = self.passed.partition_point(|&(at, _)| at < moment);
        match count.checked_sub(1) {
            Some(last) => Some(Some(self.passed[last])),
            None => (!self.is_cut).then_some(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted() -> Wanted {
        Wanted {
            breakpoints: vec![1],
            watched: Vec::new(),
        }
    }

    #[test]
    fn stops_are_known_up_to_the_end_of_the_search() {
        let mut stops = Stops::default();
        stops.begin(wanted(), 10);
        stops.push(3, Stop::Breakpoint(0));
        stops.push(7, Stop::Breakpoint(0));
        assert_eq!(stops.last_before(10, &wanted()), None);
        stops.complete();
        let at = |moment| stops.last_before(moment, &wanted());
        assert_eq!(at(11), None);
        assert_eq!(at(10), Some(Some((7, Stop::Breakpoint(0)))));
        assert_eq!(at(7), Some(Some((3, Stop::Breakpoint(0)))));
        assert_eq!(at(3), Some(None));
        // Other breakpoints need another search.
        assert_eq!(stops.last_before(10, &Wanted::default()), None);
    }

    #[test]
    fn stops_that_were_dropped_are_not_taken_for_none() {
        let mut stops = Stops::default();
        stops.begin(wanted(), u64::MAX);
        for moment in 0..=MAX_STOPS as u64 {
            stops.push(moment, Stop::Breakpoint(0));
        }
        stops.complete();
        let second = Some(Some((1, Stop::Breakpoint(0))));
        assert_eq!(stops.last_before(2, &wanted()), second);
        assert_eq!(stops.last_before(1, &wanted()), None);
    }
}
