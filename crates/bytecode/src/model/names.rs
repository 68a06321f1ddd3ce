//! Names: any bytes, kept in one pool for each function or module.

use super::ids::List;

/// A name in a [`Names`] pool. The empty name means that a thing has none.
pub type Name = List<u8>;

/// The names of a module or function, one after the other.
#[derive(Clone, Default, Debug)]
pub struct Names {
    bytes: Vec<u8>,
}

impl Names {
    /// Adds a name.
    pub fn add(&mut self, name: &[u8]) -> Name {
        if name.is_empty() {
            return Name::EMPTY;
        }
        List::push(&mut self.bytes, name)
    }

    /// The bytes of a name.
    pub fn get(&self, name: Name) -> &[u8] {
        &self.bytes[name.range()]
    }

    /// Makes room for this number of further bytes.
    pub fn reserve(&mut self, bytes: usize) {
        self.bytes.reserve(bytes);
    }
}
