//! Numbers signatures, so that indirect calls can compare them by number.

use pinnacle_pexe::types::{Signature, Type};
use std::collections::HashMap;

/// The signatures of a program, each once. Numbers start with 1, since 0 marks addresses without a
/// function.
#[derive(Debug, Default)]
pub(crate) struct Signatures {
    numbers: HashMap<Box<[u8]>, u32>,
    /// The key of the current lookup, a buffer that is reused.
    scratch: Vec<u8>,
}

impl Signatures {
    /// Returns the number of a signature, and adds it if necessary.
    pub(crate) fn number(&mut self, result: Type, params: impl Iterator<Item = Type>) -> u32 {
        self.scratch.clear();
        self.scratch.push(result as u8);
        self.scratch.extend(params.map(|ty| ty as u8));
        if let Some(&number) = self.numbers.get(self.scratch.as_slice()) {
            return number;
        }
        let number = self.numbers.len() as u32 + 1;
        self.numbers.insert(self.scratch.as_slice().into(), number);
        number
    }

    /// Returns the number of a signature of the program or the host.
    pub(crate) fn of(&mut self, signature: &Signature) -> u32 {
        self.number(signature.result, signature.params.iter().copied())
    }
}
