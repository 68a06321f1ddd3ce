//! Delivery of input to a program: the events that it gets, and its answers to the page.

use super::class;
use crate::device::Event;
use crate::device::input::{
    CompositionAction, Input, InputEvent, KeyAction, MouseAction, MouseButton, TouchAction,
    TouchPoint,
};
use crate::harness::{Noted, Program, called};
use pinnacle_system::host::{Action, Host};
use std::time::Duration;

const INPUT: &str = "PPB_InputEvent;1.0";
const KEY: &str = "PPB_KeyboardInputEvent;1.2";
const MOUSE: &str = "PPB_MouseInputEvent;1.1";

/// The address of the program's `HandleInputEvent`.
const HANDLE: u32 = 70;

/// A program that requests some classes, filtered or not, and offers `PPP_InputEvent`.
struct Listener {
    program: Program,
    /// True once the program was asked for its interface.
    is_asked: bool,
}

impl Listener {
    fn new(classes: u32, is_filtering: bool) -> Listener {
        let mut program = Program::started();
        let method = match is_filtering {
            true => "RequestFilteringInputEvents",
            false => "RequestInputEvents",
        };
        program.call(INPUT, method, &[1, u64::from(classes)]);
        Listener {
            program,
            is_asked: false,
        }
    }

    fn happens(&mut self, input: Input) {
        let event = Event::Input(InputEvent {
            time: Duration::from_millis(1500),
            modifiers: 0,
            input,
        });
        self.program.fake.world().events.push_back(event);
    }

    /// Delivers the next event to the program.
    fn next(&mut self, action: &Action) -> u64 {
        let mut call = called(action);
        if !self.is_asked {
            assert_eq!(call.address, Program::GET_INTERFACE);
            let name = self.program.memory.c_string(call.args[0] as u32, 99);
            assert_eq!(name, Ok(Some(b"PPP_InputEvent;0.1".to_vec())));
            let table = self.program.words(&[HANDLE]);
            call = called(&self.program.resume(table));
            self.is_asked = true;
        }
        assert_eq!((call.address, call.args[0]), (HANDLE, 1));
        call.args[1]
    }

    /// Delivers the only event that results from an input, and returns its type.
    fn hears(&mut self, input: Input, is_taken: bool) -> i32 {
        self.happens(input);
        let action = self.program.turn();
        let event = self.next(&action);
        let ty = self.program.code(INPUT, "GetType", &[event]);
        let after = self.program.resume(u32::from(is_taken));
        assert!(matches!(after, Action::Wait { .. }), "{after:?}");
        ty
    }

    /// Checks that an input is not delivered to the program.
    fn ignores(&mut self, input: Input) {
        self.happens(input);
        let action = self.program.turn();
        assert!(matches!(action, Action::Wait { .. }), "{action:?}");
        assert_eq!(self.noted(), [Noted::InputDone(false)]);
    }

    fn noted(&mut self) -> Vec<Noted> {
        std::mem::take(&mut self.program.fake.world().noted)
    }
}

fn mouse(action: MouseAction) -> Input {
    Input::Mouse {
        action,
        button: MouseButton::Left,
        position: [3, 4],
        click_count: 1,
        movement: [5, 6],
    }
}

fn key(action: KeyAction) -> Input {
    Input::Key {
        action,
        key_code: 65,
        code: "KeyA".into(),
    }
}

fn touch(action: TouchAction, touches: &[TouchPoint], changed: &[TouchPoint]) -> Input {
    Input::Touch {
        action,
        touches: touches.into(),
        changed: changed.into(),
        target: touches.into(),
    }
}

fn wheel() -> Input {
    Input::Wheel {
        delta: [1.0, 2.0],
        ticks: [0.5, 0.25],
        by_page: false,
    }
}

fn composition(action: CompositionAction) -> Input {
    Input::Composition {
        action,
        text: "né".into(),
        segments: vec![],
        target_segment: -1,
        selection: [0, 0],
    }
}

#[test]
fn each_input_has_its_type() {
    let mut listener = Listener::new(31, false);
    let finger = [TouchPoint::default()];
    for (input, ty) in [
        (mouse(MouseAction::Down), 0),
        (mouse(MouseAction::Up), 1),
        (mouse(MouseAction::Move), 2),
        (mouse(MouseAction::Enter), 3),
        (mouse(MouseAction::Leave), 4),
        (wheel(), 5),
        (key(KeyAction::Down), 7),
        (key(KeyAction::Up), 8),
        (Input::Character("a".into()), 9),
        (mouse(MouseAction::ContextMenu), 10),
        (composition(CompositionAction::Start), 11),
        (composition(CompositionAction::Update), 12),
        (composition(CompositionAction::End), 13),
        (composition(CompositionAction::Text), 14),
        (touch(TouchAction::Start, &finger, &finger), 15),
        (touch(TouchAction::Move, &finger, &finger), 16),
        (touch(TouchAction::End, &[], &finger), 17),
        (touch(TouchAction::Cancel, &[], &finger), 18),
    ] {
        assert_eq!(listener.hears(input, true), ty);
    }
}

#[test]
fn events_of_other_classes_do_not_arrive() {
    let finger = [TouchPoint::default()];
    for (class, input) in [
        (class::MOUSE, mouse(MouseAction::Move)),
        (class::KEYBOARD, key(KeyAction::Down)),
        (class::KEYBOARD, Input::Character("a".into())),
        (class::WHEEL, wheel()),
        (
            class::TOUCH | class::MOUSE,
            touch(TouchAction::Start, &finger, &finger),
        ),
        (class::IME, composition(CompositionAction::Update)),
    ] {
        Listener::new(63 & !class, false).ignores(input);
    }
}

#[test]
fn no_event_arrives_before_a_request() {
    Listener::new(0, false).ignores(mouse(MouseAction::Down));
}

#[test]
fn events_of_a_cleared_class_do_not_arrive() {
    let mut listener = Listener::new(3, false);
    let args = [1, u64::from(class::MOUSE)];
    listener
        .program
        .call(INPUT, "ClearInputEventRequest", &args);
    listener.ignores(mouse(MouseAction::Down));
    assert_eq!(listener.hears(key(KeyAction::Down), true), 7);
}

#[test]
fn a_program_without_the_interface_is_queried_once() {
    let mut listener = Listener::new(class::MOUSE, false);
    listener.happens(mouse(MouseAction::Down));
    let call = called(&listener.program.turn());
    assert_eq!(call.address, Program::GET_INTERFACE);
    let action = listener.program.resume(0);
    assert!(matches!(action, Action::Wait { .. }), "{action:?}");
    assert_eq!(listener.noted(), [Noted::InputDone(false)]);
    listener.ignores(mouse(MouseAction::Up));
}

#[test]
fn other_events_stay_with_the_program() {
    let mut listener = Listener::new(class::MOUSE, false);
    listener.hears(mouse(MouseAction::Down), false);
    assert_eq!(listener.noted(), [Noted::InputDone(true)]);
}

#[test]
fn filtering_events_go_to_the_page_when_the_program_declines() {
    let mut listener = Listener::new(class::MOUSE, true);
    listener.hears(mouse(MouseAction::Down), false);
    listener.hears(mouse(MouseAction::Up), true);
    let expected = [Noted::InputDone(false), Noted::InputDone(true)];
    assert_eq!(listener.noted(), expected);
}

#[test]
fn the_last_request_for_a_class_counts() {
    let mut listener = Listener::new(class::MOUSE, false);
    let args = [1, u64::from(class::MOUSE)];
    let program = &mut listener.program;
    program.call(INPUT, "RequestFilteringInputEvents", &args);
    listener.hears(mouse(MouseAction::Down), false);
    assert_eq!(listener.noted(), [Noted::InputDone(false)]);
}

#[test]
fn an_event_is_lent_for_the_time_of_the_call() {
    let mut listener = Listener::new(class::MOUSE, false);
    listener.happens(mouse(MouseAction::Down));
    let action = listener.program.turn();
    let event = listener.next(&action);
    let program = &mut listener.program;
    program.call("PPB_Core;1.0", "ReleaseResource", &[event]);
    assert_eq!(program.call(MOUSE, "IsMouseInputEvent", &[event]), 1);
    let time = program.call(INPUT, "GetTimeStamp", &[event]);
    assert_eq!(f64::from_bits(time), 1.5);
    program.call("PPB_Core;1.0", "AddRefResource", &[event]);
    program.resume(1);
    assert_eq!(program.call(MOUSE, "IsMouseInputEvent", &[event]), 1);
    program.call("PPB_Core;1.0", "ReleaseResource", &[event]);
    assert_eq!(program.call(MOUSE, "IsMouseInputEvent", &[event]), 0);
    assert_eq!(program.pepper.core_for_test().resource_charge.bytes(), 0);
}

#[test]
fn each_character_of_a_text_is_an_event_and_the_page_learns_once() {
    let mut listener = Listener::new(class::KEYBOARD, true);
    listener.happens(Input::Character("ä𝄞".into()));
    let mut action = listener.program.turn();
    for expected in ["ä", "𝄞"] {
        let event = listener.next(&action);
        let program = &mut listener.program;
        assert_eq!(program.call(KEY, "GetKeyCode", &[event]), 0);
        for (method, text) in [("GetCharacterText", expected), ("GetCode", "")] {
            let place = program.bytes(&[0; 16]);
            program.call(KEY, method, &[u64::from(place), event]);
            assert_eq!(program.read_text(place), text);
        }
        // The program handles only the first one.
        action = program.resume(u32::from(expected == "ä"));
    }
    assert!(matches!(action, Action::Wait { .. }));
    assert_eq!(listener.noted(), [Noted::InputDone(true)]);
}

#[test]
fn an_empty_text_is_no_event() {
    Listener::new(class::KEYBOARD, false).ignores(Input::Character("".into()));
}

#[test]
fn a_composed_text_is_typed_for_a_program_that_does_not_know_compositions() {
    let mut listener = Listener::new(class::KEYBOARD, false);
    listener.ignores(composition(CompositionAction::Update));
    listener.happens(composition(CompositionAction::Text));
    let mut action = listener.program.turn();
    for _ in 0..2 {
        let event = listener.next(&action);
        assert_eq!(listener.program.code(INPUT, "GetType", &[event]), 9);
        action = listener.program.resume(1);
    }
}

#[test]
fn the_only_finger_is_a_mouse_for_a_program_that_does_not_know_touches() {
    let mut listener = Listener::new(class::MOUSE, false);
    let finger = |x| TouchPoint {
        position: [x, 2.5],
        ..TouchPoint::default()
    };
    let (one, other) = (finger(-1.5), finger(9.0));
    for (input, ty, held, clicks) in [
        (touch(TouchAction::Start, &[one], &[one]), 0, 64, 1),
        (touch(TouchAction::Move, &[one], &[one]), 2, 64, 0),
        (touch(TouchAction::End, &[], &[one]), 1, 0, 1),
    ] {
        listener.happens(input);
        let action = listener.program.turn();
        let event = listener.next(&action);
        let program = &mut listener.program;
        assert_eq!(program.code(INPUT, "GetType", &[event]), ty);
        assert_eq!(program.code(INPUT, "GetModifiers", &[event]), held);
        assert_eq!(program.code(MOUSE, "GetButton", &[event]), 0);
        assert_eq!(program.code(MOUSE, "GetClickCount", &[event]), clicks);
        let place = program.words(&[0, 0]);
        program.call(MOUSE, "GetPosition", &[u64::from(place), event]);
        let position = [place, place + 4].map(|at| program.memory.load_u32(at).unwrap() as i32);
        assert_eq!(position, [-2, 2]);
        program.resume(1);
    }
    listener.noted();
    listener.ignores(touch(TouchAction::Start, &[one, other], &[other]));
}

#[test]
fn an_input_lets_the_program_do_what_needs_one_for_ten_seconds() {
    let mut listener = Listener::new(31, false);
    let lock = |listener: &mut Listener| {
        let callback = listener.program.callback(99, true);
        let args = [1, callback];
        listener
            .program
            .code("PPB_MouseLock;1.0", "LockMouse", &args)
    };
    listener.hears(mouse(MouseAction::Move), true);
    let refused = crate::kernel::errors::PpError::NoUserGesture.code();
    assert_eq!(lock(&mut listener), refused);
    listener.hears(mouse(MouseAction::Down), true);
    let pepper = &mut listener.program.pepper;
    pepper.pass_time(Duration::from_secs(10));
    assert_eq!(lock(&mut listener), refused);
    listener.hears(key(KeyAction::Down), true);
    let pending = crate::kernel::errors::COMPLETION_PENDING;
    assert_eq!(lock(&mut listener), pending);
}

#[test]
fn the_page_learns_what_concerns_the_program() {
    let mut program = Program::started();
    let mut wanted = |method: &str, classes: u32| {
        program.call(INPUT, method, &[1, u64::from(classes)]);
        program.fake.world().inputs
    };
    let (mouse, keys) = (class::MOUSE | class::TOUCH, class::KEYBOARD | class::IME);
    assert_eq!(wanted("RequestInputEvents", class::MOUSE), [mouse, 0]);
    assert_eq!(
        wanted("RequestFilteringInputEvents", class::KEYBOARD),
        [mouse, keys]
    );
    // If touches are requested, they are not delivered as mouse events too.
    assert_eq!(
        wanted("RequestFilteringInputEvents", class::TOUCH),
        [class::MOUSE, keys | class::TOUCH]
    );
    let all = class::MOUSE | class::KEYBOARD;
    assert_eq!(wanted("ClearInputEventRequest", all), [0, class::TOUCH]);
}
