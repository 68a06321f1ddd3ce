//! Errors of the embedding API, before and during calls.

use crate::program::StartError;
use crate::trap::Trap;
use pinnacle_pexe::types::Signature;
use pinnacle_pexe::{Errors, FuncId};
use std::fmt;
use std::sync::Arc;

/// The reason why a program cannot be prepared.
///
/// Its `Debug` form is the text of `Display`, which a `main` that returns it prints.
#[non_exhaustive]
pub enum Error {
    /// The file is not a valid program.
    Invalid(Errors),
    /// A host function of the embedder is invalid.
    HostFunction {
        /// The name of the host function.
        name: String,
        /// A description of the fault.
        reason: &'static str,
    },
    /// The program imports a function that the embedder does not offer, or its variable cannot hold
    /// the function's address.
    Import {
        /// The name of the function.
        name: String,
        /// A description of the fault.
        reason: &'static str,
    },
    /// The engine does not support the configuration.
    Unsupported(&'static str),
    /// The engine cannot compile the program. The message comes from the compiler.
    Compile(String),
    /// The program cannot be started.
    Start(StartError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Invalid(errors) => errors.fmt(f),
            Error::HostFunction { name, reason } => {
                write!(f, "the host function {name:?} {reason}")
            }
            Error::Import { name, reason } => {
                write!(f, "the program's import of {name:?} {reason}")
            }
            Error::Unsupported(reason) => f.write_str(reason),
            Error::Compile(message) => f.write_str(message),
            Error::Start(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // The inner error's message is used, so the chain of sources continues after it.
        match self {
            Error::Start(error) => error.source(),
            _ => None,
        }
    }
}

impl From<StartError> for Error {
    fn from(error: StartError) -> Error {
        Error::Start(error)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        report(f, self)
    }
}

/// Writes an error and its causes, one per line.
fn report(f: &mut fmt::Formatter<'_>, error: &dyn std::error::Error) -> fmt::Result {
    write!(f, "{error}")?;
    let mut source = error.source();
    while let Some(cause) = source {
        write!(f, "\n  because: {cause}")?;
        source = cause.source();
    }
    Ok(())
}

/// An error of a host function, and the trap that it caused.
#[derive(Clone)]
pub struct HostError {
    trap: Trap,
    error: Arc<dyn std::error::Error + Send + Sync>,
}

impl HostError {
    pub(super) fn new(trap: Trap, error: Arc<dyn std::error::Error + Send + Sync>) -> HostError {
        HostError { trap, error }
    }

    /// Returns the embedder's own error, which can be downcast.
    pub fn error(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
        &*self.error
    }

    /// Returns the trap: the reason, and the places of the calls.
    pub fn trap(&self) -> &Trap {
        &self.trap
    }
}

impl PartialEq for HostError {
    /// Compares the traps, and compares the errors by identity.
    fn eq(&self, other: &HostError) -> bool {
        self.trap == other.trap && Arc::ptr_eq(&self.error, &other.error)
    }
}

/// The reason why a call did not return.
///
/// Its `Debug` form is the text of `Display`, followed by the causes. A `main` that returns it
/// prints that.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum CallError {
    /// The program defines no such function.
    NoFunction(String),
    /// The arguments do not match the parameters of the function.
    Arguments {
        /// The signature of the function.
        expected: Signature,
        /// The types of the given arguments.
        found: Vec<pinnacle_pexe::Type>,
    },
    /// The function does not have the Rust types of the lookup.
    Type {
        /// The number or the name of the function.
        function: String,
        /// The requested type.
        expected: Signature,
        /// The actual type.
        found: Signature,
    },
    /// The [`TypedFunction`](super::TypedFunction) belongs to a module other than the instance's.
    OtherModule(FuncId),
    /// The program ended with this exit status.
    Exited(u8),
    /// The program was stopped.
    Trap(Trap),
    /// A function of the embedder failed. [`source`](std::error::Error::source) returns its
    /// error:
    ///
    /// ```
    /// # use pinnacle_pexe::build::ModuleBuilder;
    /// # use pinnacle_pexe::types::Type;
    /// # use pinnacle_runtime::embed::{Engine, Import, Linker, Module};
    /// use std::error::Error;
    /// # let mut builder = ModuleBuilder::new();
    /// # let open = Import::declare(&mut builder, "files.open", Type::Void);
    /// # let go = builder.function(Type::Void, &[]);
    /// # builder.name(go.address(), "go");
    /// # let mut f = builder.body(go);
    /// # open.call(&mut f, &[]);
    /// # f.ret_void();
    /// # builder.define(go, f);
    /// # let module = Module::built(builder.finish()?);
    ///
    /// let mut linker = Linker::new();
    /// linker.func("files.open", |_, (): ()| {
    ///     std::fs::read("/no/such/file")?;
    ///     Ok(())
    /// });
    /// let mut instance = linker.prepare(&Engine::default(), &module)?.instantiate(())?;
    /// let error = instance.call("go", &[]).unwrap_err();
    /// let cause = error.source().and_then(|cause| cause.downcast_ref::<std::io::Error>());
    /// assert_eq!(cause.map(|cause| cause.kind()), Some(std::io::ErrorKind::NotFound));
    /// # Ok::<(), Box<dyn Error>>(())
    /// ```
    Host(HostError),
}

impl fmt::Debug for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  because: {}", self.trap, self.error)
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::NoFunction(name) => write!(f, "the program has no function {name}"),
            CallError::Arguments { expected, found } => {
                f.write_str("the function is called with (")?;
                for (index, ty) in found.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(f, "{comma}{ty}")?;
                }
                write!(f, "), its type is {expected}")
            }
            CallError::Exited(status) => write!(f, "the program ended with status {status}"),
            CallError::Type {
                function,
                expected,
                found,
            } => write!(f, "{function} is {found}, expected {expected}"),
            CallError::OtherModule(function) => write!(
                f,
                "the function {function} was looked up in a module other than the instance's"
            ),
            CallError::Trap(trap) | CallError::Host(HostError { trap, .. }) => trap.fmt(f),
        }
    }
}

impl fmt::Debug for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        report(f, self)
    }
}

impl std::error::Error for CallError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            CallError::Host(error) => Some(&*error.error),
            _ => None,
        }
    }
}

impl From<Trap> for CallError {
    fn from(trap: Trap) -> CallError {
        CallError::Trap(trap)
    }
}
