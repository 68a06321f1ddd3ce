//! Turns a program back into LLVM IR like that it was frozen from.
//!
//! The module is for LLVM's own tools, and `freeze` makes the same program of it. Unlike the module
//! that [`lift`](crate::lift) makes, it is for a machine with pointers of 32 bits and declares
//! PNaCl's intrinsics. Its instructions mean what LLVM says, so a division by zero is undefined.
//!
//! A program has no pointers. Where a number is used as an address, it is converted once for each
//! block; so is an address that is used as a number.

mod body;
mod globals;

use globals::Globals;
use pinnacle_llvm::Module;
use pinnacle_pexe::decode::Program;

/// The layout of data of clang's target for PNaCl.
const DATA_LAYOUT: &[u8] = b"e-p:32:32-i64:64";

/// The target of PNaCl's compilers.
const TARGET: &[u8] = b"le32-unknown-nacl";

/// Turns a program into the LLVM IR that it could have been frozen from.
#[must_use]
pub fn thaw(program: &Program) -> Module {
    let mut module = Module::new();
    module.data_layout = DATA_LAYOUT.to_vec();
    module.target_triple = TARGET.to_vec();
    let globals = Globals::define(program.module(), &mut module);
    for function in program.functions() {
        body::thaw(&globals, &mut module, function);
    }
    module
}
