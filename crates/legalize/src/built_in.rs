//! C functions that are built into PNaCl, with their types in C.
//!
//! Sources declare them with other types: old ones without parameters, and the checks of configure
//! scripts as `char memcpy ();`. [`Signatures::declare`] gives the declarations the correct types,
//! so that no later step meets another. The step `calls` adapts the calls.

use crate::error::body_of;
use pinnacle_llvm::{AttributeListId, GlobalId, Module, Parameter, Type, TypeId};

/// A C function that is built into PNaCl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuiltIn {
    Setjmp,
    Longjmp,
    Memcpy,
    Memmove,
    Memset,
}

impl BuiltIn {
    /// Returns the built-in function of this name, if there is one.
    pub(crate) fn named(name: &[u8]) -> Option<BuiltIn> {
        Some(match name {
            b"setjmp" | b"_setjmp" => BuiltIn::Setjmp,
            b"longjmp" | b"_longjmp" => BuiltIn::Longjmp,
            b"memcpy" => BuiltIn::Memcpy,
            b"memmove" => BuiltIn::Memmove,
            b"memset" => BuiltIn::Memset,
            _ => return None,
        })
    }

    /// Returns the built-in function that a global is, if the module only declares it.
    pub(crate) fn declared(module: &Module, global: GlobalId) -> Option<BuiltIn> {
        let which = BuiltIn::named(module.names.get(module.global(global).name))?;
        let is_declared = module.as_function(global).is_some() && body_of(module, global).is_none();
        is_declared.then_some(which)
    }
}

/// The types that these functions have in C.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signatures {
    setjmp: TypeId,
    longjmp: TypeId,
    copy: TypeId,
    set: TypeId,
}

impl Signatures {
    pub(crate) fn of(module: &mut Module) -> Signatures {
        let types = &mut module.types;
        let (void, word, pointer) = (types.void(), types.integer(32), types.pointer());
        Signatures {
            setjmp: types.function(word, &[pointer], false),
            longjmp: types.function(void, &[pointer, word], false),
            copy: types.function(pointer, &[pointer, pointer, word], false),
            set: types.function(pointer, &[pointer, word, word], false),
        }
    }

    /// Returns the C type of a function.
    pub(crate) const fn get(self, which: BuiltIn) -> TypeId {
        match which {
            BuiltIn::Setjmp => self.setjmp,
            BuiltIn::Longjmp => self.longjmp,
            BuiltIn::Memcpy | BuiltIn::Memmove => self.copy,
            BuiltIn::Memset => self.set,
        }
    }

    /// Gives the built-in functions that the module declares their C types.
    ///
    /// A `setjmp` with another type only loses its `...`. Old configure scripts take its address to
    /// test for it, which is not allowed for the real function.
    pub(crate) fn declare(self, module: &mut Module) {
        for global in module.global_ids() {
            let Some(which) = BuiltIn::declared(module, global) else {
                continue;
            };
            let found = module.global(global).ty;
            let mut wanted = self.get(which);
            if found == wanted {
                continue;
            }
            if which == BuiltIn::Setjmp {
                let Type::Function { variadic: true, .. } = module.types.get(found) else {
                    continue;
                };
                let parameters = module.types.parameters(found).unwrap_or_default().to_vec();
                let result = module.types.result(found).unwrap_or(found);
                wanted = module.types.function(result, &parameters, false);
            }
            let parameters = module.types.parameters(wanted).unwrap_or_default();
            let parameters = vec![Parameter::New; parameters.len()];
            module.change_parameters(global, wanted, &parameters);
            if let Some(id) = module.as_function(global) {
                module.function_mut(id).attributes = AttributeListId::EMPTY;
            }
        }
    }
}
