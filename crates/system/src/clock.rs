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

    /// Processor time used since the program's start. Where that is not known,
    /// all time counts.
    fn processor_time(&self) -> Duration {
        self.monotonic()
    }

    /// The least step of the clocks.
    fn resolution(&self) -> Duration;

    /// Returns true if its time passes only with what the program does, as in repeatable runs.
    fn is_virtual(&self) -> bool {
        false
    }

    /// Lets time pass while no thread of the program can run.
    fn pass(&self, duration: Duration);
}

/// When virtual time begins: the thousand-millionth second after 1970, a
/// moment in September 2001.
const VIRTUAL_START: Duration = Duration::from_secs(1_000_000_000);

/// Step of virtual time each time a program reads it. It lets a program that waits for a moment in
/// a loop reach that moment.
const VIRTUAL_TICK: Duration = Duration::from_micros(1);

/// A clock that runs the same way each time: it starts at a fixed moment,
/// goes on a microsecond with each look at it, and skips what the program
/// sleeps.
#[derive(Debug)]
pub struct VirtualClock {
    now: Mutex<Duration>,
}

impl VirtualClock {
    /// A clock at the fixed moment.
    pub fn new() -> VirtualClock {
        VirtualClock {
            now: Mutex::new(VIRTUAL_START),
        }
    }

    /// Goes on so far and gives the time that it is then.
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
    fn sleeping_for_ever_does_not_overflow_virtual_time() {
        let clock = VirtualClock::new();
        clock.pass(Duration::MAX);
        assert_eq!(clock.real_time(), Duration::MAX);
        assert_eq!(clock.monotonic(), Duration::MAX - VIRTUAL_START);
    }
}
