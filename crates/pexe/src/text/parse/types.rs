//! Manages the types in the text, and their indices in the file.
//!
//! The text contains `i32` where a record contains the index of a type. Each type in the text,
//! legal or not, gets a [`TypeRef`], so that equal types have equal numbers. The value types come
//! first, in the order of [`Type`].

use crate::text::error::{Result, SyntaxErrorKind, fault};
use crate::text::scan::Scanner;
use crate::types::Type;
use std::collections::HashMap;

/// A type, which need not be legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TypeRef(pub(super) u32);

impl TypeRef {
    /// The unknown type of a value that is defined later. It agrees with every type.
    pub(super) const UNKNOWN: TypeRef = TypeRef(u32::MAX);

    /// Returns true if both may be the type of the same value.
    #[inline]
    pub(super) fn agrees(self, other: TypeRef) -> bool {
        self == other || self == TypeRef::UNKNOWN || other == TypeRef::UNKNOWN
    }

    /// Returns the type if it is a value type or void.
    #[inline]
    pub(super) fn value(self) -> Option<Type> {
        Type::ALL.get(self.0 as usize).copied()
    }
}

impl From<Type> for TypeRef {
    #[inline]
    fn from(ty: Type) -> TypeRef {
        TypeRef(ty as u32)
    }
}

/// The structure of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Shape {
    /// A value type, or void.
    Value(Type),
    /// An integer with a width that PNaCl lacks.
    Integer(u64),
    /// A vector that PNaCl lacks.
    Vector(u64, TypeRef),
    /// A function type: whether it has variable arguments, its result, and its parameters.
    Function(bool, TypeRef, Box<[TypeRef]>),
}

/// The types of a module.
#[derive(Debug)]
pub(super) struct Types {
    /// The structures of types by [`TypeRef`], including those of value types.
    shapes: Vec<Shape>,
    known: HashMap<Shape, TypeRef>,
    /// By [`TypeRef`], the index of the first definition in the types block.
    ids: Vec<Option<u32>>,
    /// The types by index in the types block.
    defined: Vec<TypeRef>,
}

impl Types {
    pub(super) fn new() -> Types {
        Types {
            shapes: Type::ALL.map(Shape::Value).to_vec(),
            known: HashMap::new(),
            ids: vec![None; Type::ALL.len()],
            defined: Vec::new(),
        }
    }

    /// Returns the number of types that were defined.
    pub(super) fn len(&self) -> usize {
        self.defined.len()
    }

    /// Defines the next type.
    pub(super) fn define(&mut self, ty: TypeRef) {
        let id = self.defined.len() as u32;
        self.defined.push(ty);
        if let Some(slot) = self.ids.get_mut(ty.0 as usize) {
            slot.get_or_insert(id);
        }
    }

    /// Returns the type with a structure.
    pub(super) fn of(&mut self, shape: Shape) -> TypeRef {
        let shape = match shape {
            Shape::Value(ty) => return ty.into(),
            Shape::Integer(bits) => match integer(bits) {
                Some(ty) => return ty.into(),
                None => shape,
            },
            Shape::Vector(lanes, element) => {
                let legal = element.value().and_then(|ty| Type::vector(lanes, ty));
                match legal {
                    Some(ty) => return ty.into(),
                    None => shape,
                }
            }
            Shape::Function(..) => shape,
        };
        if let Some(&known) = self.known.get(&shape) {
            return known;
        }
        let ty = TypeRef(self.shapes.len() as u32);
        self.shapes.push(shape.clone());
        self.ids.push(None);
        self.known.insert(shape, ty);
        ty
    }

    /// Returns the structure of a type.
    pub(super) fn shape(&self, ty: TypeRef) -> Option<&Shape> {
        self.shapes.get(ty.0 as usize)
    }

    /// Returns the index of a type in the types block, or an error if it is not defined.
    #[inline]
    pub(super) fn id(&self, ty: TypeRef, at: u32) -> Result<u32> {
        match self.ids.get(ty.0 as usize) {
            Some(&Some(id)) => Ok(id),
            _ => self.undefined(ty, at),
        }
    }

    #[cold]
    fn undefined<T>(&self, ty: TypeRef, at: u32) -> Result<T> {
        fault(
            SyntaxErrorKind::UndefinedType,
            at,
            format!("the types block does not define {}", self.name(ty)),
        )
    }

    /// Returns the value type with this index in the types block, if it is one.
    pub(super) fn value(&self, id: u32) -> Option<Type> {
        self.defined.get(id as usize)?.value()
    }

    /// Returns the text of a type.
    #[cold]
    pub(super) fn name(&self, ty: TypeRef) -> String {
        // Types inside a type are shown by their indices unless they are value types, so that there
        // is no recursion.
        let inner = |ty: &TypeRef| match (ty.value(), self.ids.get(ty.0 as usize)) {
            (Some(ty), _) => ty.name().to_owned(),
            (None, Some(Some(id))) => format!("@t{id}"),
            (None, _) => "another type".to_owned(),
        };
        match self.shape(ty) {
            Some(Shape::Value(ty)) => ty.name().to_owned(),
            Some(Shape::Integer(bits)) => format!("i{bits}"),
            Some(Shape::Vector(lanes, element)) => format!("<{lanes} x {}>", inner(element)),
            Some(Shape::Function(varargs, result, params)) => {
                let mut list: Vec<String> = params.iter().map(inner).collect();
                list.extend(varargs.then(|| "...".to_owned()));
                format!("{} ({})", inner(result), list.join(", "))
            }
            None => "an unknown type".to_owned(),
        }
    }

    /// Parses a type. A function type is only accepted as `@tN`.
    #[inline]
    pub(super) fn parse(&mut self, scan: &mut Scanner<'_>) -> Result<TypeRef> {
        match scan.peek() {
            b'<' => self.parse_vector(scan),
            b'@' => self.parse_name(scan),
            _ => {
                let at = scan.here();
                let ty = match scan.word() {
                    b"i32" => Type::I32,
                    b"i1" => Type::I1,
                    b"i8" => Type::I8,
                    b"i16" => Type::I16,
                    b"i64" => Type::I64,
                    b"void" => Type::Void,
                    b"float" => Type::Float,
                    b"double" => Type::Double,
                    other => return self.parse_odd(scan, other, at),
                };
                Ok(ty.into())
            }
        }
    }

    #[cold]
    fn parse_odd(&mut self, scan: &Scanner<'_>, word: &[u8], at: u32) -> Result<TypeRef> {
        let digits = word
            .strip_prefix(b"i")
            .filter(|rest| rest.iter().all(u8::is_ascii_digit));
        let number = digits.and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
        match number {
            Some(bits) => Ok(self.of(Shape::Integer(bits))),
            None => scan.unexpected_at(at, "a type"),
        }
    }

    fn parse_vector(&mut self, scan: &mut Scanner<'_>) -> Result<TypeRef> {
        scan.expect(b'<')?;
        let lanes = scan.number()?;
        scan.expect_word("x")?;
        if scan.peek() == b'<' {
            return scan.unexpected("the type of an element; name one that is a vector `@tN`");
        }
        let element = self.parse(scan)?;
        scan.expect(b'>')?;
        Ok(self.of(Shape::Vector(lanes, element)))
    }

    fn parse_name(&mut self, scan: &mut Scanner<'_>) -> Result<TypeRef> {
        let name = scan.name()?;
        if name.prefix != *b"@t" {
            return scan.unexpected_at(name.at, "a type");
        }
        match self.defined.get(name.index as usize) {
            Some(&ty) => Ok(ty),
            None => fault(
                SyntaxErrorKind::UndefinedType,
                name.at,
                format!(
                    "{name} is not defined yet; {} types are",
                    self.defined.len()
                ),
            ),
        }
    }

    /// Parses the parameters of a function type, including the parentheses. Returns the function
    /// type.
    pub(super) fn parse_signature(
        &mut self,
        scan: &mut Scanner<'_>,
        result: TypeRef,
    ) -> Result<TypeRef> {
        scan.expect(b'(')?;
        let mut params = Vec::new();
        let mut varargs = false;
        if !scan.eat(b')') {
            loop {
                if scan.eat(b'.') {
                    scan.expect(b'.')?;
                    scan.expect(b'.')?;
                    scan.expect(b')')?;
                    varargs = true;
                    break;
                }
                params.push(self.parse(scan)?);
                if !scan.eat(b',') {
                    scan.expect(b')')?;
                    break;
                }
            }
        }
        Ok(self.of(Shape::Function(varargs, result, params.into())))
    }
}

/// Returns the integer type with a width, or `None` if PNaCl lacks it.
fn integer(bits: u64) -> Option<Type> {
    match bits {
        1 => Some(Type::I1),
        8 => Some(Type::I8),
        16 => Some(Type::I16),
        32 => Some(Type::I32),
        64 => Some(Type::I64),
        _ => None,
    }
}
