//! The clocks of a program.

use std::cell::Cell;
use std::time::{Duration, Instant, SystemTime};

/// When virtual time begins: the thousand-millionth second after 1970, a
/// moment in September 2001.
const VIRTUAL_START: Duration = Duration::from_secs(1_000_000_000);

/// How far virtual time goes on whenever a program looks at it, so that a
/// program which waits for a moment in a loop reaches it.
const VIRTUAL_TICK: Duration = Duration::from_micros(1);

/// Where a program's time comes from.
#[derive(Debug)]
pub struct Clock(Source);

#[derive(Debug)]
enum Source {
    /// The host's clocks, and what they showed at the start.
    Real {
        start: Instant,
        processor_start: Duration,
    },
    /// Time that passes only with what the program does.
    Virtual { now: Cell<Duration> },
}

impl Clock {
    /// The host's clocks.
    pub fn real() -> Clock {
        Clock(Source::Real {
            start: Instant::now(),
            processor_start: process_time(),
        })
    }

    /// A clock that runs the same way each time: it starts at a fixed moment,
    /// goes on a microsecond with each look at it, and skips what the program
    /// sleeps.
    pub fn virtual_time() -> Clock {
        Clock(Source::Virtual {
            now: Cell::new(VIRTUAL_START),
        })
    }

    /// Whether its time passes only with what the program does.
    pub fn is_virtual(&self) -> bool {
        matches!(self.0, Source::Virtual { .. })
    }

    /// Time since 1970.
    pub fn real_time(&self) -> Duration {
        match &self.0 {
            Source::Real { .. } => SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .unwrap_or_default(),
            Source::Virtual { now } => {
                now.set(now.get().saturating_add(VIRTUAL_TICK));
                now.get()
            }
        }
    }

    /// Time since the program's start, which nobody can set back.
    pub fn monotonic(&self) -> Duration {
        match &self.0 {
            Source::Real { start, .. } => start.elapsed(),
            Source::Virtual { .. } => self.real_time() - VIRTUAL_START,
        }
    }

    /// Processor time used since the program's start. Where the host does not
    /// tell it, all time counts.
    pub fn processor_time(&self) -> Duration {
        match &self.0 {
            Source::Real {
                processor_start, ..
            } if cfg!(unix) => process_time().saturating_sub(*processor_start),
            _ => self.monotonic(),
        }
    }

    /// The least step of the clocks.
    pub fn resolution(&self) -> Duration {
        match self.0 {
            Source::Real { .. } => Duration::from_nanos(1),
            Source::Virtual { .. } => VIRTUAL_TICK,
        }
    }

    /// Lets time pass while no thread of the program can run.
    pub fn pass(&self, duration: Duration) {
        match &self.0 {
            Source::Real { .. } => std::thread::sleep(duration),
            Source::Virtual { now } => now.set(now.get().saturating_add(duration)),
        }
    }
}

/// Processor time of the host's process.
#[cfg(unix)]
fn process_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.try_into().unwrap_or_default()
}

#[cfg(not(unix))]
fn process_time() -> Duration {
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn virtual_time_repeats_and_never_stands_still() {
        let looks = || {
            let clock = Clock::virtual_time();
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
        let clock = Clock::virtual_time();
        clock.pass(Duration::MAX);
        assert_eq!(clock.real_time(), Duration::MAX);
        assert_eq!(clock.monotonic(), Duration::MAX - VIRTUAL_START);
    }

    #[test]
    fn real_clocks_go_forward() {
        let clock = Clock::real();
        assert!(clock.real_time() > VIRTUAL_START);
        let (first, second) = (clock.monotonic(), clock.monotonic());
        assert!(second >= first);
        let (first, second) = (clock.processor_time(), clock.processor_time());
        assert!(second >= first);
    }
}
