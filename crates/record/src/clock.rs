//! Clocks of a recorded run.

use crate::bytes::{Reader, put_signed};
use crate::event::Kind;
use crate::tape::Tape;
use pinnacle_system::clock::Clock;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The nanoseconds by which a clock advances at a reading that the recording has no answer for,
/// such as after a departure. This lets a program reach the time that it waits for.
const DEPARTED_STEP: i64 = 1_000_000;

/// The shortest pause that is carried out. A shorter pause only lets other threads run, and the
/// clock advances by itself.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);

/// The clocks of a program. Each reading is an event: the difference from the previous reading.
///
/// It reports that the host controls time, so threads take turns, in the same order as in the
/// replay.
#[derive(Debug)]
pub struct RecordedClock {
    tape: Tape,
    /// The clocks of the machine; `None` in a replay.
    outside: Option<Arc<dyn Clock>>,
    /// The last answers in nanoseconds.
    last: [Mutex<i64>; 3],
}

impl RecordedClock {
    /// Puts clocks on a tape. The machine's clocks are read unless the tape is a replay.
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
