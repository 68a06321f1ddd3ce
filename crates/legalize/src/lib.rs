//! Turns LLVM IR into a PNaCl program, one step at a time.
//!
//! [`STEPS`] lists the steps in order. Each step simplifies a module, which is still LLVM IR
//! afterwards and can be printed. A step relies on the earlier ones and knows nothing of later
//! ones. In the end everything has a counterpart in PNaCl, and [`lower`](lower::lower) makes the
//! program: pointers become `i32`, and globals become bytes and relocations.
//!
//! What several steps do is written once: `mentions` finds the functions that have values of some
//! types, `parts` repeats instructions for the parts of split values, `integers` replaces integers
//! by others, `passing` changes how functions take and return values, `phis` computes constants for
//! phis, `memory` loads and stores, `declarations` calls functions by name, `emit` has short forms
//! of instructions.
//!
//! Anything that PNaCl cannot express is an [`Error`] that names the function, the instruction and,
//! if the module has debug information, the source line. All errors of a step are reported before
//! the next step begins.
//!
//! ```no_run
//! use pinnacle_legalize::{Options, legalize};
//! use pinnacle_llvm::bitcode;
//!
//! let file = std::fs::read("program.bc")?;
//! let module = bitcode::read(&file, &bitcode::Options::default())?;
//! let program = legalize(module, &Options::default())?;
//! println!("{} functions", program.module().functions.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod built_in;
mod computed;
mod constants;
mod declarations;
mod emit;
mod error;
mod expand;
pub mod file_role;
mod freeze;
mod integers;
pub mod layout;
pub mod library;
pub mod lower;
mod memory;
mod mentions;
mod parts;
pub mod passes;
mod passing;
mod phis;
mod reach;
mod steps;
pub mod subset;
mod symbols;
mod vector_shapes;

pub use error::{Error, ErrorKind, Errors, Source};
pub use freeze::freeze;

use error::Reporter;
use pinnacle_debug::SourceInfo;
use pinnacle_llvm::Module;
use pinnacle_pexe::decode::Program;

/// Options for making a module into a program.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The treatment of C++ exceptions.
    pub exceptions: Exceptions,
    /// Keeps the names of functions and variables.
    pub keep_names: bool,
    /// Names of functions and variables that an embedder uses. They stay in the program even
    /// if nothing leads to them, and keep their names. Each must be defined.
    pub exports: Vec<String>,
    /// Treats the module as a shared object, and makes a module that a running program can load.
    pub library: Option<Library>,
    /// Treats the module as a part of a program, to show the effect of the steps on it. It needs no
    /// entry point, and unreachable parts are kept. [`legalize()`] ignores this option.
    pub fragment: bool,
}

impl Options {
    /// Returns true if a function or variable of this name keeps its name.
    fn keeps_name(&self, name: &[u8]) -> bool {
        let is_export = |export: &String| export.as_bytes() == name;
        !name.is_empty() && (self.keep_names || self.exports.iter().any(is_export))
    }
}

/// A shared object's description of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Library {
    /// Its name.
    pub name: Vec<u8>,
    /// The names of the libraries that it needs.
    pub needed: Vec<Vec<u8>>,
}

/// Ways to treat C++ exceptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exceptions {
    /// Reject a module that catches exceptions.
    #[default]
    Refuse,
    /// Never catch an exception: an invoke becomes a call.
    None,
    /// Throw with a longjmp to the frame that was entered last.
    SetjmpLongjmp,
}

/// One step of the list.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Its name, as in `--until NAME`.
    pub name: &'static str,
    /// A description in a few words.
    pub about: &'static str,
    run: fn(&mut Module, &Options, &mut Reporter),
}

/// The steps in their order.
pub const STEPS: &[Step] = &[
    Step {
        name: "target",
        about: "modules for other machines are refused",
        run: steps::target::run,
    },
    Step {
        name: "sanitizers",
        about: "data for the runtimes of sanitizers is added",
        run: steps::sanitizers::run,
    },
    Step {
        name: "strip",
        about: "meaningless metadata and attributes are removed",
        run: steps::strip::run,
    },
    Step {
        name: "exceptions",
        about: "invoke, landingpad and resume are lowered",
        run: steps::exceptions::run,
    },
    Step {
        name: "library",
        about: "a shared object becomes a module that can be loaded",
        run: steps::library::run,
    },
    Step {
        name: "aliases",
        about: "aliases are replaced by their targets",
        run: steps::aliases::run,
    },
    Step {
        name: "linkage",
        about: "everything but the entry point becomes internal",
        run: steps::linkage::run,
    },
    Step {
        name: "constructors",
        about: "lists of constructors become arrays",
        run: steps::constructors::run,
    },
    Step {
        name: "reachable",
        about: "globals that the entry point does not reach are removed",
        run: steps::reachable::run,
    },
    Step {
        name: "thread-local",
        about: "thread-local variables are laid out in a template",
        run: steps::thread_local::run,
    },
    Step {
        name: "indirect-branches",
        about: "indirect branches become switches",
        run: steps::indirect_branches::run,
    },
    Step {
        name: "assembly",
        about: "memory barriers become fences, other assembly is refused",
        run: steps::assembly::run,
    },
    Step {
        name: "constant-expressions",
        about: "constant expressions become instructions",
        run: steps::constant_expressions::run,
    },
    Step {
        name: "variadic",
        about: "variable arguments are passed in a buffer",
        run: steps::variadic::run,
    },
    Step {
        name: "calls",
        about: "calls are adapted to their callees",
        run: steps::calls::run,
    },
    Step {
        name: "signatures",
        about: "structs are passed and returned in memory",
        run: steps::signatures::run,
    },
    Step {
        name: "intrinsics",
        about: "intrinsics that PNaCl does not have are expanded",
        run: steps::intrinsics::run,
    },
    Step {
        name: "atomics",
        about: "atomic and volatile accesses become calls",
        run: steps::atomics::run,
    },
    Step {
        name: "structs",
        about: "structs in registers are split",
        run: steps::structs::run,
    },
    Step {
        name: "undefined-values",
        about: "freeze and poison are removed",
        run: steps::undefined_values::run,
    },
    Step {
        name: "vectors",
        about: "vectors that PNaCl does not have are expanded",
        run: steps::vectors::run,
    },
    Step {
        name: "large-integers",
        about: "integers of more than 64 bits are split",
        run: steps::large_integers::run,
    },
    Step {
        name: "odd-integers",
        about: "odd integers are promoted",
        run: steps::odd_integers::run,
    },
    Step {
        name: "small-arguments",
        about: "parameters and results become 32 bits wide",
        run: steps::small_arguments::run,
    },
    Step {
        name: "bits",
        about: "operations on single bits are promoted",
        run: steps::bits::run,
    },
    Step {
        name: "addresses",
        about: "addresses of elements become arithmetic",
        run: steps::addresses::run,
    },
];

/// Makes a PNaCl program from a module.
///
/// # Errors
///
/// Fails with all errors of the first step that fails.
pub fn legalize(mut module: Module, options: &Options) -> Result<Program, Errors> {
    let options = &Options {
        fragment: false,
        ..options.clone()
    };
    simplify(&mut module, options, None)?;
    lower::lower(&module, options)
}

/// Makes a PNaCl program from a module, with its source lines and variables.
///
/// # Errors
///
/// Fails with the errors of [`legalize`].
pub fn legalize_with_source(
    mut module: Module,
    options: &Options,
) -> Result<(Program, SourceInfo), Errors> {
    let options = &Options {
        fragment: false,
        ..options.clone()
    };
    simplify(&mut module, options, None)?;
    lower::lower_with_source(&module, options, true)
}

/// Runs all steps, or the steps up to and including `until`.
///
/// # Errors
///
/// Fails with all errors of the first step that fails.
pub fn simplify(module: &mut Module, options: &Options, until: Option<&str>) -> Result<(), Errors> {
    simplify_and_show(module, options, until, &mut |_, _| {})
}

/// Like [`simplify`], and calls `show` after each step with its name and the module.
///
/// # Errors
///
/// Fails with all errors of the first step that fails.
pub fn simplify_and_show(
    module: &mut Module,
    options: &Options,
    until: Option<&str>,
    show: &mut dyn FnMut(&'static str, &Module),
) -> Result<(), Errors> {
    for step in STEPS {
        let mut reporter = Reporter::default();
        (step.run)(module, options, &mut reporter);
        reporter.finish()?;
        show(step.name, module);
        if until == Some(step.name) {
            break;
        }
    }
    Ok(())
}
