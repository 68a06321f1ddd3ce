//! Values on their way between a page and a program.
//!
//! A [`Message`] is a value with all objects that it refers to, in one array, so that it can be
//! sent to another thread, copied and compared without vars and their references. An object to
//! which there are two references remains one object, as in a page, where two properties can hold
//! the same array. So a message of forty arrays, each of which contains the next one twice, has
//! forty objects.
//!
//! Objects refer only to earlier objects in the array. This order makes cycles impossible, which
//! `postMessage` refuses too, and lets every traversal be a loop.

#[cfg(feature = "json")]
pub mod json;
pub mod numbers;
pub mod wire;

use std::fmt;

/// A value of a message.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// No value: `undefined`.
    Undefined,
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// A whole number of 32 bits.
    Int32(i32),
    /// Any other number.
    Double(f64),
    /// An object, by its index in [`Message::objects`].
    Object(u32),
}

/// An object that a value can refer to.
#[derive(Clone, PartialEq, Debug)]
pub enum Object {
    /// A text.
    String(Box<str>),
    /// A sequence of values.
    Array(Vec<Value>),
    /// Values by name, sorted by the bytes of the names.
    Dictionary(Vec<(Box<str>, Value)>),
    /// Bytes.
    ArrayBuffer(Vec<u8>),
    /// A media stream track with pictures.
    VideoTrack {
        /// Its number in [`crate::device::video`].
        number: u32,
        /// The page's id for it.
        id: Box<str>,
    },
}

/// A value and the objects that it refers to.
#[derive(Clone, PartialEq)]
pub struct Message {
    objects: Vec<Object>,
    root: Value,
}

impl Message {
    /// Creates a message from a number or another value without objects.
    ///
    /// # Panics
    ///
    /// Panics if the value is an object, because the message has none.
    pub fn of(value: Value) -> Message {
        Builder::default().finish(value)
    }

    /// Creates a message that is a text.
    pub fn text(text: &str) -> Message {
        let mut builder = Builder::default();
        let root = builder.add(Object::String(text.into()));
        builder.finish(root)
    }

    /// Returns the value of the message.
    pub fn root(&self) -> Value {
        self.root
    }

    /// Returns all objects. Each refers only to earlier ones.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// Returns the object of a value, if it is in this message.
    pub fn object(&self, value: Value) -> Option<&Object> {
        match value {
            Value::Object(index) => self.objects.get(index as usize),
            _ => None,
        }
    }

    /// Returns the text if the message is a string.
    pub fn as_text(&self) -> Option<&str> {
        match self.object(self.root)? {
            Object::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the approximate size in host bytes. It is charged to the program's memory limit
    /// while the message waits in a queue.
    pub fn size(&self) -> u64 {
        let object = |object: &Object| match object {
            Object::String(text) => text.len(),
            Object::Array(values) => size_of_val(values.as_slice()),
            Object::Dictionary(entries) => {
                let names: usize = entries.iter().map(|(name, _)| name.len()).sum();
                size_of_val(entries.as_slice()) + names
            }
            Object::ArrayBuffer(bytes) => bytes.len(),
            Object::VideoTrack { id, .. } => id.len(),
        };
        let objects: usize = self.objects.iter().map(object).sum();
        (size_of::<Message>() + size_of_val(self.objects.as_slice()) + objects) as u64
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message")
            .field("root", &self.root)
            .field("objects", &self.objects.len())
            .finish()
    }
}

/// Builds a message from the innermost objects outwards.
///
/// ```
/// use pinnacle_pepper::message::{Builder, Object, Value};
///
/// let mut message = Builder::default();
/// let name = message.add(Object::String("Circle".into()));
/// let models = message.add(Object::Array(vec![name, Value::Int32(2)]));
/// let message = message.finish(models);
/// assert_eq!(message.objects().len(), 2);
/// ```
#[derive(Debug, Default)]
pub struct Builder {
    objects: Vec<Object>,
}

impl Builder {
    /// Adds an object and returns the value that refers to it. The names of a dictionary are
    /// sorted; of two equal names the last takes precedence.
    ///
    /// # Panics
    ///
    /// Panics if the object refers to one that was not added.
    pub fn add(&mut self, mut object: Object) -> Value {
        let known = |value: &Value| self.knows(*value);
        match &mut object {
            Object::Array(values) => assert!(values.iter().all(known), "objects come first"),
            Object::Dictionary(entries) => {
                assert!(
                    entries.iter().all(|(_, value)| known(value)),
                    "objects come first"
                );
                sort_names(entries);
            }
            Object::String(_) | Object::ArrayBuffer(_) | Object::VideoTrack { .. } => {}
        }
        self.objects.push(object);
        Value::Object(self.objects.len() as u32 - 1)
    }

    /// Returns the message whose value is one that was added.
    ///
    /// # Panics
    ///
    /// Panics if the value is an object that was not added.
    pub fn finish(self, root: Value) -> Message {
        assert!(self.knows(root), "objects come first");
        Message {
            objects: self.objects,
            root,
        }
    }

    fn knows(&self, value: Value) -> bool {
        !matches!(value, Value::Object(index) if index as usize >= self.objects.len())
    }
}

fn sort_names(entries: &mut Vec<(Box<str>, Value)>) {
    // Stable, and in reverse order, so that the last of several equal names is kept.
    entries.reverse();
    entries.sort_by(|(left, _), (right, _)| left.as_bytes().cmp(right.as_bytes()));
    entries.dedup_by(|(later, _), (first, _)| later == first);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_by_bytes_and_the_last_of_equal_ones_counts() {
        let mut builder = Builder::default();
        let dictionary = builder.add(Object::Dictionary(vec![
            ("b".into(), Value::Int32(1)),
            ("a".into(), Value::Int32(2)),
            ("b".into(), Value::Int32(3)),
        ]));
        let message = builder.finish(dictionary);
        let expected = vec![("a".into(), Value::Int32(2)), ("b".into(), Value::Int32(3))];
        assert_eq!(message.objects(), [Object::Dictionary(expected)]);
    }

    #[test]
    #[should_panic(expected = "objects come first")]
    fn an_array_cannot_hold_what_comes_after_it() {
        Builder::default().add(Object::Array(vec![Value::Object(0)]));
    }

    #[test]
    fn its_size_follows_what_it_holds() {
        let mut builder = Builder::default();
        let buffer = builder.add(Object::ArrayBuffer(vec![0; 1000]));
        let size = builder.finish(buffer).size();
        assert!((1000..1200).contains(&size), "{size}");
    }
}
