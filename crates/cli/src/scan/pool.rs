//! The threads of a scan.
//!
//! A thread takes a file, reads it and makes its lines. Members of a container are offered to the
//! threads that have nothing else to do, within bounds; the reader itself handles members that no
//! thread takes. One large archive therefore keeps every processor busy, and no thread waits for
//! another.
//!
//! A file that takes longer than allowed is abandoned: its line reports it, and a new thread
//! replaces the one that still works on it. Later results of that thread are dropped.

use super::journal::Journal;
use super::units::Unit;
use crate::progress::Progress;
use pinnacle_archive::{Limits, Source};
use pinnacle_scan::{File, Found, failure, failure_of, files, line};
use serde_json::Value;
use std::collections::{HashMap, HashSet, VecDeque};
use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum total size of members that wait for a thread, in bytes.
const MAX_WAITING_BYTES: usize = 64 << 20;

/// Interval between checks for files that take too long.
const TICK: Duration = Duration::from_millis(100);

/// Bounds and options of a scan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// The number of threads, at least one.
    pub(super) threads: usize,
    /// Time limit for one file or one member of a container.
    pub(super) timeout: Duration,
    /// Bounds of containers.
    pub(super) limits: Limits,
}

/// A member of a container that waits for a thread.
struct Task {
    unit: usize,
    sequence: u64,
    file: File,
}

/// The current work of one thread.
struct Ticket {
    unit: usize,
    place: String,
    /// `None` while the thread waits for standard input, which has no time limit.
    since: Option<Instant>,
}

#[derive(Default)]
struct State {
    next_unit: usize,
    tasks: VecDeque<Task>,
    waiting_bytes: usize,
    /// Threads that wait for work.
    idle: usize,
    /// For each file in progress, the number of its parts that are being processed or are waiting.
    open: HashMap<usize, usize>,
    tickets: HashMap<u64, Ticket>,
    next_ticket: u64,
    /// Files that were given up.
    given_up: HashSet<usize>,
    /// Files that are done.
    done: usize,
}

struct Shared {
    units: Vec<Unit>,
    bounds: Bounds,
    /// `None` after the end. Lock order: after `state`.
    journal: Mutex<Option<Journal>>,
    state: Mutex<State>,
    changed: Condvar,
}

/// Scans the files that are not in the journal. Returns the journal, and the number of each file in
/// it.
pub(super) fn scan(
    units: Vec<Unit>,
    journal: Journal,
    bounds: Bounds,
    progress: &Progress,
) -> (Option<Journal>, Vec<usize>) {
    let mut journal = journal;
    let mut numbers: Vec<Option<usize>> = units.iter().map(|unit| journal.kept(unit)).collect();
    let mut left = Vec::new();
    let mut places = Vec::new();
    for (place, unit) in units.into_iter().enumerate() {
        match numbers[place] {
            Some(_) => progress.advance(),
            None => {
                // The numbers follow the order of the files, whichever ends first.
                numbers[place] = Some(journal.begin(&unit));
                left.push(unit);
                places.push(place);
            }
        }
    }
    let first: Vec<usize> = places.iter().filter_map(|place| numbers[*place]).collect();
    let shared = Arc::new(Shared {
        units: left,
        bounds,
        journal: Mutex::new(Some(journal)),
        state: Mutex::default(),
        changed: Condvar::new(),
    });
    let first = Arc::new(first);
    for _ in 0..bounds.threads.max(1) {
        start(&shared, &first);
    }
    watch(&shared, &first, progress);
    // A thread that was abandoned may still be running, but it adds nothing.
    let journal = locked(&shared.journal).take();
    (journal, numbers.into_iter().flatten().collect())
}

/// Starts a thread. Threads are not joined: one that was given up may never end.
fn start(shared: &Arc<Shared>, numbers: &Arc<Vec<usize>>) {
    let (shared, numbers) = (shared.clone(), numbers.clone());
    let name = "scan".to_owned();
    // If no thread can be started, the others do its work.
    let _ = thread::Builder::new().name(name).spawn(move || {
        let worker = Worker {
            shared: &shared,
            numbers: &numbers,
            ticket: shared.ticket(),
        };
        worker.work();
    });
}

/// Waits for the end of the scan, and gives up on files that take too long.
fn watch(shared: &Arc<Shared>, numbers: &Arc<Vec<usize>>, progress: &Progress) {
    let mut told = 0;
    let mut state = locked(&shared.state);
    while state.done < shared.units.len() {
        let waited = shared.changed.wait_timeout(state, TICK);
        (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        for _ in told..state.done {
            progress.advance();
        }
        told = state.done;
        let is_late = |since: Instant| since.elapsed() > shared.bounds.timeout;
        let late = |ticket: &Ticket| ticket.since.is_some_and(is_late);
        let late: Vec<u64> = state
            .tickets
            .iter()
            .filter(|(_, it)| late(it))
            .map(|(id, _)| *id)
            .collect();
        for id in late {
            if let Some(ticket) = state.tickets.remove(&id) {
                shared.give_up(&mut state, numbers, &ticket);
                start(shared, numbers);
            }
        }
        if let Some(ticket) = state.tickets.values().next() {
            progress.file(&ticket.place);
        }
    }
}

impl Shared {
    fn ticket(&self) -> u64 {
        let mut state = locked(&self.state);
        state.next_ticket += 1;
        state.next_ticket
    }

    /// Gives up on a file whose member takes too long. The lines of earlier members are kept.
    fn give_up(&self, state: &mut State, numbers: &[usize], ticket: &Ticket) {
        if !state.given_up.insert(ticket.unit) {
            return;
        }
        state.open.remove(&ticket.unit);
        state.tasks.retain(|task| task.unit != ticket.unit);
        state.waiting_bytes = state.tasks.iter().map(|task| task.file.bytes.len()).sum();
        let seconds = self.bounds.timeout.as_secs_f64();
        let message = format!("it takes longer than {seconds} seconds, the limit for one file");
        let line = failure_of(&ticket.place, "timeout", &message);
        if let Some(journal) = locked(&self.journal).as_mut() {
            journal.add(numbers[ticket.unit], u64::MAX, &line);
            journal.done(numbers[ticket.unit]);
        }
        state.done += 1;
        self.changed.notify_all();
    }
}

/// One thread of the pool.
struct Worker<'a> {
    shared: &'a Shared,
    numbers: &'a [usize],
    ticket: u64,
}

/// A unit of work for a thread.
enum Work {
    Member(Task),
    Unit(usize),
}

impl Worker<'_> {
    fn work(&self) {
        while let Some(work) = self.next() {
            let unit = match work {
                Work::Member(task) => {
                    let unit = task.unit;
                    self.examine(unit, task.sequence, task.file);
                    unit
                }
                Work::Unit(unit) => {
                    self.read(unit);
                    unit
                }
            };
            if !self.leave(unit) {
                return;
            }
        }
    }

    /// Waits for work. Returns `None` at the end of the scan.
    fn next(&self) -> Option<Work> {
        let mut state = locked(&self.shared.state);
        loop {
            if let Some(task) = state.tasks.pop_front() {
                state.waiting_bytes -= task.file.bytes.len();
                self.hold(&mut state, task.unit, task.file.place.clone());
                return Some(Work::Member(task));
            }
            let unit = state.next_unit;
            if unit < self.shared.units.len() {
                state.next_unit += 1;
                state.open.insert(unit, 1);
                self.hold(&mut state, unit, self.shared.units[unit].name().to_owned());
                return Some(Work::Unit(unit));
            }
            if state.open.is_empty() {
                self.shared.changed.notify_all();
                return None;
            }
            state.idle += 1;
            let waited = self.shared.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    /// Records the part that this thread works on.
    fn hold(&self, state: &mut State, unit: usize, place: String) {
        let ticket = Ticket {
            unit,
            place,
            since: self.reading_since(unit),
        };
        state.tickets.insert(self.ticket, ticket);
    }

    /// Returns the start time of the next member: now, or `None` for standard input.
    fn reading_since(&self, unit: usize) -> Option<Instant> {
        let is_waited_for = matches!(self.shared.units[unit], Unit::Stdin(_));
        (!is_waited_for).then(Instant::now)
    }

    /// Ends a part of a file. Returns false if this thread has been given up.
    fn leave(&self, unit: usize) -> bool {
        let mut state = locked(&self.shared.state);
        let is_ours = state.tickets.remove(&self.ticket).is_some();
        if let Some(parts) = state.open.get_mut(&unit) {
            *parts -= 1;
            if *parts == 0 {
                state.open.remove(&unit);
                if let Some(journal) = locked(&self.shared.journal).as_mut() {
                    journal.done(self.numbers[unit]);
                }
                state.done += 1;
                self.shared.changed.notify_all();
            }
        }
        is_ours
    }

    /// Reads a file and its contents.
    fn read(&self, unit: usize) {
        let limits = &self.shared.bounds.limits;
        let mut sequence = 0;
        let mut take = |found: Found| {
            let number = sequence;
            sequence += 1;
            match found {
                Found::Other => {}
                Found::Failure(place, error) => self.add(unit, number, &failure(&place, &error)),
                Found::File(file) => match self.offer(unit, number, file) {
                    Ok(()) => {}
                    Err(file) => self.examine(unit, number, file),
                },
            }
            match self.renew(unit) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        match &self.shared.units[unit] {
            Unit::Unreadable(name, message) => {
                self.add(unit, 0, &failure_of(name, "unreadable", message));
            }
            Unit::Stdin(name) => files(name, Source::stream(io::stdin()), limits, &mut take),
            Unit::File(name, path, _) => match std::fs::File::open(path).and_then(Source::file) {
                Ok(source) => files(name, source, limits, &mut take),
                Err(error) => {
                    self.add(unit, 0, &failure_of(name, "unreadable", &error.to_string()));
                }
            },
        }
    }

    /// Hands a member to a waiting thread. Returns the member if no thread waits or the queue is
    /// full.
    fn offer(&self, unit: usize, sequence: u64, file: File) -> Result<(), File> {
        let mut state = locked(&self.shared.state);
        let bytes = file.bytes.len();
        let has_room = state.waiting_bytes + bytes <= MAX_WAITING_BYTES;
        if state.idle <= state.tasks.len() || !has_room {
            return Err(file);
        }
        let Some(parts) = state.open.get_mut(&unit) else {
            return Err(file);
        };
        *parts += 1;
        state.waiting_bytes += bytes;
        state.tasks.push_back(Task {
            unit,
            sequence,
            file,
        });
        self.shared.changed.notify_all();
        Ok(())
    }

    /// Restarts the time limit for the next member. Returns false if the file has been given up.
    fn renew(&self, unit: usize) -> bool {
        let mut state = locked(&self.shared.state);
        if let Some(ticket) = state.tickets.get_mut(&self.ticket) {
            ticket.since = self.reading_since(unit);
        }
        state.open.contains_key(&unit)
    }

    fn examine(&self, unit: usize, sequence: u64, file: File) {
        if let Some(ticket) = locked(&self.shared.state).tickets.get_mut(&self.ticket) {
            ticket.place.clone_from(&file.place);
            ticket.since = Some(Instant::now());
        }
        if let Some(line) = line(file) {
            self.add(unit, sequence, &line);
        }
    }

    /// Adds a line, unless its file has been given up.
    fn add(&self, unit: usize, sequence: u64, line: &Value) {
        let state = locked(&self.shared.state);
        if state.open.contains_key(&unit)
            && let Some(journal) = locked(&self.shared.journal).as_mut()
        {
            journal.add(self.numbers[unit], sequence, line);
        }
    }
}

/// Locks a mutex and ignores poisoning: no thread leaves the data half changed.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
