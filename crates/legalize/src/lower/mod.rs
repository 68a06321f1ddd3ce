//! What the steps have left of a module, made into a PNaCl program.

use crate::{Errors, Options};
use pinnacle_llvm::Module;
use pinnacle_pexe::decode::Program;

/// Makes the program.
///
/// # Errors
///
/// What cannot be expressed.
pub fn lower(module: &Module, options: &Options) -> Result<Program, Errors> {
    let _ = (module, options);
    todo!()
}
