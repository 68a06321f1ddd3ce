//! Converts LLVM types to PNaCl types, and fills the types block.

use crate::error::{ErrorKind, Fault};
use pinnacle_llvm::{Module, Type as Llvm, TypeId};
use pinnacle_pexe::ids;
use pinnacle_pexe::types::{Signature, Type, TypeDef};
use std::collections::HashMap;

/// The program's types, and the type for each type of the module.
#[derive(Debug)]
pub(super) struct Types {
    /// The type for each type of the module. `None` if programs cannot have its values.
    of: Vec<Option<Type>>,
    ids: HashMap<TypeDef, ids::TypeId>,
    list: Vec<TypeDef>,
    wanted: [bool; Type::ALL.len()],
}

impl Types {
    pub(super) fn of(module: &Module) -> Types {
        let mut types = Types {
            of: (0..module.types.len())
                .map(|index| value_type(module, TypeId::at(index)))
                .collect(),
            ids: HashMap::new(),
            list: Vec::new(),
            wanted: [false; Type::ALL.len()],
        };
        // The type of every address.
        types.want(Type::I32);
        types
    }

    /// Returns the type of a value, or `void`. `None` if programs have no such values.
    pub(super) fn get(&self, ty: TypeId) -> Option<Type> {
        self.of[ty.index()]
    }

    /// The signature of a function type.
    pub(super) fn function(&self, module: &Module, ty: TypeId) -> Result<Signature, Fault> {
        let Llvm::Function {
            result,
            parameters,
            variadic: false,
        } = module.types.get(ty)
        else {
            return Err(
                ErrorKind::Internal.fault("a function with variable arguments was left over")
            );
        };
        let result = self.of[result.index()].ok_or_else(|| bad_part("the result"))?;
        let parameter = |(number, &ty): (usize, &TypeId)| match self.of[ty.index()] {
            Some(ty) if ty != Type::Void => Ok(ty),
            _ => Err(bad_part(&format!("parameter {}", number + 1))),
        };
        let params = module.types.list(parameters).iter().enumerate();
        let params = params.map(parameter).collect::<Result<_, _>>()?;
        Ok(Signature { result, params })
    }

    fn intern(&mut self, def: TypeDef) -> ids::TypeId {
        if let Some(&id) = self.ids.get(&def) {
            return id;
        }
        let id = ids::TypeId(self.list.len() as u32);
        self.list.push(def.clone());
        self.ids.insert(def, id);
        id
    }

    /// Ensures that a value type is in the types block.
    pub(super) fn want(&mut self, ty: Type) {
        if std::mem::replace(&mut self.wanted[ty as usize], true) {
            return;
        }
        self.intern(TypeDef::Value(ty.element()));
        self.intern(TypeDef::Value(ty));
    }

    /// Ensures that a function type is in the types block.
    pub(super) fn signature(&mut self, signature: &Signature) -> ids::TypeId {
        self.want(signature.result);
        for &param in &signature.params {
            self.want(param);
        }
        self.intern(TypeDef::Function(signature.clone()))
    }

    /// Takes the completed types block.
    pub(super) fn take_list(&mut self) -> Vec<TypeDef> {
        std::mem::take(&mut self.list)
    }
}

/// Returns the PNaCl type of values of a type. `None` if programs cannot have such values.
pub(crate) fn value_type(module: &Module, ty: TypeId) -> Option<Type> {
    Some(match module.types.get(ty) {
        Llvm::Void => Type::Void,
        Llvm::Integer(1) => Type::I1,
        Llvm::Integer(8) => Type::I8,
        Llvm::Integer(16) => Type::I16,
        Llvm::Integer(32) | Llvm::Pointer(_) => Type::I32,
        Llvm::Integer(64) => Type::I64,
        Llvm::Float => Type::Float,
        Llvm::Double => Type::Double,
        Llvm::Vector {
            element,
            length,
            scalable: false,
        } => {
            let element = match module.types.get(element) {
                Llvm::Vector { .. } => return None,
                _ => value_type(module, element)?,
            };
            return Type::vector(length.into(), element);
        }
        _ => return None,
    })
}

#[cold]
fn bad_part(what: &str) -> Fault {
    ErrorKind::BadType.fault(format!(
        "{what} of a function has a type that programs do not support"
    ))
}
