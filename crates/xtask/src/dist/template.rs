//! Fills in the placeholders `@NAME@` in files of the folder `packages`.

use crate::process::Result;

/// Fills in every placeholder of a text. A placeholder without a value is an error.
pub(super) fn fill(text: &str, values: &[(&str, &str)]) -> Result<String> {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, name, after)) = next(rest) {
        let value = values.iter().find(|(known, _)| *known == name);
        let (_, value) = value.ok_or_else(|| format!("@{name}@ has no value"))?;
        filled.push_str(before);
        filled.push_str(value);
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

/// Finds the first placeholder. Returns the text before it, its name, and the text after it.
fn next(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    while let Some(found) = text[from..].find('@') {
        let start = from + found;
        let behind = &text[start + 1..];
        let is_of_name = |byte: u8| byte.is_ascii_uppercase() || byte == b'_';
        let end = behind.bytes().take_while(|byte| is_of_name(*byte)).count();
        if end > 0 && behind[end..].starts_with('@') {
            return Some((&text[..start], &behind[..end], &behind[end + 1..]));
        }
        from = start + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn places_are_filled_in() {
        let text = "name@host \"$@\" @VERSION@-@URL@@";
        let filled = fill(text, &[("URL", "u"), ("VERSION", "@URL@")]);
        assert_eq!(filled.as_deref(), Ok("name@host \"$@\" @URL@-u@"));
    }

    #[test]
    fn a_place_without_a_value_is_an_error() {
        let filled = fill("a @SIZE@", &[("URL", "u")]);
        assert_eq!(filled, Err("@SIZE@ has no value".into()));
    }
}
