//! What a user does.
//!
//! The kernel decides if a program receives an event. It knows the classes that the program has
//! requested, and how to present a finger or a composed text to a program that has requested only
//! mice and keys. A device sends everything done over the element (while a button is held, also
//! outside of it), and keys, characters and compositions while the element has the focus.
//! [`Page::input_done`](super::page::Page::input_done) reports the outcome of each event, in their
//! order.

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
    /// The key is the left one of two.
    pub const IS_LEFT: u32 = 1 << 11;
    /// The key is the right one of two.
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

/// `PP_InputEvent_MouseButton`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MouseButton {
    /// No button.
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
    /// A button goes up.
    Up,
    /// The mouse moves.
    Move,
    /// The pointer comes over the element.
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
    /// It goes up.
    Up,
}

/// An action of fingers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TouchAction {
    /// Some touch.
    Start,
    /// Some move.
    Move,
    /// Some leave.
    End,
    /// The system has taken them over.
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
    /// It has become this text.
    Text,
}

/// A finger.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TouchPoint {
    /// The number of the finger, the same for the whole touch.
    pub id: u32,
    /// In CSS pixels from the upper left corner of the element.
    pub position: [f32; 2],
    /// Half the size of what touches, in CSS pixels.
    pub radius: [f32; 2],
    /// By how many degrees that is turned.
    pub rotation_angle: f32,
    /// From 0 to 1.
    pub pressure: f32,
    /// Tilt of a pen, in degrees.
    pub tilt: [f32; 2],
}

/// The kinds of input, with the data particular to each. Positions are in CSS pixels from the upper
/// left corner of the element.
#[derive(Clone, PartialEq, Debug)]
pub enum Input {
    /// The mouse.
    Mouse {
        /// The action.
        action: MouseAction,
        /// The button that is pressed or released, or held while the mouse moves.
        button: MouseButton,
        /// Where.
        position: [i32; 2],
        /// The first, second ... click in a row.
        click_count: i32,
        /// Movement since the last event.
        movement: [i32; 2],
    },
    /// The wheel. Up and left are positive.
    Wheel {
        /// In CSS pixels.
        delta: [f32; 2],
        /// In notches.
        ticks: [f32; 2],
        /// True if the unit of the numbers is pages.
        by_page: bool,
    },
    /// A key.
    Key {
        /// The action.
        action: KeyAction,
        /// The number that Windows has for it.
        key_code: u32,
        /// The DOM's name of its place, as `KeyA`.
        code: Box<str>,
    },
    /// Text that keys make; the program gets one event for each character.
    Character(Box<str>),
    /// Fingers. For programs that want the mouse alone the kernel makes mouse events
    /// of the first one, so a device sends none for fingers itself.
    Touch {
        /// The action of some of them.
        action: TouchAction,
        /// All that touch.
        touches: Vec<TouchPoint>,
        /// Those for which the event comes.
        changed: Vec<TouchPoint>,
        /// Those that touch the element.
        target: Vec<TouchPoint>,
    },
    /// A text that is being composed.
    Composition {
        /// The action.
        action: CompositionAction,
        /// The text.
        text: Box<str>,
        /// Start of each of its parts, in bytes, and its end; empty if it has none.
        segments: Vec<u32>,
        /// Index of the part being edited; -1 if none is.
        target_segment: i32,
        /// The selected range, in bytes: start and end.
        selection: [u32; 2],
    },
}

/// Something that a user does.
#[derive(Clone, PartialEq, Debug)]
pub struct InputEvent {
    /// When, as `GetTimeTicks` counts.
    pub time: Duration,
    /// Bits of [`modifier`].
    pub modifiers: u32,
    /// What.
    pub input: Input,
}

/// The state of a gamepad, in the standard layout.
#[derive(Clone, PartialEq, Debug)]
pub struct Gamepad {
    /// Its name.
    pub id: Box<str>,
    /// When that was so, in seconds.
    pub timestamp: f64,
    /// From -1 to 1, at most 16.
    pub axes: Vec<f32>,
    /// From 0 to 1, at most 32.
    pub buttons: Vec<f32>,
}
