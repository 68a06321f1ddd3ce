//! Goes backwards: the run returns to a snapshot of an earlier moment, and runs on from there.
//!
//! A moment is the number of instructions that have run before it, over all threads. The session
//! counts them. While the run is at its latest moment, it requests snapshots at intervals
//! ([`Passed::Snapshot`]). To go back to a moment, it restores the last snapshot before the moment
//! and runs up to it. A search for the last stop before a moment does this for one part of the past
//! after the other, from the latest to the earliest (`search`). A part lies between two snapshots.
//!
//! A search for breakpoints and changes of memory skips parts that contain none of them
//! (`executed`).
//!
//! The stops that a search passes are recorded (`stops`). Going back once more then often needs no
//! search, as long as the debugger requests the same stops.
//!
//! On its way to a moment, a run does not examine most instructions (`unseen`). It records the
//! calls at the last moments before its goal (`window`), so that stepping backwards through a line
//! rarely needs another run.

use crate::back::BackStep;
use crate::executed::Executed;
use crate::request::Stop;
use crate::request::Threads;
use crate::search::{Search, Searched};
use crate::stops::{Known, PartStops, Stops, Wanted};
use crate::watched::Watched;
use crate::window::{MAX_MOMENTS, Seen, Window};
use pinnacle_runtime::Memory;
use pinnacle_runtime::interp::Point;

/// Maximum number of instructions that run without checking for requests.
const MAX_UNSEEN: u64 = 1 << 16;

/// The distance between snapshots is at least this number of instructions, and at least the past
/// divided by the following number.
const MIN_INTERVAL: u64 = 1 << 21;
const INTERVAL_SHARE: u64 = 256;

/// The purpose of a run.
#[derive(Clone, Debug)]
enum Purpose {
    /// The user lets the program run.
    Forward,
    /// A search for the last stop before a moment.
    Search(Box<Search>),
    /// The run goes to a moment and stops there.
    Arrive { moment: u64, arrival: Arrival },
}

/// The reason for stopping at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    /// A search has found this stop there.
    Found(Stop),
    /// A thread has stepped back from the following moment.
    Stepped,
    /// It is the first moment.
    Begin,
    /// It is the last instruction of the run.
    End,
    /// The debugger already views this moment.
    Viewed,
}

/// The next action of a run that can go back.
pub(crate) enum Passed {
    /// The program runs normally.
    Forward,
    /// The run continues towards a moment.
    GoesOn,
    /// The run must return to an earlier moment.
    GoesBack,
    /// The program stops so that a snapshot can be taken. The same instruction is then examined
    /// again.
    Snapshot,
    /// The program stops so that its calls can be recorded, and then continues.
    Kept,
    /// The program has stopped at the requested moment. The reason is `None` if the debugger
    /// already knows it.
    Arrived(Option<Stop>),
}

/// The result of a request to go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// The debugger already views the requested moment, which is a stop for this reason.
    Stands(Stop),
    /// The run must return to a snapshot at or before this moment.
    To(u64),
}

/// The history of a run that can go back.
#[derive(Debug)]
pub(crate) struct Past {
    /// Number of instructions that the run has passed.
    count: u64,
    /// The threads of the last two instructions. `None` if they ran before the snapshot that was
    /// restored.
    thread: Option<u32>,
    previous: Option<u32>,
    purpose: Purpose,
    /// The moment to which the run returns at its next stop.
    way: Option<u64>,
    /// The first moment that can be reached.
    first: u64,
    /// The moment of the snapshot that was restored last.
    start: u64,
    /// The current minimum distance between snapshots, and the moment of the next one.
    interval: u64,
    next_snapshot: u64,
    /// The moment of the snapshot for which the program is stopped.
    snapshot: Option<u64>,
    /// Number of instructions to run before the next check.
    unseen: u64,
    /// The executed instructions and changed words of each part.
    executed: Executed,
    /// True if the current instructions run again, so that the words that they change are already
    /// recorded.
    is_again: bool,
    /// The stops that searches for breakpoints and changes of memory have passed.
    stops: Stops,
    window: Window,
    /// The moment whose calls are to be recorded, without its calls.
    kept: Option<Seen>,
    /// True if the user has seen the end of the run, which is its trap or its last instruction.
    has_seen_end: bool,
}

impl Past {
    pub(crate) fn new() -> Past {
        Past {
            count: 0,
            thread: None,
            previous: None,
            purpose: Purpose::Forward,
            way: None,
            first: 0,
            start: 0,
            interval: MIN_INTERVAL,
            next_snapshot: 0,
            snapshot: None,
            unseen: 0,
            executed: Executed::default(),
            is_again: false,
            stops: Stops::default(),
            window: Window::default(),
            kept: None,
            has_seen_end: false,
        }
    }

    /// Returns the number of instructions that ran before the current one.
    fn moment(&self) -> u64 {
        self.count.saturating_sub(1)
    }

    /// Counts an instruction. Returns false if the instruction must be examined by [`Past::pass`]
    /// instead.
    pub(crate) fn pass_unseen(&mut self, thread: u32) -> bool {
        let Some(unseen) = self.unseen.checked_sub(1) else {
            return false;
        };
        self.unseen = unseen;
        self.thread = Some(thread);
        self.count += 1;
        true
    }

    /// Counts and examines an instruction. During a search, this compares watched memory and
    /// breakpoints.
    pub(crate) fn pass(
        &mut self,
        point: Point,
        memory: &mut Memory,
        watched: &mut Watched,
        address: Option<u32>,
        is_breakpoint: impl FnOnce() -> bool,
    ) -> Passed {
        let now = self.count;
        if self.is_again && self.executed.may_be_new(now) {
            memory.take_changes();
            self.is_again = false;
        }
        if now >= self.next_snapshot && matches!(self.purpose, Purpose::Forward) {
            self.next_snapshot = now + self.interval.max(now / INTERVAL_SHARE);
            self.snapshot = Some(now);
            self.take_changes(memory);
            self.executed.begin_part(now);
            return Passed::Snapshot;
        }
        self.previous = self.thread;
        self.thread = Some(point.thread);
        self.count += 1;
        match &mut self.purpose {
            Purpose::Forward => {
                self.executed.pass(now, address);
                Passed::Forward
            }
            Purpose::Search(search) => {
                if let (Some(address), Some(thread)) = (watched.change(memory), self.previous) {
                    search.changed(now - 1, thread, address);
                }
                if now >= search.end {
                    self.end_part();
                    return Passed::GoesBack;
                }
                search.pass(now, point, address, is_breakpoint);
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

    /// Collects the words that have changed since the last call, and records them if they are new.
    fn take_changes(&mut self, memory: &mut Memory) {
        let changed = memory.take_changes();
        if !self.is_again {
            self.executed.changed(changed);
        }
    }

    /// Ends the search in a part of the past, and decides where to continue.
    fn end_part(&mut self) {
        let Purpose::Search(search) = &mut self.purpose else {
            return;
        };
        let (start, end) = (self.start, search.end);
        let searched = search.end_part(start, start <= self.first);
        if search.step.is_none() {
            let stops = std::mem::take(&mut search.stops);
            self.stops.add_before(start, end, &stops);
        }
        self.way = Some(match searched {
            Searched::Found(moment, stop) => self.arrive(moment, Arrival::Found(stop)),
            Searched::Before => self.skip(),
            Searched::Nothing => self.arrive(self.first, Arrival::Begin),
        });
    }

    /// Skips parts without stops before a search continues. Returns the moment of the snapshot to
    /// restore.
    fn skip(&mut self) -> u64 {
        let Purpose::Search(search) = &mut self.purpose else {
            return self.first;
        };
        if let Some(only) = &search.only {
            let end = self.executed.last_before(search.end, only);
            self.stops
                .add_before(end, search.end, &PartStops::default());
            search.end = end;
        }
        match search.end > self.first {
            true => search.end - 1,
            false => self.arrive(self.first, Arrival::Begin),
        }
    }

    /// Starts going to a moment. Returns the moment of the snapshot to restore, early enough to
    /// record the calls before the goal.
    fn arrive(&mut self, moment: u64, arrival: Arrival) -> u64 {
        self.purpose = Purpose::Arrive { moment, arrival };
        moment.saturating_sub(MAX_MOMENTS as u64)
    }

    /// Requests a snapshot as soon as possible, unless the run has gone back.
    pub(crate) fn needs_snapshot(&mut self) {
        if self.executed.is_at_end(self.count) {
            self.next_snapshot = self.count;
        }
    }

    /// Returns the moment of the snapshot for which the program has stopped, once.
    pub(crate) fn takes_snapshot(&mut self) -> Option<u64> {
        self.snapshot.take()
    }

    /// Returns the moment to return to, if the program has stopped for going back, once.
    pub(crate) fn leaves(&mut self) -> Option<u64> {
        self.way.take()
    }

    /// Records that the run has returned to the snapshot of this moment. `is_first` is true if it
    /// is the first snapshot.
    pub(crate) fn has_gone_back(
        &mut self,
        (moment, is_first): (u64, bool),
        memory: &mut Memory,
        watched: &mut Watched,
    ) {
        self.take_changes(memory);
        self.is_again = true;
        (self.count, self.start) = (moment, moment);
        (self.thread, self.previous) = (None, None);
        (self.kept, self.snapshot, self.way) = (None, None, None);
        (self.unseen, self.has_seen_end) = (0, false);
        self.window.clear();
        if is_first {
            self.first = moment;
        }
        match &mut self.purpose {
            Purpose::Forward => {}
            Purpose::Search(search) => {
                search.begin_part(is_first);
                // The difference from the later moment does not count as a change.
                watched.change(memory);
            }
            Purpose::Arrive {
                moment: wanted,
                arrival,
            } => {
                if *wanted < moment {
                    // The snapshots before this one were dropped, so it is the first moment.
                    (*wanted, *arrival) = (moment, Arrival::Begin);
                }
            }
        }
    }

    /// Records the calls of a moment if the program has stopped for that purpose. Returns false
    /// otherwise.
    pub(crate) fn keeps(&mut self, threads: &mut Threads) -> bool {
        let Some(seen) = self.kept.take() else {
            return false;
        };
        let threads = std::mem::take(threads);
        self.window.keep(Seen { threads, ..seen });
        true
    }

    /// Returns the calls at the moment that the debugger views, if it differs from that of the
    /// stopped program.
    pub(crate) fn viewed(&self) -> Option<&Threads> {
        self.window.viewed().map(|seen| &seen.threads)
    }

    /// Starts going to the moment that the debugger views. Returns the moment of the snapshot to
    /// restore.
    pub(crate) fn go_to_viewed(&mut self) -> u64 {
        self.arrive(self.position(), Arrival::Viewed)
    }

    /// Returns the moment that the debugger views.
    fn position(&self) -> u64 {
        let viewed = self.window.viewed();
        viewed.map_or(self.moment(), |seen| seen.moment)
    }

    /// Records that the program has stopped at a trap, or because the user interrupted it.
    pub(crate) fn stands(&mut self, is_trap: bool) {
        self.purpose = Purpose::Forward;
        self.kept = None;
        self.unseen = 0;
        self.has_seen_end |= is_trap;
    }

    /// Records that the debugger has changed breakpoints or watched memory while the program runs.
    pub(crate) fn forget_stops(&mut self) {
        self.stops.clear();
        if let Purpose::Search(search) = &mut self.purpose {
            search.only = None;
        }
    }

    /// Goes back from the current moment, by a step or to the last stop.
    pub(crate) fn go_back(
        &mut self,
        step: Option<BackStep>,
        wanted: Wanted,
        memory: &mut Memory,
    ) -> Way {
        self.take_changes(memory);
        let stepping = step.as_ref().and_then(BackStep::instruction);
        let now = self.position();
        if now <= self.first {
            return Way::Stands(Stop::Begin(self.thread.unwrap_or(0)));
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
            return Way::Stands(stop);
        }
        Way::To(match stepping {
            Some(_) if is_live && stepping == self.previous => {
                self.arrive(now - 1, Arrival::Stepped)
            }
            _ => self.search(now, step, wanted),
        })
    }

    /// Starts going back to the last stop before a moment. Goes to it directly if it is recorded,
    /// otherwise searches for it. Returns the moment of the snapshot to restore.
    fn search(&mut self, end: u64, step: Option<BackStep>, wanted: Wanted) -> u64 {
        let mut end = end;
        if step.is_none() {
            end = match self.stops.last_before(end, &wanted) {
                Known::Stop(moment, stop) => return self.arrive(moment, Arrival::Found(stop)),
                Known::NoneFrom(start) if start <= self.first || wanted.is_empty() => {
                    return self.arrive(self.first, Arrival::Begin);
                }
                Known::NoneFrom(start) => start,
            };
        }
        let mut search = Search::new(end, step);
        if search.step.is_none() {
            search.only = Some(wanted.clone());
            self.stops.begin(wanted, end);
        }
        self.purpose = Purpose::Search(Box::new(search));
        self.skip()
    }

    /// Handles the end of a run. Returns the moment to return to if the user has not yet seen the
    /// last instruction.
    pub(crate) fn ends(&mut self) -> Option<u64> {
        let is_back = matches!(
            self.purpose,
            Purpose::Arrive {
                arrival: Arrival::End,
                ..
            }
        );
        if self.has_seen_end || self.count == 0 || is_back {
            return None;
        }
        Some(self.arrive(self.moment(), Arrival::End))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_pexe::ids::{FuncId, InstId};
    use pinnacle_runtime::memory::{MemorySnapshot, PAGE_SIZE, Protection};

    /// A run with an instruction for each of these threads, and its snapshots. The second
    /// instruction is a breakpoint.
    struct Run {
        threads: Vec<u32>,
        at: usize,
        snapshots: Vec<(u64, MemorySnapshot)>,
        past: Past,
        wanted: Wanted,
        /// The memory. The instruction with the number `write` increments its first word.
        memory: Memory,
        write: usize,
        watched: Watched,
        /// Number of instructions that were examined.
        passed: usize,
    }

    impl Run {
        /// Runs to the end, with snapshots at intervals of this length.
        fn to_its_end(threads: &[u32], interval: u64) -> Run {
            Run::writing(threads, interval, usize::MAX)
        }

        /// Does the same as `to_its_end`, with a write to memory by one instruction.
        fn writing(threads: &[u32], interval: u64, write: usize) -> Run {
            let mut memory = Memory::new(4 * PAGE_SIZE).unwrap();
            let page = PAGE_SIZE..2 * PAGE_SIZE;
            memory.protect(page, Protection::ReadWrite).unwrap();
            memory.begin_changes();
            let mut run = Run {
                threads: threads.to_vec(),
                at: 0,
                snapshots: Vec::new(),
                past: Past {
                    interval,
                    ..Past::new()
                },
                wanted: Wanted {
                    breakpoints: vec![1],
                    watched: Vec::new(),
                },
                memory,
                write,
                watched: Watched::default(),
                passed: 0,
            };
            let end = threads.last().copied().map(Stop::End);
            assert_eq!(run.go(), end);
            run
        }

        /// Runs until it stops. Returns `None` at the end.
        fn go(&mut self) -> Option<Stop> {
            loop {
                let Some(&thread) = self.threads.get(self.at) else {
                    let moment = self.past.ends()?;
                    self.return_to(moment);
                    continue;
                };
                self.at += 1;
                if self.past.pass_unseen(thread) {
                    self.write_for(self.at);
                    continue;
                }
                self.passed += 1;
                let point = Point {
                    thread,
                    function: FuncId(0),
                    inst: InstId(0),
                    depth: 1,
                };
                let is_breakpoint = self.at == 2;
                let address = Some(self.at as u32 - 1);
                let Run {
                    past,
                    memory,
                    watched,
                    ..
                } = self;
                match past.pass(point, memory, watched, address, || is_breakpoint) {
                    Passed::Forward | Passed::GoesOn => {}
                    Passed::Kept => assert!(past.keeps(&mut Threads::new())),
                    Passed::Snapshot => {
                        let moment = past.takes_snapshot().unwrap();
                        self.snapshots
                            .push((moment, memory.snapshot(None).unwrap()));
                        self.at -= 1;
                        continue;
                    }
                    Passed::GoesBack => {
                        let moment = past.leaves().unwrap();
                        self.return_to(moment);
                    }
                    Passed::Arrived(stop) => return stop,
                }
                self.write_for(self.at);
            }
        }

        fn return_to(&mut self, moment: u64) {
            let after = self.snapshots.partition_point(|&(at, _)| at <= moment);
            let index = after.saturating_sub(1);
            let (moment, snapshot) = &self.snapshots[index];
            self.at = *moment as usize;
            self.memory.return_to(snapshot);
            let place = (*moment, index == 0);
            let Run { past, memory, .. } = self;
            past.has_gone_back(place, memory, &mut self.watched);
        }

        /// Sets memory to its contents before this instruction.
        fn write_for(&mut self, at: usize) {
            let word = u32::from(at > self.write);
            self.memory.store_u32(PAGE_SIZE, word).unwrap();
        }

        fn back(&mut self, step: Option<BackStep>) -> Option<Stop> {
            self.passed = 0;
            let wanted = self.wanted.clone();
            match self.past.go_back(step, wanted, &mut self.memory) {
                Way::Stands(stop) => Some(stop),
                Way::To(moment) => {
                    self.return_to(moment);
                    self.go()
                }
            }
        }

        fn step_back(&mut self, thread: u32) -> Option<Stop> {
            self.back(Some(BackStep::Instruction(thread)))
        }
    }

    #[test]
    fn the_end_is_shown_before_the_run_is_over() {
        let mut run = Run::to_its_end(&[0, 0, 0], 1000);
        assert_eq!(run.go(), None);
        // A user who goes back sees the end again.
        let mut run = Run::to_its_end(&[0, 0, 0], 1000);
        assert_eq!(run.step_back(0), Some(Stop::Breakpoint(0)));
        run.past.go_to_viewed();
        run.return_to(0);
        assert_eq!(run.go(), None, "the debugger has this view");
        assert_eq!(run.past.moment(), 1);
        assert_eq!(run.go(), Some(Stop::End(0)));
    }

    #[test]
    fn a_search_finds_the_last_stop_before_the_moment() {
        for interval in [1, 2, 1000] {
            let mut run = Run::to_its_end(&[0; 9], interval);
            assert_eq!(run.back(None), Some(Stop::Breakpoint(0)));
            assert_eq!(run.past.moment(), 1);
            assert_eq!(run.back(None), Some(Stop::Begin(0)));
            assert_eq!(run.past.moment(), 0);
            assert_eq!(run.back(None), Some(Stop::Begin(0)));
            // Continuing leads to the end again.
            assert_eq!(run.go(), Some(Stop::End(0)));
        }
    }

    #[test]
    fn stops_of_a_search_are_known_until_the_debugger_changes_them() {
        let mut run = Run::to_its_end(&vec![0; 10 * MAX_MOMENTS], 1000);
        assert_eq!(run.back(None), Some(Stop::Breakpoint(0)));
        assert!(run.passed < 1000 + MAX_MOMENTS, "it has searched one part");
        // From the same moment, no search is needed.
        assert_eq!(run.go(), Some(Stop::End(0)));
        assert_eq!(run.back(None), Some(Stop::Breakpoint(0)));
        assert!(run.passed <= MAX_MOMENTS, "{}", run.passed);
        run.past.forget_stops();
        assert_eq!(run.go(), Some(Stop::End(0)));
        assert_eq!(run.back(None), Some(Stop::Breakpoint(0)));
        assert!(run.passed > MAX_MOMENTS);
        // Without breakpoints no search is needed.
        assert_eq!(run.go(), Some(Stop::End(0)));
        run.wanted = Wanted::default();
        assert_eq!(run.back(None), Some(Stop::Begin(0)));
        assert!(run.passed <= MAX_MOMENTS, "{}", run.passed);
    }

    #[test]
    fn a_stop_that_is_near_costs_one_part_of_the_past() {
        let mut run = Run::to_its_end(&vec![0; 100_000], 1000);
        run.wanted.breakpoints.clear();
        let over = BackStep::Over {
            thread: 0,
            depth: 1,
        };
        assert_eq!(run.back(Some(over)), Some(Stop::Step(0)));
        assert_eq!(run.past.moment(), 99_998);
        assert!(run.passed < 5000, "{}", run.passed);
    }

    #[test]
    fn instructions_long_before_a_moment_pass_unseen() {
        let mut run = Run::to_its_end(&vec![0; 3 * MAX_MOMENTS], 1_000_000);
        let last = run.past.moment();
        assert_eq!(run.step_back(0), Some(Stop::Step(0)));
        assert_eq!(run.past.position(), last - 1);
        run.past.go_to_viewed();
        run.return_to(0);
        assert_eq!(run.go(), None);
        assert_eq!(run.past.moment(), last - 1);
        // The window contains as many moments as possible.
        let first = last - 1 - MAX_MOMENTS as u64;
        assert_eq!(run.past.window.first_moment(), Some(first));
    }

    #[test]
    fn a_step_back_is_one_of_its_thread() {
        for interval in [1, 3, 1000] {
            let mut run = Run::to_its_end(&[7, 7, 7, 0, 0, 7], interval);
            assert_eq!(run.step_back(7), Some(Stop::Step(7)));
            assert_eq!(run.past.position(), 2);
            assert_eq!(run.step_back(7), Some(Stop::Breakpoint(7)));
            assert_eq!(run.past.position(), 1);
            assert_eq!(run.step_back(7), Some(Stop::Step(7)));
            assert_eq!(run.step_back(7), Some(Stop::Begin(7)));
        }
    }

    #[test]
    fn changes_are_found_by_steps_and_searches() {
        for interval in [1, 2, 1000] {
            let mut run = Run::writing(&[0; 9], interval, 5);
            assert!(run.watched.add(&run.memory, PAGE_SIZE, 4));
            run.wanted.watched = run.watched.parts();
            assert_eq!(run.step_back(0), Some(Stop::Step(0)));
            assert_eq!(run.step_back(0), Some(Stop::Step(0)));
            assert_eq!(run.step_back(0), Some(Stop::Watch(0, PAGE_SIZE)));
            assert_eq!(run.past.moment(), 5);
            assert_eq!(run.step_back(0), Some(Stop::Step(0)));
            // The session stops forward runs, so this run does not stop at the change.
            assert_eq!(run.go(), Some(Stop::End(0)));
            assert_eq!(run.back(None), Some(Stop::Watch(0, PAGE_SIZE)));
            assert_eq!(run.past.moment(), 5);
            assert_eq!(run.back(None), Some(Stop::Breakpoint(0)));
        }
    }

    #[test]
    fn a_search_for_a_change_costs_one_part_of_the_past() {
        let mut run = Run::writing(&vec![0; 100_000], 1000, 5000);
        assert!(run.watched.add(&run.memory, PAGE_SIZE, 4));
        run.wanted.breakpoints.clear();
        run.wanted.watched = run.watched.parts();
        assert_eq!(run.back(None), Some(Stop::Watch(0, PAGE_SIZE)));
        assert_eq!(run.past.moment(), 5000);
        assert!(run.passed < 3000, "{}", run.passed);
        // Another run does not change the result.
        assert_eq!(run.go(), Some(Stop::End(0)));
        run.past.forget_stops();
        assert_eq!(run.back(None), Some(Stop::Watch(0, PAGE_SIZE)));
        assert!(run.passed < 3000, "{}", run.passed);
        assert_eq!(run.back(None), Some(Stop::Begin(0)));
        assert!(run.passed < 3000, "{}", run.passed);
    }

    #[test]
    fn memory_that_never_changes_costs_no_search() {
        let mut run = Run::writing(&vec![0; 100_000], 1000, 5000);
        assert!(run.watched.add(&run.memory, PAGE_SIZE + 4, 4));
        run.wanted.breakpoints.clear();
        run.wanted.watched = run.watched.parts();
        assert_eq!(run.back(None), Some(Stop::Begin(0)));
        assert_eq!(run.passed, 1);
    }

    #[test]
    fn a_step_over_calls_passes_other_threads() {
        for interval in [1, 2, 1000] {
            let mut run = Run::to_its_end(&[7, 0, 7, 0], interval);
            run.wanted.breakpoints.clear();
            let over = BackStep::Over {
                thread: 7,
                depth: 1,
            };
            assert_eq!(run.back(Some(over)), Some(Stop::Step(7)));
            assert_eq!(run.past.moment(), 2);
        }
    }

    #[test]
    fn snapshots_that_were_dropped_are_out_of_reach() {
        let mut run = Run::to_its_end(&[0; 9], 2);
        run.snapshots.drain(..2);
        assert_eq!(run.back(None), Some(Stop::Begin(0)));
        assert_eq!(run.past.moment(), 4);
        assert_eq!(run.back(None), Some(Stop::Begin(0)));
    }
}
