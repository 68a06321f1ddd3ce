//! Types as the text names them, and their identifiers in the file.
//!
//! The text says `i32` where a record has the index of a type. Every type that
//! occurs gets a [`TypeRef`], so that equal types are equal numbers, legal or
//! not; those of values come first, in the order of [`Type`].

use crate::text::error::{Result, SyntaxErrorKind, fault};
use crate::text::scan::Scanner;
use crate::types::Type;
use std::collections::HashMap;

/// A type, legal or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TypeRef(pub(super) u32);

impl TypeRef {
    /// An unknown type, because the value is defined only later. It agrees with every type.
    pub(super) const UNKNOWN: TypeRef = TypeRef(u32::MAX);

    /// Returns true if both can be the type of one value.
    #[inline]
    pub(super) fn agrees(self, other: TypeRef) -> bool {
        self == other || self == TypeRef::UNKNOWN || other == TypeRef::UNKNOWN
    }

    /// Returns the type if a value can have it, or void.
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
    /// A value type or void.
    Value(Type),
    /// An integer of a width that PNaCl does not have.
    Integer(u64),
    /// A vector that PNaCl does not have.
    Vector(u64, TypeRef),
    /// The flag for variable arguments, the result, the parameters.
    Function(bool, TypeRef, Box<[TypeRef]>),
}

/// The types of a module.
#[derive(Debug)]
pub(super) struct Types {
    /// By `TypeRef`, after those of values.
    shapes: Vec<Shape>,
    known: HashMap<Shape, TypeRef>,
    /// By `TypeRef`: the index in the types block of the first definition.
    ids: Vec<Option<u32>>,
    /// By index in the types block.
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

    /// Number of types defined.
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

    /// The type of a shape.
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

    /// The structure of a type.
    pub(super) fn shape(&self, ty: TypeRef) -> Option<&Shape> {
        self.shapes.get(ty.0 as usize)
    }

    /// The index of a type in the types block.
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

    /// The type as text.
    #[cold]
    pub(super) fn name(&self, ty: TypeRef) -> String {
        // Those inside a type are named by their index where they have none of
        // their own, so that this does not recurse.
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

    /// Reads a type. A function type is accepted only by its name `@tN`.
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

    /// Reads the parameters of a function type from its opening parenthesis to
    /// the closing one, and returns the whole type.
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

/// The integer type of a width, if PNaCl has it.
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
