//! The linker: host functions for programs.

use super::error::Error;
use super::host::{Caller, Halt, Own};
use super::import::PREFIX;
use super::prepared::{Compiled, Prepared};
use super::typed::{Params, Results};
use super::value::Value;
use super::{Engine, Module};
use crate::host::HostFunction;
use crate::irt::{self, QUERY};
use crate::memory::Memory;
use pinnacle_pexe::layout::Layout;
use pinnacle_pexe::types::Type;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// The host functions that the embedder offers to programs.
///
/// `T` is the type of the embedder's state. Each instance has its own value of it.
pub struct Linker<T> {
    own: Vec<Own<T>>,
    irt: bool,
}

impl<T> fmt::Debug for Linker<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.own.iter().map(|own| &own.declaration.name);
        f.debug_list().entries(names).finish()
    }
}

impl<T> Default for Linker<T> {
    fn default() -> Linker<T> {
        Linker::new()
    }
}

impl<T> Linker<T> {
    /// Makes a linker without functions.
    pub fn new() -> Linker<T> {
        Linker {
            own: Vec::new(),
            irt: false,
        }
    }

    /// Offers the IRT, which programs with the SDK's C library need.
    pub fn irt(&mut self) -> &mut Linker<T> {
        self.irt = true;
        self
    }

    /// Offers a function named `interface.function`. Its parameters are `i32`, `i64`, `float` or
    /// `double`, its result one of these or `void`. The returned value must have the declared type.
    pub fn function(
        &mut self,
        name: &str,
        params: &[Type],
        result: Type,
        run: impl Fn(&mut Caller<'_, T>, &[Value]) -> Result<Option<Value>, Halt>
        + Send
        + Sync
        + 'static,
    ) -> &mut Linker<T> {
        self.own.push(Own {
            declaration: HostFunction {
                name: Cow::Owned(name.to_owned()),
                params: Cow::Owned(params.to_vec()),
                result,
                fixed_address: None,
            },
            run: Arc::new(run),
        });
        self
    }

    /// Offers a function with Rust types, named `interface.function`. Its parameters are one
    /// [`Scalar`](super::Scalar) or a tuple of them; its result is a `Scalar` or `()`. It can
    /// return any error with `?`.
    ///
    /// ```
    /// use pinnacle_runtime::embed::Linker;
    ///
    /// let mut linker = Linker::<Vec<String>>::new();
    /// linker.func("journal.log", |caller, (address, length): (u32, u32)| {
    ///     let text = caller.memory.bytes(address, length)?;
    ///     caller.data.push(String::from_utf8(text)?);
    ///     Ok(caller.data.len() as u32)
    /// });
    /// ```
    pub fn func<P: Params, R: Results>(
        &mut self,
        name: &str,
        run: impl Fn(&mut Caller<'_, T>, P) -> Result<R, Halt> + Send + Sync + 'static,
    ) -> &mut Linker<T> {
        self.function(name, P::TYPES, R::TYPE, move |caller, args| {
            let params = P::of_values(args)
                .ok_or_else(|| Halt::Trap("the arguments do not have the declared types".into()))?;
            Ok(run(caller, params)?.into_result())
        })
    }

    fn check(&self) -> Result<(), Error> {
        let mut names: HashSet<&str> = HashSet::new();
        for own in &self.own {
            let declaration = &own.declaration;
            let scalar =
                |ty: &Type| matches!(ty, Type::I32 | Type::I64 | Type::Float | Type::Double);
            let reason = match declaration.name.rsplit_once('.') {
                None | Some(("", _) | (_, "")) => {
                    "has a name that is not an interface, a dot and \
                                                   a function"
                }
                Some((interface, _))
                    if self.irt && irt::interface_names().any(|name| name == interface) =>
                {
                    "belongs to an interface of the IRT"
                }
                _ if !names.insert(&declaration.name) => "is defined twice",
                _ if !declaration.params.iter().all(scalar)
                    || !(declaration.result == Type::Void || scalar(&declaration.result)) =>
                {
                    "has a parameter or result whose type is not i32, i64, float or double"
                }
                _ => continue,
            };
            return Err(Error::HostFunction {
                name: declaration.name.clone().into_owned(),
                reason,
            });
        }
        Ok(())
    }

    /// Returns all functions in the order of their addresses.
    fn declarations(&self) -> Vec<HostFunction> {
        let mut declarations: Vec<HostFunction> = if self.irt {
            irt::declarations().collect()
        } else {
            vec![QUERY]
        };
        declarations.extend(self.own.iter().map(|own| own.declaration.clone()));
        declarations
    }
}

impl<T: Send + 'static> Linker<T> {
    /// Prepares a module for an engine. Compiles it if the engine does.
    ///
    /// # Errors
    ///
    /// Fails if an offered function is invalid, an imported function is missing, or the engine does
    /// not support the configuration.
    pub fn prepare(&self, engine: &Engine, module: &Module) -> Result<Prepared<T>, Error> {
        self.check()?;
        let config = engine.config.clone();
        let functions = self.declarations();
        let imports = self.imports(module, functions.len() - self.own.len())?;
        let layout = Layout::new(
            module.program().module(),
            functions.len() as u32,
            config.stack_size,
            Memory::MAX_LIMIT,
        )
        .map_err(|error| Error::Start(crate::loader::LoadError::from(error).into()))?;
        Ok(Prepared {
            code: Compiled::new(engine, module, &functions)?,
            module: module.clone(),
            functions: functions.into(),
            own: self.own.clone().into(),
            irt: self.irt,
            imports: imports
                .into_iter()
                .map(|(global, index)| {
                    let address = layout.first_host_function + index as u32;
                    (layout.globals[global], address)
                })
                .collect(),
            globals: layout.globals,
            config,
        })
    }

    /// Returns the variables that receive addresses, each with the index of its function.
    fn imports(&self, module: &Module, first: usize) -> Result<Vec<(usize, usize)>, Error> {
        let mut imports = Vec::new();
        for (index, global) in module.program().module().globals.iter().enumerate() {
            let name = global.name.as_deref().and_then(|name| {
                let name = std::str::from_utf8(name).ok()?;
                name.strip_prefix(PREFIX)
            });
            let Some(name) = name else {
                continue;
            };
            let fail = |reason| {
                Err(Error::Import {
                    name: name.to_owned(),
                    reason,
                })
            };
            if global.constant || global.size != 4 {
                return fail("is not a variable of four bytes");
            }
            let own = self.own.iter();
            match own
                .map(|own| &own.declaration.name)
                .position(|own| own == name)
            {
                Some(function) => imports.push((index, first + function)),
                None => return fail("does not match any host function"),
            }
        }
        Ok(imports)
    }
}
