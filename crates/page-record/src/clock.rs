//! Records and replays the clocks of a program in a page.

use crate::start::nanoseconds;
use pinnacle_record::bytes::{Reader, put_signed};
use pinnacle_record::{Kind, Tape};
use pinnacle_system::clock::Clock;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The resolution of the clocks of a recorded program. With a finer resolution almost every reading
/// would be an event of the recording.
pub const RESOLUTION: Duration = Duration::from_micros(100);

/// Nanoseconds by which a clock advances at each reading without a recorded answer.
const DEPARTED_STEP: i64 = 1_000_000;

/// The last readings of the real-time clock and the monotonic clock, in nanoseconds.
type Last = Arc<Mutex<[i64; 2]>>;

fn lock(last: &Last) -> MutexGuard<'_, [i64; 2]> {
    last.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The clocks of a program. Each change of a clock is an event of the recording.
#[derive(Debug)]
pub struct PageClock {
    tape: Tape,
    /// The clocks of the browser; `None` in a replay.
    outside: Option<Arc<dyn Clock>>,
    last: Last,
}

impl PageClock {
    /// Creates clocks. `start` is the initial real time, and `outside` is `None` in a replay.
    #[must_use]
    pub fn new(tape: &Tape, start: Duration, outside: Option<Arc<dyn Clock>>) -> PageClock {
        PageClock {
            tape: tape.clone(),
            outside,
            last: Arc::new(Mutex::new([nanoseconds(start).cast_signed(), 0])),
        }
    }

    /// Returns a clock for the engine of a replay. It returns the last reading of the program and
    /// asks the tape no questions.
    #[must_use]
    pub fn engine_clock(&self) -> EngineClock {
        EngineClock(self.last.clone())
    }

    fn look(&self, clock: u8, outside: impl FnOnce(&dyn Clock) -> Duration) -> Duration {
        let mut last = lock(&self.last);
        let last = &mut last[usize::from(clock)];
        let answer = self.tape.ask_rarely(Kind::Time, &[clock], || {
            let now = nanoseconds(self.outside.as_deref().map(outside).unwrap_or_default());
            let now = now - now % nanoseconds(RESOLUTION);
            let step = now.cast_signed().saturating_sub(*last);
            (step != 0).then(|| {
                let mut bytes = Vec::new();
                put_signed(&mut bytes, step);
                bytes
            })
        });
        let step = match answer {
            Some(None) => Some(0),
            Some(Some(bytes)) => Reader::new(&bytes).signed(),
            None => None,
        };
        *last = last.saturating_add(step.unwrap_or(DEPARTED_STEP)).max(0);
        Duration::from_nanos(last.unsigned_abs())
    }
}

impl Clock for PageClock {
    fn real_time(&self) -> Duration {
        self.look(0, |clock| clock.real_time())
    }

    fn monotonic(&self) -> Duration {
        self.look(1, |clock| clock.monotonic())
    }

    fn resolution(&self) -> Duration {
        RESOLUTION
    }

    fn is_virtual(&self) -> bool {
        self.outside.is_none()
    }

    fn pass(&self, _: Duration) {
        // While a run is recorded, the engine waits. In a replay, the tape alone determines the
        // time.
    }
}

/// A clock for the engine and the devices of a replay.
#[derive(Clone, Debug)]
pub struct EngineClock(Last);

impl Clock for EngineClock {
    fn real_time(&self) -> Duration {
        Duration::from_nanos(lock(&self.0)[0].unsigned_abs())
    }

    fn monotonic(&self) -> Duration {
        Duration::from_nanos(lock(&self.0)[1].unsigned_abs())
    }

    fn resolution(&self) -> Duration {
        RESOLUTION
    }

    fn is_virtual(&self) -> bool {
        true
    }

    fn pass(&self, _: Duration) {}
}
