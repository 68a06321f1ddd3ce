//! Compiles a program to a library: by the lifter, then by clang.

use crate::Lifted;
use pinnacle_driver::native::Compiler;
use pinnacle_llvm::PrintOptions;
use pinnacle_pexe::decode::Program;
use pinnacle_runtime::irt;
use std::fmt;

/// Options for compiling a program.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The size of the main thread's stack in bytes.
    pub stack_size: u32,
    /// True if threads of the program may run at the same time. Otherwise it cannot start any.
    pub threads: bool,
}

/// The reason why a program could not be compiled.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum CompileError {
    /// The program cannot become LLVM IR.
    Lift(pinnacle_lift::Error),
    /// Its LLVM IR cannot be printed.
    Print(pinnacle_llvm::PrintError),
    /// Clang was not found or failed.
    Clang(pinnacle_driver::Error),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompileError::Lift(error) => error.fmt(f),
            CompileError::Print(error) => error.fmt(f),
            CompileError::Clang(error) => f.write_str(&error.messages().join("\n")),
        }
    }
}

impl std::error::Error for CompileError {}

impl Lifted {
    /// Compiles a program, which takes seconds for a large one.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be translated, or if clang fails.
    pub fn compile(
        program: &Program,
        compiler: &Compiler,
        options: Options,
    ) -> Result<Lifted, CompileError> {
        let lift = pinnacle_lift::Options {
            threads: options.threads,
            host: irt::declarations().collect(),
            stack_size: options.stack_size,
            names: false,
            places: true,
            ..pinnacle_lift::Options::default()
        };
        let module = pinnacle_lift::lift(program, &lift).map_err(CompileError::Lift)?;
        let lines = PrintOptions {
            lines: true,
            ..PrintOptions::default()
        };
        let text = pinnacle_llvm::print_with(&module, &lines).map_err(CompileError::Print)?;
        let bytes = compiler.library(&text).map_err(CompileError::Clang)?;
        Ok(Lifted::of(bytes))
    }
}
