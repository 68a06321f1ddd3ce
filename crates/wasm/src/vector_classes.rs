//! Distinguishes signatures that differ only in vector types.
//!
//! WebAssembly has one type for all vectors, so an indirect call would also accept functions with
//! other vector types. If the program has functions with different signatures of the same
//! WebAssembly type, such a call first checks that the function has the exact signature. Very few
//! programs have such functions.

use crate::signatures;
use pinnacle_pexe::FuncId;
use pinnacle_pexe::module::Module;
use pinnacle_pexe::types::{Signature, Type};
use std::collections::HashMap;
use wasm_encoder::{BlockType, InstructionSink};

/// The signatures with vectors in a program.
#[derive(Debug, Default)]
pub(crate) struct VectorClasses {
    /// Their numbers, from 1 on.
    numbers: HashMap<Signature, u32>,
    /// For the key of each WebAssembly type, the number of signatures that share it.
    sharing: HashMap<Box<[u8]>, u32>,
    /// For each function, the number of its signature, or 0.
    classes: Vec<u32>,
}

impl VectorClasses {
    /// Collects the signatures of functions that have a body.
    pub(crate) fn of(module: &Module) -> VectorClasses {
        let mut found = VectorClasses::default();
        for (index, function) in module.functions.iter().enumerate() {
            let signature = module.signature(FuncId(index as u32));
            if function.body.is_none() || !has_vectors(signature) {
                continue;
            }
            let next = found.numbers.len() as u32 + 1;
            let number = *found.numbers.entry(signature.clone()).or_insert(next);
            if number == next {
                let mut key = Vec::new();
                signatures::key(signature.result, signature.params.iter().copied(), &mut key);
                *found.sharing.entry(key.into()).or_default() += 1;
            }
            found.classes.resize(index, 0);
            found.classes.push(number);
        }
        found
    }

    /// Returns the number to check before a call with a signature. `key` is the key of its type.
    /// Returns `None` if no function with another signature could be called.
    pub(crate) fn wanted(
        &self,
        key: &[u8],
        result: Type,
        params: impl Iterator<Item = Type>,
    ) -> Option<u32> {
        let sharing = *self.sharing.get(key)?;
        let signature = Signature {
            result,
            params: params.collect(),
        };
        match self.numbers.get(&signature) {
            Some(_) if sharing == 1 => None,
            Some(&number) => Some(number),
            // No function has this signature.
            None => Some(self.numbers.len() as u32 + 1),
        }
    }

    /// Returns the helper's body. Its parameters are an address and the number that the function
    /// there must have, and it returns the address. If the check fails, it calls the address with
    /// the type `nothing`, which no function with vectors has, so it traps like other calls with a
    /// wrong signature.
    pub(crate) fn helper(&self, nothing: u32) -> Vec<u8> {
        // There is one local of type `i32`: the number that was found.
        let mut code = vec![1, 1, 0x7f];
        let mut sink = InstructionSink::new(&mut code);
        let classes = self.numbers.len() as u32;
        let other = classes + 1;
        sink.block(BlockType::Empty).block(BlockType::Empty);
        for _ in 0..classes {
            sink.block(BlockType::Empty);
        }
        // Counted from the inside, the nth block is that of class n. Address 0 is not a function.
        let targets = self.classes.iter().map(|&class| class.checked_sub(1));
        let targets = targets.map(|depth| depth.unwrap_or(other));
        let targets: Vec<u32> = std::iter::once(other).chain(targets).collect();
        sink.local_get(0).br_table(targets, other);
        for class in 1..=classes {
            sink.end().i32_const(class as i32).local_set(2);
            sink.br(classes - class);
        }
        sink.end().local_get(2).local_get(1).i32_eq().br_if(0);
        sink.local_get(0).call_indirect(0, nothing).end();
        sink.local_get(0).end();
        code
    }
}

fn has_vectors(signature: &Signature) -> bool {
    let mut types = signature.params.iter().chain([&signature.result]);
    types.any(|ty| ty.is_vector())
}
