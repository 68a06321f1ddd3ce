//! Determines the dispatchers, which are the functions that make lenient calls.
//! [`crate::signature_thunks`] writes their code.

use crate::signatures::{self, Signatures};
use pinnacle_pexe::types::Type;

const NONE: u32 = u32::MAX;

/// The dispatchers of a module.
#[derive(Debug, Default)]
pub(crate) struct Dispatchers {
    /// For each type, the index of its dispatcher.
    numbers: Vec<u32>,
    /// The types that are called through addresses.
    pub(crate) types: Vec<u32>,
}

impl Dispatchers {
    /// Records that the program calls this type through addresses.
    pub(crate) fn need(&mut self, ty: u32) {
        let index = ty as usize;
        if self.numbers.len() <= index {
            self.numbers.resize(index + 1, NONE);
        }
        if self.numbers[index] == NONE {
            self.numbers[index] = self.types.len() as u32;
            self.types.push(ty);
        }
    }

    /// Returns the number of functions: the dispatchers and the classifier.
    pub(crate) fn count(&self) -> u32 {
        if self.types.is_empty() {
            return 0;
        }
        self.types.len() as u32 + 1
    }

    /// Returns the index of a type's dispatcher among these functions.
    pub(crate) fn place(&self, ty: u32) -> u32 {
        self.numbers[ty as usize]
    }

    /// Returns the types of these functions, and adds them to those of the module.
    pub(crate) fn function_types(&self, known: &mut Signatures) -> Vec<u32> {
        let mut types = Vec::new();
        let mut key = Vec::new();
        for &ty in &self.types {
            key.clear();
            key.extend_from_slice(known.key(ty));
            key.push(signatures::code(Type::I32));
            types.push(known.intern(&key));
        }
        if !types.is_empty() {
            let code = signatures::code(Type::I32);
            types.push(known.intern(&[code, code]));
        }
        types
    }
}
