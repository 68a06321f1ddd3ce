//! Imports of host functions in modules built in memory.

use pinnacle_pexe::build::{FunctionBuilder, Global, GlobalHandle, ModuleBuilder, Value};
use pinnacle_pexe::types::Type;

/// Prefix of the names of variables that receive the address of an embedder's function.
pub(super) const PREFIX: &str = "host:";

/// An import of a host function in a module under construction: a variable that holds its address,
/// see [the module's description](super).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Import {
    variable: GlobalHandle,
    result: Type,
}

impl Import {
    /// Adds the variable for a function `interface.function`. Its type follows from the calls. If
    /// the embedder defines it with another type, calling it traps.
    pub fn declare(module: &mut ModuleBuilder, name: &str, result: Type) -> Import {
        let variable = module.global(Global::variable(4).zeros(4));
        module.name(variable.address(), format!("{PREFIX}{name}"));
        Import { variable, result }
    }

    /// Appends a call of the function.
    pub fn call(self, body: &mut FunctionBuilder, args: &[Value]) -> Value {
        let address = self.address(body);
        body.call_indirect(self.result, address, args)
    }

    /// Appends a load of its address.
    pub fn address(self, body: &mut FunctionBuilder) -> Value {
        body.load(Type::I32, self.variable.address())
    }
}
