//! The module in memory: everything of a program but the function bodies.

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
    /// The initialisers of all globals, one run for each.
    pub initializers: Vec<Initializer>,
    /// The bytes of all data initialisers.
    pub data: Vec<u8>,
    /// The function that each body defines: body N is the Nth function block.
    pub bodies: Vec<FuncId>,
}

/// A function address ("Function Address" in the manual).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionDecl {
    /// The function's type; always a function type of the module.
    pub ty: TypeId,
    /// The linkage: external if names outside the module may refer to it.
    pub linkage: Linkage,
    /// True if it is only declared, not defined.
    pub declared: bool,
    /// The function's body, an index into [`Module::bodies`].
    pub body: Option<u32>,
    /// The name from the value symbol table. Bytes, since nothing says that
    /// they are text.
    pub name: Option<Box<[u8]>>,
    /// The intrinsic that the name stands for.
    pub intrinsic: Option<Intrinsic>,
}

/// Linkage of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// Visible outside: `_start` and the intrinsics.
    External,
    /// Local to the module.
    Internal,
}

/// A global variable or constant ("Globals Block" in the manual).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// The alignment of its address.
    pub align: Alignment,
    /// True if the program may not write to it.
    pub constant: bool,
    /// Its run of [`Module::initializers`].
    pub initializers: Range<u32>,
    /// The bytes it takes: the sum of its initialisers.
    pub size: u64,
    /// The name from the value symbol table.
    pub name: Option<Box<[u8]>>,
}

/// The contents of a part of a global when the program starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Initializer {
    /// This number of zero bytes.
    Zero(u32),
    /// Bytes of [`Module::data`], from an index, and their number.
    Data(u32, u32),
    /// The address of a function or global plus a number, four bytes.
    Reloc(Address, i32),
}

impl Initializer {
    /// The bytes it takes.
    pub const fn size(self) -> u32 {
        match self {
            Initializer::Zero(size) | Initializer::Data(_, size) => size,
            Initializer::Reloc(..) => 4,
        }
    }
}

/// A function or a global, as a relocation names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Address {
    /// A function address.
    Function(FuncId),
    /// A global address.
    Global(GlobalId),
}

impl Module {
    /// The signature of a function.
    pub fn signature(&self, function: FuncId) -> &Signature {
        /// The signature of functions whose type could not be read, in an invalid module.
        static UNKNOWN: LazyLock<Signature> = LazyLock::new(|| Signature {
            result: Type::Void,
            params: Box::default(),
        });
        match self.types.get(self.functions[function.index()].ty.index()) {
            Some(TypeDef::Function(signature)) => signature,
            _ => &UNKNOWN,
        }
    }

    /// The function that runs first: the external function `_start`.
    pub fn entry(&self) -> Option<FuncId> {
        let index = self.functions.iter().position(|function| {
            function.linkage == Linkage::External
                && function.body.is_some()
                && function.name.as_deref() == Some(b"_start")
        })?;
        Some(FuncId(index as u32))
    }

    /// The number of absolute indices taken by functions and globals; those
    /// of a function's own values follow.
    pub fn global_values(&self) -> u32 {
        (self.functions.len() + self.globals.len()) as u32
    }
}
