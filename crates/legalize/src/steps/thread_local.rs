//! Lays thread-local variables out in one template.

use crate::Options;
use crate::error::Reporter;
use pinnacle_llvm::Module;

/// The step.
pub(crate) fn run(module: &mut Module, options: &Options, reporter: &mut Reporter) {
    let _ = (module, options, reporter);
}
