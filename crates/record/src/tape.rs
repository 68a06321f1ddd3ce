//! The tape of a run: it records answers, or replays them.

use crate::bytes::Reader;
use crate::event::{Event, Kind};
use crate::header::Header;
use crate::recording::{Ending, Recording};
use crate::usual::{UsualLeft, UsualRun};
use crate::words::in_words;
use pinnacle_system::memory_budget::{Charge, MemoryBudget};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The point at which a replay makes a different request than the recorded run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// The number of the event, counted from 1.
    pub event: u64,
    /// The host function that the program has called, if known.
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

/// The state of a replay after a call.
pub(crate) enum ReplayStep {
    /// The run continues.
    Continue,
    /// It has departed from the recording.
    Departed(Departure),
    /// The recorded run was stopped here, for this reason.
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
    /// Usual answers since the last event.
    usual: UsualRun,
    /// The charge for the events, if a budget also limits them.
    charge: Option<Charge>,
    /// The reason why nothing more is recorded.
    stopped: Option<String>,
    /// True if a recording that had to stop is kept up to that point.
    keeps_beginning: bool,
    /// True if the process is about to end, so no more answers are recorded.
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

    /// Appends an event, after the usual answers before it, or stops the recording.
    fn write(&mut self, event: &Event<'_>) {
        if self.stopped.is_some() {
            return;
        }
        // The kinds, the counts and the checksum take less than 32 bytes.
        let bytes = event.question.len() + event.answer.len() + 32;
        let capacity = self.events.capacity();
        let is_charged = self.charge.as_mut().is_none_or(|charge| {
            // A vector that has no room doubles.
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
    /// The number of events so far.
    count: u64,
    departure: Option<Departure>,
    /// True if a question came after the last event of a run that was stopped.
    has_run_out: bool,
    /// The usual answers before the next event.
    usual: UsualLeft,
    /// True if the replay ends at the call after the last recorded one, instead of right after the
    /// last one.
    ends_at_next_call: bool,
}

impl Replay {
    /// Returns the recorded answer, if the recorded run asked the same question.
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

    /// Returns the recorded answer to a question that mostly has the usual one. The inner value is
    /// `None` for that one.
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

    /// Returns true if the recorded run was stopped before it made more than this number of calls.
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
    /// The last number given to a tree of files or an open file or folder.
    numbers: u32,
    /// The number of host calls that have returned.
    calls: u64,
}

/// A tape, shared by all wrappers of a run.
#[derive(Clone, Debug)]
pub struct Tape(Arc<Mutex<Inner>>);

impl Tape {
    /// Makes a tape that records. The events take at most `limit` bytes.
    #[must_use]
    pub fn recording(header: Header, limit: usize) -> Tape {
        Tape::new(header, State::Recording(Recorder::new(limit)))
    }

    /// Makes a tape for a recording that is charged to a budget. If it must stop, what was recorded
    /// before is kept.
    #[must_use]
    pub fn recording_within(header: Header, limit: usize, budget: &MemoryBudget) -> Tape {
        let recorder = Recorder {
            charge: Some(budget.empty_charge()),
            keeps_beginning: true,
            ..Recorder::new(limit)
        };
        Tape::new(header, State::Recording(recorder))
    }

    /// Makes a tape that replays a recording.
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

    /// Returns the program, and how it was started.
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

    /// Answers a question, by `outside` or from the recording. Returns `None` after a departure.
    pub fn ask(
        &self,
        kind: Kind,
        question: &[u8],
        outside: impl FnOnce() -> Vec<u8>,
    ) -> Option<Vec<u8>> {
        if !self.is_replay() {
            self.wait_if_closed();
            // `outside` may take long, and the recording may have to end in the meantime.
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

    /// Answers a question that mostly has the same answer, which `outside` gives as `None`. Only
    /// the number of these answers in a row is recorded. Returns `None` after a departure.
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

    /// Records nothing from now on, for this reason, unless the recording has stopped before.
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

    /// Returns the size of the events so far, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        match &self.lock().state {
            State::Recording(recorder) => recorder.events.len(),
            State::Replaying(replay) => replay.events.len(),
        }
    }

    /// Returns true if the replay has asked for more than was recorded.
    #[must_use]
    pub fn has_run_out(&self) -> bool {
        matches!(&self.lock().state, State::Replaying(replay) if replay.has_run_out)
    }

    /// Blocks a thread whose question would be missing from the recording.
    fn wait_if_closed(&self) {
        let is_closed = || match self.lock().state {
            State::Recording(Recorder { is_closed, .. }) => is_closed,
            State::Replaying(_) => false,
        };
        while is_closed() {
            std::thread::park();
        }
    }

    /// Ends the recording for the program: it blocks at its next question until the process ends.
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

    /// Returns the reason why the recorded run was stopped, if the replay has made all of its
    /// calls.
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

    /// Lets a replay run on after its last call, up to the next one, which the recorded run did not
    /// make. A debugger can then stop the program in the code between the two.
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

    /// Returns the recording so far with its end; `None` if it had to stop, unless it keeps its
    /// beginning, or in a replay. If `ending` has no status, the number of calls is added, unless
    /// the recording keeps its beginning: its replay ends when the program asks for more.
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

    /// Returns the place where the replay has departed from the recording, if it has. Set
    /// `has_ended` if the program has ended by itself.
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
