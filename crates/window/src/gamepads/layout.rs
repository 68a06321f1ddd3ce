//! Converts the buttons and axes that Linux reports to the standard gamepad layout of browsers.
//!
//! Sources: the W3C's Gamepad API; Linux' `Documentation/input/gamepad.rst`.

use std::ops::Range;

/// Number of buttons of the standard layout.
const BUTTONS: usize = 17;

/// `BTN_SOUTH`, which every gamepad has.
const SOUTH: u16 = 0x130;
/// `BTN_X`, which is also `BTN_NORTH`.
const X: u16 = 0x133;
/// `BTN_Y`, which is also `BTN_WEST`.
const Y: u16 = 0x134;

/// Linux codes of buttons with their indices in the standard layout. The codes of two further
/// buttons depend on the driver.
const STANDARD_BUTTONS: [(u16, usize); 15] = [
    (SOUTH, 0),
    (0x131, 1),  // BTN_EAST
    (0x136, 4),  // BTN_TL
    (0x137, 5),  // BTN_TR
    (0x138, 6),  // BTN_TL2
    (0x139, 7),  // BTN_TR2
    (0x13a, 8),  // BTN_SELECT
    (0x13b, 9),  // BTN_START
    (0x13d, 10), // BTN_THUMBL
    (0x13e, 11), // BTN_THUMBR
    (0x220, 12), // BTN_DPAD_UP
    (0x221, 13), // BTN_DPAD_DOWN
    (0x222, 14), // BTN_DPAD_LEFT
    (0x223, 15), // BTN_DPAD_RIGHT
    (0x13c, 16), // BTN_MODE
];

/// The vendor IDs of Sony and Nintendo, whose drivers report the upper button as `BTN_NORTH`. Other
/// drivers report the buttons labelled X and Y as `BTN_X` and `BTN_Y`, and their X button is on the
/// left.
const POSITIONAL_VENDORS: [u16; 2] = [0x054c, 0x057e];

/// Linux codes of axes, `ABS_*`.
mod axis {
    pub(super) const X: u16 = 0;
    pub(super) const Y: u16 = 1;
    pub(super) const Z: u16 = 2;
    pub(super) const RX: u16 = 3;
    pub(super) const RY: u16 = 4;
    pub(super) const RZ: u16 = 5;
    pub(super) const GAS: u16 = 9;
    pub(super) const BRAKE: u16 = 10;
    pub(super) const HAT_X: u16 = 16;
    pub(super) const HAT_Y: u16 = 17;
}

/// The codes of buttons, in the order in which the joystick driver of Linux numbers them.
const BUTTON_CODES: [Range<u16>; 2] = [0x120..0x300, 0x100..0x120];
/// The codes of axes, in the order of their numbers.
const AXIS_CODES: Range<u16> = 0..0x40;

/// Maximum number of axes of a gamepad that a program can see.
const MAX_AXES: usize = 16;
/// Maximum number of buttons of a gamepad that a program can see.
const MAX_BUTTONS: usize = 32;

/// The code of each button and axis of a joystick, by its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    buttons: Vec<u16>,
    axes: Vec<u16>,
    is_positional: bool,
}

impl Layout {
    /// Parses the sets of codes that a device has, in the format of Linux. Returns `None` if it has
    /// no buttons.
    pub(super) fn new(keys: &str, axes: &str, vendor: u16) -> Option<Layout> {
        let buttons = codes(keys, &BUTTON_CODES);
        (!buttons.is_empty()).then(|| Layout {
            buttons,
            axes: codes(axes, &[AXIS_CODES]),
            is_positional: POSITIONAL_VENDORS.contains(&vendor),
        })
    }

    /// Returns true if the device is a gamepad, which the standard layout applies to.
    pub(super) fn is_standard(&self) -> bool {
        self.buttons.contains(&SOUTH)
    }

    /// Returns the number of buttons.
    pub(super) fn buttons(&self) -> usize {
        self.buttons.len()
    }

    /// Returns the number of axes.
    pub(super) fn axes(&self) -> usize {
        self.axes.len()
    }

    /// Returns the axes and buttons for the program: in the standard layout for a gamepad,
    /// otherwise by their numbers.
    ///
    /// `axes` are positions from -1 to 1.
    pub(super) fn convert(&self, pressed: &[bool], axes: &[f32]) -> (Vec<f32>, Vec<f32>) {
        let value = |pressed: &bool| f32::from(u8::from(*pressed));
        if !self.is_standard() {
            let buttons = pressed.iter().take(MAX_BUTTONS).map(value);
            let axes = axes.iter().take(MAX_AXES).copied();
            return (axes.collect(), buttons.collect());
        }
        let position = |code: u16| {
            let number = self.axes.iter().position(|&one| one == code)?;
            axes.get(number).copied()
        };
        let mut standard = [0.0; BUTTONS];
        let (x, y) = match self.is_positional {
            true => (3, 2),
            false => (2, 3),
        };
        let places = STANDARD_BUTTONS.iter().copied().chain([(X, x), (Y, y)]);
        for (code, index) in places {
            let number = self.buttons.iter().position(|&one| one == code);
            if let Some(pressed) = number.and_then(|number| pressed.get(number)) {
                standard[index] = value(pressed);
            }
        }
        // If the right stick uses Z and RZ, the triggers are other axes.
        let has_rx = self.axes.contains(&axis::RX) && self.axes.contains(&axis::RY);
        let (right, triggers) = match has_rx {
            true => ([axis::RX, axis::RY], [axis::Z, axis::RZ]),
            false => ([axis::Z, axis::RZ], [axis::BRAKE, axis::GAS]),
        };
        for (code, index) in triggers.into_iter().zip([6, 7]) {
            if let Some(pulled) = position(code) {
                standard[index] = f32::midpoint(pulled, 1.0);
            }
        }
        for (code, [less, more]) in [(axis::HAT_X, [14, 15]), (axis::HAT_Y, [12, 13])] {
            if let Some(way) = position(code) {
                standard[less] = f32::from(u8::from(way < -0.5));
                standard[more] = f32::from(u8::from(way > 0.5));
            }
        }
        let sticks = [axis::X, axis::Y, right[0], right[1]];
        let sticks = sticks.map(|code| position(code).unwrap_or(0.0));
        (sticks.to_vec(), standard.to_vec())
    }
}

/// Returns the codes in a set that are within these ranges. Linux writes a set as hexadecimal
/// words, the highest one first.
fn codes(set: &str, ranges: &[Range<u16>]) -> Vec<u16> {
    let words: Vec<usize> = set
        .split_whitespace()
        .rev()
        .map(|word| usize::from_str_radix(word, 16).unwrap_or(0))
        .collect();
    let has = |code: &u16| {
        let code = usize::from(*code);
        let bits = usize::BITS as usize;
        let word = words.get(code / bits);
        word.is_some_and(|word| word >> (code % bits) & 1 != 0)
    };
    let all = ranges.iter().cloned().flatten();
    all.filter(has).collect()
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;

    /// The sets of codes of an Xbox controller.
    const XBOX_KEYS: &str = "7cdb000000000000 0 0 0 0";
    const XBOX_AXES: &str = "3003f";

    /// Returns the buttons that a program sees while one button is pressed.
    fn pressing(layout: &Layout, code: u16) -> Vec<f32> {
        let pressed: Vec<bool> = layout.buttons.iter().map(|&one| one == code).collect();
        layout.convert(&pressed, &vec![0.0; layout.axes()]).1
    }

    #[test]
    fn the_sets_of_linux_are_read_from_their_last_word_on() {
        let layout = Layout::new(XBOX_KEYS, XBOX_AXES, 0x045e).unwrap();
        let buttons = [
            0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13a, 0x13b, 0x13c, 0x13d, 0x13e,
        ];
        assert_eq!(layout.buttons, buttons);
        assert_eq!(layout.axes, [0, 1, 2, 3, 4, 5, 16, 17]);
        assert!(layout.is_standard());
    }

    #[test]
    fn buttons_are_in_the_order_of_browsers() {
        let xbox = Layout::new(XBOX_KEYS, "0", 0x045e).unwrap();
        let index = |layout: &Layout, code| {
            let buttons = pressing(layout, code);
            assert_eq!(buttons.len(), BUTTONS);
            buttons.iter().position(|&value| value == 1.0)
        };
        assert_eq!(index(&xbox, 0x131), Some(1));
        assert_eq!(index(&xbox, X), Some(2), "X is on the left");
        assert_eq!(index(&xbox, 0x13b), Some(9));
        let sony = Layout::new(XBOX_KEYS, "0", 0x054c).unwrap();
        assert_eq!(index(&sony, X), Some(3), "the triangle is above");
        assert_eq!(index(&sony, Y), Some(2));
    }

    #[test]
    fn axes_are_sticks_triggers_and_the_directional_pad() {
        let layout = Layout::new(XBOX_KEYS, XBOX_AXES, 0x045e).unwrap();
        // The axes are X, Y, the left trigger, the right stick, the right trigger, and the
        // directional pad, which points left and down.
        let axes = [0.5, -1.0, -1.0, 0.25, -0.25, 1.0, -1.0, 1.0];
        let (sticks, buttons) = layout.convert(&[false; 11], &axes);
        assert_eq!(sticks, [0.5, -1.0, 0.25, -0.25]);
        assert_eq!(buttons[6..8], [0.0, 1.0]);
        assert_eq!(buttons[12..16], [0.0, 1.0, 1.0, 0.0]);
    }

    #[test]
    fn a_gamepad_without_rx_has_its_right_stick_on_z() {
        // The axes are X, Y, Z, RZ, gas and brake.
        let layout = Layout::new(XBOX_KEYS, "627", 0x045e).unwrap();
        let (sticks, buttons) = layout.convert(&[], &[0.0, 0.0, 0.5, -0.5, 1.0, 0.0]);
        assert_eq!(sticks, [0.0, 0.0, 0.5, -0.5]);
        assert_eq!(buttons[6..8], [0.5, 1.0]);
    }

    #[test]
    fn another_joystick_keeps_its_numbers() {
        // The device has BTN_TRIGGER, BTN_THUMB and three axes.
        let layout = Layout::new("300000000 0 0 0 0", "7", 0x046d).unwrap();
        assert!(!layout.is_standard());
        let (axes, buttons) = layout.convert(&[false, true], &[0.0, 0.5, 1.0]);
        assert_eq!((axes, buttons), (vec![0.0, 0.5, 1.0], vec![0.0, 1.0]));
    }

    #[test]
    fn a_device_without_buttons_is_none() {
        assert_eq!(Layout::new("0", "3f", 0), None);
        assert_eq!(Layout::new("", "", 0), None);
        assert_eq!(Layout::new("junk", "junk", 0), None);
    }
}
