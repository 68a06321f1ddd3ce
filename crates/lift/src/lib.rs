//! Translates a PNaCl program to LLVM IR, which LLVM compiles for a 64-bit host.
//!
//! A program becomes one module. An instruction of PNaCl becomes one instruction of LLVM if both
//! mean the same for all operands. If LLVM leaves something undefined, such as a division by zero,
//! it becomes a call of a small function that LLVM inlines (in the module `helpers`). Addresses of
//! the program are offsets from one pointer. [`abi`] is the interface between the module and the
//! host that it is linked with.
//!
//! Every module has two properties:
//!
//! * no instruction has undefined behaviour or gives poison, whatever the program does, except for
//!   accesses to memory that the host keeps inaccessible;
//! * the same program and options give the same module.
//!
//! ```no_run
//! let bytes = std::fs::read("hello.pexe")?;
//! let program = pinnacle_pexe::decode::decode(&bytes, &Default::default())?;
//! let module = pinnacle_lift::lift(&program, &Default::default())?;
//! std::fs::write("hello.ll", pinnacle_llvm::print(&module))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod abi;
mod code;
mod convert_bits;
mod error;
mod function;
mod helper;
mod helpers;
mod image;
mod interface;
mod options;
mod shared;
mod signatures;
mod table;
mod thaw;
mod types;

pub use error::Error;
pub use options::Options;
pub use thaw::thaw;

use pinnacle_llvm::Module;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::layout::{Layout, PAGE_SIZE};
use shared::Shared;

/// The end of the addresses that data may use.
const MEMORY_LIMIT: u32 = u32::MAX - PAGE_SIZE + 1;

/// Translates a program to a module of LLVM IR.
///
/// # Errors
///
/// Fails if the program does not fit into its address space, or calls a function that is declared
/// but not defined, and that is not an intrinsic.
pub fn lift(program: &Program, options: &Options) -> Result<Module, Error> {
    let host_functions = u32::try_from(options.host.len()).unwrap_or(u32::MAX);
    let layout = Layout::new(
        program.module(),
        host_functions,
        options.stack_size,
        MEMORY_LIMIT,
    )?;
    let mut module = Module::new();
    let mut shared = Shared::new(&mut module, program, layout, options);
    for function in program.functions() {
        function::translate(&mut shared, &mut module, function)?;
        function::translate_fast_path(&mut shared, &mut module, function)?;
    }
    table::define(&mut shared, &mut module);
    image::define(&mut shared, &mut module);
    interface::define(&mut shared, &mut module);
    Ok(module)
}
