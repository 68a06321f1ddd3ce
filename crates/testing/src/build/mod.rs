//! Builds valid programs in code.
//!
//! A [`ModuleBuilder`] collects functions and globals, a [`FunctionBuilder`]
//! the blocks and instructions of one body. Values are handles with types;
//! their numbers are given out when the module is encoded, so that a constant
//! or a global can be asked for at any time, and an instruction may use the
//! value of one that comes after it in the file.
//!
//! Misuse (operands of the wrong type, a block without an end) panics at the
//! place of the mistake. Programs that are wrong on purpose are made by
//! editing the record tree of a right one, see [`ModuleBuilder::to_file`].

mod function;
mod program;
#[cfg(test)]
mod tests;

pub use function::{FunctionBuilder, Value};
pub use pinnacle_pexe::encode::Abbreviations;

use crate::records::File;
use pinnacle_pexe::Function;
use pinnacle_pexe::encode::{Options, encode};
use pinnacle_pexe::function::ValueKind;
use pinnacle_pexe::intrinsics::Intrinsic;
use pinnacle_pexe::module::Module;
use pinnacle_pexe::types::{Signature, Type};
use std::collections::BTreeMap;

/// A program under construction.
#[derive(Clone, Default, Debug)]
pub struct ModuleBuilder {
    functions: Vec<FunctionDeclaration>,
    globals: Vec<Global>,
    bodies: BTreeMap<u32, FunctionBuilder>,
    /// Names of functions that are not visible outside, which mean nothing.
    function_names: BTreeMap<u32, Vec<u8>>,
    global_names: BTreeMap<u32, Vec<u8>>,
}

#[derive(Clone, Debug)]
struct FunctionDeclaration {
    signature: Signature,
    /// Present on functions that are visible outside: `_start`, intrinsics.
    name: Option<String>,
    defined: bool,
}

/// A function that can be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Callee {
    index: u32,
    result: Type,
}

impl Callee {
    /// The function's address as a value.
    pub const fn address(self) -> Value {
        Value::new(ValueKind::Function(self.index), Type::I32)
    }
}

/// A global that is referred to before or after it is defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GlobalHandle(u32);

impl GlobalHandle {
    /// Which of the module's globals it is.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The global's address as a value.
    pub const fn address(self) -> Value {
        Value::new(ValueKind::Global(self.0), Type::I32)
    }
}

/// A global variable or constant and its initial contents.
#[derive(Clone, Debug)]
pub struct Global {
    align: u32,
    constant: bool,
    initializers: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Zero(u32),
    Data(Vec<u8>),
    Address(ValueKind, i32),
}

impl Global {
    /// A variable with an alignment, a power of two.
    pub const fn variable(align: u32) -> Global {
        Global {
            align,
            constant: false,
            initializers: Vec::new(),
        }
    }

    /// A constant with an alignment, a power of two.
    pub const fn constant(align: u32) -> Global {
        Global {
            align,
            constant: true,
            initializers: Vec::new(),
        }
    }

    /// Appends zero bytes.
    #[must_use]
    pub fn zeros(mut self, count: u32) -> Global {
        self.initializers.push(Part::Zero(count));
        self
    }

    /// Appends bytes, at least one.
    #[must_use]
    pub fn data(mut self, bytes: impl Into<Vec<u8>>) -> Global {
        self.initializers.push(Part::Data(bytes.into()));
        self
    }

    /// Appends the address of a function or a global, plus a number.
    ///
    /// # Panics
    ///
    /// If the value is not such an address.
    #[must_use]
    pub fn relocation(mut self, address: Value, addend: i32) -> Global {
        let kind = address.kind();
        assert!(
            matches!(kind, ValueKind::Function(_) | ValueKind::Global(_)),
            "{kind}"
        );
        self.initializers.push(Part::Address(kind, addend));
        self
    }
}

impl ModuleBuilder {
    /// An empty module.
    pub fn new() -> ModuleBuilder {
        ModuleBuilder::default()
    }

    /// Declares a function of the program, to be defined later.
    pub fn function(&mut self, result: Type, params: &[Type]) -> Callee {
        self.declare(result, params, None, true)
    }

    /// Declares the entry point, `void _start(i32)`.
    pub fn start(&mut self) -> Callee {
        self.declare(Type::Void, &[Type::I32], Some("_start"), true)
    }

    /// An intrinsic, declared when it is first asked for.
    pub fn intrinsic(&mut self, intrinsic: Intrinsic) -> Callee {
        let row = intrinsic.row();
        let known = self
            .functions
            .iter()
            .position(|f| f.name.as_deref() == Some(row.name));
        match known {
            Some(index) => Callee {
                index: index as u32,
                result: row.result,
            },
            None => self.declare(row.result, row.params, Some(row.name), false),
        }
    }

    fn declare(
        &mut self,
        result: Type,
        params: &[Type],
        name: Option<&str>,
        defined: bool,
    ) -> Callee {
        let signature = Signature {
            result,
            params: params.into(),
        };
        let name = name.map(str::to_owned);
        self.functions.push(FunctionDeclaration {
            signature,
            name,
            defined,
        });
        Callee {
            index: self.functions.len() as u32 - 1,
            result,
        }
    }

    /// Adds a global.
    pub fn global(&mut self, global: Global) -> GlobalHandle {
        self.globals.push(global);
        GlobalHandle(self.globals.len() as u32 - 1)
    }

    /// Gives a name to a global, or to a function that is not visible outside. It
    /// is for people only.
    ///
    /// # Panics
    ///
    /// If the value is no such address.
    pub fn name(&mut self, address: Value, name: impl Into<Vec<u8>>) {
        match address.kind() {
            ValueKind::Function(index) if self.functions[index as usize].name.is_none() => {
                self.function_names.insert(index, name.into());
            }
            ValueKind::Global(index) => drop(self.global_names.insert(index, name.into())),
            kind => panic!("{kind} cannot be given a name"),
        }
    }

    /// A builder for the body of a function, to be given back to
    /// [`ModuleBuilder::define`].
    pub fn body(&self, function: Callee) -> FunctionBuilder {
        FunctionBuilder::new(&self.functions[function.index as usize].signature)
    }

    /// Defines a function.
    ///
    /// # Panics
    ///
    /// If it is an intrinsic or has been defined already, or if a block of
    /// the body has no end.
    pub fn define(&mut self, function: Callee, body: FunctionBuilder) {
        let declaration = &self.functions[function.index as usize];
        assert!(declaration.defined, "an intrinsic has no body");
        body.check_complete();
        let before = self.bodies.insert(function.index, body);
        assert!(
            before.is_none(),
            "function @f{} is defined twice",
            function.index
        );
    }

    /// The module and its bodies as the program that decoding gives, but for the
    /// places in a file.
    ///
    /// # Panics
    ///
    /// If a function has no body.
    pub fn program(&self) -> (Module, Vec<Function>) {
        program::program(self)
    }

    /// The module as a tree of records, to be edited.
    ///
    /// # Panics
    ///
    /// As [`ModuleBuilder::to_pexe_with`].
    pub fn to_file(&self, abbreviations: Abbreviations) -> File {
        File::read(&self.to_pexe_with(abbreviations)).expect("what was written can be read")
    }

    /// The module as a `.pexe` file with every record written in full.
    pub fn to_pexe(&self) -> Vec<u8> {
        self.to_pexe_with(Abbreviations::None)
    }

    /// The module as a `.pexe` file.
    ///
    /// # Panics
    ///
    /// If a function has no body, or a global no contents.
    pub fn to_pexe_with(&self, abbreviations: Abbreviations) -> Vec<u8> {
        let (module, functions) = self.program();
        let options = Options {
            abbreviations,
            jobs: 1,
            ..Options::default()
        };
        encode(&module, &functions, &options).expect("the builder makes what can be encoded")
    }
}
