//! A pool of byte strings.

use crate::ids::Name;

/// Byte strings in one buffer, each with an id. Equal strings are stored again, because names of
/// values differ anyway.
#[derive(Clone, Debug, Default)]
pub struct NamePool {
    bytes: Vec<u8>,
    /// The end of each string.
    ends: Vec<usize>,
}

impl NamePool {
    /// Adds a string. For the empty string, returns [`Name::NONE`].
    pub fn add(&mut self, name: &[u8]) -> Name {
        if name.is_empty() {
            return Name::NONE;
        }
        self.add_even_empty(name)
    }

    /// Adds a string that may be empty but still exists, such as the value of an attribute.
    pub fn add_even_empty(&mut self, text: &[u8]) -> Name {
        let name = Name::at(self.ends.len());
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
        name
    }

    /// Drops all strings.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// Returns the string, empty for [`Name::NONE`].
    #[must_use]
    pub fn get(&self, name: Name) -> &[u8] {
        let Some(index) = name.index() else {
            return &[];
        };
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.bytes[start..self.ends[index]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_gives_back_its_strings() {
        let mut pool = NamePool::default();
        let first = pool.add(b"one");
        let none = pool.add(b"");
        let empty = pool.add_even_empty(b"");
        let last = pool.add(b"\xfftwo");
        assert_eq!(pool.get(first), b"one");
        assert!(none.is_none());
        assert!(empty.is_some());
        assert_eq!(pool.get(empty), b"");
        assert_eq!(pool.get(last), b"\xfftwo");
    }
}
