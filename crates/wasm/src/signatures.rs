//! The function types of the module, each once.

use pinnacle_pexe::types::{Signature, Type};
use std::collections::HashMap;
use wasm_encoder::{TypeSection, ValType};

/// The WebAssembly type that holds values of a type; none for `void`.
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

/// The number by which a type goes into the key of a function type.
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

/// The type of a number of [`code`].
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

/// Function types by number.
#[derive(Debug, Default)]
pub(crate) struct Signatures {
    /// The key is the result's code, then those of the parameters.
    numbers: HashMap<Box<[u8]>, u32>,
    keys: Vec<Box<[u8]>>,
}

/// Writes the key of a function type to a buffer that is used again.
pub(crate) fn key(result: Type, params: impl Iterator<Item = Type>, key: &mut Vec<u8>) {
    key.clear();
    key.push(code(result));
    key.extend(params.map(code));
}

impl Signatures {
    /// The number of a function type, which is new or not.
    pub(crate) fn intern(&mut self, key: &[u8]) -> u32 {
        if let Some(&number) = self.numbers.get(key) {
            return number;
        }
        let number = self.keys.len() as u32;
        self.keys.push(key.into());
        self.numbers.insert(key.into(), number);
        number
    }

    /// The number of a signature, which is new or not.
    pub(crate) fn intern_signature(&mut self, signature: &Signature, scratch: &mut Vec<u8>) -> u32 {
        key(signature.result, signature.params.iter().copied(), scratch);
        self.intern(scratch)
    }

    /// The key of a function type by its number.
    pub(crate) fn key(&self, number: u32) -> &[u8] {
        &self.keys[number as usize]
    }

    /// The number of a function type that is known.
    ///
    /// # Panics
    ///
    /// Panics if it was not interned before.
    pub(crate) fn number(&self, key: &[u8]) -> u32 {
        self.numbers[key]
    }

    /// The section that defines them.
    pub(crate) fn section(&self) -> TypeSection {
        let mut section = TypeSection::new();
        for key in &self.keys {
            let params: Vec<ValType> = key[1..].iter().filter_map(|&code| decoded(code)).collect();
            section.ty().function(params, decoded(key[0]));
        }
        section
    }
}
