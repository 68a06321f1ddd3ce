//! A module of LLVM 1.x in memory, as its language describes it. The model does not contain slots,
//! planes or the versions of files.
//!
//! Types and constants are interned in tables, so their ids can be compared. A function body is
//! flat: instructions in one array, blocks as ranges of it, and operand lists in separate pools.
//!
//! Two modules are equal if they mean the same, whatever the numbers of their types and constants
//! and the order in which these were made. [`Layout`], which only records the order of items in a
//! file, is not compared.
//!
//! A module need not be well-formed: [`crate::verify`] checks it.

mod body;
mod constants;
mod equal;
mod graph;
mod ids;
mod inst;
pub(crate) mod names;
mod ops;
mod types;

pub use body::{Body, Case, Incoming, Value};
pub use constants::{Constant, ConstantKind, ConstantTable};
pub use graph::{TypeGraph, TypeGraphError};
pub use ids::{BlockId, ConstantId, FunctionId, GlobalId, InstId, List, TypeId};
pub use inst::Inst;
pub(crate) use inst::with_operands;
pub use names::{Name, Names};
pub use ops::{BinaryOp, ShiftOp, VectorOp};
pub use types::{Type, TypeTable};

use crate::format::Format;

/// The visibility of a global variable or function, and how duplicates are merged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// Visible to other modules.
    External,
    /// Visible to all, and replaced by another definition.
    Weak,
    /// An array to which the linker appends the arrays of the same name.
    Appending,
    /// Visible only in its own module.
    Internal,
    /// Visible to all. One of several definitions is kept, or none if the name is unused.
    LinkOnce,
    /// Imported from a shared library. This linkage and the following ones exist only in LLVM 1.9.
    DllImport,
    /// Visible to other modules, and exported from the shared library.
    DllExport,
    /// Visible to other modules. Its address is null if no module defines it.
    ExternWeak,
}

/// The number of a calling convention.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Convention(pub u16);

impl Convention {
    /// The calling convention of C.
    pub const C: Convention = Convention(0);
    /// The calling convention of C, with the result in memory that the first argument points to.
    pub const C_STRUCT_RETURN: Convention = Convention(1);
    /// The fastest one.
    pub const FAST: Convention = Convention(8);
    /// For functions that are seldom called.
    pub const COLD: Convention = Convention(9);
    /// `stdcall` of 32-bit x86.
    pub const X86_STD: Convention = Convention(64);
    /// `fastcall` of 32-bit x86.
    pub const X86_FAST: Convention = Convention(65);
}

/// The order of bytes in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endianness {
    /// The low byte first.
    Little,
    /// The high byte first.
    Big,
}

/// Width of pointers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerSize {
    /// Pointers of 32 bits.
    Bits32,
    /// Pointers of 64 bits.
    Bits64,
}

/// Requirements of a module on the machine that it runs on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Target {
    /// The order of bytes; `None` if any will do.
    pub endianness: Option<Endianness>,
    /// The width of pointers; `None` if any will do.
    pub pointer_size: Option<PointerSize>,
    /// The name of the machine and its system, empty if none is given.
    pub triple: Vec<u8>,
    /// Libraries that the module needs, in search order.
    pub libraries: Vec<Vec<u8>>,
}

/// A global variable or constant.
#[derive(Clone, Copy, Debug)]
pub struct Global {
    /// Its name, empty if it has none.
    pub name: Name,
    /// The type of its address, a pointer to the type of its value.
    pub address_type: TypeId,
    /// Visibility, and how duplicates are merged.
    pub linkage: Linkage,
    /// True if the program cannot change it.
    pub constant: bool,
    /// Initial value; `None` if it is defined elsewhere.
    pub initializer: Option<ConstantId>,
    /// Its alignment in bytes, 0 for that of its type.
    pub alignment: u32,
    /// The section that it is in, empty for the usual one.
    pub section: Name,
}

/// A defined or declared function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, empty if it has none.
    pub name: Name,
    /// The type of its address, a pointer to a function type.
    pub address_type: TypeId,
    /// Visibility, and how duplicates are merged.
    pub linkage: Linkage,
    /// The code; `None` if it is defined elsewhere.
    pub body: Option<Box<Body>>,
    /// The calling convention.
    pub convention: Convention,
    /// Its alignment in bytes, 0 for the usual one.
    pub alignment: u32,
    /// The section that it is in, empty for the usual one.
    pub section: Name,
}

/// The order of items in a file, for lists whose order does not affect the meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The format of the file.
    pub format: Format,
    /// The derived types of the module in the order of the file.
    pub types: Vec<TypeId>,
    /// The planes of the module's symbol table in the order of the file;
    /// [`TypeId::VOID`] for the plane of named types in formats that have one.
    pub symbols: Vec<TypeId>,
    /// The same lists for each function.
    pub functions: Vec<FunctionLayout>,
}

/// The order of items in a function's block, for lists whose order does not affect the meaning.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct FunctionLayout {
    /// The types in the function's own constant pool.
    pub types: Vec<TypeId>,
    /// The planes of the function's symbol table, [`TypeId::LABEL`] for blocks
    /// and [`TypeId::VOID`] for named types.
    pub symbols: Vec<TypeId>,
}

/// A module: types, constants, globals, functions.
#[derive(Clone, Default, Debug)]
pub struct Module {
    /// Requirements on the machine.
    pub target: Target,
    /// Its types.
    pub types: TypeTable,
    /// Its constants.
    pub constants: ConstantTable,
    /// The names of globals, functions and types.
    pub names: Names,
    /// The types that have names; a type may have several.
    pub type_names: Vec<(Name, TypeId)>,
    /// The global variables, in order.
    pub globals: Vec<Global>,
    /// The functions, in order.
    pub functions: Vec<Function>,
    /// Assembly for the target, placed before everything else.
    pub assembly: Vec<u8>,
    /// The order of items in the file that the module was read from. `None` if it was not read from
    /// a file.
    pub layout: Option<Layout>,
}

impl Module {
    /// An empty module.
    pub fn new() -> Module {
        Module::default()
    }

    /// Adds a global variable; `value_type` is the type of its value.
    pub fn add_global(
        &mut self,
        name: &[u8],
        value_type: TypeId,
        linkage: Linkage,
        constant: bool,
        initializer: Option<ConstantId>,
    ) -> GlobalId {
        self.globals.push(Global {
            name: self.names.add(name),
            address_type: self.types.pointer_to(value_type),
            linkage,
            constant,
            initializer,
            alignment: 0,
            section: Name::EMPTY,
        });
        GlobalId(self.globals.len() as u32 - 1)
    }

    /// Adds a function. It is a declaration until it gets a body.
    pub fn add_function(&mut self, name: &[u8], ty: TypeId, linkage: Linkage) -> FunctionId {
        self.functions.push(Function {
            name: self.names.add(name),
            address_type: self.types.pointer_to(ty),
            linkage,
            body: None,
            convention: Convention::C,
            alignment: 0,
            section: Name::EMPTY,
        });
        FunctionId(self.functions.len() as u32 - 1)
    }

    /// Gives a type a name.
    pub fn name_type(&mut self, name: &[u8], ty: TypeId) {
        let name = self.names.add(name);
        self.type_names.push((name, ty));
    }

    /// The address of a global variable.
    pub fn global_address(&mut self, id: GlobalId) -> ConstantId {
        self.constants
            .global(self.globals[id.index()].address_type, id)
    }

    /// The address of a function.
    pub fn function_address(&mut self, id: FunctionId) -> ConstantId {
        self.constants
            .function(self.functions[id.index()].address_type, id)
    }

    /// The type of a function: result, parameters, and true if it is variadic. `None` if its
    /// address is not a pointer to a function.
    pub fn signature(&self, id: FunctionId) -> Option<(TypeId, &[TypeId], bool)> {
        self.signature_of(self.functions[id.index()].address_type)
    }

    /// The function type that a pointer type points to.
    pub fn signature_of(&self, pointer: TypeId) -> Option<(TypeId, &[TypeId], bool)> {
        match self.types.get(self.types.pointee(pointer)?) {
            Type::Function {
                result,
                parameters,
                varargs,
            } => Some((result, self.types.list(parameters), varargs)),
            _ => None,
        }
    }

    /// The type of an operand in a function; `None` for a parameter that the
    /// function does not have.
    pub fn type_of(&self, function: FunctionId, body: &Body, value: Value) -> Option<TypeId> {
        match value {
            Value::Constant(id) => Some(self.constants.type_of(id)),
            Value::Inst(id) => Some(body.result_type(id)),
            Value::Argument(argument) => {
                let (_, parameters, _) = self.signature(function)?;
                parameters.get(argument as usize).copied()
            }
        }
    }
}
