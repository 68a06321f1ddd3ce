//! What happens outside of a program, on its way to the loop that has to do with
//! it.

use crate::device::Event;
use crate::kernel::call::Call;
use crate::kernel::scheduler::{Activity, ProgramCall};
use crate::kernel::state::Kernel;
use crate::kernel::task_queue::{MAIN_LOOP, Work};
use pinnacle_system::host::AtRest;
use pinnacle_system::memory::Fault;
use std::time::Duration;

/// What the kernel has the families do, of which it knows none.
#[derive(Clone, Copy)]
pub(crate) struct Hooks {
    /// Takes up an event of the devices.
    pub(crate) happened: fn(&mut Kernel, Event),
    /// Makes the call that tells the program of its first view; none without memory for it.
    pub(crate) first_view: fn(&mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault>,
}

impl Kernel {
    /// All threads of the program wait for ever. If the main one waits for what
    /// happens outside, that is for the devices to say.
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

    /// Gives the main loop something to do.
    pub(crate) fn post_to_main(&mut self, work: Work) {
        let posted = self.post(MAIN_LOOP, work);
        debug_assert!(posted.is_ok(), "the main loop is never destroyed");
    }
}
