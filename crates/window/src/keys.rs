//! Converts key events of the system to those of the DOM.

use pinnacle_headless::script::keys::Key;
use winit::event::KeyEvent;
use winit::keyboard::PhysicalKey;

/// Returns the key of an event, with the character that it produces on the user's keyboard. Returns
/// `None` if the DOM has no name for its position.
pub(crate) fn key_of(event: &KeyEvent) -> Option<Key> {
    let PhysicalKey::Code(code) = event.physical_key else {
        return None;
    };
    // winit has the names of the DOM, except for the Meta keys.
    let name = match format!("{code:?}").as_str() {
        "SuperLeft" => "MetaLeft".to_owned(),
        "SuperRight" => "MetaRight".to_owned(),
        name => name.to_owned(),
    };
    let mut key = Key::named(&name)?;
    // With the control key held, the system reports control characters. `headless` makes these
    // itself.
    let made = event.text.as_deref();
    if let Some(text) = made.filter(|text| !text.contains(char::is_control)) {
        key.text = text.to_owned();
    }
    Some(key)
}
