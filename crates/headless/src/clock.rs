//! The clock of a program without a screen.
//!
//! Virtual time starts at a fixed moment, advances by a microsecond at each reading, and skips the
//! program's waits. So a run does not depend on the speed of the machine. While an operation is [in
//! flight](crate::inbox::InFlight), the clock really waits; otherwise all deadlines of the program
//! would pass before the network can answer. Real time is the machine's.

use crate::inbox::Inbox;
use pinnacle_system::clock::{Clock, ContinuedClock, Moment, VirtualClock};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// Each wait advances virtual time by at least this much, so that time does not stop while events
/// are pending.
const LEAST_STEP: Duration = Duration::from_millis(1);

/// Maximum real wait. Engines check in between whether the program's time is up.
const MAX_WAIT: Duration = Duration::from_millis(20);

/// The pace of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Skips waits, and advances by a microsecond at each reading.
    Virtual,
    /// Follows the time of this computer.
    Real,
}

/// A clock that knows about pending operations.
#[derive(Debug)]
pub struct MachineClock {
    time: Time,
    inbox: Arc<Inbox>,
}

#[derive(Debug)]
enum Time {
    Virtual(VirtualClock),
    Real(ContinuedClock<RealClock>),
    /// The clock of a replay.
    Given(Arc<dyn Clock>),
}

/// The clocks of this computer: its date and time, and a monotonic clock.
#[derive(Debug)]
struct RealClock {
    start: Instant,
}

impl Clock for RealClock {
    fn real_time(&self) -> Duration {
        SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default()
    }

    fn monotonic(&self) -> Duration {
        self.start.elapsed()
    }

    fn resolution(&self) -> Duration {
        Duration::from_nanos(1)
    }

    fn pass(&self, _: Duration) {
        // The machine waits for its events itself.
    }
}

impl MachineClock {
    /// Creates a clock that starts now.
    pub fn new(pace: Pace, inbox: Arc<Inbox>) -> MachineClock {
        let time = match pace {
            Pace::Virtual => Time::Virtual(VirtualClock::new()),
            Pace::Real => Time::Real(ContinuedClock::new(RealClock {
                start: Instant::now(),
            })),
        };
        MachineClock { time, inbox }
    }

    /// Returns a clock that shows the time of another one, such as that of a replay.
    pub fn given(clock: Arc<dyn Clock>, inbox: Arc<Inbox>) -> MachineClock {
        MachineClock {
            time: Time::Given(clock),
            inbox,
        }
    }
}

impl Clock for MachineClock {
    fn real_time(&self) -> Duration {
        match &self.time {
            Time::Virtual(clock) => clock.real_time(),
            Time::Real(clock) => clock.real_time(),
            Time::Given(clock) => clock.real_time(),
        }
    }

    fn monotonic(&self) -> Duration {
        match &self.time {
            Time::Virtual(clock) => clock.monotonic(),
            Time::Real(clock) => clock.monotonic(),
            Time::Given(clock) => clock.monotonic(),
        }
    }

    fn resolution(&self) -> Duration {
        match &self.time {
            Time::Virtual(clock) => clock.resolution(),
            Time::Real(clock) => clock.resolution(),
            Time::Given(clock) => clock.resolution(),
        }
    }

    fn is_virtual(&self) -> bool {
        match &self.time {
            Time::Virtual(_) => true,
            Time::Real(_) => false,
            Time::Given(clock) => clock.is_virtual(),
        }
    }

    fn pass(&self, duration: Duration) {
        match &self.time {
            Time::Virtual(clock) if self.inbox.is_waiting() => {
                let waited = self.inbox.wait(duration.min(MAX_WAIT));
                clock.pass(waited.max(LEAST_STEP).min(duration));
            }
            Time::Virtual(clock) => clock.pass(duration),
            Time::Real(_) => {
                self.inbox.wait(duration.min(MAX_WAIT));
            }
            Time::Given(clock) => clock.pass(duration),
        }
    }

    fn moment(&self) -> Option<Moment> {
        match &self.time {
            Time::Virtual(clock) => clock.moment(),
            Time::Real(clock) => clock.moment(),
            Time::Given(_) => None,
        }
    }

    fn continue_from(&self, moment: Moment) -> bool {
        match &self.time {
            Time::Virtual(clock) => clock.continue_from(moment),
            Time::Real(clock) => clock.continue_from(moment),
            Time::Given(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_pepper::device::Event;
    use pinnacle_system::memory_budget::MemoryBudget;

    #[test]
    fn virtual_time_skips_waits_while_nothing_is_in_flight() {
        let clock = MachineClock::new(Pace::Virtual, Inbox::new(&MemoryBudget::default()));
        let start = clock.real_time();
        clock.pass(Duration::from_secs(3600));
        assert!(clock.real_time() - start >= Duration::from_secs(3600));
        assert!(clock.is_virtual());
    }

    #[test]
    fn no_wait_for_the_network_is_long() {
        let inbox = Inbox::new(&MemoryBudget::default());
        for pace in [Pace::Virtual, Pace::Real] {
            let clock = MachineClock::new(pace, inbox.clone());
            let _in_flight = inbox.begin();
            let start = Instant::now();
            clock.pass(Duration::from_secs(3600));
            assert!(start.elapsed() < Duration::from_secs(5), "{pace:?}");
        }
    }

    #[test]
    fn an_arrival_ends_a_wait_early() {
        let inbox = Inbox::new(&MemoryBudget::default());
        let clock = MachineClock::new(Pace::Virtual, inbox.clone());
        let in_flight = inbox.begin();
        inbox.post(Event::Frame);
        let start = clock.monotonic();
        clock.pass(Duration::from_secs(3600));
        let passed = clock.monotonic() - start;
        assert!(passed >= LEAST_STEP && passed < Duration::from_secs(3600));
        drop(in_flight);
    }
}
