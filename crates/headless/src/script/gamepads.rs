//! The gamepads of a script, and those of a user.
//!
//! A gamepad is connected by the first line about it. It has the standard layout of browsers: four
//! axes and seventeen buttons, none of them moved or pressed. A line sets all axes, all buttons, or
//! both; the others are unchanged. A gamepad of the script takes precedence over a gamepad of the
//! user with the same index.

use super::fields::Fields;
use pinnacle_pepper::device::input::Gamepad;
use serde_json::Value as Json;
use std::time::Duration;

/// Maximum number of gamepads.
pub const PLACES: usize = 4;

/// Number of axes in the standard layout.
const AXES: usize = 4;
const BUTTONS: usize = 17;

/// Maximum number of axes that a program can see.
const MAX_AXES: usize = 16;
/// Maximum number of buttons that a program can see.
const MAX_BUTTONS: usize = 32;

/// A change of a gamepad.
#[derive(Clone, PartialEq, Debug)]
pub struct GamepadStep {
    /// Index of the gamepad, from 0.
    place: usize,
    change: Change,
}

#[derive(Clone, PartialEq, Debug)]
enum Change {
    Unplug,
    Set {
        id: Option<String>,
        axes: Option<Vec<f32>>,
        buttons: Option<Vec<f32>>,
    },
}

impl GamepadStep {
    /// Returns the change that sets a gamepad to this state. An index that is too large is ignored.
    #[must_use]
    pub fn set(place: usize, id: String, axes: Vec<f32>, buttons: Vec<f32>) -> GamepadStep {
        let change = Change::Set {
            id: Some(id),
            axes: Some(axes),
            buttons: Some(buttons),
        };
        GamepadStep { place, change }
    }

    /// Returns the change that disconnects a gamepad.
    #[must_use]
    pub fn unplug(place: usize) -> GamepadStep {
        let change = Change::Unplug;
        GamepadStep { place, change }
    }

    /// Parses the object in a line.
    pub(super) fn from_json(json: &Json) -> Result<GamepadStep, String> {
        let mut fields = Fields::of(json, "gamepad")?;
        let place = fields.whole("index")?.unwrap_or(0);
        let place = usize::try_from(place).ok().filter(|&place| place < PLACES);
        let place = place.ok_or("index: expected a number from 0 to 3")?;
        let change = match fields.truth("connected")? {
            Some(false) => Change::Unplug,
            _ => Change::Set {
                id: fields.word("id")?,
                axes: numbers(&mut fields, "axes", -1.0, MAX_AXES)?,
                buttons: numbers(&mut fields, "buttons", 0.0, MAX_BUTTONS)?,
            },
        };
        fields.finish()?;
        Ok(GamepadStep { place, change })
    }
}

/// Parses a list of values from `least` to 1, with a maximum length.
fn numbers(
    fields: &mut Fields<'_>,
    name: &str,
    least: f64,
    most: usize,
) -> Result<Option<Vec<f32>>, String> {
    let Some(json) = fields.take(name) else {
        return Ok(None);
    };
    let list = json.as_array().filter(|list| list.len() <= most);
    let list = list.ok_or_else(|| format!("{name}: expected a list of at most {most} items"))?;
    let number = |json: &Json| {
        let number = json
            .as_f64()
            .filter(|number| (least..=1.0).contains(number));
        number
            .map(|number| number as f32)
            .ok_or_else(|| format!("{name}: {json} is not a number from {least} to 1"))
    };
    list.iter().map(number).collect::<Result<_, _>>().map(Some)
}

/// The connected gamepads.
#[derive(Clone, Default, Debug)]
pub struct Gamepads {
    scripted: [Option<Gamepad>; PLACES],
    /// The gamepads of the user.
    held: [Option<Gamepad>; PLACES],
}

impl Gamepads {
    /// Applies a change from the script.
    pub(crate) fn act(&mut self, step: GamepadStep, time: Duration) {
        change(&mut self.scripted, step, time);
    }

    /// Applies a change of the user's gamepad.
    pub(crate) fn user_holds(&mut self, step: GamepadStep, time: Duration) {
        change(&mut self.held, step, time);
    }

    /// Returns true if the script has connected a gamepad.
    pub(crate) fn has_scripted(&self) -> bool {
        self.scripted.iter().any(Option::is_some)
    }

    /// Returns the current state of the gamepads.
    pub(crate) fn now(&self) -> [Option<Gamepad>; PLACES] {
        std::array::from_fn(|place| self.scripted[place].as_ref().or(self.held[place].as_ref()))
            .map(Option::<&Gamepad>::cloned)
    }
}

fn change(gamepads: &mut [Option<Gamepad>; PLACES], step: GamepadStep, time: Duration) {
    let Some(place) = gamepads.get_mut(step.place) else {
        return;
    };
    let Change::Set { id, axes, buttons } = step.change else {
        *place = None;
        return;
    };
    let gamepad = place.get_or_insert_with(|| Gamepad {
        id: "Gamepad (STANDARD GAMEPAD)".into(),
        timestamp: 0.0,
        axes: vec![0.0; AXES],
        buttons: vec![0.0; BUTTONS],
    });
    gamepad.timestamp = time.as_secs_f64();
    if let Some(id) = id {
        gamepad.id = id.into();
    }
    if let Some(axes) = axes {
        gamepad.axes = axes;
    }
    if let Some(buttons) = buttons {
        gamepad.buttons = buttons;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<GamepadStep, String> {
        GamepadStep::from_json(&serde_json::from_str(text).unwrap())
    }

    #[test]
    fn a_gamepad_keeps_what_a_line_leaves_out() {
        let mut gamepads = Gamepads::default();
        let seconds = Duration::from_secs;
        gamepads.act(read("{\"axes\":[0.5,-1]}").unwrap(), seconds(1));
        gamepads.act(
            read("{\"index\":0,\"id\":\"Own\",\"buttons\":[1]}").unwrap(),
            seconds(3),
        );
        let expected = Gamepad {
            id: "Own".into(),
            timestamp: 3.0,
            axes: vec![0.5, -1.0],
            buttons: vec![1.0],
        };
        assert_eq!(gamepads.now(), [Some(expected), None, None, None]);
        gamepads.act(read("{\"connected\":false}").unwrap(), seconds(4));
        assert_eq!(gamepads.now(), [const { None }; 4]);
    }

    #[test]
    fn a_gamepad_begins_in_the_standard_layout() {
        let mut gamepads = Gamepads::default();
        gamepads.act(read("{\"index\":3}").unwrap(), Duration::ZERO);
        let [.., Some(gamepad)] = gamepads.now() else {
            panic!("it is not there");
        };
        assert_eq!((gamepad.axes.len(), gamepad.buttons.len()), (4, 17));
    }

    #[test]
    fn a_gamepad_of_the_script_hides_that_of_the_user() {
        let mut gamepads = Gamepads::default();
        let held = |place| GamepadStep::set(place, "Held".into(), vec![1.0], vec![0.5]);
        gamepads.user_holds(held(0), Duration::from_secs(2));
        gamepads.user_holds(held(PLACES), Duration::ZERO);
        let user = Gamepad {
            id: "Held".into(),
            timestamp: 2.0,
            axes: vec![1.0],
            buttons: vec![0.5],
        };
        assert_eq!(gamepads.now(), [Some(user.clone()), None, None, None]);
        assert!(!gamepads.has_scripted());
        gamepads.act(read("{\"id\":\"Own\"}").unwrap(), Duration::ZERO);
        assert!(gamepads.has_scripted());
        assert_eq!(&*gamepads.now()[0].as_ref().unwrap().id, "Own");
        gamepads.act(read("{\"connected\":false}").unwrap(), Duration::ZERO);
        assert_eq!(gamepads.now()[0], Some(user));
        gamepads.user_holds(GamepadStep::unplug(0), Duration::ZERO);
        assert_eq!(gamepads.now(), [const { None }; 4]);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, words) in [
            ("{\"index\":4}", "index: expected a number from 0 to 3"),
            ("{\"axes\":[2]}", "axes: 2 is not a number from -1 to 1"),
            (
                "{\"buttons\":[-0.5]}",
                "buttons: -0.5 is not a number from 0",
            ),
            (
                "{\"buttons\":true}",
                "buttons: expected a list of at most 32",
            ),
            (
                "{\"connected\":false,\"axes\":[]}",
                "unexpected field \"axes\"",
            ),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
