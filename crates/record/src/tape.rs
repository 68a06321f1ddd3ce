//! The tape of a run, which records answers or replays them.

use crate::bytes::Reader;
use crate::event::{Event, Kind};
use crate::header::Header;
use crate::recording::{Ending, Recording};
use crate::usual::{UsualLeft, UsualRun};
use crate::words::in_words;
use pinnacle_system::memory_budget::{Charge, MemoryBudget};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The point at which the questions of a replay differ from those of the recorded run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// The number of the event, counted from 1.
    pub event: u64,
    /// The host function that the program has called, if it is known.
    pub call: Option<String>,
    /// The question of the replay; `None` if it ended.
    pub asked: Option<String>,
    /// The question of the recorded run; `None` if it had ended.
    pub recorded: Option<String>,
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the replay departs from the recording at event {}: ",
            self.event
        )?;
        match (&self.asked, &self.call) {
            (Some(asked), Some(call)) => write!(f, "{call} asks for {asked}")?,
            (Some(asked), None) => write!(f, "the program asks for {asked}")?,
            (None, _) => f.write_str("the program has ended")?,
        }
        match &self.recorded {
            Some(recorded) => write!(f, ", but the recording has {recorded}"),
            None => f.write_str(", but the recording has ended"),
        }
    }
}

/// The state of a replay after a host call.
pub(crate) enum ReplayStep {
    /// The run continues.
    Continue,
    /// The run has departed from the recording.
    Departed(Departure),
    /// The recorded run was stopped here, with this description.
    Ended(String),
}

/// The state of a tape.
#[derive(Debug)]
enum State {
    Recording(Recorder),
    Replaying(Replay),
}

#[derive(Debug)]
struct Recorder {
    events: Vec<u8>,
    limit: usize,
    /// The usual answers since the last event.
    usual: UsualRun,
    /// The memory charged for the events, if a budget limits them.
    charge: Option<Charge>,
    /// The reason why the recording has stopped.
    stopped: Option<String>,
    /// True if a recording that had to stop is kept up to that point.
    keeps_beginning: bool,
    /// True if the process is about to end, so that nothing more is recorded.
    is_closed: bool,
}

impl Recorder {
    fn new(limit: usize) -> Recorder {
        Recorder {
            events: Vec::new(),
            limit,
            usual: UsualRun::default(),
            charge: None,
            stopped: None,
            keeps_beginning: false,
            is_closed: false,
        }
    }

    /// Appends the usual answers so far and an event. Stops the recording if they exceed a limit.
    fn write(&mut self, event: &Event<'_>) {
        if self.stopped.is_some() {
            return;
        }
        // The kinds, counts and checksum take less than 32 bytes in total.
        let bytes = event.question.len() + event.answer.len() + 32;
        let capacity = self.events.capacity();
        let is_charged = self.charge.as_mut().is_none_or(|charge| {
            // A vector without enough room doubles its capacity.
            let more = match capacity - self.events.len() >= bytes {
                true => 0,
                false => capacity.max(bytes),
            };
            charge.grow(more as u64).is_ok()
        });
        if !is_charged {
            self.stopped = Some("the program has no memory left for the recording".into());
            return;
        }
        if self.limit.saturating_sub(self.events.len()) < bytes {
            let limit = self.limit;
            self.stopped = Some(format!(
                "the recording has reached its limit of {limit} bytes"
            ));
            return;
        }
        self.usual.put(&mut self.events);
        event.put(&mut self.events);
    }
}

#[derive(Debug)]
struct Replay {
    events: Vec<u8>,
    ending: Ending,
    at: usize,
    /// The number of events that were replayed.
    count: u64,
    departure: Option<Departure>,
    /// True if a question followed the last event of a recorded run that was stopped.
    has_run_out: bool,
    /// The usual answers that remain before the next event.
    usual: UsualLeft,
    /// True if the replay continues after the last recorded call and ends at the next one.
    ends_at_next_call: bool,
}

impl Replay {
    /// Returns the recorded answer if the recorded run asked the same question.
    fn answer(&mut self, kind: Kind, question: &[u8]) -> Option<Vec<u8>> {
        if self.departure.is_some() || self.has_run_out {
            return None;
        }
        let mut reader = Reader::new(&self.events[self.at..]);
        match Event::read(&mut reader) {
            Some(event)
                if event.kind == kind && event.question == question && self.usual.is_over() =>
            {
                self.at += reader.position();
                self.count += 1;
                Some(event.answer.to_vec())
            }
            None if self.ending.status.is_none() && self.usual.is_over() => {
                self.has_run_out = true;
                None
            }
            other => {
                let other = other.filter(|_| self.usual.is_over());
                let recorded = match self.usual.is_over() {
                    true => other.map(|event| in_words(event.kind, event.question)),
                    false => Some(Kind::Usual.to_string()),
                };
                self.departs(kind, question, recorded);
                None
            }
        }
    }

    /// Returns the recorded answer to a question that usually has the same answer. The inner value
    /// is `None` for the usual answer.
    fn rare_answer(&mut self, kind: Kind, question: &[u8]) -> Option<Option<Vec<u8>>> {
        if self.departure.is_some() || self.has_run_out {
            return None;
        }
        if self.usual.is_over() {
            let mut reader = Reader::new(&self.events[self.at..]);
            let left = Event::read(&mut reader).filter(|event| event.kind == Kind::Usual);
            match left.map(|event| UsualLeft::read(event.answer)) {
                Some(left) => {
                    self.usual = left;
                    self.at += reader.position();
                    self.count += 1;
                }
                None => return self.answer(kind, question).map(Some),
            }
        }
        if self.usual.take(kind) {
            return Some(None);
        }
        self.departs(kind, question, Some(Kind::Usual.to_string()));
        None
    }

    fn departs(&mut self, kind: Kind, question: &[u8], recorded: Option<String>) {
        self.departure = Some(Departure {
            event: self.count + 1,
            call: None,
            asked: Some(in_words(kind, question)),
            recorded,
        });
    }

    /// Returns true if the replay has reached the end of the recorded run. `calls` is the number of
    /// calls that the replay has made.
    fn has_ended(&self, calls: u64) -> bool {
        match self.ending.calls {
            Some(last) => calls >= last && (self.has_run_out || self.at >= self.events.len()),
            None => self.has_run_out,
        }
    }
}

#[derive(Debug)]
struct Inner {
    header: Header,
    state: State,
    /// The last number that was assigned to a tree, a file or a directory.
    numbers: u32,
    /// The number of host calls that have returned.
    calls: u64,
}

/// A tape, shared by all wrappers of a run.
#[derive(Clone, Debug)]
pub struct Tape(Arc<Mutex<Inner>>);

impl Tape {
    /// Creates a tape that records. The events take at most `limit` bytes.
    #[must_use]
    pub fn recording(header: Header, limit: usize) -> Tape {
        Tape::new(header, State::Recording(Recorder::new(limit)))
    }

    /// Creates a tape that records and charges its memory to a budget. If the recording must stop,
    /// its beginning is kept.
    #[must_use]
    pub fn recording_within(header: Header, limit: usize, budget: &MemoryBudget) -> Tape {
        let recorder = Recorder {
            charge: Some(budget.empty_charge()),
            keeps_beginning: true,
            ..Recorder::new(limit)
        };
        Tape::new(header, State::Recording(recorder))
    }

    /// Creates a tape that replays a recording.
    #[must_use]
    pub fn replaying(recording: Recording) -> Tape {
        let state = State::Replaying(Replay {
            events: recording.events,
            ending: recording.ending,
            at: 0,
            count: 0,
            departure: None,
            has_run_out: false,
            usual: UsualLeft::default(),
            ends_at_next_call: false,
        });
        Tape::new(recording.header, state)
    }

    fn new(header: Header, state: State) -> Tape {
        Tape(Arc::new(Mutex::new(Inner {
            header,
            state,
            numbers: 0,
            calls: 0,
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if the tape replays a recording.
    #[must_use]
    pub fn is_replay(&self) -> bool {
        matches!(self.lock().state, State::Replaying(_))
    }

    /// Returns the header of the recording.
    #[must_use]
    pub fn header(&self) -> Header {
        self.lock().header.clone()
    }

    /// Changes the header of a recording in progress.
    pub fn change_header(&self, change: impl FnOnce(&mut Header)) {
        change(&mut self.lock().header);
    }

    /// Returns a number that is unique on the tape.
    pub(crate) fn next_number(&self) -> u32 {
        let mut inner = self.lock();
        inner.numbers = inner.numbers.wrapping_add(1);
        inner.numbers
    }

    /// Returns the answer to a question, from `outside` or from the recording. Returns `None` after
    /// a departure.
    pub fn ask(
        &self,
        kind: Kind,
        question: &[u8],
        outside: impl FnOnce() -> Vec<u8>,
    ) -> Option<Vec<u8>> {
        if !self.is_replay() {
            self.wait_if_closed();
            // `outside` may take long, and the recording may be closed in the meantime.
            let answer = outside();
            self.write(&Event {
                kind,
                question,
                answer: &answer,
            });
            return Some(answer);
        }
        match &mut self.lock().state {
            State::Replaying(replay) => replay.answer(kind, question),
            State::Recording(_) => None,
        }
    }

    /// Returns the answer to a question that usually has the same answer, for which `outside`
    /// returns `None`. Only the number of consecutive usual answers is recorded. The outer value is
    /// `None` after a departure.
    pub fn ask_rarely(
        &self,
        kind: Kind,
        question: &[u8],
        outside: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Option<Option<Vec<u8>>> {
        if self.is_replay() {
            return match &mut self.lock().state {
                State::Replaying(replay) => replay.rare_answer(kind, question),
                State::Recording(_) => None,
            };
        }
        let answer = outside();
        match &answer {
            Some(answer) => self.write(&Event {
                kind,
                question,
                answer,
            }),
            None => {
                if let State::Recording(recorder) = &mut self.lock().state
                    && recorder.stopped.is_none()
                {
                    recorder.usual.add(kind);
                }
            }
        }
        Some(answer)
    }

    /// Stops the recording for this reason, unless it has stopped before.
    pub fn stop(&self, reason: &str) {
        if let State::Recording(recorder) = &mut self.lock().state {
            recorder.stopped.get_or_insert_with(|| reason.into());
        }
    }

    /// Returns the reason why the recording has stopped, if it has.
    #[must_use]
    pub fn stopped(&self) -> Option<String> {
        match &self.lock().state {
            State::Recording(recorder) => recorder.stopped.clone(),
            State::Replaying(_) => None,
        }
    }

    /// Returns the size of the recorded events in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        match &self.lock().state {
            State::Recording(recorder) => recorder.events.len(),
            State::Replaying(replay) => replay.events.len(),
        }
    }

    /// Returns true if the replay asked a question after the last recorded one.
    #[must_use]
    pub fn has_run_out(&self) -> bool {
        matches!(&self.lock().state, State::Replaying(replay) if replay.has_run_out)
    }

    /// Blocks the thread if the recording is closed, because its question would not be recorded.
    fn wait_if_closed(&self) {
        let is_closed = || match self.lock().state {
            State::Recording(Recorder { is_closed, .. }) => is_closed,
            State::Replaying(_) => false,
        };
        while is_closed() {
            std::thread::park();
        }
    }

    /// Closes the recording. The program blocks at its next question until the process ends.
    pub fn close(&self) {
        if let State::Recording(recorder) = &mut self.lock().state {
            recorder.is_closed = true;
        }
    }

    /// Counts a host call that has returned.
    pub(crate) fn count_call(&self) -> ReplayStep {
        let mut inner = self.lock();
        inner.calls += 1;
        let calls = inner.calls;
        match &inner.state {
            State::Replaying(replay) => match &replay.departure {
                Some(departure) => ReplayStep::Departed(departure.clone()),
                None if !replay.ends_at_next_call && replay.has_ended(calls) => {
                    ReplayStep::Ended(replay.ending.text.clone())
                }
                None => ReplayStep::Continue,
            },
            State::Recording(_) => ReplayStep::Continue,
        }
    }

    /// Returns the description of the ending if the recorded run was stopped and the replay has
    /// made all of its calls.
    #[must_use]
    pub fn has_ended(&self) -> Option<String> {
        let inner = self.lock();
        match &inner.state {
            State::Replaying(replay) if replay.has_ended(inner.calls) => {
                Some(replay.ending.text.clone())
            }
            _ => None,
        }
    }

    /// Continues a replay after its last recorded call, until it makes another call. A debugger can
    /// then stop the program in the code between the two calls.
    pub fn end_at_next_call(&self) {
        if let State::Replaying(replay) = &mut self.lock().state {
            replay.ends_at_next_call = true;
        }
    }

    fn write(&self, event: &Event<'_>) {
        if let State::Recording(recorder) = &mut self.lock().state {
            recorder.write(event);
        }
    }

    /// Returns the recording up to now. Returns `None` in a replay, and if the recording had to
    /// stop, unless its beginning is kept. If `ending` has no status, the number of calls is added,
    /// unless the beginning is kept; a replay of the beginning ends when the program asks a further
    /// question.
    #[must_use]
    pub fn finish(&self, ending: Ending) -> Option<Recording> {
        let inner = self.lock();
        let State::Recording(recorder) = &inner.state else {
            return None;
        };
        let keeps_beginning = recorder.keeps_beginning;
        if recorder.stopped.is_some() && !keeps_beginning {
            return None;
        }
        let mut events = recorder.events.clone();
        recorder.usual.clone().put(&mut events);
        let ending = match &recorder.stopped {
            Some(reason) => Ending {
                status: None,
                text: reason.clone(),
                calls: None,
            },
            None => Ending {
                calls: (ending.status.is_none() && !keeps_beginning).then_some(inner.calls),
                ..ending
            },
        };
        Some(Recording {
            header: inner.header.clone(),
            events,
            ending,
        })
    }

    /// Returns the point where the replay has departed from the recording, if it has. `has_ended`
    /// is true if the program has ended by itself; then a recorded event that was not replayed is a
    /// departure too.
    #[must_use]
    pub fn departure(&self, has_ended: bool) -> Option<Departure> {
        let inner = self.lock();
        let State::Replaying(replay) = &inner.state else {
            return None;
        };
        let left = || {
            let event = Event::read(&mut Reader::new(&replay.events[replay.at..]))?;
            Some(Departure {
                event: replay.count + 1,
                call: None,
                asked: None,
                recorded: Some(in_words(event.kind, event.question)),
            })
        };
        let departure = replay.departure.clone();
        departure.or_else(|| left().filter(|_| has_ended))
    }
}
