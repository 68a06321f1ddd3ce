//! Events from the devices, on their way to the loop that handles them.

use crate::kernel::interface::{Activity, Work};
use crate::kernel::loops::MAIN_LOOP;
use crate::kernel::state::Kernel;
use pinnacle_system::host::AtRest;
use std::time::Duration;

impl Kernel {
    /// Called when all threads of the program wait indefinitely. If the main thread waits for
    /// external events, the devices decide what happens.
    pub(crate) fn at_rest(&mut self, now: Duration) -> AtRest {
        let Some(main) = self.main_thread else {
            return AtRest::Deadlock;
        };
        let activity = self.thread(main).activities.last();
        if !matches!(activity, Some(Activity::Loop { .. })) {
            return AtRest::Deadlock;
        }
        match self.devices.events.at_rest(now) {
            Some(event) => {
                (self.hooks.happened)(self, event);
                self.wake.clear();
                AtRest::Wake(main)
            }
            None => AtRest::Exit(0),
        }
    }

    /// Posts work to the main loop.
    pub(crate) fn post_to_main(&mut self, work: Work) {
        let posted = self.post(MAIN_LOOP, work);
        debug_assert!(posted.is_ok(), "the main loop is never destroyed");
    }
}
