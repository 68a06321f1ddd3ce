//! Finds or declares the functions that replacements call.

use pinnacle_llvm::{FunctionBuilder, GlobalId, Module, TypeId, Value};

use crate::error::{ErrorKind, Fault};

/// Maximum number of arguments of a function to call.
pub(crate) const MAX_ARGUMENTS: usize = 6;

/// The functions requested so far. There are only a few.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    known: Vec<(&'static str, GlobalId)>,
}

impl Declarations {
    /// Returns the function with this name and type.
    pub(crate) fn function(
        &mut self,
        module: &mut Module,
        name: &'static str,
        ty: TypeId,
    ) -> Result<GlobalId, Fault> {
        let known = self.known.iter().find(|known| known.0 == name);
        let id = match known {
            Some(&(_, id)) => id,
            None => {
                let id = module
                    .find_global(name.as_bytes())
                    .unwrap_or_else(|| module.add_function(name.as_bytes(), ty));
                self.known.push((name, id));
                id
            }
        };
        if module.as_function(id).is_none() || module.global(id).ty != ty {
            return Err(other_type(name));
        }
        Ok(id)
    }

    /// Calls a function by name. It must return a value.
    pub(crate) fn call(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        name: &'static str,
        result: TypeId,
        arguments: &[(Value, TypeId)],
    ) -> Result<Value, Fault> {
        let value = self.call_any(build, name, result, arguments)?;
        Ok(value.expect("only functions of type void return nothing"))
    }

    /// Calls a function by name.
    pub(crate) fn call_any(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        name: &'static str,
        result: TypeId,
        arguments: &[(Value, TypeId)],
    ) -> Result<Option<Value>, Fault> {
        let count = arguments.len().min(MAX_ARGUMENTS);
        let mut types = [result; MAX_ARGUMENTS];
        for (place, argument) in types.iter_mut().zip(arguments) {
            *place = argument.1;
        }
        let ty = build.module.types.function(result, &types[..count], false);
        let function = self.function(build.module, name, ty)?;
        let callee = Value::Constant(build.module.address_of(function));
        let mut values = [callee; MAX_ARGUMENTS];
        for (place, argument) in values.iter_mut().zip(arguments) {
            *place = argument.0;
        }
        Ok(build.call(callee, ty, &values[..count]))
    }
}

#[cold]
fn other_type(name: &str) -> Fault {
    Fault::new(
        ErrorKind::BadFunctionUse,
        format!(
            "{name} must be the function of C or LLVM, but the module defines another function of \
             that name"
        ),
    )
}
