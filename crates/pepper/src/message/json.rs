//! Messages as JSON, both ways.
//!
//! JSON has fewer kinds of values than messages. A number without a fraction that fits in 32 bits
//! is an `int32`, any other number a `double`, as if a page had posted it. Values that JSON cannot
//! represent are written as an object with a single name that begins with `$`:
//!
//! | JSON | value |
//! |---|---|
//! | `{"$double": 1}` | a `double` that looks like an `int32`; `"NaN"`, `"Infinity"`, `"-Infinity"` |
//! | `{"$bytes": "aGk="}` | an `ArrayBuffer`, in base64 |
//! | `{"$undefined": true}` | `undefined` |
//! | `{"$$name": ...}` | a dictionary with the name `$name` |
//!
//! An object to which a message has several references is written once for each. So the length of
//! the text is bounded by a limit. Writing is a loop, however deeply a message is nested.

use crate::message::{Builder, Message, Object, Value};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value as Json;
use std::fmt::Write;

/// Maximum length of a text in bytes.
pub const MAX_TEXT: usize = 256 << 20;

const DOUBLE: &str = "$double";
const BYTES: &str = "$bytes";
const UNDEFINED: &str = "$undefined";

/// The error for a message that would be longer than this number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge(pub usize);

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the message takes more than {} KiB as JSON",
            self.0 >> 10
        )
    }
}

impl std::error::Error for TooLarge {}

/// A container that is being written.
struct Open<'a> {
    parts: Parts<'a>,
    is_first: bool,
}

enum Parts<'a> {
    Array(std::slice::Iter<'a, Value>),
    Dictionary(std::slice::Iter<'a, (Box<str>, Value)>),
}

/// Writes a message as one line of JSON.
///
/// # Errors
///
/// Fails if the text would be larger than [`MAX_TEXT`].
pub fn to_text(message: &Message) -> Result<String, TooLarge> {
    to_text_within(message, MAX_TEXT)
}

/// Writes a message as one line of JSON of at most this many bytes.
///
/// # Errors
///
/// Fails if the text would be larger.
pub fn to_text_within(message: &Message, most: usize) -> Result<String, TooLarge> {
    let mut out = String::new();
    let mut open = Vec::new();
    start(message, message.root(), most, &mut out, &mut open)?;
    while let Some(top) = open.last_mut() {
        let is_first = std::mem::take(&mut top.is_first);
        let (name, value, end) = match &mut top.parts {
            Parts::Array(values) => (None, values.next(), ']'),
            Parts::Dictionary(entries) => match entries.next() {
                Some((name, value)) => (Some(name), Some(value), '}'),
                None => (None, None, '}'),
            },
        };
        let Some(value) = value else {
            out.push(end);
            open.pop();
            continue;
        };
        if !is_first {
            out.push(',');
        }
        if let Some(name) = name {
            let escape = if name.starts_with('$') { "$" } else { "" };
            write_string(&format!("{escape}{name}"), &mut out);
            out.push(':');
        }
        start(message, *value, most, &mut out, &mut open)?;
        if out.len() > most {
            return Err(TooLarge(most));
        }
    }
    Ok(out)
}

/// Writes a value; of an array or a dictionary, only the beginning.
fn start<'a>(
    message: &'a Message,
    value: Value,
    most: usize,
    out: &mut String,
    open: &mut Vec<Open<'a>>,
) -> Result<(), TooLarge> {
    let parts = match value {
        Value::Undefined => {
            out.push_str("{\"$undefined\":true}");
            return Ok(());
        }
        Value::Null => {
            out.push_str("null");
            return Ok(());
        }
        Value::Bool(value) => {
            out.push_str(if value { "true" } else { "false" });
            return Ok(());
        }
        Value::Int32(value) => {
            let _ = write!(out, "{value}");
            return Ok(());
        }
        Value::Double(value) => {
            write_double(value, out);
            return Ok(());
        }
        Value::Object(_) => match message.object(value) {
            None | Some(Object::VideoTrack { .. }) => {
                out.push_str("null");
                return Ok(());
            }
            Some(Object::String(text)) => {
                if text.len() > most - out.len().min(most) {
                    return Err(TooLarge(most));
                }
                write_string(text, out);
                return Ok(());
            }
            Some(Object::ArrayBuffer(bytes)) => {
                if bytes.len() / 3 * 4 > most - out.len().min(most) {
                    return Err(TooLarge(most));
                }
                let _ = write!(out, "{{\"{BYTES}\":\"");
                STANDARD.encode_string(bytes, out);
                out.push_str("\"}");
                return Ok(());
            }
            Some(Object::Array(values)) => {
                out.push('[');
                Parts::Array(values.iter())
            }
            Some(Object::Dictionary(entries)) => {
                out.push('{');
                Parts::Dictionary(entries.iter())
            }
        },
    };
    open.push(Open {
        parts,
        is_first: true,
    });
    Ok(())
}

fn write_string(text: &str, out: &mut String) {
    out.push_str(&Json::from(text).to_string());
}

fn write_double(value: f64, out: &mut String) {
    let is_plain = value.is_finite() && int32(value).is_none() && value != 0.0;
    let _ = if is_plain {
        write!(out, "{value:?}")
    } else if value.is_nan() {
        write!(out, "{{\"{DOUBLE}\":\"NaN\"}}")
    } else if value.is_infinite() {
        let sign = if value < 0.0 { "-" } else { "" };
        write!(out, "{{\"{DOUBLE}\":\"{sign}Infinity\"}}")
    } else {
        write!(out, "{{\"{DOUBLE}\":{value:?}}}")
    };
}

/// Returns the number as a 32-bit integer, if a page would post it as one.
fn int32(value: f64) -> Option<i32> {
    let whole = value as i32;
    let is_same = f64::from(whole) == value && !(value == 0.0 && value.is_sign_negative());
    is_same.then_some(whole)
}

/// Reads a message from a text of JSON.
///
/// # Errors
///
/// Fails with a sentence that describes the error. Nesting of more than 127 levels is refused.
pub fn from_text(text: &str) -> Result<Message, String> {
    let json: Json = serde_json::from_str(text).map_err(|error| error.to_string())?;
    from_json(&json)
}

/// Creates a message from a value of JSON, which must not be nested deeper than the JSON parser
/// allows.
///
/// # Errors
///
/// Fails with a sentence that describes the error.
pub fn from_json(json: &Json) -> Result<Message, String> {
    let mut message = Builder::default();
    let root = value(json, &mut message)?;
    Ok(message.finish(root))
}

fn value(json: &Json, message: &mut Builder) -> Result<Value, String> {
    Ok(match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => {
            let number = number.as_f64().unwrap_or(f64::NAN);
            int32(number).map_or(Value::Double(number), Value::Int32)
        }
        Json::String(text) => message.add(Object::String(text.as_str().into())),
        Json::Array(values) => {
            let values = values.iter().map(|json| value(json, message));
            let values = values.collect::<Result<_, _>>()?;
            message.add(Object::Array(values))
        }
        Json::Object(entries) => {
            if let Some(special) = special(json, message) {
                return special;
            }
            let mut list = Vec::with_capacity(entries.len());
            for (name, json) in entries {
                let name = match name.strip_prefix('$') {
                    None => name.as_str(),
                    Some(rest) if rest.starts_with('$') => rest,
                    Some(_) => {
                        return Err(format!(
                            "{name:?} has no meaning here; to begin a name with $, double the $: \
                             {:?}",
                            format!("${name}")
                        ));
                    }
                };
                list.push((name.into(), value(json, message)?));
            }
            message.add(Object::Dictionary(list))
        }
    })
}

/// Returns the value encoded by an object with one name, or `None` if it is a dictionary.
fn special(json: &Json, message: &mut Builder) -> Option<Result<Value, String>> {
    let entries = json.as_object().filter(|entries| entries.len() == 1)?;
    let (name, json) = entries.iter().next()?;
    Some(match (name.as_str(), json) {
        (DOUBLE, Json::Number(number)) => Ok(Value::Double(number.as_f64().unwrap_or(f64::NAN))),
        (DOUBLE, Json::String(text)) => match text.as_str() {
            "NaN" => Ok(Value::Double(f64::NAN)),
            "Infinity" => Ok(Value::Double(f64::INFINITY)),
            "-Infinity" => Ok(Value::Double(f64::NEG_INFINITY)),
            _ => Err(format!("{text:?} is not a number")),
        },
        (BYTES, Json::String(text)) => match STANDARD.decode(text) {
            Ok(bytes) => Ok(message.add(Object::ArrayBuffer(bytes))),
            Err(error) => Err(format!("{BYTES} is not base64: {error}")),
        },
        (UNDEFINED, Json::Bool(true)) => Ok(Value::Undefined),
        (DOUBLE | BYTES | UNDEFINED, _) => Err(format!("{name} cannot be {json}")),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(value: Value) -> String {
        let message = Message::of(value);
        let text = to_text(&message).unwrap();
        let back = from_text(&text).unwrap().root();
        let same = match (value, back) {
            (Value::Double(left), Value::Double(right)) => left.to_bits() == right.to_bits(),
            (left, right) => left == right,
        };
        assert!(same, "{value:?} became {back:?} by {text}");
        text
    }

    #[test]
    fn doubles_come_back_to_the_last_bit() {
        for number in [
            2.184_467_440_737_095_4,
            -1e300 / 3.0,
            f64::MIN_POSITIVE,
            0.1 + 0.2,
        ] {
            round_trip(Value::Double(number));
        }
    }

    #[test]
    fn whole_numbers_are_int32_and_all_others_double() {
        for (json, expected) in [
            ("1", Value::Int32(1)),
            ("1.0", Value::Int32(1)),
            ("-2147483648", Value::Int32(i32::MIN)),
            ("2147483648", Value::Double(2147483648.0)),
            ("0.5", Value::Double(0.5)),
            ("{\"$double\":7}", Value::Double(7.0)),
        ] {
            assert_eq!(from_text(json).unwrap().root(), expected, "{json}");
        }
        let zero = from_text("-0").unwrap().root();
        assert!(matches!(zero, Value::Double(value) if value.is_sign_negative()));
    }

    #[test]
    fn no_number_is_lost() {
        for value in [0, 1, -1, i32::MIN, i32::MAX] {
            round_trip(Value::Int32(value));
        }
        assert_eq!(round_trip(Value::Double(1.0)), "{\"$double\":1.0}");
        assert_eq!(round_trip(Value::Double(-0.0)), "{\"$double\":-0.0}");
        assert_eq!(round_trip(Value::Double(f64::NAN)), "{\"$double\":\"NaN\"}");
        for value in [0.1, 1e300, -5e-324, 2147483648.0, 1e21, f64::INFINITY] {
            round_trip(Value::Double(value));
            round_trip(Value::Double(-value));
        }
    }

    #[test]
    fn every_kind_of_object_comes_back() {
        let text = "{\"$$double\":1,\"a\":[null,true,{\"$undefined\":true}],\
                    \"b\":{\"$bytes\":\"AAEC/w==\"},\"c\":\"\\\"\\u0000é\",\"d\":{},\"e\":[]}";
        let message = from_text(text).unwrap();
        assert_eq!(to_text(&message).unwrap(), text);
    }

    #[test]
    fn unknown_names_that_begin_with_a_dollar_are_refused() {
        for (text, words) in [
            ("{\"$x\":1}", "has no meaning here"),
            ("{\"$double\":1,\"a\":2}", "has no meaning here"),
            ("{\"$bytes\":\"?\"}", "base64"),
            ("{\"$undefined\":false}", "cannot be"),
            ("{\"$double\":\"one\"}", "not a number"),
        ] {
            let error = from_text(text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn nesting_exhausts_no_stack() {
        let mut message = Builder::default();
        let mut value = Value::Null;
        for _ in 0..1_000_000 {
            value = message.add(Object::Array(vec![value]));
        }
        let text = to_text(&message.finish(value)).unwrap();
        assert_eq!(text.len(), 2_000_004);
        assert!(from_text(&text).unwrap_err().contains("recursion"));
    }

    #[test]
    fn shared_objects_are_written_out_up_to_a_bound() {
        let mut message = Builder::default();
        let mut value = message.add(Object::Array(vec![]));
        for _ in 0..2 {
            value = message.add(Object::Array(vec![value; 2]));
        }
        let text = to_text(&message.finish(value)).unwrap();
        assert_eq!(text, "[[[],[]],[[],[]]]");

        let mut message = Builder::default();
        let mut value = message.add(Object::String("x".repeat(1 << 20).into()));
        for _ in 0..40 {
            value = message.add(Object::Array(vec![value; 2]));
        }
        assert_eq!(to_text(&message.finish(value)), Err(TooLarge(MAX_TEXT)));
    }
}
