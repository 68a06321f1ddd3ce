//! Computes with single bits in bytes where PNaCl has no operation on bits.

use crate::Options;
use crate::error::Reporter;
use pinnacle_llvm::Module;

/// The step.
pub(crate) fn run(module: &mut Module, options: &Options, reporter: &mut Reporter) {
    let _ = (module, options, reporter);
}
