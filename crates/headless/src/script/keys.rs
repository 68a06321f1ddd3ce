//! The keys of a US keyboard: their DOM names and positions, their key codes, and the characters
//! that they produce.
//!
//! Source: the UI Events KeyboardEvent recommendations of the W3C (names of positions and keys).
//! Key codes are the virtual key codes of Windows, which Chrome used on every system.

use pinnacle_pepper::device::input::modifier;
use std::borrow::Cow;

/// A key, or a character that is typed with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// Its position, as named by the DOM: `KeyA`.
    pub code: Cow<'static, str>,
    /// Its key code.
    pub number: u32,
    /// The character that it produces; empty if there is none.
    pub text: String,
    /// True if shift must be held for the character.
    pub needs_shift: bool,
    /// The bits of `modifier` that are always set for the key.
    pub place: u32,
    /// The `modifier` bit that is set while it is held, or 0.
    pub holds: u32,
}

/// Keys with symbols: position, key code, symbol without and with shift.
const SIGNS: &[(&str, u32, char, char)] = &[
    ("Digit0", 48, '0', ')'),
    ("Digit1", 49, '1', '!'),
    ("Digit2", 50, '2', '@'),
    ("Digit3", 51, '3', '#'),
    ("Digit4", 52, '4', '$'),
    ("Digit5", 53, '5', '%'),
    ("Digit6", 54, '6', '^'),
    ("Digit7", 55, '7', '&'),
    ("Digit8", 56, '8', '*'),
    ("Digit9", 57, '9', '('),
    ("Semicolon", 186, ';', ':'),
    ("Equal", 187, '=', '+'),
    ("Comma", 188, ',', '<'),
    ("Minus", 189, '-', '_'),
    ("Period", 190, '.', '>'),
    ("Slash", 191, '/', '?'),
    ("Backquote", 192, '`', '~'),
    ("BracketLeft", 219, '[', '{'),
    ("Backslash", 220, '\\', '|'),
    ("BracketRight", 221, ']', '}'),
    ("Quote", 222, '\'', '"'),
    ("Space", 32, ' ', ' '),
];

/// Other keys: name, position, key code, the character that the key produces.
const NAMED: &[(&str, &str, u32, &str)] = &[
    ("Enter", "Enter", 13, "\r"),
    ("Tab", "Tab", 9, "\t"),
    ("Backspace", "Backspace", 8, "\u{8}"),
    ("Escape", "Escape", 27, "\u{1b}"),
    ("Delete", "Delete", 46, ""),
    ("Insert", "Insert", 45, ""),
    ("Home", "Home", 36, ""),
    ("End", "End", 35, ""),
    ("PageUp", "PageUp", 33, ""),
    ("PageDown", "PageDown", 34, ""),
    ("ArrowLeft", "ArrowLeft", 37, ""),
    ("ArrowUp", "ArrowUp", 38, ""),
    ("ArrowRight", "ArrowRight", 39, ""),
    ("ArrowDown", "ArrowDown", 40, ""),
    ("CapsLock", "CapsLock", 20, ""),
    ("NumLock", "NumLock", 144, ""),
    ("ScrollLock", "ScrollLock", 145, ""),
    ("Pause", "Pause", 19, ""),
    ("PrintScreen", "PrintScreen", 44, ""),
    ("ContextMenu", "ContextMenu", 93, ""),
    ("", "NumpadMultiply", 106, "*"),
    ("", "NumpadAdd", 107, "+"),
    ("", "NumpadSubtract", 109, "-"),
    ("", "NumpadDecimal", 110, "."),
    ("", "NumpadDivide", 111, "/"),
    ("", "NumpadEnter", 13, "\r"),
];

/// Keys that exist on both sides of the keyboard: name, key code, modifier.
const PAIRS: &[(&str, u32, u32)] = &[
    ("Shift", 16, modifier::SHIFT),
    ("Control", 17, modifier::CONTROL),
    ("Alt", 18, modifier::ALT),
    ("Meta", 91, modifier::META),
];

impl Key {
    /// Finds a key by the character that it produces (`a`, `A`, `?`), by its name (`Enter`,
    /// `Shift`, `F5`) or by its position (`KeyA`, `ShiftRight`, `Numpad5`).
    pub fn named(name: &str) -> Option<Key> {
        let mut letters = name.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return Key::making(letter);
        }
        Key::letter_place(name)
            .or_else(|| Key::held(name))
            .or_else(|| Key::numbered(name))
            .or_else(|| {
                let mut signs = SIGNS.iter();
                let (.., plain, _) = signs.find(|(code, ..)| *code == name)?;
                Key::making(*plain)
            })
            .or_else(|| {
                let mut named = NAMED.iter();
                let (_, code, number, text) = named.find(|(found, code, ..)| {
                    !name.is_empty() && *found == name || *code == name
                })?;
                let place = match code.starts_with("Numpad") {
                    true => modifier::IS_KEYPAD,
                    false => 0,
                };
                Some(Key::new((*code).into(), *number, text, place))
            })
    }

    /// Finds the key that produces a character.
    pub fn making(character: char) -> Option<Key> {
        if character.is_ascii_alphabetic() {
            let upper = character.to_ascii_uppercase();
            let mut key = Key::new(
                format!("Key{upper}").into(),
                upper.into(),
                &character.to_string(),
                0,
            );
            key.needs_shift = character.is_ascii_uppercase();
            return Some(key);
        }
        let mut signs = SIGNS.iter();
        let (code, number, plain, _) =
            signs.find(|(.., plain, shifted)| [*plain, *shifted].contains(&character))?;
        let mut key = Key::new((*code).into(), *number, &character.to_string(), 0);
        key.needs_shift = *plain != character;
        Some(key)
    }

    fn new(code: Cow<'static, str>, number: u32, text: &str, place: u32) -> Key {
        Key {
            code,
            number,
            text: text.to_owned(),
            needs_shift: false,
            place,
            holds: 0,
        }
    }

    fn letter_place(name: &str) -> Option<Key> {
        let letter = name.strip_prefix("Key")?;
        let mut letters = letter.chars();
        match (letters.next(), letters.next()) {
            (Some(letter @ 'A'..='Z'), None) => Key::making(letter.to_ascii_lowercase()),
            _ => None,
        }
    }

    /// Finds a modifier key: `Shift`, `ShiftLeft`, `ShiftRight` and so on.
    fn held(name: &str) -> Option<Key> {
        let (pair, number, holds) = PAIRS.iter().find(|(pair, ..)| name.starts_with(pair))?;
        let (side, place) = match &name[pair.len()..] {
            "" | "Left" => ("Left", modifier::IS_LEFT),
            "Right" => ("Right", modifier::IS_RIGHT),
            _ => return None,
        };
        // Of these keys, only the Windows key has different key codes for the two sides.
        let number = match (*number, side) {
            (91, "Right") => 92,
            (number, _) => number,
        };
        let mut key = Key::new(format!("{pair}{side}").into(), number, "", place);
        key.holds = *holds;
        Some(key)
    }

    /// Finds `F1` to `F12` and `Numpad0` to `Numpad9`.
    fn numbered(name: &str) -> Option<Key> {
        if let Some(digit) = name.strip_prefix("Numpad") {
            let number: u32 = digit.parse().ok().filter(|number| *number < 10)?;
            let code = format!("Numpad{number}").into();
            return Some(Key::new(code, 96 + number, digit, modifier::IS_KEYPAD));
        }
        let number: u32 = name.strip_prefix('F')?.parse().ok()?;
        let is_there = (1..=12).contains(&number);
        is_there.then(|| Key::new(format!("F{number}").into(), 111 + number, "", 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(name: &str) -> (String, u32, String, bool) {
        let key = Key::named(name).unwrap_or_else(|| panic!("{name}"));
        (key.code.into(), key.number, key.text, key.needs_shift)
    }

    #[test]
    fn keys_have_characters_names_and_places() {
        for (name, code, number, text, needs_shift) in [
            ("a", "KeyA", 65, "a", false),
            ("A", "KeyA", 65, "A", true),
            ("KeyA", "KeyA", 65, "a", false),
            ("?", "Slash", 191, "?", true),
            (" ", "Space", 32, " ", false),
            ("Space", "Space", 32, " ", false),
            ("Digit1", "Digit1", 49, "1", false),
            ("Enter", "Enter", 13, "\r", false),
            ("ArrowLeft", "ArrowLeft", 37, "", false),
            ("F12", "F12", 123, "", false),
            ("Numpad5", "Numpad5", 101, "5", false),
            ("NumpadAdd", "NumpadAdd", 107, "+", false),
            ("Shift", "ShiftLeft", 16, "", false),
            ("MetaRight", "MetaRight", 92, "", false),
        ] {
            let expected = (code.to_owned(), number, text.to_owned(), needs_shift);
            assert_eq!(known(name), expected, "{name}");
        }
    }

    #[test]
    fn unknown_keys_are_not_found() {
        for name in ["", "é", "Keya", "F13", "Numpad10", "ShiftMiddle", "enter"] {
            assert_eq!(Key::named(name), None, "{name}");
        }
    }
}
