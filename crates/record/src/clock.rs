//! Clocks of a recorded run.

use crate::bytes::{Reader, put_signed};
use crate::event::Kind;
use crate::tape::Tape;
use pinnacle_system::clock::Clock;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Step of a clock that the recording no longer answers for. A program that waits for a moment
/// reaches it.
const DEPARTED_STEP: i64 = 1_000_000;

/// The shortest pause that is really made. Shorter ones are turns of threads, for which the clock
/// goes on by itself.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);

/// The clocks of a program. Each look at one is an event: its difference to the last look.
///
/// It says of itself that the host alone controls time, so that threads take turns, whose order is
/// the same in the replay.
#[derive(Debug)]
pub struct RecordedClock {
    tape: Tape,
    /// The clocks of the machine; none in a replay.
    outside: Option<Arc<dyn Clock>>,
    /// The last answers in nanoseconds.
    last: [Mutex<i64>; 3],
}

impl RecordedClock {
    /// Clocks on a tape; those of the machine are asked unless it is a replay.
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
