//! Converts actions of a mouse, a keyboard and fingers to the events that Chrome sent to programs.
//!
//! Source: Chromium's `content/renderer/pepper/event_conversion.cc`.

use super::keys::Key;
use pinnacle_pepper::device::input::{
    Input, InputEvent, KeyAction, MouseAction, MouseButton, TouchAction, TouchPoint, modifier,
};
use pinnacle_saved_state::hands::{Click, Hands, MAX_FINGERS};
use std::time::Duration;

/// The action of a button or key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Press {
    /// The mouse moves; for keys, nothing happens.
    Move,
    /// A button or key is pressed. A key that is already held repeats.
    Down,
    /// A button or key is released.
    Up,
    /// A button or key is pressed and released this many times.
    Click(i32),
    /// The pointer leaves the element.
    Leave,
}

/// An action of the mouse.
#[derive(Clone, PartialEq, Debug)]
pub struct MouseStep {
    /// The action.
    pub press: Press,
    /// The button.
    pub button: MouseButton,
    /// The new position; `None` to keep the old one.
    pub position: Option<[i32; 2]>,
    /// Additional keys that count as held: bits of `modifier`.
    pub modifiers: u32,
}

/// An action of a key.
#[derive(Clone, PartialEq, Debug)]
pub struct KeyStep {
    /// The key.
    pub key: Key,
    /// The action.
    pub press: Press,
    /// Additional keys that count as held: bits of `modifier`.
    pub modifiers: u32,
}

/// An action of a finger.
#[derive(Clone, PartialEq, Debug)]
pub struct FingerStep {
    /// The action.
    pub action: TouchAction,
    /// The number of the finger.
    pub id: u32,
    /// The new position; `None` to keep the old one.
    pub position: Option<[f32; 2]>,
}

/// Maximum time between clicks at the same position that count as clicks in a row.
const CLICK_TIME: Duration = Duration::from_millis(500);

/// A mouse, a keyboard and fingers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SyntheticInput {
    /// The state of the mouse, the keyboard and the fingers.
    pub(crate) hands: Hands,
}

fn bit(button: MouseButton) -> u32 {
    match button {
        MouseButton::None => 0,
        MouseButton::Left => modifier::LEFT_BUTTON,
        MouseButton::Middle => modifier::MIDDLE_BUTTON,
        MouseButton::Right => modifier::RIGHT_BUTTON,
    }
}

/// Radius of a finger's touch in CSS pixels.
const FINGER: f32 = 11.5;

impl SyntheticInput {
    /// Performs an action of the mouse.
    pub fn mouse(&mut self, step: &MouseStep, time: Duration) -> Vec<InputEvent> {
        let mut events = Vec::new();
        let mut movement = [0; 2];
        if let Some(position) = step.position {
            let [x, y] = self.hands.position;
            movement = [position[0].wrapping_sub(x), position[1].wrapping_sub(y)];
            self.hands.position = position;
        }
        let mut tell = |input: &SyntheticInput, action, button, click_count, movement| {
            events.push(InputEvent {
                time,
                modifiers: input.hands.held | step.modifiers,
                input: Input::Mouse {
                    action,
                    button,
                    position: input.hands.position,
                    click_count,
                    movement,
                },
            });
        };
        let pressed = self.pressed();
        if step.press == Press::Leave {
            if std::mem::take(&mut self.hands.is_over) {
                tell(self, MouseAction::Leave, pressed, 0, movement);
            }
            return events;
        }
        if !std::mem::replace(&mut self.hands.is_over, true) {
            tell(self, MouseAction::Enter, pressed, 0, [0; 2]);
        }
        if step.press == Press::Move || movement != [0; 2] {
            tell(self, MouseAction::Move, pressed, 0, movement);
        }
        let count = match step.press {
            Press::Click(count) => count,
            Press::Down | Press::Up => 1,
            Press::Move | Press::Leave => 0,
        };
        for _ in 0..count {
            if step.press != Press::Up {
                self.hands.held |= bit(step.button);
                let clicks = self.clicks(step.button, time);
                tell(self, MouseAction::Down, step.button, clicks, [0; 2]);
            }
            if step.press != Press::Down {
                self.hands.held &= !bit(step.button);
                let clicks = self
                    .hands
                    .last_click
                    .as_ref()
                    .map_or(1, |click| click.count);
                tell(self, MouseAction::Up, step.button, clicks, [0; 2]);
                if step.button == MouseButton::Right {
                    tell(self, MouseAction::ContextMenu, step.button, 0, [0; 2]);
                }
            }
        }
        events
    }

    /// Returns the event for a movement of the mouse while the program has locked it. The position
    /// of the pointer does not change.
    pub fn movement(&self, movement: [i32; 2], time: Duration) -> InputEvent {
        InputEvent {
            time,
            modifiers: self.hands.held,
            input: Input::Mouse {
                action: MouseAction::Move,
                button: self.pressed(),
                position: self.hands.position,
                click_count: 0,
                movement,
            },
        }
    }

    /// Returns the held button, or the first of several.
    fn pressed(&self) -> MouseButton {
        let buttons = [MouseButton::Left, MouseButton::Middle, MouseButton::Right];
        let held = buttons
            .into_iter()
            .find(|one| self.hands.held & bit(*one) != 0);
        held.unwrap_or(MouseButton::None)
    }

    /// Returns the number of clicks in a row, including this one.
    fn clicks(&mut self, button: MouseButton, time: Duration) -> i32 {
        let position = self.hands.position;
        let before = self.hands.last_click.take().filter(|click| {
            click.button == button
                && click.position == position
                && time.saturating_sub(click.time) <= CLICK_TIME
        });
        let count = before.map_or(0, |click| click.count) + 1;
        self.hands.last_click = Some(Click {
            time,
            button,
            position,
            count,
        });
        count
    }

    /// Performs an action of a key.
    pub fn key(&mut self, step: &KeyStep, time: Duration) -> Vec<InputEvent> {
        let mut events = Vec::new();
        let count = match step.press {
            Press::Click(count) => count,
            _ => 1,
        };
        for _ in 0..count {
            if matches!(step.press, Press::Down | Press::Click(_)) {
                self.key_down(step, time, &mut events);
            }
            if matches!(step.press, Press::Up | Press::Click(_)) {
                self.key_up(step, time, &mut events);
            }
        }
        events
    }

    fn key_down(&mut self, step: &KeyStep, time: Duration, events: &mut Vec<InputEvent>) {
        let key = &step.key;
        let mut place = key.place;
        if self.hands.down.iter().any(|code| *code == key.code) {
            place |= modifier::IS_AUTO_REPEAT;
        } else {
            self.hands.down.push(key.code.clone().into_owned());
        }
        self.hands.held |= key.holds;
        let modifiers = self.hands.held | step.modifiers;
        events.push(InputEvent {
            time,
            modifiers: modifiers | place,
            input: key_input(KeyAction::Down, key),
        });
        if let Some(text) = text_of(key, modifiers) {
            events.push(InputEvent {
                time,
                modifiers: modifiers | place,
                input: Input::Character(text),
            });
        }
    }

    fn key_up(&mut self, step: &KeyStep, time: Duration, events: &mut Vec<InputEvent>) {
        let key = &step.key;
        self.hands.down.retain(|code| *code != key.code);
        self.hands.held &= !key.holds;
        events.push(InputEvent {
            time,
            modifiers: self.hands.held | step.modifiers | key.place,
            input: key_input(KeyAction::Up, key),
        });
    }

    /// Types a text: with keys where possible, otherwise as characters.
    pub fn text(&mut self, text: &str, time: Duration) -> Vec<InputEvent> {
        let mut events = Vec::new();
        for character in text.chars() {
            let key = match character {
                '\n' => Key::named("Enter"),
                '\t' => Key::named("Tab"),
                _ => Key::making(character),
            };
            let Some(key) = key else {
                events.push(InputEvent {
                    time,
                    modifiers: self.hands.held,
                    input: Input::Character(character.to_string().into()),
                });
                continue;
            };
            let shift = Key::named("Shift").filter(|_| key.needs_shift);
            let step = |key, press| KeyStep {
                key,
                press,
                modifiers: 0,
            };
            if let Some(shift) = &shift {
                events.extend(self.key(&step(shift.clone(), Press::Down), time));
            }
            events.extend(self.key(&step(key, Press::Click(1)), time));
            if let Some(shift) = shift {
                events.extend(self.key(&step(shift, Press::Up), time));
            }
        }
        events
    }

    /// Turns the wheel.
    pub fn wheel(
        &self,
        delta: [f32; 2],
        ticks: [f32; 2],
        by_page: bool,
        time: Duration,
    ) -> InputEvent {
        InputEvent {
            time,
            modifiers: self.hands.held,
            input: Input::Wheel {
                delta,
                ticks,
                by_page,
            },
        }
    }

    /// Performs an action of a finger. Returns `None` if the finger does not touch the element, or
    /// too many fingers do.
    pub fn touch(&mut self, step: &FingerStep, time: Duration) -> Option<InputEvent> {
        let index = self
            .hands
            .fingers
            .iter()
            .position(|finger| finger.id == step.id);
        let index = match (index, step.action) {
            (None, TouchAction::Start) if self.hands.fingers.len() < MAX_FINGERS => {
                self.hands.fingers.push(TouchPoint {
                    id: step.id,
                    radius: [FINGER; 2],
                    pressure: 1.0,
                    ..TouchPoint::default()
                });
                self.hands.fingers.len() - 1
            }
            (Some(index), _) => index,
            (None, _) => return None,
        };
        if let Some(position) = step.position {
            self.hands.fingers[index].position = position;
        }
        let changed = self.hands.fingers[index];
        let target = self.hands.fingers.clone();
        if matches!(step.action, TouchAction::End | TouchAction::Cancel) {
            self.hands.fingers.remove(index);
        }
        Some(InputEvent {
            time,
            modifiers: self.hands.held,
            input: Input::Touch {
                action: step.action,
                touches: self.hands.fingers.clone(),
                changed: vec![changed],
                target,
            },
        })
    }
}

fn key_input(action: KeyAction, key: &Key) -> Input {
    Input::Key {
        action,
        key_code: key.number,
        code: key.code.as_ref().into(),
    }
}

/// Returns the character that a key produces while modifiers are held.
fn text_of(key: &Key, modifiers: u32) -> Option<Box<str>> {
    if key.text.is_empty() || modifiers & (modifier::ALT | modifier::META) != 0 {
        return None;
    }
    let letter = key.text.chars().next()?;
    if modifiers & modifier::CONTROL != 0 {
        // With Control held, letters produce control characters.
        let number = u32::from(letter.to_ascii_uppercase()).checked_sub(64)?;
        let control = char::from_u32(number).filter(|_| letter.is_ascii_alphabetic())?;
        return Some(control.to_string().into());
    }
    if modifiers & modifier::SHIFT != 0 && letter.is_ascii_lowercase() {
        return Some(key.text.to_ascii_uppercase().into());
    }
    Some(key.text.as_str().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: Duration = Duration::from_secs(1);

    fn mouse(press: Press, button: MouseButton, position: [i32; 2]) -> MouseStep {
        MouseStep {
            press,
            button,
            position: Some(position),
            modifiers: 0,
        }
    }

    /// Returns action, button, clicks, and the bits of held buttons.
    fn told(events: &[InputEvent]) -> Vec<(MouseAction, MouseButton, i32, u32)> {
        let told = events.iter().map(|event| match &event.input {
            Input::Mouse {
                action,
                button,
                click_count,
                ..
            } => (*action, *button, *click_count, event.modifiers),
            other => panic!("{other:?}"),
        });
        told.collect()
    }

    #[test]
    fn a_click_enters_moves_goes_down_and_up() {
        let mut input = SyntheticInput::default();
        let click = mouse(Press::Click(1), MouseButton::Left, [5, 6]);
        let events = input.mouse(&click, TIME);
        use MouseButton::{Left, None};
        let expected = [
            (MouseAction::Enter, None, 0, 0),
            (MouseAction::Move, None, 0, 0),
            (MouseAction::Down, Left, 1, modifier::LEFT_BUTTON),
            (MouseAction::Up, Left, 1, 0),
        ];
        assert_eq!(told(&events), expected);
        let twice = mouse(Press::Click(2), Left, [9, 9]);
        let counts = told(&input.mouse(&twice, TIME)).into_iter();
        assert_eq!(counts.map(|one| one.2).collect::<Vec<_>>(), [0, 1, 1, 2, 2]);
        let later = input.mouse(&twice, 2 * TIME);
        assert_eq!(told(&later)[0].2, 1, "too late to be of the same row");
    }

    #[test]
    fn a_button_is_held_while_the_mouse_moves() {
        let mut input = SyntheticInput::default();
        use MouseButton::Right;
        input.mouse(&mouse(Press::Down, Right, [0, 0]), TIME);
        let moved = input.mouse(&mouse(Press::Move, MouseButton::Left, [3, -4]), TIME);
        assert!(matches!(
            moved[0].input,
            Input::Mouse {
                button: Right,
                movement: [3, -4],
                ..
            }
        ));
        let up = told(&input.mouse(&mouse(Press::Up, Right, [3, -4]), TIME));
        assert_eq!(up[0], (MouseAction::Up, Right, 1, 0));
        assert_eq!(up[1].0, MouseAction::ContextMenu);
    }

    fn typed(events: &[InputEvent]) -> Vec<String> {
        let typed = events.iter().map(|event| match &event.input {
            Input::Key { action, code, .. } => format!("{action:?} {code} {}", event.modifiers),
            Input::Character(text) => format!("{text:?} {}", event.modifiers),
            other => panic!("{other:?}"),
        });
        typed.collect()
    }

    #[test]
    fn a_key_goes_down_makes_its_character_and_goes_up() {
        let mut input = SyntheticInput::default();
        let typed = typed(&input.text("aB\né", TIME));
        let expected = [
            "Down KeyA 0",
            "\"a\" 0",
            "Up KeyA 0",
            "Down ShiftLeft 2049",
            "Down KeyB 1",
            "\"B\" 1",
            "Up KeyB 1",
            "Up ShiftLeft 2048",
            "Down Enter 0",
            "\"\\r\" 0",
            "Up Enter 0",
            "\"é\" 0",
        ];
        assert_eq!(typed, expected);
    }

    #[test]
    fn a_key_that_is_down_repeats() {
        let mut input = SyntheticInput::default();
        let step = KeyStep {
            key: Key::named("ArrowUp").unwrap(),
            press: Press::Down,
            modifiers: 0,
        };
        input.key(&step, TIME);
        let again = input.key(&step, TIME);
        assert_eq!(again[0].modifiers, modifier::IS_AUTO_REPEAT);
    }

    #[test]
    fn control_with_a_letter_makes_a_control_character_and_alt_does_not() {
        let mut input = SyntheticInput::default();
        let mut pressed = |name, modifiers| {
            let step = KeyStep {
                key: Key::named(name).unwrap(),
                press: Press::Down,
                modifiers,
            };
            let events = input.key(&step, TIME);
            events.get(1).map(|event| event.input.clone())
        };
        let character = |text: &str| Some(Input::Character(text.into()));
        assert_eq!(pressed("c", modifier::CONTROL), character("\u{3}"));
        assert_eq!(pressed("d", modifier::SHIFT), character("D"));
        assert_eq!(pressed("1", modifier::CONTROL), None);
        assert_eq!(pressed("e", modifier::ALT), None);
    }

    #[test]
    fn fingers_are_listed_as_long_as_they_touch() {
        let mut input = SyntheticInput::default();
        let mut touch = |action, id| {
            let position = Some([1.0, 2.0]);
            let step = FingerStep {
                action,
                id,
                position,
            };
            let event = input.touch(&step, TIME)?;
            let Input::Touch {
                touches, target, ..
            } = event.input
            else {
                panic!();
            };
            Some((touches.len(), target.len()))
        };
        assert_eq!(touch(TouchAction::Move, 1), None);
        assert_eq!(touch(TouchAction::Start, 1), Some((1, 1)));
        assert_eq!(touch(TouchAction::Start, 2), Some((2, 2)));
        assert_eq!(touch(TouchAction::End, 1), Some((1, 2)));
        assert_eq!(touch(TouchAction::Cancel, 2), Some((0, 1)));
    }
}
