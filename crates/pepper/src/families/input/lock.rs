//! The mouse, locked to the element: it moves without a pointer.
//!
//! Source: Chromium's `content/renderer/pepper/pepper_plugin_instance_impl.cc` and
//! `content/renderer/mouse_lock_dispatcher.cc`.

use super::tasks::{MouseLockLost, PPP_MOUSE_LOCK};
use crate::kernel::call::Call;
use crate::kernel::completion::{Begun, PendingId};
use crate::kernel::errors::{OK, PpError};
use crate::kernel::scheduler::{After, ProgramCall};
use crate::kernel::startup::procedure;
use crate::kernel::state::{INSTANCE, Kernel};
use crate::kernel::task_queue::Work;
use pinnacle_system::memory::Fault;

/// Whether the mouse is locked, or will be.
#[derive(Debug, Default)]
pub(crate) struct MouseLock {
    is_locked: bool,
    /// The page was asked and has not answered.
    is_asked: bool,
    /// The program did not wait for the answer before it gave the lock back.
    is_given_up: bool,
    /// The last operation that asked for it.
    operation: Option<PendingId>,
}

impl Kernel {
    /// The page says whether it has locked the mouse.
    pub(crate) fn mouse_locked(&mut self, is_locked: bool) {
        let lock = &mut self.mouse_lock;
        lock.is_asked = false;
        lock.is_locked = is_locked;
        let is_given_up = std::mem::take(&mut lock.is_given_up);
        if let Some(operation) = lock.operation {
            let result = if is_locked {
                OK
            } else {
                PpError::Failed.code()
            };
            self.finish(operation, result);
        }
        if is_given_up {
            self.unlock_mouse();
        }
    }

    /// The mouse is locked no more, and the program is told.
    pub(crate) fn mouse_lock_lost(&mut self) {
        if std::mem::take(&mut self.mouse_lock.is_locked) {
            self.post_to_main(Work::task(MouseLockLost));
        }
    }

    /// The program wants the lock no more.
    pub(crate) fn unlock_mouse(&mut self) {
        self.mouse_lock.is_given_up = self.mouse_lock.is_asked;
        if self.mouse_lock.is_locked {
            self.devices.page.unlock_mouse();
            self.mouse_lock_lost();
        }
    }
}

impl Call<'_, '_> {
    /// Begins to lock the mouse.
    pub(crate) fn lock_mouse(&mut self, pending: PendingId) -> Begun {
        let lock = &self.kernel.mouse_lock;
        let completions = &self.kernel.completions;
        if lock.is_asked
            || lock
                .operation
                .is_some_and(|one| completions.is_pending(one))
        {
            return PpError::InProgress.into();
        }
        if lock.is_locked {
            return OK.into();
        }
        if !self.has_user_gesture() {
            return PpError::NoUserGesture.into();
        }
        self.kernel.mouse_lock.is_asked = true;
        self.kernel.mouse_lock.operation = Some(pending);
        self.kernel.devices.page.lock_mouse();
        Begun::Later
    }

    /// The call of `PPP_MouseLock.MouseLockLost`.
    pub(crate) fn tell_of_lost_lock(&mut self) -> Result<ProgramCall, Fault> {
        let table = self.kernel.life.offered(PPP_MOUSE_LOCK).unwrap_or(0);
        let mouse_lock_lost = self.context.memory.load_u32(table)?;
        Ok((procedure(mouse_lock_lost, &[INSTANCE]), After::Nothing))
    }
}
