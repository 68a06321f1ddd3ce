//! Input events in a saved state. Programs may hold references to them.

use super::{Composition, Detail, EventType, Key, Mouse, ProgramEvent, Wheel};
use crate::device::input::TouchPoint;
use pinnacle_system::state::{Reader, Unusable, Writer};

/// Maximum length of a text, and of a list.
const MAX_LENGTH: usize = 1 << 24;

/// All event types, in the order of their numbers.
const TYPES: [EventType; 19] = [
    EventType::MouseDown,
    EventType::MouseUp,
    EventType::MouseMove,
    EventType::MouseEnter,
    EventType::MouseLeave,
    EventType::Wheel,
    EventType::RawKeyDown,
    EventType::KeyDown,
    EventType::KeyUp,
    EventType::Char,
    EventType::ContextMenu,
    EventType::ImeCompositionStart,
    EventType::ImeCompositionUpdate,
    EventType::ImeCompositionEnd,
    EventType::ImeText,
    EventType::TouchStart,
    EventType::TouchMove,
    EventType::TouchEnd,
    EventType::TouchCancel,
];

const MOUSE: u8 = 0;
const WHEEL: u8 = 1;
const KEY: u8 = 2;
const TOUCH: u8 = 3;
const COMPOSITION: u8 = 4;

impl ProgramEvent {
    pub(super) fn write_saved(&self, to: &mut Writer) {
        to.word(self.ty as u32);
        to.number(self.time.to_bits());
        to.word(self.modifiers);
        match &self.detail {
            Detail::Mouse(mouse) => {
                to.byte(MOUSE);
                let [x, y] = mouse.position;
                let [left, top] = mouse.movement;
                let numbers = [mouse.button, x, y, mouse.click_count, left, top];
                to.words(&numbers.map(|number| number as u32));
            }
            Detail::Wheel(wheel) => {
                to.byte(WHEEL);
                let numbers = wheel.delta.into_iter().chain(wheel.ticks);
                numbers.for_each(|number| to.float(number));
                to.truth(wheel.by_page);
            }
            Detail::Key(key) => {
                to.byte(KEY);
                to.word(key.key_code);
                to.text(&key.text);
                to.text(&key.code);
            }
            Detail::Touch(lists) => {
                to.byte(TOUCH);
                for list in lists {
                    to.count(list.len());
                    list.iter().for_each(|point| save_point(point, to));
                }
            }
            Detail::Composition(one) => {
                to.byte(COMPOSITION);
                to.text(&one.text);
                to.count(one.segments.len());
                to.words(&one.segments);
                to.word(one.target_segment as u32);
                to.words(&one.selection);
            }
        }
    }

    /// Reads an event from a saved state.
    pub(crate) fn read_saved(from: &mut Reader) -> Result<ProgramEvent, Unusable> {
        let damaged = || Unusable::damaged("an input event has an unknown type");
        let ty = EventType::find(from.word()?, &TYPES).ok_or_else(damaged)?;
        let time = f64::from_bits(from.number()?);
        let modifiers = from.word()?;
        let detail = match from.byte()? {
            MOUSE => {
                let [button, x, y, click_count, left, top] =
                    from.words()?.map(|word: u32| word as i32);
                Detail::Mouse(Mouse {
                    button,
                    position: [x, y],
                    click_count,
                    movement: [left, top],
                })
            }
            WHEEL => Detail::Wheel(Wheel {
                delta: [from.float()?, from.float()?],
                ticks: [from.float()?, from.float()?],
                by_page: from.truth()?,
            }),
            KEY => Detail::Key(Key {
                key_code: from.word()?,
                text: from.text(MAX_LENGTH)?.into(),
                code: from.text(MAX_LENGTH)?.into(),
            }),
            TOUCH => Detail::Touch([
                list(from, read_point)?,
                list(from, read_point)?,
                list(from, read_point)?,
            ]),
            COMPOSITION => Detail::Composition(Composition {
                text: from.text(MAX_LENGTH)?.into(),
                segments: list(from, Reader::word)?,
                target_segment: from.word()? as i32,
                selection: from.words()?,
            }),
            _ => return Err(damaged()),
        };
        Ok(ProgramEvent {
            ty,
            time,
            modifiers,
            detail,
        })
    }
}

fn list<T>(
    from: &mut Reader,
    read: impl Fn(&mut Reader) -> Result<T, Unusable>,
) -> Result<Vec<T>, Unusable> {
    let mut list = Vec::new();
    for _ in 0..from.count(MAX_LENGTH)? {
        list.push(read(from)?);
    }
    Ok(list)
}

fn save_point(point: &TouchPoint, to: &mut Writer) {
    let TouchPoint {
        id,
        position: [x, y],
        radius: [width, height],
        rotation_angle,
        pressure,
        tilt: [across, along],
    } = *point;
    to.word(id);
    for number in [x, y, width, height, rotation_angle, pressure, across, along] {
        to.float(number);
    }
}

fn read_point(from: &mut Reader) -> Result<TouchPoint, Unusable> {
    Ok(TouchPoint {
        id: from.word()?,
        position: [from.float()?, from.float()?],
        radius: [from.float()?, from.float()?],
        rotation_angle: from.float()?,
        pressure: from.float()?,
        tilt: [from.float()?, from.float()?],
    })
}
