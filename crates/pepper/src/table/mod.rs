//! The interfaces as one table.
//!
//! Each file of a family declares its interfaces with `interface!`: name and version, methods
//! with the C types of their parameters, and the function that implements each. This is the source
//! of the host functions and their types, the tables in program memory, the C headers of the
//! sysroot and the reference page of the documentation.
//!
//! # Calling convention
//!
//! The compiler of PNaCl passes structures by address, and passes the address for the result to a
//! function that returns a structure, as its first parameter. Everything else is passed by value:
//! pointers, IDs, enumerations, `PP_Bool` and `uint16_t` as `i32`.

pub mod absent;
pub mod ctypes;
pub mod gl;
pub mod offered;
pub(crate) mod typed;

use crate::kernel::call::Call;
use ctypes::{CType, Kind, Passing};
use pinnacle_pexe::Type;
use pinnacle_system::host::{Action, HostFunction};
use pinnacle_system::memory::Fault;
use std::borrow::Cow;
use std::fmt;

/// The implementation of a method. An invalid pointer from the program stops the program, as in
/// Chrome.
pub(crate) type Handler = fn(&mut Call<'_, '_>) -> Result<Action, Fault>;

/// The pointer in a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// No pointer.
    No,
    /// A pointer to data that the function only reads.
    Const,
    /// A pointer to data that the function may write.
    Mut,
}

/// The type of a parameter or a result.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    /// The type itself, or the target type of the pointer.
    pub ty: CType,
    /// The kind of pointer to this type, if it is a pointer.
    pub pointer: Pointer,
}

impl Declared {
    /// Returns the type of the word that passes it; `None` for `void`. A structure is passed by
    /// address.
    fn word(&self) -> Option<Type> {
        match (self.pointer, self.ty.passing()) {
            (Pointer::No, Passing::Nothing) => None,
            (Pointer::No, Passing::Word(ty)) => Some(ty),
            _ => Some(Type::I32),
        }
    }

    fn is_structure(&self) -> bool {
        self.pointer == Pointer::No && matches!(self.ty.passing(), Passing::Structure)
    }
}

/// Formats the declaration as in C: `const struct PP_Rect*`.
impl fmt::Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_const = self.pointer == Pointer::Const;
        let kind = match self.ty.kind {
            Kind::Structure(_) => "struct ",
            Kind::Union(_) => "union ",
            _ => "",
        };
        let name = self.ty.name;
        match name.strip_suffix('*') {
            // In a pointer to pointers, the inner pointer is constant.
            Some(_) if is_const => write!(f, "{name} const*"),
            _ => {
                let prefix = if is_const { "const " } else { "" };
                let star = if self.pointer == Pointer::No { "" } else { "*" };
                write!(f, "{prefix}{kind}{name}{star}")
            }
        }
    }
}

/// A parameter of a method.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its type in C.
    pub declared: Declared,
}

/// A function as C declares it.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// Its name.
    pub name: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Its result.
    pub result: Declared,
}

impl Signature {
    /// Returns the parameter types and the result type of calls. A structure is returned at the
    /// address in the first parameter.
    #[must_use]
    pub fn types(&self) -> (Vec<Type>, Type) {
        let words = self
            .parameters
            .iter()
            .filter_map(|parameter| parameter.declared.word());
        if self.result.is_structure() {
            let result = std::iter::once(Type::I32);
            (result.chain(words).collect(), Type::Void)
        } else {
            (words.collect(), self.result.word().unwrap_or(Type::Void))
        }
    }
}

/// A method of an interface.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Its result.
    pub result: Declared,
    pub(crate) run: Handler,
}

impl Method {
    /// Returns its declaration in C.
    #[must_use]
    pub const fn signature(&self) -> Signature {
        Signature {
            name: self.name,
            parameters: self.parameters,
            result: self.result,
        }
    }

    /// Returns the host function for the method, named after its interface.
    pub(crate) fn host_function(&self, interface: &Interface) -> HostFunction {
        let (params, result) = self.signature().types();
        HostFunction {
            name: Cow::Owned(format!(
                "{};{}.{}",
                interface.name, interface.version, self.name
            )),
            params: Cow::Owned(params),
            result,
            fixed_address: None,
        }
    }
}

/// The programs to which Chrome offered an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exposure {
    /// Programs of every page.
    Stable,
    /// Programs of every page, but only in development builds of Chrome.
    DevChannel,
    /// Programs of elements with the attribute `@dev`.
    Dev,
    /// Programs of pages whose origin is on a list.
    Private,
    /// Chrome's own tests.
    Testing,
}

/// The extent to which an interface behaves like Chrome's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Support {
    /// It behaves like Chrome's.
    Whole,
    /// It behaves like Chrome's, except for the differences described here.
    Partly(&'static str),
    /// It exists, but its operations fail, as on a machine that lacks what they need.
    Refused(&'static str),
}

impl Support {
    /// Returns a word for the extent: `whole`, `partly`, `refused`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Support::Whole => "whole",
            Support::Partly(_) => "partly",
            Support::Refused(_) => "refused",
        }
    }
}

/// A version of an interface.
#[derive(Clone, Copy, Debug)]
pub struct Interface {
    /// Its name without the version, such as `PPB_Core`.
    pub name: &'static str,
    /// Its version, such as `1.0`.
    pub version: &'static str,
    /// The programs to which Chrome offered it.
    pub exposure: Exposure,
    /// The degree of support.
    pub support: Support,
    /// The methods in the order of the table.
    pub methods: &'static [Method],
}

impl Interface {
    /// Returns an earlier version, which has only the first `methods` methods.
    pub(crate) const fn earlier(self, version: &'static str, methods: usize) -> Interface {
        Interface {
            version,
            methods: self.methods.split_at(methods).0,
            ..self
        }
    }

    /// Returns an interface with the same methods under another name.
    pub(crate) const fn named(self, name: &'static str) -> Interface {
        Interface { name, ..self }
    }

    /// Returns the interface with this degree of support.
    pub(crate) const fn with_support(self, support: Support) -> Interface {
        Interface { support, ..self }
    }

    /// Returns true if a text, such as `PPB_Core;1.0`, names the interface.
    pub(crate) fn is_called(&self, text: &[u8]) -> bool {
        text.strip_prefix(self.name.as_bytes())
            .and_then(|rest| rest.strip_prefix(b";"))
            .is_some_and(|version| version == self.version.as_bytes())
    }
}

/// Declares an interface: its name, version and exposure, then its methods in the order of the
/// table, each with the C types of its parameters and result, and its implementation: `=> handler`
/// for a typed one ([`typed`]), `= handler` for one that reads no argument, for example because the
/// method does nothing.
macro_rules! interface {
    ($interface:literal $version:literal $exposure:ident:
        $($method:ident($($param:ident: $(*$pointer:ident)? $ty:ident),* $(,)?)
            $(-> $(*$result_pointer:ident)? $result:ident)?
            $(=> $run:path)? $(= $unread:path)?;)*
    ) => {
        $crate::table::Interface {
            name: $interface,
            version: $version,
            exposure: $crate::table::Exposure::$exposure,
            support: $crate::table::Support::Whole,
            methods: &[$($crate::table::Method {
                name: stringify!($method),
                parameters: &[$($crate::table::Parameter {
                    name: stringify!($param),
                    declared: $crate::table::declared!($(*$pointer)? $ty),
                }),*],
                result: $crate::table::declared!($($(*$result_pointer)? $result)?),
                run: $crate::table::run!(
                    ($($(*$pointer)? $ty),*) ($($(*$result_pointer)? $result)?)
                    $($run)? $(= $unread)?
                ),
            }),*],
        }
    };
}
pub(crate) use interface;

/// Declares a function as in C: `Name(parameter: type) -> type`.
macro_rules! signature {
    ($name:ident($($param:ident: $(*$pointer:ident)? $ty:ident),* $(,)?)
        $(-> $(*$result_pointer:ident)? $result:ident)?
    ) => {
        $crate::table::Signature {
            name: stringify!($name),
            parameters: &[$($crate::table::Parameter {
                name: stringify!($param),
                declared: $crate::table::declared!($(*$pointer)? $ty),
            }),*],
            result: $crate::table::declared!($($(*$result_pointer)? $result)?),
        }
    };
}
pub(crate) use signature;

/// Declares the function that runs a method: it passes the words of the call to the handler as
/// typed parameters.
macro_rules! run {
    (($($(*$pointer:ident)? $ty:ident),*) ($($result:tt)*) = $unread:path) => {
        $unread
    };
    (($($(*$pointer:ident)? $ty:ident),*) ($($result:tt)*) $run:path) => {
        |call| {
            type Given = $crate::table::typed_as!($($result)*);
            #[allow(unused_mut, unused_variables, reason = "a method may take nothing")]
            let mut words = $crate::table::typed::Words::new::<Given>(call.args);
            let given = $run(
                call,
                $(words.take::<$crate::table::typed_as!($(*$pointer)? $ty), _>(),)*
            );
            $crate::table::typed::Answer::<Given>::give(given, call)
        }
    };
}
pub(crate) use run;

/// The Rust type that represents a C type.
macro_rules! typed_as {
    () => { $crate::table::ctypes::void };
    ($ty:ident) => { $crate::table::ctypes::$ty };
    (*const $ty:ident) => {
        $crate::table::typed::ConstPointer<$crate::table::ctypes::$ty>
    };
    (*mut $ty:ident) => {
        $crate::table::typed::Pointer<$crate::table::ctypes::$ty>
    };
}
pub(crate) use typed_as;

/// The type of a parameter, a result or a field; `void` by default.
macro_rules! declared {
    () => {
        $crate::table::declared!(void)
    };
    ($ty:ident) => {
        $crate::table::Declared {
            ty: $crate::table::ctypes::$ty,
            pointer: $crate::table::Pointer::No,
        }
    };
    (*const $ty:ident) => {
        $crate::table::Declared {
            ty: $crate::table::ctypes::$ty,
            pointer: $crate::table::Pointer::Const,
        }
    };
    (*mut $ty:ident) => {
        $crate::table::Declared {
            ty: $crate::table::ctypes::$ty,
            pointer: $crate::table::Pointer::Mut,
        }
    };
}
pub(crate) use declared;
