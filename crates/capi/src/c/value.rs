//! Values of programs.

use crate::error::Error;
use pinnacle_embed::Value;
use pinnacle_pexe::types::Type;

/// No value: the result of a function that returns nothing.
pub const PINNACLE_VOID: u32 = 0;
/// A 32-bit integer or an address: the member `i32`.
pub const PINNACLE_I32: u32 = 1;
/// A 64-bit integer: the member `i64`.
pub const PINNACLE_I64: u32 = 2;
/// A single-precision number: the member `f32`.
pub const PINNACLE_F32: u32 = 3;
/// A double-precision number: the member `f64`.
pub const PINNACLE_F64: u32 = 4;

/// The number of a value, in the member of its type.
#[repr(C)]
#[derive(Clone, Copy)]
pub union pinnacle_number_t {
    /// For `PINNACLE_I32`.
    pub i32: i32,
    /// For `PINNACLE_I64`.
    pub i64: i64,
    /// For `PINNACLE_F32`.
    pub f32: f32,
    /// For `PINNACLE_F64`.
    pub f64: f64,
}

impl std::fmt::Debug for pinnacle_number_t {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("pinnacle_number_t").finish_non_exhaustive()
    }
}

/// A value that is passed between the program and its host.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct pinnacle_value_t {
    /// Its type: one of `PINNACLE_VOID` to `PINNACLE_F64`.
    pub kind: u32,
    /// The number.
    pub of: pinnacle_number_t,
}

impl pinnacle_value_t {
    /// Returns the value that C sees.
    pub(super) fn new(value: Option<Value>) -> Result<pinnacle_value_t, Error> {
        let (kind, of) = match value {
            None => (PINNACLE_VOID, pinnacle_number_t { i64: 0 }),
            Some(Value::I32(i32)) => (PINNACLE_I32, pinnacle_number_t { i32 }),
            Some(Value::I64(i64)) => (PINNACLE_I64, pinnacle_number_t { i64 }),
            Some(Value::Float(f32)) => (PINNACLE_F32, pinnacle_number_t { f32 }),
            Some(Value::Double(f64)) => (PINNACLE_F64, pinnacle_number_t { f64 }),
            Some(Value::Vector(..)) => {
                return Err(Error::argument(
                    "name",
                    "is a function that returns a vector",
                ));
            }
        };
        Ok(pinnacle_value_t { kind, of })
    }

    /// Returns the value that the program sees.
    ///
    /// # Safety
    ///
    /// The member of the value's type is initialised.
    pub(super) unsafe fn get(&self) -> Result<Option<Value>, Error> {
        // SAFETY: the caller promises that the member of the type is initialised; every pattern
        // of bits is a number.
        Ok(unsafe {
            match self.kind {
                PINNACLE_VOID => None,
                PINNACLE_I32 => Some(Value::I32(self.of.i32)),
                PINNACLE_I64 => Some(Value::I64(self.of.i64)),
                PINNACLE_F32 => Some(Value::Float(self.of.f32)),
                PINNACLE_F64 => Some(Value::Double(self.of.f64)),
                _ => {
                    return Err(Error::argument(
                        "kind",
                        "is not a type that values can have",
                    ));
                }
            }
        })
    }
}

/// Returns a type by its number.
pub(super) fn type_of(kind: u32) -> Result<Type, Error> {
    match kind {
        PINNACLE_VOID => Ok(Type::Void),
        PINNACLE_I32 => Ok(Type::I32),
        PINNACLE_I64 => Ok(Type::I64),
        PINNACLE_F32 => Ok(Type::Float),
        PINNACLE_F64 => Ok(Type::Double),
        _ => Err(Error::argument(
            "kind",
            "is not a type that values can have",
        )),
    }
}
