//! The clocks of this machine.

use pinnacle_system::clock::Clock;
use std::time::{Duration, Instant, SystemTime};

/// The clocks of this machine, and their readings at the start.
#[derive(Debug)]
pub struct SystemClock {
    start: Instant,
    processor_start: Duration,
}

impl SystemClock {
    /// Creates clocks for a program that starts now.
    pub fn new() -> SystemClock {
        SystemClock {
            start: Instant::now(),
            processor_start: process_time(),
        }
    }
}

impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock::new()
    }
}

impl Clock for SystemClock {
    fn real_time(&self) -> Duration {
        SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default()
    }

    fn monotonic(&self) -> Duration {
        self.start.elapsed()
    }

    fn processor_time(&self) -> Duration {
        if cfg!(unix) {
            process_time().saturating_sub(self.processor_start)
        } else {
            self.monotonic()
        }
    }

    fn resolution(&self) -> Duration {
        Duration::from_nanos(1)
    }

    fn pass(&self, duration: Duration) {
        std::thread::sleep(duration);
    }
}

/// Processor time of this process.
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
    fn the_clocks_go_forward() {
        let clock = SystemClock::new();
        assert!(clock.real_time() > Duration::from_secs(1_000_000_000));
        let (first, second) = (clock.monotonic(), clock.monotonic());
        assert!(second >= first);
        let (first, second) = (clock.processor_time(), clock.processor_time());
        assert!(second >= first);
    }
}
