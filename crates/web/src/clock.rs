//! The clocks and the random numbers of a browser.

use crate::outside;
use pinnacle_system::Errno;
use pinnacle_system::clock::{Clock, Moment};
use pinnacle_system::host::{Action, Host, HostContext, HostFunction};
use pinnacle_system::random::RandomSource;
use pinnacle_system::trap::TrapKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// The clocks of a browser.
#[derive(Debug)]
pub(crate) struct BrowserClock;

/// The clocks of a program: those of the browser, until the program continues from a saved state.
/// From then on they count on from the moment of that state. Clones are the same clocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProgramClock {
    /// Nanoseconds by which the clocks are ahead of the browser's: the one that counts from 1970,
    /// and the monotonic one.
    ahead: Arc<[AtomicI64; 2]>,
}

/// Converts to nanoseconds. Later times than a number can count are the latest one that it can.
fn nanoseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX)
}

fn shifted(time: Duration, by: i64) -> Duration {
    let sum = nanoseconds(time).saturating_add(by);
    Duration::from_nanos(u64::try_from(sum).unwrap_or(0))
}

impl ProgramClock {
    fn ahead(&self) -> [i64; 2] {
        [0, 1].map(|clock: usize| self.ahead[clock].load(Ordering::Relaxed))
    }

    /// Returns the time of the browser at a time of the program since 1970.
    pub(crate) fn time_of_browser(&self, time: Duration) -> Duration {
        shifted(time, self.ahead()[0].saturating_neg())
    }

    /// Returns the program's monotonic time at a time of the browser.
    pub(crate) fn monotonic_at(&self, time: Duration) -> Duration {
        shifted(time, self.ahead()[1])
    }
}

impl Clock for ProgramClock {
    fn real_time(&self) -> Duration {
        shifted(BrowserClock.real_time(), self.ahead()[0])
    }

    fn monotonic(&self) -> Duration {
        self.monotonic_at(BrowserClock.monotonic())
    }

    fn resolution(&self) -> Duration {
        BrowserClock.resolution()
    }

    fn pass(&self, _: Duration) {
        // The engine waits; this module cannot.
    }

    fn moment(&self) -> Option<Moment> {
        Some(Moment {
            real: self.real_time(),
            monotonic: self.monotonic(),
        })
    }

    fn continue_from(&self, moment: Moment) -> bool {
        let times = [moment.real, moment.monotonic];
        let browser = [BrowserClock.real_time(), BrowserClock.monotonic()];
        for (clock, ahead) in self.ahead.iter().enumerate() {
            let ahead_now = nanoseconds(times[clock]).saturating_sub(nanoseconds(browser[clock]));
            ahead.store(ahead_now, Ordering::Relaxed);
        }
        true
    }
}

/// Converts from milliseconds; zero for numbers that are not a duration.
pub(crate) fn duration(milliseconds: f64) -> Duration {
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
}

/// Converts to milliseconds.
pub(crate) fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

impl Clock for BrowserClock {
    fn real_time(&self) -> Duration {
        duration(outside::real_time())
    }

    fn monotonic(&self) -> Duration {
        duration(outside::monotonic_time())
    }

    fn resolution(&self) -> Duration {
        // The best resolution of browsers.
        Duration::from_micros(5)
    }

    fn pass(&self, _: Duration) {
        // The engine waits; this module cannot.
    }
}

/// The random numbers of a browser.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrowserRandom;

impl RandomSource for BrowserRandom {
    fn fill(&mut self, buffer: &mut [u8]) -> Result<(), Errno> {
        outside::fill_random(buffer);
        Ok(())
    }
}

/// The host that the threads of one worker see: only its clock matters to them. What they read is
/// not read by the program, so it must not be in a recording.
#[derive(Debug)]
pub(crate) struct EngineHost(pub(crate) ProgramClock);

impl Host for EngineHost {
    fn functions(&self) -> &[HostFunction] {
        &[]
    }

    fn call(&mut self, _: usize, _: &[u64], _: &mut HostContext<'_>) -> Action {
        Action::Trap(TrapKind::Host("the threads call no function".into()))
    }

    fn real_time(&self) -> Duration {
        self.0.real_time()
    }

    fn pass_time(&mut self, _: Duration) {
        // The engine waits; this module cannot.
    }
}
