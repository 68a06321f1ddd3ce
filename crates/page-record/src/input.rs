//! Encodes the user's input.

use crate::start::{nanoseconds, put_f32, read_bool, read_f32, read_i32};
use pinnacle_pepper::device::input::{
    CompositionAction, Input, InputEvent, KeyAction, MouseAction, MouseButton, TouchAction,
    TouchPoint,
};
use pinnacle_record::bytes::{Reader, put_bytes, put_number, put_signed};
use std::time::Duration;

const MOUSE: u8 = 1;
const WHEEL: u8 = 2;
const KEY: u8 = 3;
const CHARACTER: u8 = 4;
const TOUCH: u8 = 5;
const COMPOSITION: u8 = 6;

const MOUSE_ACTIONS: [MouseAction; 6] = [
    MouseAction::Down,
    MouseAction::Up,
    MouseAction::Move,
    MouseAction::Enter,
    MouseAction::Leave,
    MouseAction::ContextMenu,
];
const BUTTONS: [MouseButton; 4] = [
    MouseButton::None,
    MouseButton::Left,
    MouseButton::Middle,
    MouseButton::Right,
];
const KEY_ACTIONS: [KeyAction; 2] = [KeyAction::Down, KeyAction::Up];
const TOUCH_ACTIONS: [TouchAction; 4] = [
    TouchAction::Start,
    TouchAction::Move,
    TouchAction::End,
    TouchAction::Cancel,
];
const COMPOSITION_ACTIONS: [CompositionAction; 4] = [
    CompositionAction::Start,
    CompositionAction::Update,
    CompositionAction::End,
    CompositionAction::Text,
];

/// Appends the index of a value in a list, or 255 if the list lacks it.
pub(crate) fn put_choice<T: PartialEq>(bytes: &mut Vec<u8>, list: &[T], value: &T) {
    let place = list.iter().position(|one| one == value);
    bytes.push(place.map_or(u8::MAX, |place| place as u8));
}

/// Reads what [`put_choice`] writes.
pub(crate) fn read_choice<T: Copy>(reader: &mut Reader<'_>, list: &[T]) -> Option<T> {
    list.get(usize::from(reader.byte()?)).copied()
}

/// Appends an input event.
pub(crate) fn put(bytes: &mut Vec<u8>, event: &InputEvent) {
    put_number(bytes, nanoseconds(event.time));
    put_number(bytes, event.modifiers.into());
    match &event.input {
        Input::Mouse {
            action,
            button,
            position,
            click_count,
            movement,
        } => {
            bytes.push(MOUSE);
            put_choice(bytes, &MOUSE_ACTIONS, action);
            put_choice(bytes, &BUTTONS, button);
            for number in position.iter().chain([click_count]).chain(movement) {
                put_signed(bytes, (*number).into());
            }
        }
        Input::Wheel {
            delta,
            ticks,
            by_page,
        } => {
            bytes.push(WHEEL);
            for number in delta.iter().chain(ticks) {
                put_f32(bytes, *number);
            }
            bytes.push((*by_page).into());
        }
        Input::Key {
            action,
            key_code,
            code,
        } => {
            bytes.push(KEY);
            put_choice(bytes, &KEY_ACTIONS, action);
            put_number(bytes, (*key_code).into());
            put_bytes(bytes, code.as_bytes());
        }
        Input::Character(text) => {
            bytes.push(CHARACTER);
            put_bytes(bytes, text.as_bytes());
        }
        Input::Touch {
            action,
            touches,
            changed,
            target,
        } => {
            bytes.push(TOUCH);
            put_choice(bytes, &TOUCH_ACTIONS, action);
            for list in [touches, changed, target] {
                put_number(bytes, list.len() as u64);
                list.iter().for_each(|point| put_point(bytes, point));
            }
        }
        Input::Composition {
            action,
            text,
            segments,
            target_segment,
            selection,
        } => {
            bytes.push(COMPOSITION);
            put_choice(bytes, &COMPOSITION_ACTIONS, action);
            put_bytes(bytes, text.as_bytes());
            put_number(bytes, segments.len() as u64);
            for number in segments.iter().chain(selection) {
                put_number(bytes, (*number).into());
            }
            put_signed(bytes, (*target_segment).into());
        }
    }
}

/// Reads an input event. Returns `None` if the bytes are malformed.
pub(crate) fn read(reader: &mut Reader<'_>) -> Option<InputEvent> {
    Some(InputEvent {
        time: Duration::from_nanos(reader.number()?),
        modifiers: reader.small()?,
        input: read_input(reader)?,
    })
}

fn read_input(reader: &mut Reader<'_>) -> Option<Input> {
    Some(match reader.byte()? {
        MOUSE => Input::Mouse {
            action: read_choice(reader, &MOUSE_ACTIONS)?,
            button: read_choice(reader, &BUTTONS)?,
            position: [read_i32(reader)?, read_i32(reader)?],
            click_count: read_i32(reader)?,
            movement: [read_i32(reader)?, read_i32(reader)?],
        },
        WHEEL => Input::Wheel {
            delta: [read_f32(reader)?, read_f32(reader)?],
            ticks: [read_f32(reader)?, read_f32(reader)?],
            by_page: read_bool(reader)?,
        },
        KEY => Input::Key {
            action: read_choice(reader, &KEY_ACTIONS)?,
            key_code: reader.small()?,
            code: reader.text()?.into(),
        },
        CHARACTER => Input::Character(reader.text()?.into()),
        TOUCH => Input::Touch {
            action: read_choice(reader, &TOUCH_ACTIONS)?,
            touches: reader.list(read_point)?,
            changed: reader.list(read_point)?,
            target: reader.list(read_point)?,
        },
        COMPOSITION => Input::Composition {
            action: read_choice(reader, &COMPOSITION_ACTIONS)?,
            text: reader.text()?.into(),
            segments: reader.list(Reader::small)?,
            selection: [reader.small()?, reader.small()?],
            target_segment: read_i32(reader)?,
        },
        _ => return None,
    })
}

fn put_point(bytes: &mut Vec<u8>, point: &TouchPoint) {
    put_number(bytes, point.id.into());
    let [x, y] = point.position;
    let [width, height] = point.radius;
    let [right, down] = point.tilt;
    let (angle, pressure) = (point.rotation_angle, point.pressure);
    for number in [x, y, width, height, angle, pressure, right, down] {
        put_f32(bytes, number);
    }
}

fn read_point(reader: &mut Reader<'_>) -> Option<TouchPoint> {
    Some(TouchPoint {
        id: reader.small()?,
        position: [read_f32(reader)?, read_f32(reader)?],
        radius: [read_f32(reader)?, read_f32(reader)?],
        rotation_angle: read_f32(reader)?,
        pressure: read_f32(reader)?,
        tilt: [read_f32(reader)?, read_f32(reader)?],
    })
}
