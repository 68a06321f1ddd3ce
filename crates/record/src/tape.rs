//! The tape of a run: it writes down what the outside answers, or answers instead of the outside.

use crate::bytes::Reader;
use crate::event::{Event, Kind};
use crate::header::Header;
use crate::recording::{Ending, Recording};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Longest question or answer that a message shows, in bytes.
const MAX_SHOWN: usize = 60;

/// A place where a replay asks for something else than the recorded run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// The number of the event, from 1.
    pub event: u64,
    /// The question of the replay, none if it ended.
    pub asked: Option<String>,
    /// The question of the recorded run, none if it had ended.
    pub recorded: Option<String>,
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the replay departs from the recording at event {}: ",
            self.event
        )?;
        match &self.asked {
            Some(asked) => write!(f, "the program asks for {asked}")?,
            None => f.write_str("the program has ended")?,
        }
        match &self.recorded {
            Some(recorded) => write!(f, ", and the recording has {recorded}"),
            None => f.write_str(", and the recording has ended"),
        }
    }
}

/// The state of a tape.
#[derive(Debug)]
enum State {
    Recording {
        events: Vec<u8>,
        limit: usize,
        /// True if an event has found no room.
        is_full: bool,
    },
    Replaying {
        events: Vec<u8>,
        at: usize,
        /// The number of events before this place.
        count: u64,
        departure: Option<Departure>,
    },
}

#[derive(Debug)]
struct Inner {
    header: Header,
    state: State,
    /// The numbers that trees of files, and what is open in them, have been given.
    numbers: u32,
}

/// A tape, shared by everything that asks the outside.
#[derive(Clone, Debug)]
pub struct Tape(Arc<Mutex<Inner>>);

impl Tape {
    /// A tape that records. The events take `limit` bytes at most.
    #[must_use]
    pub fn recording(header: Header, limit: usize) -> Tape {
        let state = State::Recording {
            events: Vec::new(),
            limit,
            is_full: false,
        };
        Tape::new(header, state)
    }

    /// A tape that answers from a recording.
    #[must_use]
    pub fn replaying(recording: Recording) -> Tape {
        let state = State::Replaying {
            events: recording.events,
            at: 0,
            count: 0,
            departure: None,
        };
        Tape::new(recording.header, state)
    }

    fn new(header: Header, state: State) -> Tape {
        Tape(Arc::new(Mutex::new(Inner {
            header,
            state,
            numbers: 0,
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if it answers from a recording.
    #[must_use]
    pub fn is_replay(&self) -> bool {
        matches!(self.lock().state, State::Replaying { .. })
    }

    /// The program, and what it was started with.
    #[must_use]
    pub fn header(&self) -> Header {
        self.lock().header.clone()
    }

    /// Changes the header of a recording that goes on.
    pub fn change_header(&self, change: impl FnOnce(&mut Header)) {
        change(&mut self.lock().header);
    }

    /// A number that nothing else on the tape has.
    pub(crate) fn next_number(&self) -> u32 {
        let mut inner = self.lock();
        inner.numbers = inner.numbers.wrapping_add(1);
        inner.numbers
    }

    /// Asks a question: of the outside, or of the recording. Returns `None` after a departure.
    pub(crate) fn ask(
        &self,
        kind: Kind,
        question: &[u8],
        outside: impl FnOnce() -> Vec<u8>,
    ) -> Option<Vec<u8>> {
        if !self.is_replay() {
            // The outside may take long, and the recording may have to end meanwhile.
            let answer = outside();
            self.write(&Event {
                kind,
                question,
                answer: &answer,
            });
            return Some(answer);
        }
        let mut inner = self.lock();
        let State::Replaying {
            events,
            at,
            count,
            departure,
        } = &mut inner.state
        else {
            return None;
        };
        if departure.is_some() {
            return None;
        }
        let mut reader = Reader::new(&events[*at..]);
        let next = Event::read(&mut reader);
        match next {
            Some(event) if event.kind == kind && event.question == question => {
                let answer = event.answer.to_vec();
                *at += reader.position();
                *count += 1;
                Some(answer)
            }
            other => {
                *departure = Some(Departure {
                    event: *count + 1,
                    asked: Some(shown(kind, question)),
                    recorded: other.map(|event| shown(event.kind, event.question)),
                });
                None
            }
        }
    }

    /// Goes back to the first event of a recording. Whoever asks the tape then has to be made anew.
    pub fn rewind(&self) {
        let mut inner = self.lock();
        inner.numbers = 0;
        if let State::Replaying {
            at,
            count,
            departure,
            ..
        } = &mut inner.state
        {
            (*at, *count, *departure) = (0, 0, None);
        }
    }

    fn write(&self, event: &Event<'_>) {
        let mut inner = self.lock();
        if let State::Recording {
            events,
            limit,
            is_full,
        } = &mut inner.state
        {
            // The kind and the two counts take less than 16 bytes.
            let bytes = event.question.len() + event.answer.len() + 16;
            match *is_full || limit.saturating_sub(events.len()) < bytes {
                true => *is_full = true,
                false => event.put(events),
            }
        }
    }

    /// The recording until now, with its end; none if it found no room, or in a replay.
    #[must_use]
    pub fn finish(&self, ending: Ending) -> Option<Recording> {
        let inner = self.lock();
        match &inner.state {
            State::Recording {
                events,
                is_full: false,
                ..
            } => Some(Recording {
                header: inner.header.clone(),
                events: events.clone(),
                ending,
            }),
            _ => None,
        }
    }

    /// Returns the place where the replay has departed from the recording, if it has. `has_ended` is
    /// set for a program that has ended by itself and asks for nothing more.
    #[must_use]
    pub fn departure(&self, has_ended: bool) -> Option<Departure> {
        let inner = self.lock();
        let State::Replaying {
            events,
            at,
            count,
            departure,
        } = &inner.state
        else {
            return None;
        };
        let left = || {
            let event = Event::read(&mut Reader::new(&events[*at..]))?;
            Some(Departure {
                event: *count + 1,
                asked: None,
                recorded: Some(shown(event.kind, event.question)),
            })
        };
        departure.clone().or_else(|| left().filter(|_| has_ended))
    }
}

/// A question in words.
fn shown(kind: Kind, question: &[u8]) -> String {
    if question.is_empty() {
        return kind.to_string();
    }
    let part = &question[..question.len().min(MAX_SHOWN)];
    format!("{kind} ({})", part.escape_ascii())
}
