//! `PPB_Fullscreen`: makes the element fill the screen.
//!
//! Source: Chromium's `content/renderer/pepper/pepper_plugin_instance_impl.cc`.

use crate::families::graphics::display;
use crate::families::input::events::has_user_gesture;
use crate::kernel::call::Call;
use crate::table::ctypes::PP_Size;
use crate::table::typed::{At, Instance};
use crate::table::{Interface, interface};
use pinnacle_system::memory::Fault;

pub(crate) const FULLSCREEN_1_0: Interface = interface! { "PPB_Fullscreen" "1.0" Stable:
    IsFullscreen(instance: PP_Instance) -> PP_Bool => is_fullscreen;
    SetFullscreen(instance: PP_Instance, fullscreen: PP_Bool) -> PP_Bool => set_fullscreen;
    GetScreenSize(instance: PP_Instance, size: *mut PP_Size) -> PP_Bool => get_screen_size;
};

/// Returns true if the element is fullscreen now. A pending change is ignored.
fn is_fullscreen(call: &mut Call<'_, '_>, instance: Instance) -> bool {
    instance.is_own() && call.kernel.view.is_fullscreen
}

/// Requests or leaves fullscreen. Returns true if the request is accepted; a change of the view
/// reports when it has happened. Entering fullscreen needs a user gesture.
fn set_fullscreen(call: &mut Call<'_, '_>, instance: Instance, on: bool) -> bool {
    let is_refused = !instance.is_own()
        || on == display::wants_fullscreen(call.kernel)
        || display::is_changing_fullscreen(call.kernel)
        || on && !has_user_gesture(call);
    if is_refused || !call.kernel.devices.page.set_fullscreen(on) {
        return false;
    }
    display::set_wants_fullscreen(call.kernel, on);
    true
}

fn get_screen_size(
    call: &mut Call<'_, '_>,
    instance: Instance,
    size_out: At<PP_Size>,
) -> Result<bool, Fault> {
    if !instance.is_own() {
        return Ok(false);
    }
    let size = call.kernel.devices.page.screen_size();
    size_out.write_words(call, size.map(|one| one as u32))?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use crate::device::Event;
    use crate::harness::{Program, called};
    use crate::view::View;

    const FULLSCREEN: &str = "PPB_Fullscreen;1.0";

    fn set(program: &mut Program, on: bool) -> bool {
        program.call(FULLSCREEN, "SetFullscreen", &[1, u64::from(on)]) == 1
    }

    fn is(program: &mut Program) -> bool {
        program.call(FULLSCREEN, "IsFullscreen", &[1]) == 1
    }

    /// Simulates that the page enters or leaves fullscreen.
    fn becomes(program: &mut Program, is_fullscreen: bool) {
        let mut view = View::of_size(640, 480);
        view.is_fullscreen = is_fullscreen;
        let event = Event::View(view);
        program.fake.world().events.push_back(event);
        let call = called(&program.turn());
        assert_eq!(call.address, Program::DID_CHANGE_VIEW);
        program.resume(0);
    }

    fn with_gesture() -> Program {
        let program = Program::started();
        program.fake.world().user_gesture = true;
        program
    }

    #[test]
    fn the_screen_is_filled_when_the_view_says_so() {
        let mut program = with_gesture();
        assert!(set(&mut program, true));
        assert!(!is(&mut program));
        becomes(&mut program, true);
        assert!(is(&mut program));
        assert!(set(&mut program, false));
        assert!(is(&mut program));
        becomes(&mut program, false);
        assert!(!is(&mut program));
    }

    #[test]
    fn a_change_to_the_present_state_is_refused() {
        let mut program = with_gesture();
        assert!(!set(&mut program, false));
        assert!(set(&mut program, true));
        assert!(!set(&mut program, true));
    }

    #[test]
    fn a_change_is_refused_while_another_is_on_its_way() {
        let mut program = with_gesture();
        assert!(set(&mut program, true));
        assert!(!set(&mut program, false));
    }

    #[test]
    fn a_program_can_fill_the_screen_again_after_the_user_left_it() {
        let mut program = with_gesture();
        assert!(set(&mut program, true));
        becomes(&mut program, true);
        becomes(&mut program, false);
        assert!(set(&mut program, true));
    }

    #[test]
    fn a_program_can_try_again_after_the_page_has_refused() {
        let mut program = with_gesture();
        assert!(set(&mut program, true));
        let event = Event::FullscreenRefused;
        program.fake.world().events.push_back(event);
        program.turn();
        assert!(!is(&mut program));
        assert!(set(&mut program, true));
    }

    #[test]
    fn without_the_user_the_screen_is_not_filled() {
        let mut program = Program::started();
        assert!(!set(&mut program, true));
    }

    #[test]
    fn another_instance_has_no_screen() {
        let mut program = with_gesture();
        assert_eq!(program.call(FULLSCREEN, "SetFullscreen", &[2, 1]), 0);
        assert_eq!(program.call(FULLSCREEN, "IsFullscreen", &[2]), 0);
        assert_eq!(program.call(FULLSCREEN, "GetScreenSize", &[2, 8]), 0);
    }

    #[test]
    fn the_screen_has_a_size() {
        let mut program = Program::started();
        let place = program.words(&[9, 9]);
        let args = [1, u64::from(place)];
        assert_eq!(program.call(FULLSCREEN, "GetScreenSize", &args), 1);
        let size = [place, place + 4].map(|at| program.memory.load_u32(at).unwrap());
        assert_eq!(size, [1920, 1080]);
    }
}
