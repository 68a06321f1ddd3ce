//! Tasks that deliver input in message loops.

use super::events::{self, Waiting};
use super::lock;
use crate::kernel::call::Call;
use crate::kernel::interface::ProgramCall;
use crate::kernel::interface::Task;
use crate::kernel::program::Offered;
use crate::kernel::resource::Resource;
use crate::kernel::state::Kernel;
use pinnacle_system::memory::Fault;

/// The interface that delivers events to programs.
pub(crate) const PPP_INPUT_EVENT: Offered = Offered("PPP_InputEvent;0.1");

/// The interface that notifies programs when the mouse is no longer locked.
pub(crate) const PPP_MOUSE_LOCK: Offered = Offered("PPP_MouseLock;1.0");

// Delivers the event to the program.
impl Task for Waiting {
    fn needs(&self) -> Option<Offered> {
        Some(PPP_INPUT_EVENT)
    }

    fn size(&self) -> u64 {
        self.event.size()
    }

    fn perform(self: Box<Self>, call: &mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault> {
        events::perform(call, *self)
    }

    fn cancel(self: Box<Self>, kernel: &mut Kernel) {
        events::unwanted(kernel, &self);
    }
}

/// Notifies the program that the mouse is no longer locked.
#[derive(Debug)]
pub(super) struct MouseLockLost;

impl Task for MouseLockLost {
    fn needs(&self) -> Option<Offered> {
        Some(PPP_MOUSE_LOCK)
    }

    fn perform(self: Box<Self>, call: &mut Call<'_, '_>) -> Result<Option<ProgramCall>, Fault> {
        lock::tell_of_loss(call).map(Some)
    }
}
