//! The module's types for the types of PNaCl.

use pinnacle_llvm::{Module, TypeId};
use pinnacle_pexe::types::{Signature, Type};

/// The types that every module needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Types {
    values: [TypeId; Type::ALL.len()],
    /// The type of pointers.
    pub(crate) pointer: TypeId,
}

impl Types {
    pub(crate) fn new(module: &mut Module) -> Types {
        let types = &mut module.types;
        let values = Type::ALL.map(|ty| {
            let element = match ty.element() {
                Type::Void => types.void(),
                Type::Float => types.float(),
                Type::Double => types.double(),
                integer => types.integer(integer.bits()),
            };
            match ty.lanes() {
                0 => element,
                lanes => types.vector(element, lanes, false),
            }
        });
        Types {
            values,
            pointer: types.pointer(),
        }
    }

    /// Returns the type of the module for a type of PNaCl.
    pub(crate) fn of(&self, ty: Type) -> TypeId {
        self.values[ty as usize]
    }

    /// Returns the type of functions with a signature.
    pub(crate) fn function(&self, module: &mut Module, signature: &Signature) -> TypeId {
        let params: Vec<TypeId> = signature.params.iter().map(|&ty| self.of(ty)).collect();
        module
            .types
            .function(self.of(signature.result), &params, false)
    }
}

/// Returns the name of a type in the names of overloaded intrinsics.
pub(crate) const fn suffix(ty: Type) -> &'static str {
    match ty {
        Type::Void => "isVoid",
        Type::I1 => "i1",
        Type::I8 => "i8",
        Type::I16 => "i16",
        Type::I32 => "i32",
        Type::I64 => "i64",
        Type::Float => "f32",
        Type::Double => "f64",
        Type::V4I1 => "v4i1",
        Type::V8I1 => "v8i1",
        Type::V16I1 => "v16i1",
        Type::V16I8 => "v16i8",
        Type::V8I16 => "v8i16",
        Type::V4I32 => "v4i32",
        Type::V4Float => "v4f32",
    }
}
