//! Input events, as reported by JavaScript. Times are in milliseconds since the program's start.
//! Positions are in CSS pixels from the upper left corner of the element.

use crate::boundary::{composition_action, mouse_action, mouse_button, touch_action, touch_list};
use crate::clock::duration;
use crate::machine::Machine;
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::input::{
    CompositionAction, Gamepad, Input, InputEvent, KeyAction, MouseAction, MouseButton,
    TouchAction, TouchPoint,
};
use wasm_bindgen::prelude::*;

/// Number of values for each finger.
const POINT: usize = 10;

impl Machine {
    fn input(&self, time: f64, modifiers: u32, input: Input) {
        self.inbox.push(Event::Input(InputEvent {
            time: self.clock.monotonic_at(duration(time)),
            modifiers,
            input,
        }));
    }
}

#[wasm_bindgen]
impl Machine {
    /// Reports a mouse event, with an action and a button of the module `boundary`. `numbers`
    /// contains the position x and y, the number of the click in a series, and the movement to the
    /// right and down.
    pub fn mouse(&self, time: f64, modifiers: u32, action: u32, button: u32, numbers: &[i32]) {
        let (Some(action), Some(button), &[x, y, click_count, right, down]) =
            (mouse_action_of(action), mouse_button_of(button), numbers)
        else {
            return;
        };
        let input = Input::Mouse {
            action,
            button,
            position: [x, y],
            click_count,
            movement: [right, down],
        };
        self.input(time, modifiers, input);
    }

    /// Reports a wheel event. `numbers` contains the distance in pixels, then in notches, each
    /// horizontal, then vertical. Up and left are positive.
    pub fn wheel(&self, time: f64, modifiers: u32, numbers: &[f32], by_page: bool) {
        let &[right, down, ticks_right, ticks_down] = numbers else {
            return;
        };
        let input = Input::Wheel {
            delta: [right, down],
            ticks: [ticks_right, ticks_down],
            by_page,
        };
        self.input(time, modifiers, input);
    }

    /// Reports a key event, with the Windows key code and the DOM `code`.
    pub fn key(&self, time: f64, modifiers: u32, is_down: bool, key_code: u32, code: String) {
        let input = Input::Key {
            action: if is_down {
                KeyAction::Down
            } else {
                KeyAction::Up
            },
            key_code,
            code: code.into(),
        };
        self.input(time, modifiers, input);
    }

    /// Reports text that was typed with keys.
    pub fn character(&self, time: f64, modifiers: u32, text: String) {
        self.input(time, modifiers, Input::Character(text.into()));
    }

    /// Reports a touch event, with an action of the module `boundary`. For each finger, `numbers`
    /// contains the bits of the lists that contain it, its number, x, y, half its width and height,
    /// its angle, its pressure, and its tilts.
    pub fn touch(&self, time: f64, modifiers: u32, action: u32, numbers: &[f64]) {
        let action = match action {
            touch_action::START => TouchAction::Start,
            touch_action::MOVE => TouchAction::Move,
            touch_action::END => TouchAction::End,
            touch_action::CANCEL => TouchAction::Cancel,
            _ => return,
        };
        let list = |bit: u32| -> Vec<TouchPoint> {
            let points = numbers.as_chunks::<POINT>().0.iter();
            let points = points.filter(|point| point[0] as u32 & bit != 0);
            points.map(point_of).collect()
        };
        let input = Input::Touch {
            action,
            touches: list(touch_list::TOUCHES),
            changed: list(touch_list::CHANGED),
            target: list(touch_list::TARGET),
        };
        self.input(time, modifiers, input);
    }

    /// Sets the state of one of the four gamepads: its number of axes, the axes, its buttons. A
    /// gamepad with an empty ID is not connected.
    pub fn gamepad(
        &self,
        index: usize,
        id: Option<String>,
        time: f64,
        axes: usize,
        numbers: &[f32],
    ) {
        let gamepad = id.map(|id| {
            let (axes, buttons) = numbers.split_at(axes.min(numbers.len()));
            Gamepad {
                id: id.into(),
                timestamp: self.clock.monotonic_at(duration(time)).as_secs_f64(),
                axes: axes.to_vec(),
                buttons: buttons.to_vec(),
            }
        });
        self.inbox.set_gamepad(index, gamepad);
    }

    /// Reports a composition event, with an action of the module `boundary`. `selection` is in
    /// bytes. The text is a single segment, because browsers do not report segments.
    pub fn composition(&self, time: f64, action: u32, text: String, selection: &[u32]) {
        let action = match action {
            composition_action::START => CompositionAction::Start,
            composition_action::UPDATE => CompositionAction::Update,
            composition_action::END => CompositionAction::End,
            composition_action::TEXT => CompositionAction::Text,
            _ => return,
        };
        let &[start, end] = selection else {
            return;
        };
        let input = Input::composition(action, &text, [start, end]);
        self.input(time, 0, input);
    }
}

fn mouse_action_of(number: u32) -> Option<MouseAction> {
    Some(match number {
        mouse_action::DOWN => MouseAction::Down,
        mouse_action::UP => MouseAction::Up,
        mouse_action::MOVE => MouseAction::Move,
        mouse_action::ENTER => MouseAction::Enter,
        mouse_action::LEAVE => MouseAction::Leave,
        mouse_action::CONTEXT_MENU => MouseAction::ContextMenu,
        _ => return None,
    })
}

fn mouse_button_of(number: u32) -> Option<MouseButton> {
    Some(match number {
        mouse_button::NONE => MouseButton::None,
        mouse_button::LEFT => MouseButton::Left,
        mouse_button::MIDDLE => MouseButton::Middle,
        mouse_button::RIGHT => MouseButton::Right,
        _ => return None,
    })
}

fn point_of(numbers: &[f64; POINT]) -> TouchPoint {
    let number = |index: usize| numbers[index] as f32;
    TouchPoint {
        id: numbers[1] as u32,
        position: [number(2), number(3)],
        radius: [number(4), number(5)],
        rotation_angle: number(6),
        pressure: number(7),
        tilt: [number(8), number(9)],
    }
}
