//! The mouse lock: while the mouse is locked to the element, the pointer is hidden, and the program
//! receives movements.
//!
//! Source: Chromium's `content/renderer/pepper/pepper_plugin_instance_impl.cc` and
//! `content/renderer/mouse_lock_dispatcher.cc`.

use super::InputState;
use super::events::has_user_gesture;
use super::tasks::{MouseLockLost, PPP_MOUSE_LOCK};
use crate::kernel::call::Call;
use crate::kernel::callback::procedure;
use crate::kernel::errors::{OK, PpError};
use crate::kernel::interface::After;
use crate::kernel::interface::Begun;
use crate::kernel::interface::ProgramCall;
use crate::kernel::interface::Work;
use crate::kernel::pending::PendingId;
use crate::kernel::state::{INSTANCE, Kernel};
use pinnacle_system::memory::Fault;
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};

/// The mouse lock, held or requested.
#[derive(Debug, Default)]
pub(crate) struct MouseLock {
    is_locked: bool,
    /// True if the page was asked and has not answered.
    is_asked: bool,
    /// True if the program released the lock before the answer arrived.
    is_given_up: bool,
    /// The operation that last requested the lock.
    operation: Option<PendingId>,
}

impl MouseLock {
    /// Writes the lock to a saved state.
    pub(super) fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        if self.is_asked {
            return Err(Refusal::of("a request to lock the mouse"));
        }
        to.truth(self.is_locked);
        Ok(())
    }

    /// Reads the lock from a saved state.
    pub(super) fn read_saved(from: &mut Reader) -> Result<MouseLock, Unusable> {
        Ok(MouseLock {
            is_locked: from.truth()?,
            ..MouseLock::default()
        })
    }
}

/// Handles the page's answer, which says whether the mouse was locked.
pub(crate) fn answered(kernel: &mut Kernel, is_locked: bool) {
    let lock = &mut kernel.states.get::<InputState>().mouse_lock;
    lock.is_asked = false;
    lock.is_locked = is_locked;
    let is_given_up = std::mem::take(&mut lock.is_given_up);
    if let Some(operation) = lock.operation {
        let result = if is_locked {
            OK
        } else {
            PpError::Failed.code()
        };
        kernel.finish(operation, result);
    }
    if is_given_up {
        give_up(kernel);
    }
}

/// Notifies the program that the mouse is no longer locked.
pub(crate) fn lost(kernel: &mut Kernel) {
    let lock = &mut kernel.states.get::<InputState>().mouse_lock;
    if std::mem::take(&mut lock.is_locked) {
        kernel.post_to_main(Work::task(MouseLockLost));
    }
}

/// Releases the lock when the program no longer needs it.
pub(super) fn give_up(kernel: &mut Kernel) {
    let lock = &mut kernel.states.get::<InputState>().mouse_lock;
    lock.is_given_up = lock.is_asked;
    if lock.is_locked {
        kernel.devices.page.unlock_mouse();
        lost(kernel);
    }
}

/// Begins to lock the mouse.
pub(super) fn begin(call: &mut Call<'_, '_>, pending: PendingId) -> Begun {
    let kernel = &mut *call.kernel;
    let lock = &kernel.states.get::<InputState>().mouse_lock;
    if lock.is_asked
        || lock
            .operation
            .is_some_and(|one| kernel.completions.is_pending(one))
    {
        return PpError::InProgress.into();
    }
    if lock.is_locked {
        return OK.into();
    }
    if !has_user_gesture(call) {
        return PpError::NoUserGesture.into();
    }
    let kernel = &mut *call.kernel;
    let lock = &mut kernel.states.get::<InputState>().mouse_lock;
    lock.is_asked = true;
    lock.operation = Some(pending);
    kernel.devices.page.lock_mouse();
    Begun::Later
}

/// Returns the call of `PPP_MouseLock.MouseLockLost`.
pub(crate) fn tell_of_loss(call: &mut Call<'_, '_>) -> Result<ProgramCall, Fault> {
    let table = call.kernel.life.offered(PPP_MOUSE_LOCK).unwrap_or(0);
    let mouse_lock_lost = call.context.memory.load_u32(table)?;
    Ok((procedure(mouse_lock_lost, &[INSTANCE]), After::Nothing))
}
