//! `PPB_Testing_Private`: functions for Chrome's own tests.

use crate::families::graphics::surface::{Image, Surface};
use crate::families::input::events;
use crate::families::input::events::event::ProgramEvent;
use crate::families::urls::url_util_dev::get_document_url;
use crate::kernel::call::{Call, NOTHING};
use crate::kernel::interface::Work;
use crate::kernel::loops::MAIN_LOOP;
use crate::kernel::var::{VAR_SIZE, Var};
use crate::table::ctypes::{PP_Point, PP_Var};
use crate::table::typed::{At, Instance, Res};
use crate::table::{Interface, Support, interface};
use pinnacle_system::host::Action;
use pinnacle_system::memory::Fault;

pub(crate) const TESTING_PRIVATE_1_0: Interface = interface! { "PPB_Testing_Private" "1.0" Testing:
    ReadImageData(device_context_2d: PP_Resource, image: PP_Resource, top_left: *const PP_Point) -> PP_Bool => read_image_data;
    RunMessageLoop(instance: PP_Instance) => run_message_loop;
    QuitMessageLoop(instance: PP_Instance) => quit_message_loop;
    GetLiveObjectsForInstance(instance: PP_Instance) -> uint32_t => get_live_objects_for_instance;
    IsOutOfProcess() -> PP_Bool => is_out_of_process;
    PostPowerSaverStatus(instance: PP_Instance) => ignore;
    SubscribeToPowerSaverNotifications(instance: PP_Instance) => ignore;
    SimulateInputEvent(instance: PP_Instance, input_event: PP_Resource) => simulate_input_event;
    GetDocumentURL(instance: PP_Instance, components: *mut PP_URLComponents_Dev) -> PP_Var => get_document_url;
    GetLiveVars(live_vars: *mut PP_Var, array_size: uint32_t) -> uint32_t => get_live_vars;
    SetMinimumArrayBufferSizeForShmem(instance: PP_Instance, threshold: uint32_t) => ignore_number;
    RunV8GC(instance: PP_Instance) => ignore;
}
.with_support(Support::Partly("there is no power saving"));

/// Does nothing, since programs cannot see the effect.
fn ignore(_: &mut Call<'_, '_>, _instance: Instance) {}

/// Does nothing, like [`ignore`], but takes a number or a resource.
fn ignore_number(_: &mut Call<'_, '_>, _instance: Instance, _number: u32) {}

/// Sends an event to the program as if the user had made it.
fn simulate_input_event(call: &mut Call<'_, '_>, instance: Instance, event: Res<ProgramEvent>) {
    let event = call.get(event).map(|event| event.clone());
    if let Some(event) = event.filter(|_| instance.is_own()) {
        events::simulate(call.kernel, event);
    }
}

/// Copies a part of a surface to an image, starting at a position, if the surface covers the image.
fn read_image_data(
    call: &mut Call<'_, '_>,
    graphics: Res<Surface>,
    image: Res<Image>,
    top_left: At<PP_Point>,
) -> Result<bool, Fault> {
    let from = top_left.read_words(call)?.map(|word| word as i32);
    let Some(target) = call.get(image).map(|image| image.pixels()) else {
        return Ok(false);
    };
    let Some(surface) = call.kernel.resources.of::<Surface>(graphics.id) else {
        return Ok(false);
    };
    surface.read(call.context.memory, target, from)
}

/// Runs the main loop within a function of the program, until `QuitMessageLoop` ends it.
fn run_message_loop(call: &mut Call<'_, '_>, instance: Instance) -> Result<Action, Fault> {
    if !instance.is_own() || !call.is_main_thread() {
        return NOTHING;
    }
    if let Some(main) = call.kernel.loops.get(MAIN_LOOP) {
        main.runs += 1;
    }
    call.turn(MAIN_LOOP)
}

fn quit_message_loop(call: &mut Call<'_, '_>, instance: Instance) {
    let runs = call.kernel.loops.get(MAIN_LOOP).map_or(0, |main| main.runs);
    if instance.is_own() && runs > 0 {
        call.kernel.post_to_main(Work::Quit { destroy: false });
    }
}

/// Returns the number of live resources. The loop of the main thread is not counted: it belongs to
/// no instance and exists from its first use on.
fn get_live_objects_for_instance(call: &mut Call<'_, '_>, instance: Instance) -> u32 {
    if !instance.is_own() {
        return 0;
    }
    let main = call
        .kernel
        .loops
        .get(MAIN_LOOP)
        .and_then(|main| main.thread);
    let has_loop = main.is_some_and(|main| call.kernel.thread(main).loop_resource.is_some());
    call.kernel.resources.len() as u32 - u32::from(has_loop)
}

fn is_out_of_process(_: &mut Call<'_, '_>) -> bool {
    true
}

/// Stores as many live vars as fit, and returns the total number.
fn get_live_vars(call: &mut Call<'_, '_>, live_vars: At<PP_Var>, room: u32) -> Result<u32, Fault> {
    let mut count = 0;
    for (id, _, ty) in call.kernel.vars.held_by_program() {
        if count < room {
            let at = live_vars.address.wrapping_add(count.wrapping_mul(VAR_SIZE));
            let bytes = Var::Counted(ty, id).to_bytes();
            call.context.memory.write(at, &bytes)?;
        }
        count += 1;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use crate::harness::{Program, called};
    use pinnacle_system::host::Action;

    const TESTING: &str = "PPB_Testing_Private;1.0";

    #[test]
    fn live_objects_are_counted() {
        let mut program = Program::started();
        let before = program.call(TESTING, "GetLiveObjectsForInstance", &[1]);
        program.call("PPB_AudioConfig;1.1", "CreateStereo16Bit", &[1, 44_100, 64]);
        let after = program.call(TESTING, "GetLiveObjectsForInstance", &[1]);
        assert_eq!(after, before + 1);
        assert_ne!(
            program.call("PPB_MessageLoop;1.0", "GetForMainThread", &[]),
            0
        );
        let with_loop = program.call(TESTING, "GetLiveObjectsForInstance", &[1]);
        assert_eq!(with_loop, after);
        let text = program.text_var("abc");
        let vars = program.bytes(&[0; 16]);
        assert_eq!(program.call(TESTING, "GetLiveVars", &[vars.into(), 1]), 1);
        assert_eq!(program.read_var(vars), program.read_var(text));
        assert_eq!(program.call(TESTING, "IsOutOfProcess", &[]), 1);
    }

    #[test]
    fn the_main_loop_runs_within_a_function_until_it_is_told_to_end() {
        let mut program = Program::started();
        program.call(TESTING, "QuitMessageLoop", &[1]);
        let callback = program.callback(99, false);
        program.call("PPB_Core;1.0", "CallOnMainThread", &[0, callback, 5]);
        let call = called(&program.answer(TESTING, "RunMessageLoop", &[1]));
        assert_eq!((call.address, call.args[1]), (99, 5));
        program.call(TESTING, "QuitMessageLoop", &[1]);
        assert_eq!(program.resume(0), Action::Return(0));
        assert!(matches!(program.turn(), Action::Wait { .. }));
    }

    #[test]
    fn a_simulated_event_reaches_a_program_that_has_requested_its_class() {
        let mut program = Program::started();
        let position = program.words(&[3, 4]);
        let words = [1, 0, 0, 0, 0, position.into(), 1, position.into()];
        let event = program.call("PPB_MouseInputEvent;1.1", "Create", &words);
        assert_ne!(event, 0);
        program.call(TESTING, "SimulateInputEvent", &[1, event]);
        assert!(matches!(program.turn(), Action::Wait { .. }), "unwanted");
        program.call("PPB_InputEvent;1.0", "RequestInputEvents", &[1, 1]);
        program.call(TESTING, "SimulateInputEvent", &[1, 77]);
        assert!(matches!(program.turn(), Action::Wait { .. }), "no event");
        program.call(TESTING, "SimulateInputEvent", &[1, event]);
        assert_eq!(called(&program.turn()).address, Program::GET_INTERFACE);
        let table = program.words(&[70]);
        assert_eq!(called(&program.resume(table)).address, 70);
        assert!(matches!(program.resume(1), Action::Wait { .. }));
        assert!(program.fake.world().noted.is_empty(), "the page sent none");
    }

    #[test]
    fn a_surface_can_be_read() {
        let mut program = Program::started();
        let size = program.words(&[2, 1]);
        let surface = program.call("PPB_Graphics2D;1.0", "Create", &[1, size.into(), 0]);
        let image = program.call("PPB_ImageData;1.0", "Create", &[1, 0, size.into(), 0]);
        for (x, can_be) in [(0, 1), (1, 0), (u32::MAX, 0)] {
            let from = program.words(&[x, 0]);
            let args = [surface, image, from.into()];
            assert_eq!(program.call(TESTING, "ReadImageData", &args), can_be, "{x}");
        }
        let args = [77, image, size.into()];
        assert_eq!(program.call(TESTING, "ReadImageData", &args), 0);
    }
}
