//! The clocks of a program.

use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The source of a program's time. The IRT and trees of files read it.
pub trait Clock: Send + Sync + fmt::Debug {
    /// Returns the time since 1970.
    fn real_time(&self) -> Duration;

    /// Returns the time since the program's start. It never decreases.
    fn monotonic(&self) -> Duration;

    /// Returns the processor time used since the program's start. By default this is the elapsed
    /// time.
    fn processor_time(&self) -> Duration {
        self.monotonic()
    }

    /// Returns the resolution of the clocks.
    fn resolution(&self) -> Duration;

    /// Returns true if time only advances through the program's actions, as in repeatable runs.
    fn is_virtual(&self) -> bool {
        false
    }

    /// Lets time pass while no thread of the program can run.
    fn pass(&self, duration: Duration);

    /// Returns the readings of both clocks for a saved state, without advancing them. Returns
    /// `None` for a clock that cannot be continued from a saved state.
    fn moment(&self) -> Option<Moment> {
        None
    }

    /// Makes both clocks continue from the readings in a saved state. Returns false if they cannot
    /// be set.
    fn continue_from(&self, moment: Moment) -> bool {
        let _ = moment;
        false
    }
}

/// The readings of a program's clocks at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Time since 1970.
    pub real: Duration,
    /// Time since the program's start. Not more than the time since 1970.
    pub monotonic: Duration,
}

/// The start of virtual time: 1,000,000,000 seconds after 1970, a moment in September 2001.
const VIRTUAL_START: Duration = Duration::from_secs(1_000_000_000);

/// The step of virtual time at each reading. It lets a program that polls the clock reach the time
/// that it waits for.
const VIRTUAL_TICK: Duration = Duration::from_micros(1);

/// A clock that gives the same readings in every run: it starts at a fixed time, advances by a
/// microsecond at each reading, and skips the time that the program sleeps.
#[derive(Debug)]
pub struct VirtualClock {
    times: Mutex<Times>,
}

#[derive(Clone, Copy, Debug)]
struct Times {
    now: Duration,
    /// The start of the program, as time since 1970.
    start: Duration,
}

impl Times {
    fn monotonic(self) -> Duration {
        self.now - self.start
    }
}

impl VirtualClock {
    /// Creates a clock at its fixed start.
    pub fn new() -> VirtualClock {
        VirtualClock {
            times: Mutex::new(Times {
                now: VIRTUAL_START,
                start: VIRTUAL_START,
            }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Advances the clock and returns the new times.
    fn advance(&self, duration: Duration) -> Times {
        let mut times = self.lock();
        times.now = times.now.saturating_add(duration);
        *times
    }
}

impl Default for VirtualClock {
    fn default() -> VirtualClock {
        VirtualClock::new()
    }
}

impl Clock for VirtualClock {
    fn real_time(&self) -> Duration {
        self.advance(VIRTUAL_TICK).now
    }

    fn monotonic(&self) -> Duration {
        self.advance(VIRTUAL_TICK).monotonic()
    }

    fn resolution(&self) -> Duration {
        VIRTUAL_TICK
    }

    fn is_virtual(&self) -> bool {
        true
    }

    fn pass(&self, duration: Duration) {
        self.advance(duration);
    }

    fn moment(&self) -> Option<Moment> {
        let times = *self.lock();
        Some(Moment {
            real: times.now,
            monotonic: times.monotonic(),
        })
    }

    fn continue_from(&self, moment: Moment) -> bool {
        let Some(start) = moment.real.checked_sub(moment.monotonic) else {
            return false;
        };
        *self.lock() = Times {
            now: moment.real,
            start,
        };
        true
    }
}

/// The machine's clocks. If a program has continued from a saved state, they are shifted to
/// continue from the readings in that state.
#[derive(Debug, Default)]
pub struct ContinuedClock<C> {
    clock: C,
    /// Nanoseconds by which the clocks are ahead of the machine's: first the real-time clock, then
    /// the monotonic clock.
    ahead: [AtomicI64; 2],
}

/// Converts a duration to nanoseconds. One that does not fit in an `i64` becomes the maximum.
fn nanoseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX)
}

fn shifted(time: Duration, by: i64) -> Duration {
    if by == 0 {
        return time;
    }
    let sum = nanoseconds(time).saturating_add(by);
    Duration::from_nanos(u64::try_from(sum).unwrap_or(0))
}

impl<C: Clock> ContinuedClock<C> {
    /// Creates clocks that show the time of the machine.
    pub fn new(clock: C) -> ContinuedClock<C> {
        ContinuedClock {
            clock,
            ahead: [const { AtomicI64::new(0) }; 2],
        }
    }

    fn ahead(&self) -> [i64; 2] {
        self.ahead.each_ref().map(|one| one.load(Ordering::Relaxed))
    }

    /// Converts a time of the program to a time of the machine. Both count from 1970.
    pub fn time_of_machine(&self, time: Duration) -> Duration {
        shifted(time, self.ahead()[0].saturating_neg())
    }

    /// Converts a monotonic time of the machine to a monotonic time of the program.
    pub fn monotonic_at(&self, time: Duration) -> Duration {
        shifted(time, self.ahead()[1])
    }
}

impl<C: Clock> Clock for ContinuedClock<C> {
    fn real_time(&self) -> Duration {
        shifted(self.clock.real_time(), self.ahead()[0])
    }

    fn monotonic(&self) -> Duration {
        self.monotonic_at(self.clock.monotonic())
    }

    fn resolution(&self) -> Duration {
        self.clock.resolution()
    }

    fn pass(&self, duration: Duration) {
        self.clock.pass(duration);
    }

    fn moment(&self) -> Option<Moment> {
        Some(Moment {
            real: self.real_time(),
            monotonic: self.monotonic(),
        })
    }

    fn continue_from(&self, moment: Moment) -> bool {
        let wanted = [moment.real, moment.monotonic];
        let found = [self.clock.real_time(), self.clock.monotonic()];
        for ((ahead, wanted), found) in self.ahead.iter().zip(wanted).zip(found) {
            let by = nanoseconds(wanted).saturating_sub(nanoseconds(found));
            ahead.store(by, Ordering::Relaxed);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn virtual_time_repeats_and_always_advances() {
        let looks = || {
            let clock = VirtualClock::new();
            let first = clock.real_time();
            clock.pass(Duration::from_secs(5));
            [
                first,
                clock.real_time(),
                clock.monotonic(),
                clock.processor_time(),
            ]
        };
        let [first, second, third, fourth] = looks();
        assert_eq!(second - first, Duration::from_secs(5) + VIRTUAL_TICK);
        assert!(third < fourth);
        assert_eq!(looks(), [first, second, third, fourth]);
    }

    #[test]
    fn a_clock_continues_from_the_time_of_another() {
        let (first, second) = (VirtualClock::new(), VirtualClock::new());
        first.pass(Duration::from_secs(5));
        assert!(second.continue_from(first.moment().unwrap()));
        assert_eq!(first.real_time(), second.real_time());
        assert_eq!(first.monotonic(), second.monotonic());
        let of_a_page = Moment {
            real: Duration::from_secs(1_700_000_000),
            monotonic: Duration::from_secs(7),
        };
        assert!(second.continue_from(of_a_page));
        assert_eq!(second.monotonic(), of_a_page.monotonic + VIRTUAL_TICK);
        let impossible = Moment {
            real: Duration::ZERO,
            monotonic: VIRTUAL_TICK,
        };
        assert!(!second.continue_from(impossible));
    }

    #[test]
    fn a_clock_of_a_machine_goes_on_from_a_saved_state() {
        #[derive(Debug)]
        struct Machine;
        impl Clock for Machine {
            fn real_time(&self) -> Duration {
                Duration::from_secs(1000)
            }

            fn monotonic(&self) -> Duration {
                Duration::from_secs(10)
            }

            fn resolution(&self) -> Duration {
                Duration::from_nanos(1)
            }

            fn pass(&self, _: Duration) {}
        }
        let clock = ContinuedClock::new(Machine);
        assert_eq!(clock.real_time(), Duration::from_secs(1000));
        for (real, monotonic) in [(1500, 7), (200, 100)] {
            let moment = Moment {
                real: Duration::from_secs(real),
                monotonic: Duration::from_secs(monotonic),
            };
            assert!(clock.continue_from(moment));
            assert_eq!(clock.moment(), Some(moment));
            assert_eq!(clock.time_of_machine(moment.real), Machine.real_time());
            assert_eq!(clock.monotonic_at(Machine.monotonic()), moment.monotonic);
            assert_eq!(clock.time_of_machine(Duration::MAX).as_secs() >> 33, 1);
        }
    }

    #[test]
    fn an_endless_sleep_does_not_overflow_virtual_time() {
        let clock = VirtualClock::new();
        clock.pass(Duration::MAX);
        assert_eq!(clock.real_time(), Duration::MAX);
        assert_eq!(clock.monotonic(), Duration::MAX - VIRTUAL_START);
    }
}
