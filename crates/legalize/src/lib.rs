//! LLVM IR made into a PNaCl program, one step at a time.
//!
//! [`STEPS`] is the list of steps in their order. Each makes a module simpler
//! that is still LLVM IR and can be printed: no step knows what a later one
//! does, and each relies on what the earlier ones have left out. What remains in
//! the end has a counterpart for everything, and [`lower`](lower::lower) makes the
//! program of it: pointers become `i32`, and globals bytes and relocations.
//!
//! What PNaCl cannot express is an [`Error`] that names function, instruction
//! and, if the module has debug information, the line of the source. All errors
//! of a step are reported before the next is begun.
//!
//! ```no_run
//! use pinnacle_legalize::{Options, legalize};
//! use pinnacle_llvm::bitcode;
//!
//! let file = std::fs::read("program.bc")?;
//! let module = bitcode::read(&file, &bitcode::Options::default())?;
//! let program = legalize(module, &Options::default())?;
//! println!("{} functions", program.module.functions.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
pub mod layout;
pub mod library;
pub mod lower;
pub mod steps;

pub use error::{Error, ErrorKind, Errors, Source};

use error::Reporter;
use pinnacle_llvm::Module;
use pinnacle_pexe::decode::Program;

/// How a module is made into a program.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What becomes of C++ exceptions.
    pub exceptions: Exceptions,
    /// Keeps the names of functions and variables.
    pub keep_names: bool,
}

/// What becomes of C++ exceptions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exceptions {
    /// A module that catches any is refused.
    #[default]
    Refuse,
    /// Nothing is ever caught: an invoke becomes a call.
    None,
    /// Throwing is a longjmp to the frame that was entered last.
    SetjmpLongjmp,
}

/// One step of the list.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Its name, as in `--until NAME`.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    run: fn(&mut Module, &Options, &mut Reporter),
}

/// The steps in their order.
pub const STEPS: &[Step] = &[
    // (filled in below)
];

/// Makes a PNaCl program of a module.
///
/// # Errors
///
/// All that the first step that cannot do its work has found.
pub fn legalize(mut module: Module, options: &Options) -> Result<Program, Errors> {
    simplify(&mut module, options, None)?;
    lower::lower(&module, options)
}

/// Runs the steps, up to one that is named and with it, or all of them.
///
/// # Errors
///
/// All that the first step that cannot do its work has found.
pub fn simplify(module: &mut Module, options: &Options, until: Option<&str>) -> Result<(), Errors> {
    for step in STEPS {
        let mut reporter = Reporter::default();
        (step.run)(module, options, &mut reporter);
        reporter.finish()?;
        if until == Some(step.name) {
            break;
        }
    }
    Ok(())
}
