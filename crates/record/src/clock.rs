//! Records and replays the clocks of a run.

use crate::bytes::{Reader, put_signed};
use crate::event::Kind;
use crate::tape::Tape;
use pinnacle_system::clock::Clock;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Nanoseconds by which a clock advances at a reading without a recorded answer, such as after a
/// departure. Thus a program that waits for a time reaches it.
const DEPARTED_STEP: i64 = 1_000_000;

/// The shortest pause that is performed. During a shorter pause only other threads run; the clock
/// advances by itself.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);

/// The clocks of a program. Each reading is an event with the difference from the previous reading.
///
/// It reports that the host controls time. Therefore threads take turns, in the same order in the
/// recorded run and in the replay.
#[derive(Debug)]
pub struct RecordedClock {
    tape: Tape,
    /// The clocks of the machine; `None` in a replay.
    outside: Option<Arc<dyn Clock>>,
    /// The last reading of each clock in nanoseconds.
    last: [Mutex<i64>; 3],
}

impl RecordedClock {
    /// Wraps the clocks of the machine. They are only read if the tape records.
    pub fn new(tape: &Tape, outside: Arc<dyn Clock>) -> RecordedClock {
        RecordedClock {
            tape: tape.clone(),
            outside: (!tape.is_replay()).then_some(outside),
            last: Default::default(),
        }
    }

    fn look(&self, clock: u8, outside: impl FnOnce(&dyn Clock) -> Duration) -> Duration {
        let last = &self.last[usize::from(clock)];
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = self.tape.ask(Kind::Time, &[clock], || {
            let now = self.outside.as_deref().map(outside).unwrap_or_default();
            let now = i64::try_from(now.as_nanos()).unwrap_or(i64::MAX);
            let mut bytes = Vec::new();
            put_signed(&mut bytes, now.saturating_sub(*last));
            bytes
        });
        let step = answer.and_then(|answer| Reader::new(&answer).signed());
        *last = last.saturating_add(step.unwrap_or(DEPARTED_STEP)).max(0);
        Duration::from_nanos(last.unsigned_abs())
    }
}

impl Clock for RecordedClock {
    fn real_time(&self) -> Duration {
        self.look(0, |clock| clock.real_time())
    }

    fn monotonic(&self) -> Duration {
        self.look(1, |clock| clock.monotonic())
    }

    fn processor_time(&self) -> Duration {
        self.look(2, |clock| clock.processor_time())
    }

    fn resolution(&self) -> Duration {
        Duration::from_nanos(1)
    }

    fn is_virtual(&self) -> bool {
        true
    }

    fn pass(&self, duration: Duration) {
        if let Some(clock) = &self.outside
            && duration >= SHORTEST_PAUSE
        {
            clock.pass(duration);
        }
    }
}
