//! Builds programs in memory, for compilers and tests, without encoding them.
//!
//! A [`ModuleBuilder`] collects functions and globals, and a [`FunctionBuilder`] collects the
//! blocks and instructions of a body. Values are handles with types. They are numbered when the
//! module is finished, so constants and globals can be requested at any time, and an instruction
//! may use the result of a later one.
//!
//! ```
//! use pinnacle_pexe::build::ModuleBuilder;
//! use pinnacle_pexe::inst::{BinaryOp, Predicate};
//! use pinnacle_pexe::types::Type;
//!
//! // i32 factorial(i32 n) { return n == 1 ? 1 : n * factorial(n - 1); }
//! let mut module = ModuleBuilder::new();
//! let factorial = module.function(Type::I32, &[Type::I32]);
//! module.name(factorial.address(), "factorial");
//! let mut f = module.body(factorial);
//! let (n, one) = (f.param(0), f.i32(1));
//! let (base, step) = (f.block(), f.block());
//! let is_one = f.compare(Predicate::Eq, n, one);
//! f.cond_br(is_one, base, step);
//! f.switch_to(base);
//! f.ret(one);
//! f.switch_to(step);
//! let less = f.binary(BinaryOp::Sub, n, one);
//! let rest = f.call(factorial, &[less]);
//! let product = f.binary(BinaryOp::Mul, n, rest);
//! f.ret(product);
//! module.define(factorial, f);
//!
//! let program = module.finish()?;
//! assert_eq!(program.functions()[0].blocks().len(), 3);
//! # Ok::<(), pinnacle_pexe::build::Error>(())
//! ```
//!
//! # Misuse
//!
//! No method of a builder panics or returns an error if it is misused, for example with an operand
//! of the wrong type or an instruction after a terminator. [`ModuleBuilder::finish`] reports the
//! first error with its function, block and instruction:
//!
//! ```
//! use pinnacle_pexe::build::ModuleBuilder;
//! use pinnacle_pexe::error::ErrorKind;
//! use pinnacle_pexe::types::Type;
//!
//! let mut module = ModuleBuilder::new();
//! let function = module.function(Type::I32, &[Type::I32]);
//! let mut f = module.body(function);
//! let wide = f.i64(1);
//! let sum = f.add(f.param(0), wide);
//! f.ret(sum);
//! module.define(function, f);
//!
//! let error = module.finish().unwrap_err();
//! assert_eq!(error.kind(), ErrorKind::TypeMismatch);
//! assert_eq!(error.place().unwrap().inst, 0);
//! ```
//!
//! The rules are those of files, and the same code checks them: the body decoder
//! ([`BodyDecoder`](crate::decode::BodyDecoder)) makes a [`Function`](crate::Function) from each
//! body. Thus a built program has the same guarantees as a decoded one. There is one exception: a
//! built program need not have `_start`, because its functions may be called in other ways. A file
//! made from it does need one.

mod error;
mod function;
mod instruction;
mod program;
#[cfg(test)]
mod tests;

pub use error::Error;
pub use function::FunctionBuilder;
pub use instruction::Value;

use crate::decode::Program;
use crate::error::ErrorKind;
use crate::function::ValueKind;
use crate::ids::{FuncId, GlobalId};
use crate::intrinsics::{self, Intrinsic};
use crate::types::{Signature, Type};
use std::collections::{BTreeMap, HashMap};

/// A program that is being built.
#[derive(Clone, Default, Debug)]
pub struct ModuleBuilder {
    functions: Vec<Declaration>,
    globals: Vec<Global>,
    bodies: BTreeMap<u32, FunctionBuilder>,
    intrinsics: HashMap<&'static str, u32>,
    /// The names of internal functions.
    function_names: BTreeMap<u32, Vec<u8>>,
    global_names: BTreeMap<u32, Vec<u8>>,
    has_start: bool,
    /// The first error outside the bodies.
    error: Option<Error>,
}

#[derive(Clone, Debug)]
struct Declaration {
    signature: Signature,
    /// The name of an external function, which is `_start` or an intrinsic.
    name: Option<&'static str>,
    defined: bool,
}

/// A function that can be called.
///
/// It must only be used with the module builder that created it. Another builder would treat it as
/// its own function of the same number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Callee {
    index: u32,
    result: Type,
}

impl Callee {
    /// Returns the address of the function, an `i32`. Intrinsics have none.
    pub const fn address(self) -> Value {
        Value::address(ValueKind::Function(self.index))
    }

    /// Returns the number of the function in the finished module.
    pub const fn id(self) -> FuncId {
        FuncId(self.index)
    }
}

/// A global that can be referred to before it is defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GlobalHandle(u32);

impl GlobalHandle {
    /// Returns the address of the global, an `i32`.
    pub const fn address(self) -> Value {
        Value::address(ValueKind::Global(self.0))
    }

    /// Returns the handle of the global with this number, which may not be defined yet.
    #[cfg(feature = "tools")]
    pub(crate) const fn nth(index: u32) -> GlobalHandle {
        GlobalHandle(index)
    }

    /// Returns the number of the global in the finished module.
    pub const fn id(self) -> GlobalId {
        GlobalId(self.0)
    }
}

/// A global variable or constant. Its initial contents must not be empty.
///
/// ```
/// use pinnacle_pexe::build::{Global, ModuleBuilder};
///
/// let mut module = ModuleBuilder::new();
/// let text = module.global(Global::constant(1).data("hello\0"));
/// let table = Global::variable(4).relocation(text.address(), 0).zeros(12);
/// module.global(table);
/// assert_eq!(module.finish()?.module().globals[1].size, 16);
/// # Ok::<(), pinnacle_pexe::build::Error>(())
/// ```
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
    /// Creates a variable. The alignment is in bytes and must be a power of two.
    pub const fn variable(align: u32) -> Global {
        Global {
            align,
            constant: false,
            initializers: Vec::new(),
        }
    }

    /// Creates a constant. The alignment is in bytes and must be a power of two.
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

    /// Appends the address of a function or a global plus an offset.
    #[must_use]
    pub fn relocation(mut self, address: Value, addend: i32) -> Global {
        self.initializers
            .push(Part::Address(address.kind(), addend));
        self
    }
}

impl ModuleBuilder {
    /// Creates a builder of an empty module.
    pub fn new() -> ModuleBuilder {
        ModuleBuilder::default()
    }

    /// Declares a function, which must be defined later. Its parameters and result may have the
    /// types `i32`, `i64`, `float`, `double` and vectors.
    pub fn function(&mut self, result: Type, params: &[Type]) -> Callee {
        self.declare(result, params, None, true)
    }

    /// Declares the entry point, `void _start(i32)`. A module has at most one.
    pub fn start(&mut self) -> Callee {
        self.start_as(Type::Void, &[Type::I32])
    }

    /// Declares the entry point with any signature.
    pub(crate) fn start_as(&mut self, result: Type, params: &[Type]) -> Callee {
        if self.has_start {
            self.fail(
                ErrorKind::EntryPoint,
                "the module has a second entry point".into(),
            );
        }
        self.has_start = true;
        self.declare(result, params, Some("_start"), true)
    }

    /// Returns an intrinsic. The first request declares it.
    pub fn intrinsic(&mut self, intrinsic: Intrinsic) -> Callee {
        let row = intrinsics::TABLE
            .iter()
            .find(|row| row.intrinsic == intrinsic);
        let Some(row) = row else {
            self.fail(
                ErrorKind::UnknownIntrinsic,
                format!("{intrinsic:?} is not an intrinsic of PNaCl"),
            );
            return Callee {
                index: u32::MAX,
                result: Type::Void,
            };
        };
        if let Some(&index) = self.intrinsics.get(row.name) {
            let result = row.result;
            return Callee { index, result };
        }
        let callee = self.declare(row.result, row.params, Some(row.name), false);
        self.intrinsics.insert(row.name, callee.index);
        callee
    }

    fn declare(
        &mut self,
        result: Type,
        params: &[Type],
        name: Option<&'static str>,
        defined: bool,
    ) -> Callee {
        let signature = Signature {
            result,
            params: params.into(),
        };
        self.functions.push(Declaration {
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

    /// Sets the name of a global or of a function that is neither an intrinsic nor `_start`. Names
    /// have no effect on the program; users and embedders find functions by them.
    pub fn name(&mut self, address: Value, name: impl Into<Vec<u8>>) {
        let name = name.into();
        match address.kind() {
            ValueKind::Function(index)
                if self
                    .functions
                    .get(index as usize)
                    .is_some_and(|function| function.name.is_none()) =>
            {
                self.function_names.insert(index, name);
            }
            ValueKind::Global(index) if (index as usize) < self.globals.len() => {
                self.global_names.insert(index, name);
            }
            kind => self.fail(
                ErrorKind::BadSymbol,
                format!("{kind} cannot be given a name"),
            ),
        }
    }

    /// Returns a builder for the body of a function. When the body is complete, pass it to
    /// [`ModuleBuilder::define`].
    pub fn body(&self, function: Callee) -> FunctionBuilder {
        match self.functions.get(function.index as usize) {
            Some(declaration) => FunctionBuilder::new(function.id(), &declaration.signature),
            // Defining this function will be an error.
            None => FunctionBuilder::new(
                function.id(),
                &Signature {
                    result: function.result,
                    params: Box::default(),
                },
            ),
        }
    }

    /// Defines a function with a body from [`ModuleBuilder::body`]. Functions can be defined in any
    /// order.
    pub fn define(&mut self, function: Callee, body: FunctionBuilder) {
        let id = function.id();
        let fault = match self.functions.get(id.index()) {
            None => Some(format!("the module has no function {id}")),
            Some(declaration) if !declaration.defined => {
                Some(format!("{id} is an intrinsic, which has no body"))
            }
            Some(_) if body.function() != id => {
                let other = body.function();
                Some(format!(
                    "{id} is defined by a body that was made for {other}"
                ))
            }
            Some(_) => None,
        };
        if let Some(fault) = fault {
            self.fail(ErrorKind::BodyCount, fault);
        } else if self.bodies.insert(id.0, body).is_some() {
            self.fail(ErrorKind::Duplicate, format!("{id} is defined twice"));
        }
    }

    /// Records an error, unless there is an earlier one.
    #[cold]
    fn fail(&mut self, kind: ErrorKind, message: String) {
        self.error.get_or_insert_with(|| Error::new(kind, message));
    }

    /// Returns the finished program. It is the same as if it were decoded from a file, except that
    /// all positions in the file are zero.
    ///
    /// Functions and globals are numbered in the order in which they were declared or added, and
    /// blocks in the order of their creation.
    ///
    /// # Errors
    ///
    /// Fails with the first error in the use of the builder.
    pub fn finish(&self) -> Result<Program, Error> {
        program::finish(self)
    }
}
