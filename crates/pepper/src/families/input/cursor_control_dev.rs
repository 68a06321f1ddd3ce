//! `PPB_CursorControl(Dev)`: the predecessor of `PPB_MouseCursor` and `PPB_MouseLock`. In Chrome it
//! never locked the mouse.

use crate::families::input::mouse_cursor::set_cursor;
use crate::kernel::call::Call;
use crate::table::typed::Instance;
use crate::table::{Interface, interface};

pub(crate) const CURSOR_CONTROL_DEV_0_4: Interface = interface! { "PPB_CursorControl(Dev)" "0.4" Dev:
    SetCursor(instance: PP_Instance, type: PP_CursorType_Dev, custom_image: PP_Resource, hot_spot: *const PP_Point) -> PP_Bool => set_cursor;
    LockCursor(instance: PP_Instance) -> PP_Bool => no_lock;
    UnlockCursor(instance: PP_Instance) -> PP_Bool => no_lock;
    HasCursorLock(instance: PP_Instance) -> PP_Bool => no_lock;
    CanLockCursor(instance: PP_Instance) -> PP_Bool => no_lock;
};

fn no_lock(_: &mut Call<'_, '_>, _: Instance) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use crate::device::page::Cursor;
    use crate::harness::Program;

    const CURSOR: &str = "PPB_CursorControl(Dev);0.4";

    #[test]
    fn it_shows_pointers_and_locks_nothing() {
        let mut program = Program::started();
        assert_eq!(program.call(CURSOR, "SetCursor", &[1, 2, 0, 0]), 1);
        assert_eq!(program.fake.world().cursors, [Cursor::Standard(2)]);
        for method in [
            "LockCursor",
            "UnlockCursor",
            "HasCursorLock",
            "CanLockCursor",
        ] {
            assert_eq!(program.call(CURSOR, method, &[1]), 0, "{method}");
        }
    }
}
