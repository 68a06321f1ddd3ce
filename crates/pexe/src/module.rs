//! Stores modules in memory: all parts of programs except function bodies.

use crate::ids::{FuncId, GlobalId, TypeId};
use crate::inst::Alignment;
use crate::intrinsics::Intrinsic;
use crate::types::{Signature, Type, TypeDef};
use std::ops::Range;
use std::sync::LazyLock;

/// A program without its function bodies, which are [`crate::Function`]s.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Module {
    /// The types block, indexed by [`TypeId`].
    pub types: Vec<TypeDef>,
    /// The function addresses, indexed by [`FuncId`].
    pub functions: Vec<FunctionDecl>,
    /// The global variables and constants, indexed by [`GlobalId`].
    pub globals: Vec<Global>,
    /// The initialisers of all globals, in consecutive ranges.
    pub initializers: Vec<Initializer>,
    /// The bytes of all data initialisers.
    pub data: Vec<u8>,
    /// The functions that are defined, in the order of their bodies.
    pub bodies: Vec<FuncId>,
}

/// A function address ("Function Address" in the manual).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionDecl {
    /// The index of the function's type, which is always a function type.
    pub ty: TypeId,
    /// The linkage of the function: external if it is visible outside the module.
    pub linkage: Linkage,
    /// True if it is only declared, not defined.
    pub declared: bool,
    /// The index of its body in [`Module::bodies`]; `None` if it is only declared.
    pub body: Option<u32>,
    /// The name from the value symbol table. It may be any bytes, not only text.
    pub name: Option<Box<[u8]>>,
    /// The intrinsic with this name, if any.
    pub intrinsic: Option<Intrinsic>,
}

/// Linkage of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// Visible outside: `_start` and the intrinsics.
    External,
    /// Only visible in the module.
    Internal,
}

/// A global variable or constant ("Globals Block" in the manual).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// The alignment of its address.
    pub align: Alignment,
    /// True if the program may not write to it.
    pub constant: bool,
    /// The range of its initialisers in [`Module::initializers`].
    pub initializers: Range<u32>,
    /// Its size in bytes, which is the total size of its initialisers.
    pub size: u64,
    /// The name from the value symbol table.
    pub name: Option<Box<[u8]>>,
}

/// The contents of a part of a global when the program starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initializer {
    /// This number of zero bytes.
    Zero(u32),
    /// Bytes of [`Module::data`]: the index of the first one, and their number.
    Data(u32, u32),
    /// The address of a function or global plus a number, in four bytes.
    Reloc(Address, i32),
}

impl Initializer {
    /// Returns the size in bytes.
    pub const fn size(self) -> u32 {
        match self {
            Initializer::Zero(size) | Initializer::Data(_, size) => size,
            Initializer::Reloc(..) => 4,
        }
    }
}

/// The target of a relocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Address {
    /// A function address.
    Function(FuncId),
    /// A global address.
    Global(GlobalId),
}

impl Module {
    /// Returns the signature of a function.
    pub fn signature(&self, function: FuncId) -> &Signature {
        /// The signature of functions whose types could not be read, in an invalid module.
        static UNKNOWN: LazyLock<Signature> = LazyLock::new(|| Signature {
            result: Type::Void,
            params: Box::default(),
        });
        match self.types.get(self.functions[function.index()].ty.index()) {
            Some(TypeDef::Function(signature)) => signature,
            _ => &UNKNOWN,
        }
    }

    /// Returns the entry function, which is the external function `_start`.
    pub fn entry(&self) -> Option<FuncId> {
        let index = self.functions.iter().position(|function| {
            function.linkage == Linkage::External
                && function.body.is_some()
                && function.name.as_deref() == Some(b"_start")
        })?;
        Some(FuncId(index as u32))
    }

    /// Returns the number of absolute indices of functions and globals. Those of a function's own
    /// values follow.
    pub fn global_values(&self) -> u32 {
        (self.functions.len() + self.globals.len()) as u32
    }
}
