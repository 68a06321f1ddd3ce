//! Events and calls of OpenGL in words.

use pinnacle_pepper::device::Event;
use pinnacle_pepper::device::gl::Function;
use pinnacle_pepper::device::input::{Input, InputEvent, MouseAction};
use pinnacle_pepper::message::{Message, json};

/// Maximum length of a text in characters.
pub(crate) const MAX_TEXT: usize = 160;

/// Shortens a text.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// Describes an event; `None` for display frames, which come all the time.
pub(crate) fn event(event: &Event) -> Option<String> {
    Some(match event {
        Event::Message(message) => format!("message {}", shown(message)),
        Event::BlockingMessage(message) => {
            format!(
                "message {}, and the page waits for a response",
                shown(message)
            )
        }
        Event::View(view) => {
            let rect = view.rect;
            format!("view: {} by {} CSS pixels", rect.width, rect.height)
        }
        Event::Focus(true) => "the element has the focus".into(),
        Event::Focus(false) => "the element loses the focus".into(),
        Event::Input(one) => input(one),
        Event::FullscreenRefused => "fullscreen is refused".into(),
        Event::MouseLock(true) => "the mouse is locked".into(),
        Event::MouseLock(false) => "locking the mouse is refused".into(),
        Event::MouseLockLost => "the mouse is no longer locked".into(),
        Event::Frame => return None,
        Event::ContextLost(id) => format!("OpenGL context {id} is lost"),
        Event::End => "the program is asked to end".into(),
        Event::Save => "the state is to be saved".into(),
        Event::Fetch { id, .. } => format!("progress of URL request {id}"),
        Event::Stored(_) => "files are stored".into(),
        Event::Network { id, .. } => format!("event of network request {id}"),
        Event::Video { id, .. } => format!("event of video decoder {id}"),
        Event::Track { number, .. } => format!("event of media track {number}"),
    })
}

fn shown(message: &Message) -> String {
    match json::to_text_within(message, MAX_TEXT * 4) {
        Ok(text) => short(&text),
        Err(_) => "too long to show".into(),
    }
}

fn input(event: &InputEvent) -> String {
    match &event.input {
        Input::Mouse {
            action,
            button,
            position: [x, y],
            ..
        } => match action {
            MouseAction::Down | MouseAction::Up => {
                format!("mouse {action:?} at {x}, {y}, button {button:?}").to_lowercase()
            }
            _ => format!("mouse {action:?} at {x}, {y}").to_lowercase(),
        },
        Input::Wheel { delta: [x, y], .. } => format!("wheel by {x}, {y}"),
        Input::Key { action, code, .. } => {
            let action = format!("{action:?}").to_lowercase();
            format!("key {action} {}", short(code))
        }
        Input::Character(text) => format!("character {:?}", short(text)),
        Input::Touch {
            action, changed, ..
        } => {
            let action = format!("{action:?}").to_lowercase();
            let places = changed.iter().map(|point| {
                let [x, y] = point.position;
                format!("{x}, {y}")
            });
            let places = places.take(10).collect::<Vec<_>>().join("; ");
            format!("touch {action} at {places}")
        }
        Input::Composition { text, .. } => format!("composed text {:?}", short(text)),
    }
}

/// Returns true if a function of OpenGL can change pixels.
pub(crate) fn draws(function: Function) -> bool {
    matches!(
        function,
        Function::Clear
            | Function::DrawArrays
            | Function::DrawElements
            | Function::DrawArraysInstancedANGLE
            | Function::DrawElementsInstancedANGLE
            | Function::BlitFramebufferEXT
    )
}

/// The modes of draw calls, by number.
const MODES: [&str; 7] = [
    "GL_POINTS",
    "GL_LINES",
    "GL_LINE_LOOP",
    "GL_LINE_STRIP",
    "GL_TRIANGLES",
    "GL_TRIANGLE_STRIP",
    "GL_TRIANGLE_FAN",
];

/// The buffers that `glClear` clears.
const BUFFERS: [(u32, &str); 3] = [
    (0x4000, "GL_COLOR_BUFFER_BIT"),
    (0x100, "GL_DEPTH_BUFFER_BIT"),
    (0x400, "GL_STENCIL_BUFFER_BIT"),
];

/// Describes a draw call with its arguments.
pub(crate) fn draw_call(function: Function, args: &[u64]) -> String {
    let words: Vec<String> = args
        .iter()
        .enumerate()
        .map(|(index, &word)| {
            let word = word as u32;
            match (function, index) {
                (Function::Clear, _) => buffers(word),
                (Function::BlitFramebufferEXT, _) => (word as i32).to_string(),
                (_, 0) => match MODES.get(word as usize) {
                    Some(mode) => (*mode).into(),
                    None => format!("{word:#x}"),
                },
                _ => (word as i32).to_string(),
            }
        })
        .collect();
    format!("gl{}({})", function.name(), words.join(", "))
}

fn buffers(mask: u32) -> String {
    let known = BUFFERS.iter().fold(0, |mask, (bit, _)| mask | bit);
    if mask == 0 || mask & !known != 0 {
        return format!("{mask:#x}");
    }
    let names = BUFFERS.iter().filter(|(bit, _)| mask & bit != 0);
    names.map(|(_, name)| *name).collect::<Vec<_>>().join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draw_calls_have_names_for_their_first_argument() {
        let text = draw_call(Function::DrawArrays, &[4, 0, 6]);
        assert_eq!(text, "glDrawArrays(GL_TRIANGLES, 0, 6)");
        let text = draw_call(Function::Clear, &[0x4100]);
        assert_eq!(text, "glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT)");
        let text = draw_call(Function::Clear, &[0x1]);
        assert_eq!(text, "glClear(0x1)");
        let text = draw_call(Function::DrawArrays, &[99, 0xffff_ffff]);
        assert_eq!(text, "glDrawArrays(0x63, -1)");
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        let text = "ä".repeat(MAX_TEXT + 1);
        assert_eq!(short(&text), format!("{}…", "ä".repeat(MAX_TEXT)));
        assert_eq!(short("abc"), "abc");
    }

    #[test]
    fn frames_of_the_display_are_not_listed() {
        assert_eq!(event(&Event::Frame), None);
        let text = event(&Event::Focus(true)).unwrap();
        assert_eq!(text, "the element has the focus");
    }
}
