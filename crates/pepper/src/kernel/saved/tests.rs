//! Tests of saved states: a restored program behaves like the saved one.

use crate::device::Event;
use crate::harness::{Noted, Program, called};
use crate::message::Message;
use pinnacle_system::host::Action;
use pinnacle_testing::damage::stride;

mod threads;

const CORE: &str = "PPB_Core;1.0";
const GRAPHICS: &str = "PPB_Graphics2D;1.1";
const IMAGE: &str = "PPB_ImageData;1.0";

/// Saves the state of a program, which must succeed.
#[track_caller]
fn save(program: &mut Program) -> Vec<u8> {
    assert_eq!(outcome_of_saving(program), Ok(()));
    program.fake.world().saved.clone()
}

fn outcome_of_saving(program: &mut Program) -> Result<(), String> {
    program.fake.world().events.push_back(Event::Save);
    let action = program.turn();
    assert!(matches!(action, Action::Wait { .. }), "{action:?}");
    let refused = program.fake.world().refused.take();
    refused.expect("the state was saved or refused")
}

#[track_caller]
fn restored(state: Vec<u8>) -> Program {
    let (program, action) = Program::restored(state);
    assert!(matches!(action, Action::Wait { .. }), "{action:?}");
    program
}

/// Creates a program with a visible surface and a flush that waits for its picture. Returns the
/// program, the image and the surface.
fn drawing() -> (Program, u64, u64) {
    let mut program = Program::started();
    let size = program.words(&[8, 4]);
    let image = program.call(IMAGE, "Create", &[1, 0, size.into(), 1]);
    let at = program.call(IMAGE, "Map", &[image]) as u32;
    program.memory.fill(at, 8 * 4 * 4, 0x55).unwrap();
    let surface = program.call(GRAPHICS, "Create", &[1, size.into(), 1]);
    let args = [1, surface];
    assert_eq!(program.call("PPB_Instance;1.0", "BindGraphics", &args), 1);
    program.call(GRAPHICS, "ReplaceContents", &[surface, image]);
    let callback = program.callback(99, false);
    program.call(GRAPHICS, "Flush", &[surface, callback]);
    (program, image, surface)
}

#[test]
fn memory_and_values_come_back() {
    let mut program = Program::started();
    let text = program.text_var("a text");
    let state = save(&mut program);
    let mut other = restored(state);
    assert_eq!(other.read_text(text), "a text");
    let var = other.read_var(text);
    let again = other.text_var("another text");
    assert_ne!(other.read_var(again), var, "ids are not given twice");
    let name = program.read_text(text);
    assert_eq!(name, "a text", "the saved program runs on");
}

#[test]
fn input_methods_learn_of_the_text_again() {
    let mut program = Program::started();
    let caret = program.words(&[1, 2, 3, 4]);
    let text = "PPB_TextInputController;1.0";
    program.call(text, "SetTextInputType", &[1, 4]);
    program.call(text, "UpdateCaretPosition", &[1, caret.into()]);
    let state = save(&mut program);
    let other = restored(state);
    let noted = std::mem::take(&mut other.fake.world().noted);
    let is_text = |one: &Noted| matches!(one, Noted::TextInputType(_) | Noted::Caret(_));
    let noted: Vec<_> = noted.into_iter().filter(is_text).collect();
    assert_eq!(noted, [Noted::TextInputType(4), Noted::Caret([1, 2, 3, 4])]);
}

#[test]
fn a_picture_is_shown_again_and_its_flush_ends_with_the_next_frame() {
    let (mut program, image, surface) = drawing();
    let state = save(&mut program);
    let mut other = restored(state);
    let shown = other.fake.world().shown.pop().unwrap().unwrap();
    assert_eq!(shown, (8, 4, vec![0x55; 8 * 4 * 4]));
    for program in [&mut program, &mut other] {
        program.fake.world().events.push_back(Event::Frame);
        assert_eq!(program.called_back(99), 0);
    }
    let at = program.call(IMAGE, "Map", &[image]);
    assert_eq!(other.call(IMAGE, "Map", &[image]), at);
    for id in [image, surface] {
        other.call(CORE, "AddRefResource", &[id]);
        other.call(CORE, "ReleaseResource", &[id]);
        other.call(CORE, "ReleaseResource", &[id]);
    }
    assert_eq!(other.call(IMAGE, "IsImageData", &[image]), 0);
}

#[test]
fn callbacks_that_wait_for_a_time_run_in_their_order() {
    let mut program = Program::started();
    for (delay, function) in [(50, 91), (20, 92)] {
        let callback = program.callback(function, false);
        program.call(CORE, "CallOnMainThread", &[delay, callback, 3]);
    }
    let state = save(&mut program);
    let mut other = restored(state);
    for program in [&mut program, &mut other] {
        use pinnacle_system::host::Host;
        program.pepper.pass_time(std::time::Duration::from_secs(1));
        let first = called(&program.turn());
        assert_eq!((first.address, first.args[1]), (92, 3));
        let second = called(&program.resume(0));
        assert_eq!(second.address, 91);
    }
}

#[test]
fn the_program_is_queried_once_for_each_interface() {
    let mut program = Program::started();
    let message = || Event::Message(Message::text("hello"));
    program.fake.world().events.push_back(message());
    assert_eq!(called(&program.turn()).address, Program::GET_INTERFACE);
    let table = program.words(&[77]);
    assert_eq!(called(&program.resume(table)).address, 77);
    program.resume(0);
    let mut other = restored(save(&mut program));
    other.fake.world().events.push_back(message());
    assert_eq!(called(&other.turn()).address, 77);
}

#[test]
fn a_state_is_saved_when_the_program_is_idle_and_not_before() {
    let mut program = Program::started();
    let callback = program.callback(99, false);
    program.call(CORE, "CallOnMainThread", &[0, callback, 0]);
    program.fake.world().events.push_back(Event::Save);
    assert_eq!(called(&program.turn()).address, 99);
    assert_eq!(program.fake.world().refused, None);
    program.resume(0);
    assert_eq!(program.fake.world().refused, Some(Ok(())));
}

#[test]
fn state_that_cannot_be_saved_is_refused_by_name() {
    let mut program = Program::started();
    let socket = program.call("PPB_WebSocket;1.0", "Create", &[1]);
    let refused = outcome_of_saving(&mut program).unwrap_err();
    assert_eq!(refused, "a WebSocket resource");
    program.call(CORE, "ReleaseResource", &[socket]);
    assert_eq!(outcome_of_saving(&mut program), Ok(()));
    program.call("PPB_Memory(Dev);0.1", "MemAlloc", &[100]);
    let refused = outcome_of_saving(&mut program).unwrap_err();
    assert_eq!(refused, "memory of PPB_Memory(Dev)");
}

#[test]
fn a_second_thread_is_refused() {
    let mut program = Program::started();
    program.thread = 1;
    program.call("PPB_MessageLoop;1.0", "GetCurrent", &[]);
    let message_loop = program.call("PPB_MessageLoop;1.0", "Create", &[1]);
    program.call(
        "PPB_MessageLoop;1.0",
        "AttachToCurrentThread",
        &[message_loop],
    );
    program.thread = 0;
    let refused = outcome_of_saving(&mut program).unwrap_err();
    assert_eq!(refused, "a second thread");
}

/// Checks that the program continues, or ends with a reason, whatever the file contains.
#[test]
fn hostile_states_harm_nobody() {
    let (mut program, _, surface) = drawing();
    program.text_var("a text");
    let list = program.bytes(&[0; 16]);
    program.call("PPB_VarArray;1.0", "Create", &[list.into()]);
    let callback = program.callback(99, false);
    program.call(CORE, "CallOnMainThread", &[50, callback, 3]);
    let state = save(&mut program);
    // Only the parts before memory.
    let parts = state.len().min(4000);
    for len in (0..parts).step_by(stride()) {
        let (_, action) = Program::restored(state[..len].to_vec());
        assert!(matches!(action, Action::Trap(_)), "{len}: {action:?}");
    }
    for at in (0..parts).step_by(stride()) {
        let mut bytes = state.clone();
        bytes[at] ^= 1 << (at % 8);
        let (mut program, action) = Program::restored(bytes);
        if matches!(action, Action::Trap(_)) {
            continue;
        }
        program.fake.world().events.push_back(Event::Frame);
        program.turn();
        for id in 1..6 {
            program.answer(CORE, "ReleaseResource", &[id]);
        }
        program.answer(GRAPHICS, "IsGraphics2D", &[surface]);
    }
}
