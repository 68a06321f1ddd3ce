//! Finds or declares the functions that steps call by name.

use crate::error::{ErrorKind, Fault};
use pinnacle_llvm::{FunctionBuilder, GlobalId, Module, Type, TypeId, Value};

/// The functions called so far. There are only a few.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    known: Vec<(String, GlobalId)>,
}

impl Declarations {
    /// Returns the function with this name and type.
    fn function(&mut self, module: &mut Module, name: &str, ty: TypeId) -> Result<GlobalId, Fault> {
        let known = self.known.iter().find(|known| known.0 == name);
        let id = match known {
            Some(&(_, id)) => id,
            None => {
                let id = module
                    .find_global(name.as_bytes())
                    .unwrap_or_else(|| module.add_function(name.as_bytes(), ty));
                self.known.push((name.to_owned(), id));
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
        name: &str,
        result: TypeId,
        arguments: &[Value],
    ) -> Result<Value, Fault> {
        let value = self.call_any(build, name, result, arguments)?;
        Ok(value.expect("only functions of type void return nothing"))
    }

    /// Calls a function by name.
    pub(crate) fn call_any(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        name: &str,
        result: TypeId,
        arguments: &[Value],
    ) -> Result<Option<Value>, Fault> {
        let mut parameters = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            let ty = build.type_of(argument);
            let types = &mut build.module.types;
            parameters.push(match types.get(ty) {
                Type::Pointer(_) => types.pointer(),
                _ => ty,
            });
        }
        let ty = build.module.types.function(result, &parameters, false);
        let function = self.function(build.module, name, ty)?;
        let callee = Value::Constant(build.module.address_of(function));
        Ok(build.call(callee, ty, arguments))
    }

    /// Copies bytes from one place to another. The two must not overlap.
    pub(crate) fn copy(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        to: Value,
        from: Value,
        size: u64,
    ) -> Result<(), Fault> {
        self.change_memory(build, "llvm.memcpy.p0.p0.i32", [to, from], size)
    }

    /// Fills bytes with zeros.
    pub(crate) fn clear(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        at: Value,
        size: u64,
    ) -> Result<(), Fault> {
        let zero = build.module.int(8, 0).into();
        self.change_memory(build, "llvm.memset.p0.i32", [at, zero], size)
    }

    fn change_memory(
        &mut self,
        build: &mut FunctionBuilder<'_>,
        name: &str,
        [to, from]: [Value; 2],
        size: u64,
    ) -> Result<(), Fault> {
        if size > 0 {
            let void = build.module.types.void();
            let (size, no) = (build.module.int(32, size), build.module.int(1, 0));
            self.call_any(build, name, void, &[to, from, size.into(), no.into()])?;
        }
        Ok(())
    }
}

#[cold]
fn other_type(name: &str) -> Fault {
    ErrorKind::BadFunctionUse.fault(format!(
        "{name} must be the function of C or LLVM, but the module defines another function of \
             that name"
    ))
}
