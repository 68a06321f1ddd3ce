//! What the user does, as JavaScript hands it in. Times are in milliseconds since the
//! program's start, positions in CSS pixels from the upper left corner of the element.

use crate::clock::duration;
use crate::machine::Machine;
use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::input::{
    CompositionAction, Gamepad, Input, InputEvent, KeyAction, MouseAction, MouseButton,
    TouchAction, TouchPoint,
};
use wasm_bindgen::prelude::*;

/// How many numbers a finger has.
const POINT: usize = 10;

/// The bits of the first of them: in which lists the finger is.
const TOUCHES: u32 = 1;
const CHANGED: u32 = 2;
const TARGET: u32 = 4;

impl Machine {
    fn input(&self, time: f64, modifiers: u32, input: Input) {
        self.inbox.push(Event::Input(InputEvent {
            time: duration(time),
            modifiers,
            input,
        }));
    }
}

#[wasm_bindgen]
impl Machine {
    /// The mouse: 0 down, 1 up, 2 move, 3 enter, 4 leave, 5 context menu; with button
    /// 0 none, 1 left, 2 middle, 3 right; where, which click in a row, how far it has
    /// moved.
    pub fn mouse(&self, time: f64, modifiers: u32, action: u32, button: u32, numbers: &[i32]) {
        let actions = [
            MouseAction::Down,
            MouseAction::Up,
            MouseAction::Move,
            MouseAction::Enter,
            MouseAction::Leave,
            MouseAction::ContextMenu,
        ];
        let buttons = [
            MouseButton::None,
            MouseButton::Left,
            MouseButton::Middle,
            MouseButton::Right,
        ];
        let (Some(&action), Some(&button), &[x, y, click_count, right, down]) = (
            actions.get(action as usize),
            buttons.get(button as usize),
            numbers,
        ) else {
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

    /// The wheel: how far in pixels, and in notches; up and left are positive.
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

    /// A key, by the number that Windows has for it and the name of its place.
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

    /// Text that keys make.
    pub fn character(&self, time: f64, modifiers: u32, text: String) {
        self.input(time, modifiers, Input::Character(text.into()));
    }

    /// Fingers: 0 some touch, 1 move, 2 leave, 3 are taken over. Each has the lists that
    /// it is in (1 all that touch, 2 those that change, 4 those on the element), its
    /// number, x, y, half its width and height, its angle, its pressure, its tilts.
    pub fn touch(&self, time: f64, modifiers: u32, action: u32, numbers: &[f64]) {
        let actions = [
            TouchAction::Start,
            TouchAction::Move,
            TouchAction::End,
            TouchAction::Cancel,
        ];
        let Some(&action) = actions.get(action as usize) else {
            return;
        };
        let list = |bit: u32| -> Vec<TouchPoint> {
            let points = numbers.as_chunks::<POINT>().0.iter();
            let points = points.filter(|point| point[0] as u32 & bit != 0);
            points.map(point_of).collect()
        };
        let input = Input::Touch {
            action,
            touches: list(TOUCHES),
            changed: list(CHANGED),
            target: list(TARGET),
        };
        self.input(time, modifiers, input);
    }

    /// What one of the four gamepads does: how many axes it has, these, its buttons.
    /// Without a name it is not there.
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
                timestamp: time / 1000.0,
                axes: axes.to_vec(),
                buttons: buttons.to_vec(),
            }
        });
        self.inbox.set_gamepad(index, gamepad);
    }

    /// A text that is being composed: 0 starts, 1 changes, 2 ends, 3 has become this.
    /// Places are in bytes. Browsers do not tell of its parts: it has one.
    pub fn composition(&self, time: f64, action: u32, text: String, selection: &[u32]) {
        let actions = [
            CompositionAction::Start,
            CompositionAction::Update,
            CompositionAction::End,
            CompositionAction::Text,
        ];
        let (Some(&action), &[start, end]) = (actions.get(action as usize), selection) else {
            return;
        };
        let input = Input::Composition {
            action,
            segments: match text.len() {
                0 => Vec::new(),
                length => vec![0, length as u32],
            },
            target_segment: if text.is_empty() { -1 } else { 0 },
            selection: [start, end],
            text: text.into(),
        };
        self.input(time, 0, input);
    }
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
