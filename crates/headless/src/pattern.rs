//! Patterns for messages.
//!
//! A pattern is written like a message and matches an equal message, with two exceptions: a
//! dictionary may have more entries than its pattern, and there are these objects with a `$`:
//!
//! | pattern | matches |
//! |---|---|
//! | `{"$any": true}` | everything |
//! | `{"$starts": "LOG"}` | texts with this prefix |
//! | `{"$contains": "x"}` | texts that contain this |
//! | `{"$between": [0, 1.5]}` | numbers of either kind, both ends included |
//! | `{"$length": 4}` | texts (bytes), arrays and `ArrayBuffer`s of this length |

use crate::json;
use pinnacle_pepper::message::{Message, Object, Value};
use serde_json::Value as Json;
use std::fmt::Write;

/// A pattern for messages.
#[derive(Clone, PartialEq, Debug)]
pub struct Pattern {
    kind: Kind,
    /// The pattern as written.
    text: String,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Any,
    Starts(String),
    Contains(String),
    Between(f64, f64),
    Length(usize),
    /// A value that is not an array or a dictionary.
    Value(Message),
    Array(Vec<Kind>),
    Dictionary(Vec<(String, Kind)>),
}

/// A difference between a message and its pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Path to the difference, such as `.models[1]`; empty for the whole message.
    pub path: String,
    /// The difference.
    pub what: String,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// Fails with a sentence that describes the error.
    pub fn from_json(json: &Json) -> Result<Pattern, String> {
        Ok(Pattern {
            kind: kind(json)?,
            text: json.to_string(),
        })
    }

    /// Returns the pattern as written, in one line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns true if a message matches.
    pub fn matches(&self, message: &Message) -> bool {
        self.difference(message).is_none()
    }

    /// Returns the first difference between a message and the pattern.
    pub fn difference(&self, message: &Message) -> Option<Difference> {
        let mut path = String::new();
        let what = compare(&self.kind, message, message.root(), &mut path)?;
        Some(Difference { path, what })
    }
}

fn kind(json: &Json) -> Result<Kind, String> {
    Ok(match json {
        Json::Array(values) => Kind::Array(values.iter().map(kind).collect::<Result<_, _>>()?),
        Json::Object(entries) => {
            if let Some(special) = special(json)? {
                return Ok(special);
            }
            let mut list = Vec::with_capacity(entries.len());
            for (name, json) in entries {
                // Names are escaped as in messages.
                let name = name
                    .strip_prefix('$')
                    .filter(|rest| rest.starts_with('$'))
                    .unwrap_or(name);
                list.push((name.to_owned(), kind(json)?));
            }
            Kind::Dictionary(list)
        }
        _ => Kind::Value(json::from_json(json)?),
    })
}

/// Returns the pattern that an object with a `$` encodes, or `None` if the object is a dictionary.
fn special(json: &Json) -> Result<Option<Kind>, String> {
    let entries = json.as_object().into_iter().flatten();
    let mut names = entries.clone().map(|(name, _)| name);
    if names.all(|name| !name.starts_with('$') || name.starts_with("$$")) {
        return Ok(None);
    }
    let (Some((name, value)), 1) = (entries.clone().next(), entries.count()) else {
        // Parsing the object as a message returns the error.
        return json::from_json(json).map(|message| Some(Kind::Value(message)));
    };
    Ok(Some(match (name.as_str(), value) {
        ("$any", Json::Bool(true)) => Kind::Any,
        ("$starts", Json::String(text)) => Kind::Starts(text.clone()),
        ("$contains", Json::String(text)) => Kind::Contains(text.clone()),
        ("$between", Json::Array(ends)) => {
            let ends: Vec<f64> = ends.iter().filter_map(Json::as_f64).collect();
            match ends[..] {
                [low, high] => Kind::Between(low, high),
                _ => return Err("$between takes two numbers".into()),
            }
        }
        ("$length", Json::Number(length)) => match length.as_u64() {
            Some(length) => Kind::Length(length as usize),
            None => return Err("$length takes a whole number".into()),
        },
        ("$any" | "$starts" | "$contains" | "$between" | "$length", _) => {
            return Err(format!("{name} cannot be {value}"));
        }
        _ => Kind::Value(json::from_json(json)?),
    }))
}

/// Returns the difference between a value and a pattern, and writes its location to `path`.
fn compare(kind: &Kind, message: &Message, value: Value, path: &mut String) -> Option<String> {
    let object = message.object(value);
    let text = match object {
        Some(Object::String(text)) => Some(&**text),
        _ => None,
    };
    let fits = match kind {
        Kind::Any => true,
        Kind::Starts(start) => text.is_some_and(|text| text.starts_with(start.as_str())),
        Kind::Contains(part) => text.is_some_and(|text| text.contains(part.as_str())),
        Kind::Between(low, high) => match value {
            Value::Int32(number) => (*low..=*high).contains(&f64::from(number)),
            Value::Double(number) => (*low..=*high).contains(&number),
            _ => false,
        },
        Kind::Length(length) => match object {
            Some(Object::String(text)) => text.len() == *length,
            Some(Object::ArrayBuffer(bytes)) => bytes.len() == *length,
            Some(Object::Array(values)) => values.len() == *length,
            _ => false,
        },
        Kind::Value(expected) => match expected.object(expected.root()) {
            Some(expected) => object == Some(expected),
            None => same(expected.root(), value),
        },
        Kind::Array(kinds) => {
            if let Some(Object::Array(values)) = object {
                return compare_arrays(kinds, values, message, path);
            }
            false
        }
        Kind::Dictionary(kinds) => {
            if let Some(Object::Dictionary(entries)) = object {
                return compare_dictionaries(kinds, entries, message, path);
            }
            false
        }
    };
    (!fits).then(|| {
        let found = shown(message, value);
        match kind {
            Kind::Array(_) => format!("expected an array, found {found}"),
            Kind::Dictionary(_) => format!("expected a dictionary, found {found}"),
            Kind::Value(expected) => {
                let expected = shown(expected, expected.root());
                format!("expected {expected}, found {found}")
            }
            _ => format!("{found} does not match the pattern"),
        }
    })
}

fn compare_arrays(
    kinds: &[Kind],
    values: &[Value],
    message: &Message,
    path: &mut String,
) -> Option<String> {
    for (index, (kind, value)) in kinds.iter().zip(values).enumerate() {
        let length = path.len();
        let _ = write!(path, "[{index}]");
        let difference = compare(kind, message, *value, path);
        if difference.is_some() {
            return difference;
        }
        path.truncate(length);
    }
    let (expected, found) = (kinds.len(), values.len());
    (expected != found).then(|| match expected {
        1 => format!("expected 1 element, found {found}"),
        _ => format!("expected {expected} elements, found {found}"),
    })
}

fn compare_dictionaries(
    kinds: &[(String, Kind)],
    entries: &[(Box<str>, Value)],
    message: &Message,
    path: &mut String,
) -> Option<String> {
    for (name, kind) in kinds {
        let length = path.len();
        let _ = write!(path, ".{name}");
        let entry = entries.iter().find(|(found, _)| **found == **name);
        let Some((_, value)) = entry else {
            return Some("is absent".into());
        };
        let difference = compare(kind, message, *value, path);
        if difference.is_some() {
            return difference;
        }
        path.truncate(length);
    }
    None
}

/// Returns true if two values are equal. Doubles must have the same bits.
fn same(left: Value, right: Value) -> bool {
    match (left, right) {
        (Value::Double(left), Value::Double(right)) => {
            left.to_bits() == right.to_bits() || left.is_nan() && right.is_nan()
        }
        (left, right) => left == right,
    }
}

/// Formats a value for an error message. Long values are shortened.
fn shown(message: &Message, value: Value) -> String {
    const LONGEST: usize = 60;
    match message.object(value) {
        Some(Object::Array(values)) => format!("an array of {}", values.len()),
        Some(Object::Dictionary(entries)) => format!("a dictionary of {}", entries.len()),
        Some(Object::ArrayBuffer(bytes)) => format!("an ArrayBuffer of {}", bytes.len()),
        Some(Object::VideoTrack { .. }) => "a track".into(),
        Some(Object::String(text)) => {
            let mut shown: String = text.chars().take(LONGEST).collect();
            if shown.len() < text.len() {
                shown.push_str("...");
            }
            format!("{shown:?}")
        }
        None => json::to_text(&Message::of(value)).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Result<Pattern, String> {
        Pattern::from_json(&serde_json::from_str(text).unwrap())
    }

    fn difference(expected: &str, found: &str) -> Option<String> {
        let message = json::from_text(found).unwrap();
        let difference = pattern(expected).unwrap().difference(&message)?;
        Some(format!("{}: {}", difference.path, difference.what))
    }

    #[test]
    fn equal_values_match_and_dictionaries_may_have_more() {
        for (expected, found) in [
            ("1", "1"),
            ("{\"$double\":1}", "{\"$double\":1}"),
            ("\"a\"", "\"a\""),
            ("{\"$undefined\":true}", "{\"$undefined\":true}"),
            ("{\"$bytes\":\"aGk=\"}", "{\"$bytes\":\"aGk=\"}"),
            ("{\"a\":[1,{}]}", "{\"b\":2,\"a\":[1,{\"c\":null}]}"),
            ("{\"$$a\":1}", "{\"$$a\":1}"),
            ("{\"$any\":true}", "[1,2]"),
            (
                "[{\"$starts\":\"LO\"},{\"$contains\":\"b\"}]",
                "[\"LOG\",\"abc\"]",
            ),
            ("{\"$between\":[0,1]}", "{\"$double\":1}"),
            ("{\"$between\":[0,1]}", "0.25"),
            ("{\"$length\":2}", "{\"$bytes\":\"aGk=\"}"),
        ] {
            assert_eq!(difference(expected, found), None, "{expected} {found}");
        }
    }

    #[test]
    fn the_first_difference_is_told_with_its_place() {
        for (expected, found, told) in [
            (
                "1",
                "{\"$double\":1}",
                ": expected 1, found {\"$double\":1.0}",
            ),
            ("\"a\"", "[]", ": expected \"a\", found an array of 0"),
            ("{\"a\":{\"b\":1}}", "{\"a\":{}}", ".a.b: is absent"),
            ("[1,[2]]", "[1,[3]]", "[1][0]: expected 2, found 3"),
            ("[1]", "[1,2]", ": expected 1 element, found 2"),
            ("{}", "null", ": expected a dictionary, found null"),
            ("{\"$starts\":\"x\"}", "1", ": 1 does not match the pattern"),
        ] {
            assert_eq!(difference(expected, found).as_deref(), Some(told));
        }
    }

    #[test]
    fn invalid_patterns_are_refused() {
        for (text, words) in [
            ("{\"$any\":1}", "cannot be"),
            ("{\"$between\":[1]}", "two numbers"),
            ("{\"$length\":0.5}", "whole number"),
            ("{\"$none\":1}", "has no meaning"),
            ("{\"$any\":true,\"b\":1}", "has no meaning"),
        ] {
            let error = pattern(text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
