//! Collects the function types of the module. Each one occurs once.

use pinnacle_pexe::types::{Signature, Type};
use std::collections::{BTreeMap, HashMap};
use wasm_encoder::{TypeSection, ValType};

/// Returns the WebAssembly type for values of a type, or `None` for `void`.
pub(crate) const fn value_type(ty: Type) -> Option<ValType> {
    Some(match ty {
        Type::Void => return None,
        Type::I1 | Type::I8 | Type::I16 | Type::I32 => ValType::I32,
        Type::I64 => ValType::I64,
        Type::Float => ValType::F32,
        Type::Double => ValType::F64,
        _ => ValType::V128,
    })
}

/// Returns the code that represents a type in the key of a function type.
pub(crate) const fn code(ty: Type) -> u8 {
    match value_type(ty) {
        None => 0,
        Some(ValType::I32) => 1,
        Some(ValType::I64) => 2,
        Some(ValType::F32) => 3,
        Some(ValType::F64) => 4,
        Some(_) => 5,
    }
}

/// Returns the type of a [`code`].
pub(crate) const fn decoded(code: u8) -> Option<ValType> {
    Some(match code {
        0 => return None,
        1 => ValType::I32,
        2 => ValType::I64,
        3 => ValType::F32,
        4 => ValType::F64,
        _ => ValType::V128,
    })
}

/// The function types by number.
#[derive(Debug, Default)]
pub(crate) struct Signatures {
    /// The numbers by key. A key is the code of the result followed by those of the parameters.
    /// Nearly all keys are short and are stored as one word.
    short: BTreeMap<u64, u32>,
    long: HashMap<Box<[u8]>, u32>,
    keys: Vec<Box<[u8]>>,
}

/// Writes the key of a function type to a reusable buffer.
pub(crate) fn key(result: Type, params: impl Iterator<Item = Type>, key: &mut Vec<u8>) {
    key.clear();
    key.push(code(result));
    key.extend(params.map(code));
}

/// Returns a key as one word, if it is short: a one, followed by three bits for each code.
fn packed(key: &[u8]) -> Option<u64> {
    const BITS: usize = 3;
    let append = |word, &code: &u8| word << BITS | u64::from(code);
    (key.len() <= 63 / BITS).then(|| key.iter().fold(1, append))
}

impl Signatures {
    /// Returns the number of a function type, and adds it if necessary.
    pub(crate) fn intern(&mut self, key: &[u8]) -> u32 {
        if let Some(number) = self.find(key) {
            return number;
        }
        let number = self.keys.len() as u32;
        self.keys.push(key.into());
        match packed(key) {
            Some(word) => self.short.insert(word, number),
            None => self.long.insert(key.into(), number),
        };
        number
    }

    fn find(&self, key: &[u8]) -> Option<u32> {
        match packed(key) {
            Some(word) => self.short.get(&word).copied(),
            None => self.long.get(key).copied(),
        }
    }

    /// Returns the number of a signature, and adds it if necessary.
    pub(crate) fn intern_signature(&mut self, signature: &Signature, scratch: &mut Vec<u8>) -> u32 {
        key(signature.result, signature.params.iter().copied(), scratch);
        self.intern(scratch)
    }

    /// Returns the key of a function type.
    pub(crate) fn key(&self, number: u32) -> &[u8] {
        &self.keys[number as usize]
    }

    /// Returns the number of a known function type.
    ///
    /// # Panics
    ///
    /// Panics if the type was not interned.
    pub(crate) fn number(&self, key: &[u8]) -> u32 {
        self.find(key).expect("the type was interned")
    }

    /// Returns the type section.
    pub(crate) fn section(&self) -> TypeSection {
        let mut section = TypeSection::new();
        for key in &self.keys {
            let params: Vec<ValType> = key[1..].iter().filter_map(|&code| decoded(code)).collect();
            section.ty().function(params, decoded(key[0]));
        }
        section
    }
}
