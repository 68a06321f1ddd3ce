//! A mouse, a keyboard and fingers in a saved state.

use pinnacle_pepper::device::input::{MouseButton, TouchPoint};
use pinnacle_system::state::{Reader, Unusable, Writer};
use std::time::Duration;

/// Maximum number of fingers that touch at a time.
pub const MAX_FINGERS: usize = 32;

/// Maximum number of held keys, and length of the name of one.
const MAX_KEYS: usize = 1024;

const BUTTONS: [MouseButton; 4] = [
    MouseButton::None,
    MouseButton::Left,
    MouseButton::Middle,
    MouseButton::Right,
];

/// The state of the mouse, the keys and the fingers of a user.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Hands {
    /// The place of the mouse in CSS pixels.
    pub position: [i32; 2],
    /// True if the mouse is over the element.
    pub is_over: bool,
    /// Buttons and keys that are held: bits of `modifier`.
    pub held: u32,
    /// The held keys, by position.
    pub down: Vec<String>,
    /// The last click.
    pub last_click: Option<Click>,
    /// The fingers that touch.
    pub fingers: Vec<TouchPoint>,
}

/// A click of the mouse.
#[derive(Clone, PartialEq, Debug)]
pub struct Click {
    /// Its time, by the monotonic clock of the program.
    pub time: Duration,
    /// The button.
    pub button: MouseButton,
    /// Its place in CSS pixels.
    pub position: [i32; 2],
    /// Its number in a series of clicks.
    pub count: i32,
}

impl Hands {
    /// Writes the state.
    pub fn save(&self, to: &mut Writer) {
        to.words(&self.position.map(|way| way as u32));
        to.truth(self.is_over);
        to.word(self.held);
        to.count(self.down.len());
        self.down.iter().for_each(|key| to.text(key));
        to.option(self.last_click.as_ref(), |to, click| {
            to.time(click.time);
            let button = BUTTONS.iter().position(|one| *one == click.button);
            to.byte(button.unwrap_or(0) as u8);
            to.words(&click.position.map(|way| way as u32));
            to.word(click.count as u32);
        });
        to.count(self.fingers.len());
        for finger in &self.fingers {
            to.word(finger.id);
            let [x, y] = finger.position;
            let [width, height] = finger.radius;
            let [across, along] = finger.tilt;
            let (angle, pressure) = (finger.rotation_angle, finger.pressure);
            for number in [x, y, width, height, angle, pressure, across, along] {
                to.float(number);
            }
        }
    }

    /// Reads the state.
    ///
    /// # Errors
    ///
    /// Fails if the state is damaged.
    pub fn read(from: &mut Reader) -> Result<Hands, Unusable> {
        let mut hands = Hands {
            position: from.words()?.map(|word: u32| word as i32),
            is_over: from.truth()?,
            held: from.word()?,
            ..Hands::default()
        };
        for _ in 0..from.count(MAX_KEYS)? {
            hands.down.push(from.text(MAX_KEYS)?);
        }
        hands.last_click = from.option(|from| {
            let time = from.time()?;
            let button = BUTTONS.get(usize::from(from.byte()?)).copied();
            Ok(Click {
                time,
                button: button.ok_or_else(|| Unusable::damaged("there is no such button"))?,
                position: from.words()?.map(|word: u32| word as i32),
                count: (from.word()? as i32).clamp(0, 1 << 20),
            })
        })?;
        for _ in 0..from.count(MAX_FINGERS)? {
            hands.fingers.push(TouchPoint {
                id: from.word()?,
                position: [from.float()?, from.float()?],
                radius: [from.float()?, from.float()?],
                rotation_angle: from.float()?,
                pressure: from.float()?,
                tilt: [from.float()?, from.float()?],
            });
        }
        Ok(hands)
    }
}
