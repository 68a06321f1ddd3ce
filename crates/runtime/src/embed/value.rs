//! Values that cross between the embedder and the program.

use pinnacle_pexe::types::Type;

/// A value that functions can take and return.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// `i32`, also an address.
    I32(i32),
    /// `i64`.
    I64(i64),
    /// `float`.
    Float(f32),
    /// `double`.
    Double(f64),
    /// A vector of this type: its 128 bits with lane 0 lowest, or one bit per lane for vectors of
    /// `i1`.
    Vector(Type, u128),
}

impl Value {
    /// The value's type.
    pub const fn ty(self) -> Type {
        match self {
            Value::I32(_) => Type::I32,
            Value::I64(_) => Type::I64,
            Value::Float(_) => Type::Float,
            Value::Double(_) => Type::Double,
            Value::Vector(ty, _) => ty,
        }
    }

    /// Returns the number if this is an `i32`.
    pub const fn as_i32(self) -> Option<i32> {
        match self {
            Value::I32(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the number if this is an `i64`.
    pub const fn as_i64(self) -> Option<i64> {
        match self {
            Value::I64(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the number if this is a `float`.
    pub const fn as_float(self) -> Option<f32> {
        match self {
            Value::Float(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the number if this is a `double`.
    pub const fn as_double(self) -> Option<f64> {
        match self {
            Value::Double(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the word in which engines keep the value. For a vector, that is the first word.
    pub(super) fn word(self) -> u64 {
        match self {
            Value::I32(value) => u64::from(value as u32),
            Value::I64(value) => value as u64,
            Value::Float(value) => value.to_bits().into(),
            Value::Double(value) => value.to_bits(),
            Value::Vector(ty, bits) if is_mask(ty) => bits as u64 & mask(ty),
            Value::Vector(_, bits) => bits as u64,
        }
    }

    /// Appends the words in which engines keep the value.
    pub(super) fn to_words(self, words: &mut Vec<u64>) {
        words.push(self.word());
        if let Value::Vector(ty, bits) = self
            && !is_mask(ty)
        {
            words.push((bits >> 64) as u64);
        }
    }

    /// Converts words to a value of a type. Returns `None` for `void`.
    pub(super) fn of_words(ty: Type, words: [u64; 2]) -> Option<Value> {
        Some(match ty {
            Type::Void => return None,
            Type::I64 => Value::I64(words[0] as i64),
            Type::Float => Value::Float(f32::from_bits(words[0] as u32)),
            Type::Double => Value::Double(f64::from_bits(words[0])),
            ty if is_mask(ty) => Value::Vector(ty, u128::from(words[0] & mask(ty))),
            ty if ty.is_vector() => {
                Value::Vector(ty, u128::from(words[0]) | u128::from(words[1]) << 64)
            }
            _ => Value::I32(words[0] as i32),
        })
    }
}

fn is_mask(ty: Type) -> bool {
    ty.is_vector() && ty.element() == Type::I1
}

/// Returns a mask with a bit for each lane.
fn mask(ty: Type) -> u64 {
    (1 << ty.bits()) - 1
}

impl From<i32> for Value {
    fn from(value: i32) -> Value {
        Value::I32(value)
    }
}

impl From<u32> for Value {
    /// Converts an address, or another unsigned number.
    fn from(value: u32) -> Value {
        Value::I32(value as i32)
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Value {
        Value::I64(value)
    }
}

impl From<f32> for Value {
    fn from(value: f32) -> Value {
        Value::Float(value)
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::Double(value)
    }
}
