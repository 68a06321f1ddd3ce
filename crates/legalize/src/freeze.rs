//! Writes a module that is already in the stable subset.
//!
//! No step runs, so the module needs no entry point, everything in it is kept, and anything outside
//! of the subset is rejected. Functions other than `_start` become internal, because the format has
//! no other external functions. All functions keep their names.

use crate::Options;
use crate::error::{Error, ErrorKind, Errors, Reporter};
use crate::lower::lower;
use crate::steps::target;
use pinnacle_llvm::Module;
use pinnacle_pexe::decode::Program;

/// Makes a program from a module in the stable subset.
///
/// # Errors
///
/// Fails for anything outside the stable subset ([`ErrorKind::NotInSubset`] if a step of
/// [`legalize`](crate::legalize()) replaces it), and for a module for another machine.
pub fn freeze(mut module: Module) -> Result<Program, Errors> {
    let options = Options {
        fragment: true,
        keep_names: true,
        ..Options::default()
    };
    let mut reporter = Reporter::default();
    target::run(&mut module, &options, &mut reporter);
    reporter.finish()?;
    lower(&module, &options).map_err(|errors| errors.map(in_subset))
}

/// Text of the internal error for a construct that an earlier step should have replaced.
const LEFT_OVER: &str = " was left over";

/// Converts an internal error of lowering: here the module is to blame, not an earlier step.
fn in_subset(error: Error) -> Error {
    if error.kind() != ErrorKind::Internal {
        return error;
    }
    let message = match error.message().split_once(LEFT_OVER) {
        Some((what, _)) => {
            format!("{what} is not in the stable subset; `pinnacle finalize` replaces it")
        }
        None => error.message().to_owned(),
    };
    error.with_fault(ErrorKind::NotInSubset.fault(message))
}
