//! The clocks and the random numbers of a browser.

use crate::outside;
use pinnacle_system::Errno;
use pinnacle_system::clock::{Clock, ContinuedClock};
use pinnacle_system::host::{Action, Host, HostContext, HostFunction};
use pinnacle_system::random::RandomSource;
use pinnacle_system::trap::TrapKind;
use std::sync::Arc;
use std::time::Duration;

/// The clocks of a browser.
#[derive(Debug, Default)]
pub(crate) struct BrowserClock;

/// The clocks of a program in a browser.
pub(crate) type ProgramClock = Arc<ContinuedClock<BrowserClock>>;

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
