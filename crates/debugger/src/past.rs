//! Ways back: a repeatable run starts again from its beginning and stops at an earlier moment.
//!
//! A moment is the number of instructions, over all threads, that have run before it. The session
//! counts them, so that a second run of the same recording can stop at any moment of the first. A
//! search runs up to the present moment and records the last stop before it; another run then stops
//! there.
//!
//! A search for breakpoints and changes of memory keeps every stop that it passes (`stops`). Going
//! back once more needs no search, as long as the debugger requests the same stops.
//!
//! On its way to a moment, a run skips instructions (`unseen`) and keeps the calls of the last
//! moments before it (`window`), so that stepping back through a line rarely needs another run.

use crate::back::BackStep;
use crate::request::Stop;
use crate::request::Threads;
use crate::stops::{Stops, Wanted};
use crate::watched::Watched;
use crate::window::{MAX_MOMENTS, Seen, Window};
use pinnacle_runtime::Memory;
use pinnacle_runtime::interp::Point;

/// Maximum number of instructions that run before requests are answered.
const MAX_UNSEEN: u64 = 1 << 16;

/// The purpose of a run.
#[derive(Clone, Debug)]
enum Purpose {
    /// The user lets the program run.
    Forward,
    /// Looks for the last stop before a moment: at a breakpoint, at a change of watched memory, or
    /// at the end of a step.
    Search {
        end: u64,
        step: Option<BackStep>,
        found: Option<(u64, Stop)>,
    },
    /// Stands at a moment.
    Arrive { moment: u64, arrival: Arrival },
}

impl Purpose {
    /// Stands at a stop that was found, or else at the beginning.
    fn arrive(found: Option<(u64, Stop)>) -> Purpose {
        let (moment, arrival) = match found {
            Some((moment, stop)) => (moment, Arrival::Found(stop)),
            None => (0, Arrival::Begin),
        };
        Purpose::Arrive { moment, arrival }
    }
}

/// The reason for the stop at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    /// A search has found this stop.
    Found(Stop),
    /// A thread has made a step back from the next moment.
    Stepped,
    /// Nothing ran before.
    Begin,
    /// The last instruction of the run.
    End,
    /// The debugger is already there, as far as its view is concerned.
    Viewed,
}

/// A step of a run that goes back.
pub(crate) enum Passed {
    /// The user lets the program run.
    Forward,
    /// The run goes on to a moment.
    GoesOn,
    /// The run is to end, and another one to begin.
    BeginsAgain,
    /// The program stops so that its calls can be recorded, and continues.
    Kept,
    /// The program has stopped where it was to arrive. The reason is `None` if the debugger knows
    /// it.
    Arrived(Option<Stop>),
}

/// The moments of a run that can be repeated.
#[derive(Debug)]
pub(crate) struct Past {
    /// The instructions that the run has come to.
    count: u64,
    /// The thread of the last of them, and that of the one before.
    thread: u32,
    previous: Option<u32>,
    purpose: Purpose,
    begins_again: bool,
    /// The instructions that pass before the run looks at one again.
    unseen: u64,
    /// The stops of the last search for breakpoints and changes of memory.
    stops: Stops,
    window: Window,
    /// The moment whose calls are to be kept.
    kept: Option<Seen>,
    /// The user has seen the end of the run: its trap, or its last instruction.
    has_seen_end: bool,
}

impl Past {
    pub(crate) fn new() -> Past {
        Past {
            count: 0,
            thread: 0,
            previous: None,
            purpose: Purpose::Forward,
            begins_again: false,
            unseen: 0,
            stops: Stops::default(),
            window: Window::default(),
            kept: None,
            has_seen_end: false,
        }
    }

    /// Number of instructions that ran before the current one.
    fn moment(&self) -> u64 {
        self.count.saturating_sub(1)
    }

    /// Counts an instruction that need not be examined. Returns false if it must be.
    pub(crate) fn pass_unseen(&mut self, thread: u32) -> bool {
        let Some(unseen) = self.unseen.checked_sub(1) else {
            return false;
        };
        self.unseen = unseen;
        self.thread = thread;
        self.count += 1;
        true
    }

    /// Counts an instruction. While the run searches for a moment, compares watched memory and
    /// breakpoints.
    pub(crate) fn pass(
        &mut self,
        point: Point,
        memory: &Memory,
        watched: &mut Watched,
        address: Option<u32>,
        is_breakpoint: impl FnOnce() -> bool,
    ) -> Passed {
        self.previous = (self.count > 0).then_some(self.thread);
        self.thread = point.thread;
        self.count += 1;
        let now = self.moment();
        match &mut self.purpose {
            Purpose::Forward => Passed::Forward,
            Purpose::Search { end, step, found } => {
                let changed = watched.change(memory);
                // Before the first instruction, memory has the contents from the end of the last
                // run.
                if let (Some(address), Some(thread)) = (changed, self.previous) {
                    let stop = Stop::Watch(thread, address);
                    *found = Some((now - 1, stop));
                    if step.is_none() {
                        self.stops.push(now - 1, stop);
                    }
                }
                if now >= *end {
                    if step.is_none() {
                        self.stops.complete();
                    }
                    self.purpose = Purpose::arrive(*found);
                    self.begins_again = true;
                    return Passed::BeginsAgain;
                }
                let is_end = match step {
                    Some(step) => step.may_end_at(point, address),
                    None => false,
                };
                // A front end that steps by instructions is notified of breakpoints there. Others
                // may have conditions for them, and the step ends in any case.
                let by_instruction = step.as_ref().and_then(BackStep::instruction).is_some();
                if is_end && !by_instruction {
                    *found = Some((now, Stop::Step(point.thread)));
                } else if is_breakpoint() {
                    let stop = Stop::Breakpoint(point.thread);
                    *found = Some((now, stop));
                    if step.is_none() {
                        self.stops.push(now, stop);
                    }
                } else if is_end {
                    *found = Some((now, Stop::Step(point.thread)));
                }
                Passed::GoesOn
            }
            Purpose::Arrive { moment, .. } if now < *moment => {
                if let Some(before) = (*moment - now).checked_sub(MAX_MOMENTS as u64 + 1) {
                    self.unseen = before.min(MAX_UNSEEN);
                    return Passed::GoesOn;
                }
                self.kept = Some(Seen {
                    moment: now,
                    thread: point.thread,
                    address,
                    threads: Threads::new(),
                });
                Passed::Kept
            }
            Purpose::Arrive { arrival, .. } => {
                let arrival = *arrival;
                self.purpose = Purpose::Forward;
                self.has_seen_end = arrival == Arrival::End;
                let changed = watched.change(memory);
                Passed::Arrived(Some(match arrival {
                    Arrival::Viewed => return Passed::Arrived(None),
                    Arrival::Found(stop) => stop,
                    Arrival::Begin => Stop::Begin(point.thread),
                    Arrival::End => Stop::End(point.thread),
                    Arrival::Stepped => match changed {
                        Some(address) => Stop::Watch(point.thread, address),
                        None if is_breakpoint() => Stop::Breakpoint(point.thread),
                        None => Stop::Step(point.thread),
                    },
                }))
            }
        }
    }

    /// Keeps the calls of a moment, if the program stands for that.
    pub(crate) fn keeps(&mut self, threads: &mut Threads) -> bool {
        let Some(seen) = self.kept.take() else {
            return false;
        };
        let threads = std::mem::take(threads);
        self.window.keep(Seen { threads, ..seen });
        true
    }

    /// The calls at the moment that the debugger views, if the program is stopped at another one.
    pub(crate) fn viewed(&self) -> Option<&Threads> {
        self.window.viewed().map(|seen| &seen.threads)
    }

    /// Begins a run that stops at the moment that the debugger views.
    pub(crate) fn go_to_viewed(&mut self) {
        let moment = self.position();
        self.purpose = Purpose::Arrive {
            moment,
            arrival: Arrival::Viewed,
        };
        self.begins_again = true;
    }

    /// The moment that the debugger looks at.
    fn position(&self) -> u64 {
        let viewed = self.window.viewed();
        viewed.map_or(self.moment(), |seen| seen.moment)
    }

    /// The program is stopped at a trap, or where the user has interrupted it.
    pub(crate) fn stands(&mut self, is_trap: bool) {
        self.purpose = Purpose::Forward;
        self.kept = None;
        self.unseen = 0;
        self.has_seen_end |= is_trap;
    }

    /// The debugger has changed breakpoints or watched memory while the program runs.
    pub(crate) fn forget_stops(&mut self) {
        self.stops.clear();
    }

    /// Goes back from the current moment: by a step, or to the last stop. Returns the reason to
    /// stop there if no run is needed.
    pub(crate) fn go_back(&mut self, step: Option<BackStep>, wanted: Wanted) -> Option<Stop> {
        let stepping = step.as_ref().and_then(BackStep::instruction);
        let now = self.position();
        if now == 0 {
            return Some(Stop::Begin(self.thread));
        }
        let is_live = self.window.viewed().is_none();
        let previous = self.window.previous();
        let previous = previous.filter(|seen| seen.moment + 1 == now && wanted.watched.is_empty());
        if let Some(seen) = previous.filter(|seen| stepping == Some(seen.thread)) {
            let thread = seen.thread;
            let is_breakpoint = |address| wanted.breakpoints.binary_search(&address).is_ok();
            let stop = match seen.address.is_some_and(is_breakpoint) {
                true => Stop::Breakpoint(thread),
                false => Stop::Step(thread),
            };
            self.window.step_back();
            return Some(stop);
        }
        self.purpose = match stepping {
            Some(_) if is_live && stepping == self.previous => Purpose::Arrive {
                moment: now - 1,
                arrival: Arrival::Stepped,
            },
            _ => self.search(now, step, wanted),
        };
        self.begins_again = true;
        None
    }

    /// Plans the run that goes back to the last stop before a moment: directly to the stop, if it
    /// is known, or a search for it.
    fn search(&mut self, end: u64, step: Option<BackStep>, wanted: Wanted) -> Purpose {
        if step.is_none() {
            let known = match wanted.is_empty() {
                true => Some(None),
                false => self.stops.last_before(end, &wanted),
            };
            if let Some(found) = known {
                return Purpose::arrive(found);
            }
            self.stops.begin(wanted, end);
        }
        Purpose::Search {
            end,
            step,
            found: None,
        }
    }

    /// Returns true if the run is on its way to another one.
    pub(crate) fn is_leaving(&self) -> bool {
        self.begins_again
    }

    /// Handles the end of a run. Returns true if another one is to begin: one that goes back, or
    /// one that stops at the last instruction, if the user has not been there.
    pub(crate) fn ends(&mut self) -> bool {
        let last = self.moment();
        if !self.begins_again {
            if self.has_seen_end || self.count == 0 {
                return false;
            }
            self.purpose = Purpose::Arrive {
                moment: last,
                arrival: Arrival::End,
            };
        }
        self.count = 0;
        self.kept = None;
        self.unseen = 0;
        self.window.clear();
        self.previous = None;
        self.begins_again = false;
        self.has_seen_end = false;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_pexe::ids::{FuncId, InstId};

    /// A breakpoint at the second instruction.
    fn wanted() -> Wanted {
        Wanted {
            breakpoints: vec![1],
            watched: Vec::new(),
        }
    }

    /// Runs instructions of these threads until the run stands, ends or begins again. The second
    /// one is a breakpoint.
    fn run(past: &mut Past, threads: &[u32]) -> Option<Stop> {
        let memory = Memory::new(1 << 16).unwrap();
        let mut watched = Watched::default();
        for (index, &thread) in threads.iter().enumerate() {
            let point = Point {
                thread,
                function: FuncId(0),
                inst: InstId(0),
                depth: 1,
            };
            let address = Some(index as u32);
            if past.pass_unseen(thread) {
                continue;
            }
            match past.pass(point, &memory, &mut watched, address, || index == 1) {
                Passed::Forward | Passed::GoesOn => {}
                Passed::Kept => assert!(past.keeps(&mut Threads::new())),
                Passed::BeginsAgain => return None,
                Passed::Arrived(stop) => return stop,
            }
        }
        None
    }

    fn back(past: &mut Past, stepping: Option<u32>) -> Option<Stop> {
        past.go_back(stepping.map(BackStep::Instruction), wanted())
    }

    #[test]
    fn the_end_is_shown_before_the_run_is_over() {
        let mut past = Past::new();
        assert_eq!(run(&mut past, &[0, 0, 0]), None);
        assert!(past.ends());
        assert_eq!(run(&mut past, &[0, 0, 0]), Some(Stop::End(0)));
        assert!(!past.ends());
    }

    #[test]
    fn a_search_finds_the_last_stop_before_the_moment() {
        let mut past = Past::new();
        run(&mut past, &[0, 0, 0, 0]);
        assert_eq!(back(&mut past, None), None);
        // One run searches for the stop, the next one goes there.
        assert!(past.ends());
        assert_eq!(run(&mut past, &[0, 0, 0, 0]), None);
        assert!(past.is_leaving() && past.ends());
        assert_eq!(run(&mut past, &[0, 0, 0, 0]), Some(Stop::Breakpoint(0)));
        // The search has found no stop before it, so one run goes to the beginning.
        assert_eq!(back(&mut past, None), None);
        assert!(past.ends());
        assert_eq!(run(&mut past, &[0, 0, 0, 0]), Some(Stop::Begin(0)));
        assert_eq!(back(&mut past, None), Some(Stop::Begin(0)));
    }

    #[test]
    fn stops_of_a_search_are_known_until_the_debugger_changes_them() {
        let threads = [0; 6];
        let mut past = Past::new();
        run(&mut past, &threads);
        // Without breakpoints no search is needed.
        let mut other = Past::new();
        run(&mut other, &threads);
        assert_eq!(other.go_back(None, Wanted::default()), None);
        assert!(other.ends());
        assert_eq!(run(&mut other, &threads), Some(Stop::Begin(0)));
        // A search during which the debugger changes them is not relied on again.
        assert_eq!(back(&mut past, None), None);
        past.forget_stops();
        assert!(past.ends());
        assert_eq!(run(&mut past, &threads), None);
        assert!(past.ends());
        assert_eq!(run(&mut past, &threads), Some(Stop::Breakpoint(0)));
        assert_eq!(back(&mut past, None), None);
        assert!(past.ends());
        assert_eq!(run(&mut past, &threads), None);
        assert!(past.ends());
        assert_eq!(run(&mut past, &threads), Some(Stop::Begin(0)));
    }

    #[test]
    fn instructions_long_before_a_moment_pass_unseen() {
        let threads = vec![0; 3 * MAX_MOMENTS];
        let mut past = Past::new();
        run(&mut past, &threads);
        let last = past.moment();
        assert_eq!(back(&mut past, Some(0)), None);
        assert!(past.ends());
        assert_eq!(run(&mut past, &threads), Some(Stop::Step(0)));
        assert_eq!(past.moment(), last - 1);
        // All moments that can be kept are.
        let first = last - 1 - MAX_MOMENTS as u64;
        assert_eq!(past.window.first_moment(), Some(first));
    }

    #[test]
    fn a_step_back_is_one_of_its_thread() {
        let threads = [7, 7, 7, 0, 0, 7];
        let mut past = Past::new();
        run(&mut past, &threads);
        assert_eq!(back(&mut past, Some(7)), None);
        assert!(past.ends());
        assert_eq!(run(&mut past, &threads), None);
        assert!(past.ends());
        assert_eq!(run(&mut past, &threads), Some(Stop::Step(7)));
        assert_eq!(past.moment(), 2);
        // The calls of the previous moment are known, so no run is needed to view them.
        assert_eq!(back(&mut past, Some(7)), Some(Stop::Breakpoint(7)));
        assert!(past.viewed().is_some());
        assert_eq!((past.moment(), past.position()), (2, 1));
        // Its memory is not known.
        past.go_to_viewed();
        assert!(past.ends());
        assert_eq!(run(&mut past, &threads), None);
        assert_eq!(past.moment(), 1);
    }

    #[test]
    fn a_step_over_calls_passes_other_threads() {
        let threads = [7, 0, 7, 0];
        let mut past = Past::new();
        run(&mut past, &threads);
        let over = BackStep::Over {
            thread: 7,
            depth: 1,
        };
        assert_eq!(past.go_back(Some(over), Wanted::default()), None);
        assert!(past.ends());
        assert_eq!(run(&mut past, &threads), None);
        assert!(past.ends());
        assert_eq!(run(&mut past, &threads), Some(Stop::Step(7)));
        assert_eq!(past.moment(), 2);
    }
}
