//! Encodes series of usual answers.
//!
//! A program in a page asks for the next event many times before one arrives, and reads its clocks
//! much more often than they change. A series of such answers is recorded as one event with their
//! number.

use crate::bytes::{Reader, put_number};
use crate::event::{Event, Kind};

/// Adds the kind of a question to a checksum.
fn sum(sum: u8, kind: Kind) -> u8 {
    sum.wrapping_mul(31).wrapping_add(kind as u8)
}

/// The usual answers since the last event, in a recording.
#[derive(Clone, Debug, Default)]
pub(crate) struct UsualRun {
    count: u64,
    sum: u8,
}

impl UsualRun {
    /// Counts a usual answer.
    pub(crate) fn add(&mut self, kind: Kind) {
        self.count += 1;
        self.sum = sum(self.sum, kind);
    }

    /// Appends the series as an event and resets it.
    pub(crate) fn put(&mut self, events: &mut Vec<u8>) {
        if self.count == 0 {
            return;
        }
        let mut answer = Vec::new();
        put_number(&mut answer, self.count);
        answer.push(self.sum);
        let event = Event {
            kind: Kind::Usual,
            question: &[],
            answer: &answer,
        };
        event.put(events);
        *self = UsualRun::default();
    }
}

/// The usual answers that remain before the next event, in a replay.
#[derive(Clone, Debug, Default)]
pub(crate) struct UsualLeft {
    left: u64,
    sum: u8,
    expected: u8,
}

impl UsualLeft {
    /// Decodes the answer of an event. If it is malformed, no answers remain, which the next
    /// question reports.
    pub(crate) fn read(answer: &[u8]) -> UsualLeft {
        let mut reader = Reader::new(answer);
        let count = reader.number();
        match (count, reader.byte()) {
            (Some(left), Some(expected)) => UsualLeft {
                left,
                sum: 0,
                expected,
            },
            _ => UsualLeft::default(),
        }
    }

    /// Returns true if no usual answers remain.
    pub(crate) fn is_over(&self) -> bool {
        self.left == 0
    }

    /// Takes one answer. Returns false if none remains, or if it is the last one and the kinds of
    /// the questions differ from the recorded ones.
    pub(crate) fn take(&mut self, kind: Kind) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        self.sum = sum(self.sum, kind);
        left > 0 || self.sum == self.expected
    }
}
