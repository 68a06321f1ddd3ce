//! What the steps have left of a module, made into a PNaCl program.
//!
//! Pointers become `i32`: a load takes an address as it is, and conversions
//! between pointers and `i32` vanish. Globals become bytes, zeros and addresses.

use crate::error::{Error, ErrorKind, Fault};
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
    Err(Error::new(Fault::new(ErrorKind::Internal, "lowering is being written")).into())
}
