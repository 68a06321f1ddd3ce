//! Expands vectors that PNaCl does not have, and shuffles.

use crate::Options;
use crate::error::Reporter;
use pinnacle_llvm::Module;

/// The step.
pub(crate) fn run(module: &mut Module, options: &Options, reporter: &mut Reporter) {
    let _ = (module, options, reporter);
}
