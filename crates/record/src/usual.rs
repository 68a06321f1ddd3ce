//! Runs of usual answers.
//!
//! A program in a page asks for the next event many times before one comes, and reads its clocks
//! much more often than they change. Such answers in a row are one event, with their number.

use crate::bytes::{Reader, put_number};
use crate::event::{Event, Kind};

/// Continues the checksum of the kinds of questions.
fn sum(sum: u8, kind: Kind) -> u8 {
    sum.wrapping_mul(31).wrapping_add(kind as u8)
}

/// The usual answers since the last event, while a run is recorded.
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

    /// Appends the run as an event, and starts a new one.
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

/// The usual answers that are left before the next event of a replay.
#[derive(Clone, Debug, Default)]
pub(crate) struct UsualLeft {
    left: u64,
    sum: u8,
    expected: u8,
}

impl UsualLeft {
    /// Reads the answer of an event. A malformed one has no answers left, which the next question
    /// reports.
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

    /// Returns true if an event comes next.
    pub(crate) fn is_over(&self) -> bool {
        self.left == 0
    }

    /// Takes one answer. Returns false if there is none, or if the questions of this run had other
    /// kinds.
    pub(crate) fn take(&mut self, kind: Kind) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        self.sum = sum(self.sum, kind);
        left > 0 || self.sum == self.expected
    }
}
