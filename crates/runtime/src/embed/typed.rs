//! Functions with Rust types: program functions that the embedder calls, and host functions.

use super::Module;
use super::error::CallError;
use super::instance::{Function, Instance};
use super::value::Value;
use pinnacle_pexe::FuncId;
use pinnacle_pexe::types::{Signature, Type};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// Maximum number of parameters in a tuple of [`Params`].
const MAX_PARAMS: usize = 8;

mod sealed {
    pub trait Sealed {}
}

/// A Rust type that crosses between the embedder and the program as one value.
///
/// `i32` and `u32` are both `i32` in the program, `i64` and `u64` both `i64`. An address is a
/// `u32`. This trait cannot be implemented outside this crate.
pub trait Scalar: Copy + sealed::Sealed {
    /// The type in the program.
    const TYPE: Type;

    /// Returns the value that the program sees.
    fn into_value(self) -> Value;

    /// Returns the number, or `None` if the value is of another type.
    fn of_value(value: Value) -> Option<Self>;
}

macro_rules! scalars {
    ($($rust:ident = $ty:ident, $variant:ident($repr:ident);)*) => {$(
        impl sealed::Sealed for $rust {}

        impl Scalar for $rust {
            const TYPE: Type = Type::$ty;

            fn into_value(self) -> Value {
                Value::$variant(self as $repr)
            }

            fn of_value(value: Value) -> Option<$rust> {
                match value {
                    Value::$variant(number) => Some(number as $rust),
                    _ => None,
                }
            }
        }

        impl Params for $rust {
            const TYPES: &'static [Type] = &[Type::$ty];

            fn of_values(values: &[Value]) -> Option<$rust> {
                match values {
                    &[value] => Scalar::of_value(value),
                    _ => None,
                }
            }

            fn values(self) -> impl AsRef<[Value]> {
                [self.into_value()]
            }
        }

        impl Results for $rust {
            const TYPE: Type = Type::$ty;

            fn into_result(self) -> Option<Value> {
                Some(self.into_value())
            }

            fn of_result(value: Option<Value>) -> Option<$rust> {
                Scalar::of_value(value?)
            }
        }
    )*};
}

scalars! {
    i32 = I32, I32(i32);
    u32 = I32, I32(i32);
    i64 = I64, I64(i64);
    u64 = I64, I64(i64);
    f32 = Float, Float(f32);
    f64 = Double, Double(f64);
}

/// The parameters of a function as a Rust type: `()`, a [`Scalar`], or a tuple of up to eight.
///
/// This trait cannot be implemented outside this crate.
pub trait Params: Sized + sealed::Sealed {
    /// The types in the program.
    const TYPES: &'static [Type];

    /// Converts values, or returns `None` if one of them has another type.
    fn of_values(values: &[Value]) -> Option<Self>;

    /// Returns the values that the program sees.
    fn values(self) -> impl AsRef<[Value]>;
}

impl sealed::Sealed for () {}

impl Params for () {
    const TYPES: &'static [Type] = &[];

    fn of_values(values: &[Value]) -> Option<()> {
        values.is_empty().then_some(())
    }

    fn values(self) -> impl AsRef<[Value]> {
        const NONE: [Value; 0] = [];
        NONE
    }
}

macro_rules! tuples {
    ($(($($name:ident),*);)*) => {$(
        impl<$($name: Scalar),*> sealed::Sealed for ($($name,)*) {}

        #[allow(non_snake_case, reason = "the variables are named after their types")]
        impl<$($name: Scalar),*> Params for ($($name,)*) {
            const TYPES: &'static [Type] = &[$($name::TYPE),*];

            fn of_values(values: &[Value]) -> Option<Self> {
                let &[$($name),*] = values else {
                    return None;
                };
                Some(($($name::of_value($name)?,)*))
            }

            fn values(self) -> impl AsRef<[Value]> {
                let ($($name,)*) = self;
                [$($name.into_value()),*]
            }
        }
    )*};
}

tuples! {
    (A);
    (A, B);
    (A, B, C);
    (A, B, C, D);
    (A, B, C, D, E);
    (A, B, C, D, E, F);
    (A, B, C, D, E, F, G);
    (A, B, C, D, E, F, G, H);
}

/// The result of a function as a Rust type: `()` for `void`, or a [`Scalar`].
///
/// This trait cannot be implemented outside this crate.
pub trait Results: Sized + sealed::Sealed {
    /// The type in the program.
    const TYPE: Type;

    /// Converts the result to the program's value, which is `None` for `void`.
    fn into_result(self) -> Option<Value>;

    /// Returns the result, or `None` if the value is of another type.
    fn of_result(value: Option<Value>) -> Option<Self>;
}

impl Results for () {
    const TYPE: Type = Type::Void;

    fn into_result(self) -> Option<Value> {
        None
    }

    fn of_result(value: Option<Value>) -> Option<()> {
        value.is_none().then_some(())
    }
}

/// A function of a program whose type was compared with `P` and `R` in advance, so that calls need
/// not do it. It is found by [`Module::typed`] or [`Instance::typed`], and can be called in every
/// instance of that module.
pub struct TypedFunction<P, R> {
    module: Module,
    function: FuncId,
    signature: Signature,
    types: PhantomData<fn(P) -> R>,
}

impl<P, R> Clone for TypedFunction<P, R> {
    fn clone(&self) -> Self {
        TypedFunction {
            module: self.module.clone(),
            function: self.function,
            signature: self.signature.clone(),
            types: PhantomData,
        }
    }
}

impl<P, R> fmt::Debug for TypedFunction<P, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypedFunction")
            .field("function", &self.function)
            .field("signature", &self.signature)
            .finish_non_exhaustive()
    }
}

impl<P: Params, R: Results> TypedFunction<P, R> {
    /// Calls the function in an instance of its module.
    ///
    /// # Errors
    ///
    /// Fails if the instance is of another module. Also fails if the program ends or is stopped
    /// during the call, as for [`Instance::call`].
    ///
    /// # Panics
    ///
    /// Panics if a host function panics.
    pub fn call<T: Send>(&self, instance: &mut Instance<T>, params: P) -> Result<R, CallError> {
        if !Arc::ptr_eq(&self.module.0, &instance.module().0) {
            return Err(CallError::OtherModule(self.function));
        }
        let values = params.values();
        let values = values.as_ref();
        let mut words = [0; MAX_PARAMS];
        for (word, value) in words.iter_mut().zip(values) {
            *word = value.word();
        }
        let result = instance.call_words(self.function, &self.signature, &words[..values.len()])?;
        // The result has that type: the signature was compared when the function was looked up.
        R::of_result(result)
            .ok_or_else(|| mismatch::<P, R>(Function::Id(self.function), self.signature.clone()))
    }

    /// Returns the number of the function in its module.
    pub fn id(&self) -> FuncId {
        self.function
    }
}

/// Returns the error for a function whose type does not match `P` and `R`.
fn mismatch<P: Params, R: Results>(function: Function<'_>, found: Signature) -> CallError {
    CallError::Type {
        function: function.to_string(),
        expected: Signature {
            params: P::TYPES.into(),
            result: R::TYPE,
        },
        found,
    }
}

impl Module {
    /// Finds a function by its name or number and compares its type with Rust types, once for all
    /// calls.
    ///
    /// # Errors
    ///
    /// Fails if the program defines no such function, or if it has another type.
    pub fn typed<'f, P: Params, R: Results>(
        &self,
        function: impl Into<Function<'f>>,
    ) -> Result<TypedFunction<P, R>, CallError> {
        let function = function.into();
        let (id, signature) = self.find(function)?;
        if *signature.params != *P::TYPES || signature.result != R::TYPE {
            return Err(mismatch::<P, R>(function, signature));
        }
        Ok(TypedFunction {
            module: self.clone(),
            function: id,
            signature,
            types: PhantomData,
        })
    }

    /// Returns the number and the type of a function that the program defines.
    pub(super) fn find(&self, function: Function<'_>) -> Result<(FuncId, Signature), CallError> {
        let id = match function {
            Function::Id(id) => Some(id),
            Function::Name(name) => self.function(name),
        };
        let found = id.and_then(|id| Some((id, self.signature(id)?.clone())));
        found.ok_or_else(|| CallError::NoFunction(function.to_string()))
    }
}
