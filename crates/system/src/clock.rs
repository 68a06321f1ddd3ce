//! The clocks of a program.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The source of a program's time. The IRT and trees of files read it.
pub trait Clock: Send + Sync + fmt::Debug {
    /// Time since 1970.
    fn real_time(&self) -> Duration;

    /// Time since the program's start, which cannot be set back.
    fn monotonic(&self) -> Duration;

    /// Processor time used since the program's start. If unknown, all elapsed time counts.
    fn processor_time(&self) -> Duration {
        self.monotonic()
    }

    /// The resolution of the clocks.
    fn resolution(&self) -> Duration;

    /// Returns true if time only advances through the program's actions, as in repeatable runs.
    fn is_virtual(&self) -> bool {
        false
    }

    /// Lets time pass while no thread of the program can run.
    fn pass(&self, duration: Duration);

    /// Returns the time of a virtual clock without letting time pass.
    fn virtual_time(&self) -> Option<Duration> {
        None
    }

    /// Sets a virtual clock. Returns false if this clock is not virtual, or has not begun by then.
    fn set_virtual_time(&self, time: Duration) -> bool {
        let _ = time;
        false
    }
}

/// The start of virtual time: 1,000,000,000 seconds after 1970, a moment in September 2001.
const VIRTUAL_START: Duration = Duration::from_secs(1_000_000_000);

/// Step of virtual time at each reading, so that a program that polls the clock reaches the time it
/// waits for.
const VIRTUAL_TICK: Duration = Duration::from_micros(1);

/// A clock that is the same in every run: it starts at a fixed time, advances by a microsecond at
/// each reading, and skips the time that the program sleeps.
#[derive(Debug)]
pub struct VirtualClock {
    now: Mutex<Duration>,
}

impl VirtualClock {
    /// Makes a clock at its fixed start.
    pub fn new() -> VirtualClock {
        VirtualClock {
            now: Mutex::new(VIRTUAL_START),
        }
    }

    /// Advances the clock and returns the new time.
    fn advance(&self, duration: Duration) -> Duration {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now = now.saturating_add(duration);
        *now
    }
}

impl Default for VirtualClock {
    fn default() -> VirtualClock {
        VirtualClock::new()
    }
}

impl Clock for VirtualClock {
    fn real_time(&self) -> Duration {
        self.advance(VIRTUAL_TICK)
    }

    fn monotonic(&self) -> Duration {
        self.real_time() - VIRTUAL_START
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

    fn virtual_time(&self) -> Option<Duration> {
        Some(self.advance(Duration::ZERO))
    }

    fn set_virtual_time(&self, time: Duration) -> bool {
        let is_possible = time >= VIRTUAL_START;
        if is_possible {
            *self.now.lock().unwrap_or_else(PoisonError::into_inner) = time;
        }
        is_possible
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn virtual_time_repeats_and_never_stands_still() {
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
    fn a_clock_goes_on_from_the_time_of_another() {
        let (first, second) = (VirtualClock::new(), VirtualClock::new());
        first.pass(Duration::from_secs(5));
        assert!(second.set_virtual_time(first.virtual_time().unwrap()));
        assert_eq!(first.real_time(), second.real_time());
        assert!(!second.set_virtual_time(Duration::ZERO));
    }

    #[test]
    fn sleeping_for_ever_does_not_overflow_virtual_time() {
        let clock = VirtualClock::new();
        clock.pass(Duration::MAX);
        assert_eq!(clock.real_time(), Duration::MAX);
        assert_eq!(clock.monotonic(), Duration::MAX - VIRTUAL_START);
    }
}
