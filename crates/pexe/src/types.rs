//! Defines the types of PNaCl: a closed set of value types, and function signatures.
//!
//! Implements "Types Block" of the manual. Only fourteen value types are legal, so a value type is
//! represented by one byte and compared without the types block. Only signatures refer to a table.

use std::fmt;

/// The type of a value, or `void` for the absence of one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Type {
    /// No value.
    Void,
    /// `i1`.
    I1,
    /// `i8`.
    I8,
    /// `i16`.
    I16,
    /// `i32`, also the type of every address.
    I32,
    /// `i64`.
    I64,
    /// `float`, IEEE 754 binary32.
    Float,
    /// `double`, IEEE 754 binary64.
    Double,
    /// `<4 x i1>`.
    V4I1,
    /// `<8 x i1>`.
    V8I1,
    /// `<16 x i1>`.
    V16I1,
    /// `<16 x i8>`.
    V16I8,
    /// `<8 x i16>`.
    V8I16,
    /// `<4 x i32>`.
    V4I32,
    /// `<4 x float>`.
    V4Float,
}

impl Type {
    /// All types, in the order of declaration.
    pub const ALL: [Type; 15] = [
        Type::Void,
        Type::I1,
        Type::I8,
        Type::I16,
        Type::I32,
        Type::I64,
        Type::Float,
        Type::Double,
        Type::V4I1,
        Type::V8I1,
        Type::V16I1,
        Type::V16I8,
        Type::V8I16,
        Type::V4I32,
        Type::V4Float,
    ];

    /// Returns the element type of a vector, or the type itself for a scalar ("UnderlyingType" in
    /// the manual).
    #[inline]
    pub const fn element(self) -> Type {
        match self {
            Type::V4I1 | Type::V8I1 | Type::V16I1 => Type::I1,
            Type::V16I8 => Type::I8,
            Type::V8I16 => Type::I16,
            Type::V4I32 => Type::I32,
            Type::V4Float => Type::Float,
            scalar => scalar,
        }
    }

    /// Returns the number of elements of a vector, or zero for a scalar ("UnderlyingCount" in the
    /// manual).
    #[inline]
    pub const fn lanes(self) -> u32 {
        match self {
            Type::V4I1 | Type::V4I32 | Type::V4Float => 4,
            Type::V8I1 | Type::V8I16 => 8,
            Type::V16I1 | Type::V16I8 => 16,
            _ => 0,
        }
    }

    /// Returns the number of bits of one element; zero for `void`.
    #[inline]
    pub const fn element_bits(self) -> u32 {
        match self.element() {
            Type::I1 => 1,
            Type::I8 => 8,
            Type::I16 => 16,
            Type::I32 | Type::Float => 32,
            Type::I64 | Type::Double => 64,
            _ => 0,
        }
    }

    /// Returns the number of bits of the whole value ("BitSizeOf" in the manual).
    #[inline]
    pub const fn bits(self) -> u32 {
        const BITS: [u32; Type::ALL.len()] = {
            let mut table = [0; Type::ALL.len()];
            let mut index = 0;
            while index < table.len() {
                let ty = Type::ALL[index];
                let lanes = ty.lanes();
                table[index] = ty.element_bits() * if lanes == 0 { 1 } else { lanes };
                index += 1;
            }
            table
        };
        BITS[self as usize]
    }

    /// Returns the number of bytes that a load or store of the type accesses. Only meaningful for
    /// types that can be loaded.
    #[inline]
    pub const fn bytes(self) -> u32 {
        self.bits() / 8
    }

    /// Returns true if this is a vector type.
    #[inline]
    pub const fn is_vector(self) -> bool {
        self as u8 >= Type::V4I1 as u8
    }

    /// Returns true if this is a scalar integer type.
    #[inline]
    pub const fn is_integer(self) -> bool {
        self as u8 >= Type::I1 as u8 && self as u8 <= Type::I64 as u8
    }

    /// Returns true if this is `float` or `double`.
    #[inline]
    pub const fn is_float(self) -> bool {
        matches!(self, Type::Float | Type::Double)
    }

    /// Returns true if an ordinary function may have a parameter or result of this type
    /// ("IsFcnArgType" in the manual).
    #[inline]
    pub const fn is_argument(self) -> bool {
        !matches!(self, Type::Void | Type::I1 | Type::I8 | Type::I16)
    }

    /// Returns the result type of a comparison of two values of this type.
    #[inline]
    pub const fn comparison_result(self) -> Type {
        match self.lanes() {
            4 => Type::V4I1,
            8 => Type::V8I1,
            16 => Type::V16I1,
            _ => Type::I1,
        }
    }

    /// Returns the vector type with this number of elements, or `None` if it is not legal.
    pub const fn vector(lanes: u64, element: Type) -> Option<Type> {
        match (lanes, element) {
            (4, Type::I1) => Some(Type::V4I1),
            (8, Type::I1) => Some(Type::V8I1),
            (16, Type::I1) => Some(Type::V16I1),
            (16, Type::I8) => Some(Type::V16I8),
            (8, Type::I16) => Some(Type::V8I16),
            (4, Type::I32) => Some(Type::V4I32),
            (4, Type::Float) => Some(Type::V4Float),
            _ => None,
        }
    }

    /// Returns the name of the type in the manual.
    pub const fn name(self) -> &'static str {
        match self {
            Type::Void => "void",
            Type::I1 => "i1",
            Type::I8 => "i8",
            Type::I16 => "i16",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::Float => "float",
            Type::Double => "double",
            Type::V4I1 => "<4 x i1>",
            Type::V8I1 => "<8 x i1>",
            Type::V16I1 => "<16 x i1>",
            Type::V16I8 => "<16 x i8>",
            Type::V8I16 => "<8 x i16>",
            Type::V4I32 => "<4 x i32>",
            Type::V4Float => "<4 x float>",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// The type of the result, `void` for none.
    pub result: Type,
    /// The types of the parameters, in order.
    pub params: Box<[Type]>,
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (", self.result)?;
        for (index, param) in self.params.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{param}")?;
        }
        f.write_str(")")
    }
}

/// An entry of the types block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeDef {
    /// A value type or `void`.
    Value(Type),
    /// A function type.
    Function(Signature),
}

impl fmt::Display for TypeDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypeDef::Value(ty) => write!(f, "{ty}"),
            TypeDef::Function(signature) => write!(f, "{signature}"),
        }
    }
}
