//! The clocks and the source of random numbers of a browser.

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

/// The clocks of a program in a browser, which may continue from a saved state.
pub(crate) type ProgramClock = Arc<ContinuedClock<BrowserClock>>;

/// Converts milliseconds to a duration. A number that is not a valid duration becomes zero.
pub(crate) fn duration(milliseconds: f64) -> Duration {
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
}

/// Converts a duration to milliseconds.
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
        // The best resolution that browsers offer.
        Duration::from_micros(5)
    }

    fn pass(&self, _: Duration) {
        // Does nothing: the engine does the waiting.
    }
}

/// The source of random numbers of a browser.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrowserRandom;

impl RandomSource for BrowserRandom {
    fn fill(&mut self, buffer: &mut [u8]) -> Result<(), Errno> {
        outside::fill_random(buffer);
        Ok(())
    }
}

/// The host for the threads of one worker, which only use its clock. The program does not see their
/// readings, so they are not recorded.
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
        // Does nothing: the engine does the waiting.
    }
}
