//! Records the stops that searches have passed, so that going back to the preceding one needs no
//! new search.

use crate::request::Stop;
use std::collections::VecDeque;

/// Maximum number of recorded stops.
const MAX_STOPS: usize = 1 << 16;

/// The stops that a debugger has requested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// Addresses of instructions, in ascending order.
    pub(crate) breakpoints: Vec<u32>,
    /// Ranges of watched memory: addresses and lengths.
    pub(crate) watched: Vec<(u32, usize)>,
}

impl Wanted {
    /// Returns true if no stops are requested.
    pub(crate) fn is_empty(&self) -> bool {
        self.breakpoints.is_empty() && self.watched.is_empty()
    }
}

/// The last stops of a part of the past, with their moments, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartStops {
    passed: VecDeque<(u64, Stop)>,
    /// True if earlier stops of the part were dropped.
    is_cut: bool,
}

impl PartStops {
    /// Appends a stop.
    pub(crate) fn push(&mut self, moment: u64, stop: Stop) {
        if self.passed.len() == MAX_STOPS {
            self.passed.pop_front();
            self.is_cut = true;
        }
        self.passed.push_back((moment, stop));
    }
}

/// The recorded information about the last stop before a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// The moment and reason of the stop.
    Stop(u64, Stop),
    /// There is no stop between this moment and the given one; earlier stops are not known.
    NoneFrom(u64),
}

/// All stops between two moments, in order.
#[derive(Debug, Default)]
pub(crate) struct Stops {
    /// The requests that the stops belong to, or `None` if nothing is recorded.
    wanted: Option<Wanted>,
    start: u64,
    end: u64,
    passed: VecDeque<(u64, Stop)>,
}

impl Stops {
    /// Begins a search up to a moment. Drops the recorded stops unless the search continues the
    /// previous one.
    pub(crate) fn begin(&mut self, wanted: Wanted, end: u64) {
        if self.wanted.as_ref() == Some(&wanted) && end == self.start {
            return;
        }
        *self = Stops {
            wanted: Some(wanted),
            start: end,
            end,
            passed: VecDeque::new(),
        };
    }

    /// Adds the stops of a part that ends where the recorded stops begin.
    pub(crate) fn add_before(&mut self, start: u64, end: u64, part: &PartStops) {
        if self.wanted.is_none() || end != self.start {
            return;
        }
        self.start = match part.passed.front() {
            Some(&(first, _)) if part.is_cut => first,
            _ => start,
        };
        for &stop in part.passed.iter().rev() {
            if self.passed.len() == MAX_STOPS {
                self.start = self.passed[0].0;
                return;
            }
            self.passed.push_front(stop);
        }
    }

    /// Drops the stops, because the debugger has changed its requests.
    pub(crate) fn clear(&mut self) {
        *self = Stops::default();
    }

    /// Returns the recorded information about the last stop before a moment.
    pub(crate) fn last_before(&self, moment: u64, wanted: &Wanted) -> Known {
        let is_known = self.wanted.as_ref() == Some(wanted);
        if !is_known || !(self.start..=self.end).contains(&moment) {
            return Known::NoneFrom(moment);
        }
        let count = self.passed.partition_point(|&(at, _)| at < moment);
        match count.checked_sub(1) {
            Some(last) => Known::Stop(self.passed[last].0, self.passed[last].1),
            None => Known::NoneFrom(self.start),
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

    fn part(moments: impl IntoIterator<Item = u64>) -> PartStops {
        let mut part = PartStops::default();
        for moment in moments {
            part.push(moment, Stop::Breakpoint(0));
        }
        part
    }

    #[test]
    fn stops_are_known_back_to_where_the_search_has_come() {
        let mut stops = Stops::default();
        stops.begin(wanted(), 20);
        stops.add_before(10, 20, &part([13, 17]));
        let at = |stops: &Stops, moment| stops.last_before(moment, &wanted());
        let stop = |moment| Known::Stop(moment, Stop::Breakpoint(0));
        assert_eq!(at(&stops, 21), Known::NoneFrom(21));
        assert_eq!(at(&stops, 20), stop(17));
        assert_eq!(at(&stops, 17), stop(13));
        assert_eq!(at(&stops, 13), Known::NoneFrom(10));
        // A search from this moment adds the stops before it.
        stops.begin(wanted(), 10);
        stops.add_before(0, 10, &part([4]));
        assert_eq!(at(&stops, 13), stop(4));
        assert_eq!(at(&stops, 20), stop(17));
        assert_eq!(at(&stops, 4), Known::NoneFrom(0));
        // Different breakpoints need a new search.
        let other = Wanted::default();
        assert_eq!(stops.last_before(20, &other), Known::NoneFrom(20));
    }

    #[test]
    fn dropped_stops_are_not_mistaken_for_none() {
        let mut stops = Stops::default();
        let end = MAX_STOPS as u64 + 10;
        stops.begin(wanted(), end);
        stops.add_before(0, end, &part(0..=MAX_STOPS as u64));
        assert_eq!(stops.last_before(1, &wanted()), Known::NoneFrom(1));
        let second = Known::Stop(1, Stop::Breakpoint(0));
        assert_eq!(stops.last_before(2, &wanted()), second);
        assert_eq!(stops.start, 1);
    }
}
