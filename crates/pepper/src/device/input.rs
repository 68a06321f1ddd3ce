//! Input of the user.
//!
//! The kernel decides which events a program receives. It knows the classes that the program has
//! requested, and converts fingers and composed text for programs that have requested only mouse
//! and keyboard. A device sends all input over the element, and input outside of it while a button
//! is held. It sends keys, characters and compositions while the element has the focus.
//! [`Page::input_done`](super::page::Page::input_done) reports the outcome of each event, in order.

use std::time::Duration;

/// The bits of `PP_InputEvent_Modifier`.
pub mod modifier {
    /// A shift key is held.
    pub const SHIFT: u32 = 1 << 0;
    /// A control key is held.
    pub const CONTROL: u32 = 1 << 1;
    /// An alt key is held.
    pub const ALT: u32 = 1 << 2;
    /// A meta key is held.
    pub const META: u32 = 1 << 3;
    /// The key is on the keypad.
    pub const IS_KEYPAD: u32 = 1 << 4;
    /// The key is held and repeats.
    pub const IS_AUTO_REPEAT: u32 = 1 << 5;
    /// The left mouse button is held.
    pub const LEFT_BUTTON: u32 = 1 << 6;
    /// The middle mouse button is held.
    pub const MIDDLE_BUTTON: u32 = 1 << 7;
    /// The right mouse button is held.
    pub const RIGHT_BUTTON: u32 = 1 << 8;
    /// Caps lock is on.
    pub const CAPS_LOCK: u32 = 1 << 9;
    /// Num lock is on.
    pub const NUM_LOCK: u32 = 1 << 10;
    /// The key is the left one of a pair.
    pub const IS_LEFT: u32 = 1 << 11;
    /// The key is the right one of a pair.
    pub const IS_RIGHT: u32 = 1 << 12;
    /// A pen touches.
    pub const IS_PEN: u32 = 1 << 13;
    /// The eraser of a pen touches.
    pub const IS_ERASER: u32 = 1 << 14;
}

/// The bits of `PP_InputEvent_Class`.
pub mod class {
    /// The mouse.
    pub const MOUSE: u32 = 1 << 0;
    /// Keys and characters.
    pub const KEYBOARD: u32 = 1 << 1;
    /// The wheel.
    pub const WHEEL: u32 = 1 << 2;
    /// Fingers.
    pub const TOUCH: u32 = 1 << 3;
    /// Texts that are being composed.
    pub const IME: u32 = 1 << 4;
}

/// The numbers of `PP_InputEvent_MouseButton`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MouseButton {
    /// No mouse button.
    None,
    /// The left one.
    Left,
    /// The middle one.
    Middle,
    /// The right one.
    Right,
}

/// An action of the mouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MouseAction {
    /// A button is pressed.
    Down,
    /// A button is released.
    Up,
    /// The mouse moves.
    Move,
    /// The pointer enters the element.
    Enter,
    /// The pointer leaves the element.
    Leave,
    /// A context menu is requested.
    ContextMenu,
}

/// An action of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyAction {
    /// A key is pressed, or repeats.
    Down,
    /// A key is released.
    Up,
}

/// An action of fingers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TouchAction {
    /// Fingers touch the screen.
    Start,
    /// Fingers move.
    Move,
    /// Fingers are lifted.
    End,
    /// The system has taken over the touch, so it was cancelled.
    Cancel,
}

/// An action on a text that is being composed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompositionAction {
    /// It begins.
    Start,
    /// It changes.
    Update,
    /// It ends.
    End,
    /// The composed text is final.
    Text,
}

/// A finger.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TouchPoint {
    /// The number of the finger, the same for the whole touch.
    pub id: u32,
    /// Position in CSS pixels from the upper left corner of the element.
    pub position: [f32; 2],
    /// Half the width and height of the contact area, in CSS pixels.
    pub radius: [f32; 2],
    /// Rotation of this area in degrees.
    pub rotation_angle: f32,
    /// Pressure, from 0 to 1.
    pub pressure: f32,
    /// Tilt of a pen, in degrees.
    pub tilt: [f32; 2],
}

/// A kind of input, with its data. Positions are in CSS pixels from the upper left corner of the
/// element.
#[derive(Clone, PartialEq, Debug)]
pub enum Input {
    /// The mouse.
    Mouse {
        /// The action.
        action: MouseAction,
        /// The button that was pressed or released, or that is held while the mouse moves.
        button: MouseButton,
        /// The position of the pointer.
        position: [i32; 2],
        /// The number of clicks in a row: 2 for a double click.
        click_count: i32,
        /// Movement since the last event.
        movement: [i32; 2],
    },
    /// The wheel was turned. Up and left are positive.
    Wheel {
        /// The distance in CSS pixels.
        delta: [f32; 2],
        /// The distance in notches.
        ticks: [f32; 2],
        /// True if the unit of the numbers is pages.
        by_page: bool,
    },
    /// A key.
    Key {
        /// The action.
        action: KeyAction,
        /// The virtual key code of Windows.
        key_code: u32,
        /// The DOM name of the key's position, such as `KeyA`.
        code: Box<str>,
    },
    /// Typed text; the program gets one event for each character.
    Character(Box<str>),
    /// Touches. If a program requests only mouse events, the kernel makes these from the first
    /// finger, so a device must not send mouse events for fingers.
    Touch {
        /// The action of the touches in this event.
        action: TouchAction,
        /// All fingers that touch the screen.
        touches: Vec<TouchPoint>,
        /// The touches that changed.
        changed: Vec<TouchPoint>,
        /// The fingers that touch the element.
        target: Vec<TouchPoint>,
    },
    /// A text that is being composed.
    Composition {
        /// The action.
        action: CompositionAction,
        /// The text.
        text: Box<str>,
        /// Start of each segment in bytes, followed by the end of the last one; empty if there are
        /// no segments.
        segments: Vec<u32>,
        /// Index of the segment being edited; -1 if there is none.
        target_segment: i32,
        /// The selected range in bytes: start and end.
        selection: [u32; 2],
    },
}

impl Input {
    /// Returns the input of a text that is composed as a single segment. `selection` is in bytes.
    #[must_use]
    pub fn composition(action: CompositionAction, text: &str, selection: [u32; 2]) -> Input {
        let is_empty = text.is_empty();
        Input::Composition {
            action,
            segments: match text.len() {
                0 => Vec::new(),
                length => vec![0, u32::try_from(length).unwrap_or(u32::MAX)],
            },
            target_segment: if is_empty { -1 } else { 0 },
            selection,
            text: text.into(),
        }
    }
}

/// An input of the user.
#[derive(Clone, PartialEq, Debug)]
pub struct InputEvent {
    /// The time, as counted by `GetTimeTicks`.
    pub time: Duration,
    /// Bits of [`modifier`].
    pub modifiers: u32,
    /// The input.
    pub input: Input,
}

/// The state of a gamepad, in the standard layout.
#[derive(Clone, PartialEq, Debug)]
pub struct Gamepad {
    /// Its name.
    pub id: Box<str>,
    /// Time of this state, in seconds.
    pub timestamp: f64,
    /// Axis positions from -1 to 1; at most 16.
    pub axes: Vec<f32>,
    /// Button values from 0 to 1; at most 32.
    pub buttons: Vec<f32>,
}
