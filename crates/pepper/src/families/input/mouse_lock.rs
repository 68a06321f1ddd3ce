//! `PPB_MouseLock`: locks the mouse to the element and hides the pointer.

use crate::families::input::lock;
use crate::kernel::call::Call;
use crate::table::typed::{CallbackArg, Instance};
use crate::table::{Interface, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const MOUSE_LOCK_1_0: Interface = interface! { "PPB_MouseLock" "1.0" Stable:
    LockMouse(instance: PP_Instance, callback: PP_CompletionCallback) -> int32_t => lock_mouse;
    UnlockMouse(instance: PP_Instance) => unlock_mouse;
};

fn lock_mouse(
    call: &mut Call<'_, '_>,
    instance: Instance,
    callback: CallbackArg,
) -> Result<Action, Fault> {
    call.complete(callback, instance.owner(), |call, pending| {
        Ok(lock::begin(call, pending))
    })
}

fn unlock_mouse(call: &mut Call<'_, '_>, instance: Instance) {
    if instance.is_own() {
        lock::give_up(call.kernel);
    }
}

#[cfg(test)]
mod tests {
    use crate::device::Event;
    use crate::harness::{Program, called};
    use crate::kernel::errors::{COMPLETION_PENDING, OK, PpError};
    use pinnacle_system::host::Action;

    const LOCK: &str = "PPB_MouseLock;1.0";

    fn with_gesture() -> Program {
        let program = Program::started();
        program.fake.world().user_gesture = true;
        program
    }

    fn lock(program: &mut Program) -> i32 {
        let callback = program.callback(99, true);
        program.code(LOCK, "LockMouse", &[1, callback])
    }

    fn happens(program: &mut Program, event: Event) {
        program.fake.world().events.push_back(event);
    }

    /// Expects the notification that the lock is lost, after the program was asked for the
    /// interface.
    fn told_of_loss(program: &mut Program) {
        let question = called(&program.turn());
        assert_eq!(question.address, Program::GET_INTERFACE);
        let name = question.args[0] as u32;
        let name = program.memory.c_string(name, 99).unwrap();
        assert_eq!(name.as_deref(), Some(&b"PPP_MouseLock;1.0"[..]));
        let table = program.words(&[77]);
        let call = called(&program.resume(table));
        assert_eq!((call.address, call.words()), (77, &[1][..]));
        program.resume(0);
    }

    #[test]
    fn a_lock_comes_when_the_page_gives_it() {
        let mut program = with_gesture();
        assert_eq!(lock(&mut program), COMPLETION_PENDING);
        assert_eq!(program.fake.world().mouse_locks, 1);
        happens(&mut program, Event::MouseLock(true));
        assert_eq!(program.called_back(99), OK);
        assert_eq!(lock(&mut program), OK);
    }

    #[test]
    fn a_refusal_is_a_failure() {
        let mut program = with_gesture();
        assert_eq!(lock(&mut program), COMPLETION_PENDING);
        happens(&mut program, Event::MouseLock(false));
        assert_eq!(program.called_back(99), PpError::Failed.code());
    }

    #[test]
    fn one_lock_is_requested_at_a_time() {
        let mut program = with_gesture();
        assert_eq!(lock(&mut program), COMPLETION_PENDING);
        assert_eq!(lock(&mut program), PpError::InProgress.code());
    }

    #[test]
    fn without_the_user_there_is_no_lock() {
        let mut program = Program::started();
        assert_eq!(lock(&mut program), PpError::NoUserGesture.code());
        assert_eq!(program.fake.world().mouse_locks, 0);
    }

    #[test]
    fn another_instance_has_no_lock() {
        let mut program = with_gesture();
        let callback = program.callback(99, true);
        let result = program.code(LOCK, "LockMouse", &[2, callback]);
        assert_eq!(result, PpError::BadArgument.code());
        program.call(LOCK, "UnlockMouse", &[2]);
    }

    #[test]
    fn a_program_is_told_of_a_lock_that_it_lost() {
        let mut program = with_gesture();
        lock(&mut program);
        happens(&mut program, Event::MouseLock(true));
        program.called_back(99);
        happens(&mut program, Event::MouseLockLost);
        told_of_loss(&mut program);
        assert_eq!(lock(&mut program), COMPLETION_PENDING);
    }

    #[test]
    fn a_program_is_told_once_of_a_lock_that_it_gave_back() {
        let mut program = with_gesture();
        lock(&mut program);
        happens(&mut program, Event::MouseLock(true));
        program.called_back(99);
        program.call(LOCK, "UnlockMouse", &[1]);
        happens(&mut program, Event::MouseLockLost);
        told_of_loss(&mut program);
        assert!(matches!(program.turn(), Action::Wait { .. }));
    }

    #[test]
    fn a_lock_that_is_given_back_before_it_comes_is_lost_at_once() {
        let mut program = with_gesture();
        lock(&mut program);
        program.call(LOCK, "UnlockMouse", &[1]);
        happens(&mut program, Event::MouseLock(true));
        let call = called(&program.turn());
        assert_eq!((call.address, call.args[1]), (99, 0));
        let question = called(&program.resume(0));
        assert_eq!(question.address, Program::GET_INTERFACE);
        // The program does not need the notification.
        assert!(matches!(program.resume(0), Action::Wait { .. }));
        assert_eq!(lock(&mut program), COMPLETION_PENDING);
    }
}
