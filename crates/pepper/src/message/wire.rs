//! Messages as bytes, for sending them between the page and the worker of a program.
//!
//! ```text
//! message     objects: u32, object..., value
//! object      0, length: u32, UTF-8...           a text
//!             1, count: u32, value...            an array
//!             2, count: u32, (length: u32, UTF-8..., value)...   a dictionary
//!             3, length: u32, byte...            an ArrayBuffer
//!             4, u32, length: u32, UTF-8...      a track with pictures: number, name
//! value       0 undefined, 1 null, 2 false, 3 true
//!             4, f64                             a number of JavaScript
//!             5, f64                             a number that stays a double
//!             6, index: u32                      an object before this place
//! ```
//!
//! Numbers are little-endian. This module decides that a JavaScript number is an `int32` if it
//! fits, except -0.

use crate::message::{Builder, Message, Object, Value};

const TEXT: u8 = 0;
const ARRAY: u8 = 1;
const DICTIONARY: u8 = 2;
const BUFFER: u8 = 3;
const VIDEO_TRACK: u8 = 4;

const UNDEFINED: u8 = 0;
const NULL: u8 = 1;
const FALSE: u8 = 2;
const TRUE: u8 = 3;
const NUMBER: u8 = 4;
const DOUBLE: u8 = 5;
const OBJECT: u8 = 6;

/// Writes a message.
pub fn to_bytes(message: &Message) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(message.size() as usize);
    put_count(&mut bytes, message.objects().len());
    for object in message.objects() {
        put_object(&mut bytes, object);
    }
    put_value(&mut bytes, message.root());
    bytes
}

fn put_count(bytes: &mut Vec<u8>, count: usize) {
    bytes.extend((count as u32).to_le_bytes());
}

fn put_bytes(bytes: &mut Vec<u8>, content: &[u8]) {
    put_count(bytes, content.len());
    bytes.extend_from_slice(content);
}

fn put_object(bytes: &mut Vec<u8>, object: &Object) {
    match object {
        Object::String(text) => {
            bytes.push(TEXT);
            put_bytes(bytes, text.as_bytes());
        }
        Object::Array(values) => {
            bytes.push(ARRAY);
            put_count(bytes, values.len());
            values.iter().for_each(|value| put_value(bytes, *value));
        }
        Object::Dictionary(entries) => {
            bytes.push(DICTIONARY);
            put_count(bytes, entries.len());
            for (name, value) in entries {
                put_bytes(bytes, name.as_bytes());
                put_value(bytes, *value);
            }
        }
        Object::ArrayBuffer(content) => {
            bytes.push(BUFFER);
            put_bytes(bytes, content);
        }
        Object::VideoTrack { number, id } => {
            bytes.push(VIDEO_TRACK);
            bytes.extend(number.to_le_bytes());
            put_bytes(bytes, id.as_bytes());
        }
    }
}

fn put_value(bytes: &mut Vec<u8>, value: Value) {
    match value {
        Value::Undefined => bytes.push(UNDEFINED),
        Value::Null => bytes.push(NULL),
        Value::Bool(value) => bytes.push(if value { TRUE } else { FALSE }),
        Value::Int32(number) => {
            bytes.push(NUMBER);
            bytes.extend(f64::from(number).to_le_bytes());
        }
        Value::Double(number) => {
            bytes.push(DOUBLE);
            bytes.extend(number.to_le_bytes());
        }
        Value::Object(index) => {
            bytes.push(OBJECT);
            bytes.extend(index.to_le_bytes());
        }
    }
}

/// Reads a message. Returns `None` if the bytes are not a message.
pub fn from_bytes(bytes: &[u8]) -> Option<Message> {
    let mut reader = Reader(bytes);
    let mut builder = Builder::default();
    let objects = reader.count()?;
    for known in 0..objects {
        let object = reader.object(known)?;
        builder.add(object);
    }
    let root = reader.value(objects)?;
    reader.0.is_empty().then(|| builder.finish(root))
}

/// The bytes that have not been read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    fn word(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// Reads a number of items, and checks that at least one byte per item is left.
    fn count(&mut self) -> Option<u32> {
        let count = self.word()?;
        (count as usize <= self.0.len()).then_some(count)
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let len = self.count()?;
        self.take(len as usize)
    }

    fn text(&mut self) -> Option<Box<str>> {
        std::str::from_utf8(self.bytes()?).ok().map(Into::into)
    }

    /// Reads an object. It may refer to the first `known` objects.
    fn object(&mut self, known: u32) -> Option<Object> {
        Some(match self.byte()? {
            TEXT => Object::String(self.text()?),
            ARRAY => {
                let count = self.count()?;
                let values = (0..count).map(|_| self.value(known));
                Object::Array(values.collect::<Option<_>>()?)
            }
            DICTIONARY => {
                let count = self.count()?;
                let entries = (0..count).map(|_| Some((self.text()?, self.value(known)?)));
                Object::Dictionary(entries.collect::<Option<_>>()?)
            }
            BUFFER => Object::ArrayBuffer(self.bytes()?.to_vec()),
            VIDEO_TRACK => Object::VideoTrack {
                number: self.word()?,
                id: self.text()?,
            },
            _ => return None,
        })
    }

    fn value(&mut self, known: u32) -> Option<Value> {
        Some(match self.byte()? {
            UNDEFINED => Value::Undefined,
            NULL => Value::Null,
            FALSE => Value::Bool(false),
            TRUE => Value::Bool(true),
            NUMBER => number(f64::from_le_bytes(self.array()?)),
            DOUBLE => Value::Double(f64::from_le_bytes(self.array()?)),
            OBJECT => Value::Object(self.word().filter(|index| *index < known)?),
            _ => return None,
        })
    }
}

/// Converts a JavaScript number to a value of the program: an int32 if it fits.
fn number(number: f64) -> Value {
    let whole = number as i32;
    // The bits are compared because -0 is not an int32.
    match f64::from(whole).to_bits() == number.to_bits() {
        true => Value::Int32(whole),
        false => Value::Double(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message() -> Message {
        let mut builder = Builder::default();
        let text = builder.add(Object::String("å 1".into()));
        let bytes = builder.add(Object::ArrayBuffer(vec![1, 2, 255]));
        let track = builder.add(Object::VideoTrack {
            number: 9,
            id: "camera".into(),
        });
        let array = builder.add(Object::Array(vec![
            text,
            Value::Null,
            Value::Undefined,
            Value::Bool(true),
            Value::Int32(-5),
            Value::Double(1.0),
            text,
        ]));
        let dictionary = builder.add(Object::Dictionary(vec![
            ("array".into(), array),
            ("bytes".into(), bytes),
            ("track".into(), track),
            ("".into(), Value::Bool(false)),
        ]));
        builder.finish(dictionary)
    }

    #[test]
    fn a_message_reads_back_with_the_objects_that_it_shares() {
        let message = message();
        assert_eq!(from_bytes(&to_bytes(&message)), Some(message));
    }

    #[test]
    fn numbers_are_whole_if_they_can_be() {
        for (given, expected) in [
            (1.0, Value::Int32(1)),
            (0.0, Value::Int32(0)),
            (-2_147_483_648.0, Value::Int32(i32::MIN)),
            (2_147_483_648.0, Value::Double(2_147_483_648.0)),
            (0.5, Value::Double(0.5)),
        ] {
            assert_eq!(number(given), expected);
        }
        assert!(matches!(number(-0.0), Value::Double(zero) if zero.is_sign_negative()));
        assert!(matches!(number(f64::NAN), Value::Double(_)));
    }

    #[test]
    fn bytes_that_are_not_a_message_are_refused() {
        let whole = to_bytes(&message());
        for len in 0..whole.len() {
            assert_eq!(from_bytes(&whole[..len]), None, "the first {len} bytes");
        }
        assert_eq!(from_bytes(&[whole.clone(), vec![0]].concat()), None);
        for place in 0..whole.len() {
            for byte in [0, 1, 6, 7, 0x7f, 0xff] {
                let mut damaged = whole.clone();
                damaged[place] = byte;
                let _ = from_bytes(&damaged);
            }
        }
    }

    #[test]
    fn an_object_refers_only_to_earlier_ones() {
        // An array that contains itself.
        let bytes = [1, 0, 0, 0, ARRAY, 1, 0, 0, 0, OBJECT, 0, 0, 0, 0, NULL];
        assert_eq!(from_bytes(&bytes), None);
    }

    #[test]
    fn a_count_takes_no_memory_before_there_are_so_many() {
        assert_eq!(from_bytes(&[0xff; 8]), None);
    }
}
