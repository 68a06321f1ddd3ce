//! Types. Signedness is dropped, and pointers become opaque. A structure with several names keeps
//! the first.
//!
//! Without pointees, types are not recursive, so each is made from its components. A type that is
//! not valid today (a structure that contains itself, an array of functions) is an error only if it
//! is needed.

use std::collections::{HashMap, HashSet};

use pinnacle_llvm as ir;

use super::spelling::{clean, make_unique};
use super::{Upgrade, cannot, refused};
use crate::error::Error;
use crate::model::{Module, Name, Names, Type, TypeId};

/// The new type of each old type; `None` if it has no equivalent today.
pub(super) struct Types {
    types: Vec<Option<ir::TypeId>>,
    /// True if values of the type can be stored in memory.
    sized: Vec<bool>,
}

/// The state of a type's translation.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Waiting,
    Entered,
    Done,
}

impl Types {
    pub(super) fn new(module: &Module, new: &mut ir::Module) -> Types {
        let count = module.types.len();
        let mut this = Types {
            types: vec![None; count],
            sized: vec![false; count],
        };
        let names = type_names(module);
        let mut states = vec![State::Waiting; count];
        let mut stack = Vec::new();
        for index in 0..count {
            stack.push(TypeId(index as u32));
            while let Some(&ty) = stack.last() {
                if states[ty.index()] == State::Waiting {
                    states[ty.index()] = State::Entered;
                    let pointer = matches!(module.types.get(ty), Type::Pointer { .. });
                    let below = module.types.components(ty).filter(|_| !pointer);
                    stack.extend(below.filter(|below| states[below.index()] == State::Waiting));
                    continue;
                }
                if states[ty.index()] == State::Entered {
                    // The walk has not finished this component, so it contains the current type.
                    states[ty.index()] = State::Done;
                    this.make(module, new, ty, names.get(&ty).map(Vec::as_slice));
                }
                stack.pop();
            }
        }
        this
    }

    /// Makes a type, if all of its components could be made.
    fn make(&mut self, module: &Module, new: &mut ir::Module, ty: TypeId, name: Option<&[u8]>) {
        let (made, sized) = match module.types.get(ty) {
            Type::Void => (Some(new.types.void()), false),
            Type::Label => (None, false),
            Type::Bool => (Some(new.types.integer(1)), true),
            Type::Float => (Some(new.types.float()), true),
            Type::Double => (Some(new.types.double()), true),
            Type::Pointer { .. } => (Some(new.types.pointer()), true),
            Type::Opaque => {
                let name = name.map_or(ir::Name::NONE, |name| new.names.add(name));
                (Some(new.types.new_struct(name).1), false)
            }
            Type::Array { element, length } if self.sized[element.index()] => {
                let element = self.types[element.index()];
                (
                    element.map(|element| new.types.array(element, length.into())),
                    true,
                )
            }
            Type::Packed { element, length } => {
                let element = self.types[element.index()];
                (
                    element.map(|element| new.types.vector(element, length, false)),
                    true,
                )
            }
            Type::Array { .. } => (None, false),
            Type::Struct { fields } => (self.structure(new, module.types.list(fields), name), true),
            Type::Function {
                result,
                parameters,
                varargs,
            } => {
                let parameters = module.types.list(parameters);
                (
                    self.function(module, new, result, parameters, varargs),
                    false,
                )
            }
            _ => (ty.integer_bits().map(|bits| new.types.integer(bits)), true),
        };
        self.types[ty.index()] = made;
        self.sized[ty.index()] = sized && made.is_some();
    }

    fn structure(
        &self,
        new: &mut ir::Module,
        fields: &[TypeId],
        name: Option<&[u8]>,
    ) -> Option<ir::TypeId> {
        let made: Option<Vec<_>> = fields
            .iter()
            .map(|field| self.types[field.index()].filter(|_| self.sized[field.index()]))
            .collect();
        let fields = made?;
        Some(match name {
            None => new.types.literal_struct(&fields, false),
            Some(name) => {
                let name = new.names.add(name);
                let (id, ty) = new.types.new_struct(name);
                new.types.set_fields(id, &fields, false);
                ty
            }
        })
    }

    fn function(
        &self,
        module: &Module,
        new: &mut ir::Module,
        result: TypeId,
        parameters: &[TypeId],
        varargs: bool,
    ) -> Option<ir::TypeId> {
        let passed =
            |ty: TypeId| self.types[ty.index()].filter(|_| module.types.is_first_class(ty));
        let result = match module.types.get(result) {
            Type::Void => new.types.void(),
            _ => passed(result)?,
        };
        let parameters: Option<Vec<_>> = parameters.iter().map(|&ty| passed(ty)).collect();
        Some(new.types.function(result, &parameters?, varargs))
    }
}

/// Returns the name of each named structure and opaque type: its first name, made unique.
fn type_names(module: &Module) -> HashMap<TypeId, Vec<u8>> {
    let mut names = HashMap::new();
    let mut taken = HashSet::new();
    let mut add = |pool: &Names, list: &[(Name, TypeId)]| {
        for &(name, ty) in list {
            let named = ty.index() < module.types.len()
                && matches!(module.types.get(ty), Type::Struct { .. } | Type::Opaque);
            if !named || names.contains_key(&ty) || pool.get(name).is_empty() {
                continue;
            }
            let mut name = clean(pool.get(name));
            make_unique(&mut name, |name| taken.contains(name));
            taken.insert(name.clone());
            names.insert(ty, name);
        }
    };
    add(&module.names, &module.type_names);
    for function in &module.functions {
        if let Some(body) = &function.body {
            add(&body.names, &body.type_names);
        }
    }
    names
}

impl Upgrade<'_> {
    /// Describes a type in errors: its kind, not its spelling.
    fn type_name(&self, ty: TypeId) -> &'static str {
        match self.old.types.get(ty) {
            Type::Void => "void",
            Type::Label => "label",
            Type::Bool => "bool",
            Type::Float => "float",
            Type::Double => "double",
            Type::Pointer { .. } => "a pointer",
            Type::Opaque => "an opaque type",
            Type::Array { .. } => "an array",
            Type::Packed { .. } => "a packed value",
            Type::Struct { .. } => "a structure",
            Type::Function { .. } => "a function type",
            _ => "an integer",
        }
    }

    /// Returns the new type of an old one.
    pub(super) fn ty(&self, ty: TypeId) -> Result<ir::TypeId, Error> {
        self.types.types[ty.index()].ok_or_else(|| {
            cannot(format!(
                "{}, which has no equivalent in today's LLVM",
                self.type_name(ty)
            ))
        })
    }

    /// Returns the new type for values: booleans, numbers and pointers.
    pub(super) fn value_type(&self, ty: TypeId) -> Result<ir::TypeId, Error> {
        if self.old.types.is_first_class(ty) {
            return self.ty(ty);
        }
        Err(cannot(format!("{} as a value", self.type_name(ty))))
    }

    /// Returns the new type for objects in memory.
    pub(super) fn memory_type(&self, ty: TypeId) -> Result<ir::TypeId, Error> {
        if self.types.sized[ty.index()] {
            return self.ty(ty);
        }
        Err(cannot(format!(
            "{} in memory, because it has no size",
            self.type_name(ty)
        )))
    }

    /// The type that a pointer points to.
    pub(super) fn pointee(&self, ty: TypeId) -> Result<TypeId, Error> {
        (self.old.types.pointee(ty))
            .ok_or_else(|| cannot(format!("{} where a pointer is needed", self.type_name(ty))))
    }

    /// Fails if a value does not have the required type.
    pub(super) fn same(&self, found: TypeId, expected: TypeId, what: &str) -> Result<(), Error> {
        if found == expected {
            return Ok(());
        }
        let (found_name, expected_name) = (self.type_name(found), self.type_name(expected));
        Err(refused(format!(
            "{what} is {found_name} ({found}), but it must be {expected_name} ({expected})"
        )))
    }
}
