//! Stores the parts of the module that the printer needs for the names of types and values.
//!
//! The parts are collected from records in their order, whether they are valid or not. Therefore
//! the names in the text of an invalid file are, as far as possible, those that its records define.

use super::Tone;
use super::marked_line::MarkedLine;
use crate::construct::TypeConstruct;
use crate::types::Type;
use std::ops::Range;

/// The type of a value, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ValueType {
    /// A type of PNaCl, or `void`.
    Known(Type),
    /// Another entry of the types block, by its index.
    Index(u32),
    /// An unknown type.
    Unknown,
}

impl ValueType {
    pub(super) const VOID: ValueType = ValueType::Known(Type::Void);

    pub(super) fn known(self) -> Option<Type> {
        match self {
            ValueType::Known(ty) => Some(ty),
            ValueType::Index(_) | ValueType::Unknown => None,
        }
    }

    /// Returns true if an instruction with this result type defines no value.
    pub(super) fn is_void(self) -> bool {
        self == ValueType::VOID
    }

    /// Appends the type.
    #[inline]
    pub(super) fn write(self, line: &mut MarkedLine) {
        line.tone(Tone::Type);
        match self {
            ValueType::Known(ty) => line.text(ty.name().as_bytes()),
            ValueType::Index(index) => {
                line.text(b"@t");
                line.number(index.into());
            }
            ValueType::Unknown => line.text(b"???"),
        }
        line.plain();
    }
}

/// A type of the types block.
#[derive(Clone, Debug)]
struct Entry {
    ty: ValueType,
    /// True if the same type was defined before.
    duplicate: bool,
    /// The result and the parameters of a function type.
    signature: Option<(ValueType, Range<usize>)>,
}

/// A function type.
#[derive(Clone, Copy, Debug)]
pub(super) struct SignatureView<'a> {
    pub(super) result: ValueType,
    pub(super) params: &'a [ValueType],
}

/// The types, and the numbers of functions and globals.
#[derive(Debug, Default)]
pub(super) struct ModuleNames {
    types: Vec<Entry>,
    /// True for each type that is defined.
    defined_types: [bool; Type::ALL.len()],
    /// The parameters of all function types.
    params: Vec<ValueType>,
    /// The index of the type of each function address.
    functions: Vec<u32>,
    /// The functions with bodies.
    defined: Vec<u32>,
    globals: u32,
}

impl ModuleNames {
    /// Returns the number of types so far.
    pub(super) fn type_count(&self) -> usize {
        self.types.len()
    }

    /// Adds the next entry of the types block, if the construct is a type.
    pub(super) fn add_type(&mut self, construct: Option<&TypeConstruct<'_>>) {
        let index = ValueType::Index(u32::try_from(self.types.len()).unwrap_or(u32::MAX));
        let mut signature = None;
        let known = match construct {
            Some(TypeConstruct::Count(_)) => return,
            Some(TypeConstruct::Void) => Some(Type::Void),
            Some(TypeConstruct::Float) => Some(Type::Float),
            Some(TypeConstruct::Double) => Some(Type::Double),
            Some(TypeConstruct::Integer(bits)) => match bits {
                1 => Some(Type::I1),
                8 => Some(Type::I8),
                16 => Some(Type::I16),
                32 => Some(Type::I32),
                64 => Some(Type::I64),
                _ => None,
            },
            Some(&TypeConstruct::Vector(lanes, element)) => self
                .ty(element)
                .known()
                .and_then(|element| Type::vector(lanes, element)),
            Some(&TypeConstruct::Function(_, result, params)) => {
                let start = self.params.len();
                for &param in params {
                    let param = u32::try_from(param).map_or(ValueType::Unknown, |id| self.ty(id));
                    self.params.push(param);
                }
                signature = Some((self.ty(result), start..self.params.len()));
                None
            }
            None => None,
        };
        let defined = known.map(|ty| &mut self.defined_types[ty as usize]);
        self.types.push(Entry {
            ty: known.map_or(index, ValueType::Known),
            duplicate: defined.is_some_and(|defined| std::mem::replace(defined, true)),
            signature,
        });
    }

    /// Returns the type with this index.
    #[inline]
    pub(super) fn ty(&self, index: u32) -> ValueType {
        match self.types.get(index as usize) {
            Some(entry) => entry.ty,
            None => ValueType::Index(index),
        }
    }

    /// Returns true if the text of the type refers to another index, because the type is defined
    /// more than once.
    pub(super) fn is_duplicate(&self, index: u32) -> bool {
        let entry = self.types.get(index as usize);
        entry.is_some_and(|entry| entry.duplicate)
    }

    /// Returns the function type with this index.
    pub(super) fn signature(&self, index: u32) -> Option<SignatureView<'_>> {
        let (result, params) = self.types.get(index as usize)?.signature.as_ref()?;
        Some(SignatureView {
            result: *result,
            params: &self.params[params.clone()],
        })
    }

    /// Adds a function and returns its number.
    pub(super) fn add_function(&mut self, ty: u32, declared: bool) -> u32 {
        let function = self.functions.len() as u32;
        self.functions.push(ty);
        if !declared {
            self.defined.push(function);
        }
        function
    }

    /// Adds a global and returns its number.
    pub(super) fn add_global(&mut self) -> u32 {
        self.globals += 1;
        self.globals - 1
    }

    /// Returns the function that a function block defines. `body` is the index of the block.
    pub(super) fn defined(&self, body: usize) -> Option<u32> {
        self.defined.get(body).copied()
    }

    pub(super) fn function_count(&self) -> u32 {
        self.functions.len() as u32
    }

    /// Returns the absolute index of the first value that is not an address.
    pub(super) fn first_local(&self) -> u32 {
        self.function_count().saturating_add(self.globals)
    }

    /// Returns the type of a function.
    pub(super) fn function_signature(&self, function: u32) -> Option<SignatureView<'_>> {
        self.signature(*self.functions.get(function as usize)?)
    }

    /// Appends the name of a function or global, by its absolute index.
    #[inline]
    pub(super) fn write_address(&self, line: &mut MarkedLine, index: u32) {
        match index.checked_sub(self.function_count()) {
            None => line.identifier(Tone::Address, b"@f", index.into()),
            Some(global) => line.identifier(Tone::Address, b"@g", global.into()),
        }
    }
}
