//! Events as programs see them: the resources of `PPB_InputEvent`, and their conversion from inputs
//! of the user.
//!
//! Source: Chromium's `ppapi/shared_impl/ppb_input_event_shared.cc` and
//! `content/renderer/pepper/event_conversion.cc`.

mod saved;

use crate::device::input::{
    CompositionAction, Input, InputEvent, KeyAction, MouseAction, MouseButton, TouchAction,
    TouchPoint, class, modifier,
};
use crate::kernel::resource::{PLACE, Resource};
use pinnacle_system::state::{Refusal, Writer};

/// `PP_InputEvent_Type`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum EventType {
    MouseDown = 0,
    MouseUp = 1,
    MouseMove = 2,
    MouseEnter = 3,
    MouseLeave = 4,
    Wheel = 5,
    RawKeyDown = 6,
    KeyDown = 7,
    KeyUp = 8,
    Char = 9,
    ContextMenu = 10,
    ImeCompositionStart = 11,
    ImeCompositionUpdate = 12,
    ImeCompositionEnd = 13,
    ImeText = 14,
    TouchStart = 15,
    TouchMove = 16,
    TouchEnd = 17,
    TouchCancel = 18,
}

impl EventType {
    /// Returns the type with this number among `types`.
    pub(crate) fn find(number: u32, types: &[EventType]) -> Option<EventType> {
        types.iter().copied().find(|&one| one as u32 == number)
    }

    /// Returns the class that a program requests for events of this type.
    pub(crate) fn class(self) -> u32 {
        match self as u32 {
            0..=4 | 10 => class::MOUSE,
            5 => class::WHEEL,
            6..=9 => class::KEYBOARD,
            11..=14 => class::IME,
            _ => class::TOUCH,
        }
    }

    /// Returns true if an event of this type is a user gesture.
    pub(crate) fn is_user_gesture(self) -> bool {
        matches!(
            self,
            EventType::MouseDown
                | EventType::MouseUp
                | EventType::KeyDown
                | EventType::Char
                | EventType::TouchEnd
        )
    }
}

/// Data of mouse events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mouse {
    /// `PP_InputEvent_MouseButton`.
    pub(crate) button: i32,
    pub(crate) position: [i32; 2],
    pub(crate) click_count: i32,
    pub(crate) movement: [i32; 2],
}

/// Data of wheel events.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Wheel {
    pub(crate) delta: [f32; 2],
    pub(crate) ticks: [f32; 2],
    pub(crate) by_page: bool,
}

/// Data of a key or character event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    pub(crate) key_code: u32,
    pub(crate) text: Box<str>,
    pub(crate) code: Box<str>,
}

/// Data of a composition event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Composition {
    pub(crate) text: Box<str>,
    /// Start of each segment, and the end of the last; empty if there are none.
    pub(crate) segments: Vec<u32>,
    pub(crate) target_segment: i32,
    pub(crate) selection: [u32; 2],
}

/// The lists of `PP_TouchListType`: all touches, the changed ones, and those on the element.
pub(crate) type TouchLists = [Vec<TouchPoint>; 3];

/// Data of each family of events.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Detail {
    Mouse(Mouse),
    Wheel(Wheel),
    Key(Key),
    Touch(TouchLists),
    Composition(Composition),
}

/// An event as a program sees it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ProgramEvent {
    pub(crate) ty: EventType,
    /// Time in seconds, as returned by `GetTimeTicks`.
    pub(crate) time: f64,
    pub(crate) modifiers: u32,
    pub(crate) detail: Detail,
}

impl Resource for ProgramEvent {
    fn name(&self) -> &'static str {
        "InputEvent"
    }

    fn size(&self) -> u64 {
        PLACE + self.own_size()
    }

    fn save(&self, to: &mut Writer) -> Result<(), Refusal> {
        self.write_saved(to);
        Ok(())
    }
}

/// Size of a touch in an event, in bytes.
pub(crate) const TOUCH_SIZE: u64 = size_of::<TouchPoint>() as u64;

impl ProgramEvent {
    /// Returns the approximate number of host bytes that the event takes.
    pub(crate) fn own_size(&self) -> u64 {
        let more = match &self.detail {
            Detail::Mouse(_) | Detail::Wheel(_) => 0,
            Detail::Key(key) => key.text.len() + key.code.len(),
            Detail::Touch(lists) => lists.iter().map(|list| size_of_val(list.as_slice())).sum(),
            Detail::Composition(one) => one.text.len() + size_of_val(one.segments.as_slice()),
        };
        (size_of::<ProgramEvent>() + more) as u64
    }

    /// Returns the data of a mouse event.
    pub(crate) fn mouse(&self) -> Option<&Mouse> {
        match &self.detail {
            Detail::Mouse(mouse) => Some(mouse),
            _ => None,
        }
    }

    /// Returns the data of a wheel event.
    pub(crate) fn wheel(&self) -> Option<&Wheel> {
        match &self.detail {
            Detail::Wheel(wheel) => Some(wheel),
            _ => None,
        }
    }

    /// Returns the data of a key or character event.
    pub(crate) fn key(&self) -> Option<&Key> {
        match &self.detail {
            Detail::Key(key) => Some(key),
            _ => None,
        }
    }

    /// Returns the data of a touch event.
    pub(crate) fn touches(&self) -> Option<&TouchLists> {
        match &self.detail {
            Detail::Touch(lists) => Some(lists),
            _ => None,
        }
    }

    /// Returns the data of a composition event.
    pub(crate) fn composition(&self) -> Option<&Composition> {
        match &self.detail {
            Detail::Composition(composition) => Some(composition),
            _ => None,
        }
    }
}

fn button_number(button: MouseButton) -> i32 {
    match button {
        MouseButton::None => -1,
        MouseButton::Left => 0,
        MouseButton::Middle => 1,
        MouseButton::Right => 2,
    }
}

fn mouse_type(action: MouseAction) -> EventType {
    match action {
        MouseAction::Down => EventType::MouseDown,
        MouseAction::Up => EventType::MouseUp,
        MouseAction::Move => EventType::MouseMove,
        MouseAction::Enter => EventType::MouseEnter,
        MouseAction::Leave => EventType::MouseLeave,
        MouseAction::ContextMenu => EventType::ContextMenu,
    }
}

/// Returns the events for an input. Text gives one event for each character, all other inputs give
/// one. `RawKeyDown` never occurs.
pub(crate) fn events(event: InputEvent) -> Vec<ProgramEvent> {
    let (time, modifiers) = (event.time.as_secs_f64(), event.modifiers);
    let (ty, detail) = match event.input {
        Input::Mouse {
            action,
            button,
            position,
            click_count,
            movement,
        } => {
            let mouse = Mouse {
                button: button_number(button),
                position,
                click_count,
                movement,
            };
            (mouse_type(action), Detail::Mouse(mouse))
        }
        Input::Wheel {
            delta,
            ticks,
            by_page,
        } => {
            let wheel = Wheel {
                delta,
                ticks,
                by_page,
            };
            (EventType::Wheel, Detail::Wheel(wheel))
        }
        Input::Key {
            action,
            key_code,
            code,
        } => {
            let ty = match action {
                KeyAction::Down => EventType::KeyDown,
                KeyAction::Up => EventType::KeyUp,
            };
            let text = Box::default();
            let key = Key {
                key_code,
                text,
                code,
            };
            (ty, Detail::Key(key))
        }
        Input::Character(text) => return characters(time, modifiers, &text),
        Input::Touch {
            action,
            touches,
            changed,
            target,
        } => {
            let ty = match action {
                TouchAction::Start => EventType::TouchStart,
                TouchAction::Move => EventType::TouchMove,
                TouchAction::End => EventType::TouchEnd,
                TouchAction::Cancel => EventType::TouchCancel,
            };
            (ty, Detail::Touch([touches, changed, target]))
        }
        Input::Composition {
            action,
            text,
            segments,
            target_segment,
            selection,
        } => {
            let ty = match action {
                CompositionAction::Start => EventType::ImeCompositionStart,
                CompositionAction::Update => EventType::ImeCompositionUpdate,
                CompositionAction::End => EventType::ImeCompositionEnd,
                CompositionAction::Text => EventType::ImeText,
            };
            let composition = Composition {
                text,
                segments,
                target_segment,
                selection,
            };
            (ty, Detail::Composition(composition))
        }
    };
    vec![ProgramEvent {
        ty,
        time,
        modifiers,
        detail,
    }]
}

fn characters(time: f64, modifiers: u32, text: &str) -> Vec<ProgramEvent> {
    let event = |character: char| ProgramEvent {
        ty: EventType::Char,
        time,
        modifiers,
        detail: Detail::Key(Key {
            key_code: 0,
            text: character.to_string().into(),
            code: Box::default(),
        }),
    };
    text.chars().map(event).collect()
}

/// Converts an event of a single finger to a mouse event, for a program that has not requested
/// touches. Returns `None` for other events.
pub(crate) fn mouse_of_finger(event: &InputEvent) -> Option<InputEvent> {
    let Input::Touch {
        action,
        touches,
        changed,
        ..
    } = &event.input
    else {
        return None;
    };
    let (action, finger) = match (action, &touches[..], &changed[..]) {
        (TouchAction::Start, [finger], _) => (MouseAction::Down, finger),
        (TouchAction::Move, [finger], _) => (MouseAction::Move, finger),
        (TouchAction::End, [], [finger]) => (MouseAction::Up, finger),
        _ => return None,
    };
    let is_held = action != MouseAction::Up;
    let held = if is_held { modifier::LEFT_BUTTON } else { 0 };
    Some(InputEvent {
        time: event.time,
        modifiers: event.modifiers | held,
        input: Input::Mouse {
            action,
            button: MouseButton::Left,
            position: finger.position.map(|one| one.floor() as i32),
            click_count: i32::from(action != MouseAction::Move),
            movement: [0; 2],
        },
    })
}
