//! A PNaCl program as LLVM IR, which LLVM compiles for a host of 64 bits.
//!
//! A program becomes one module. Instructions of PNaCl are instructions of LLVM
//! one to one where both mean the same for all operands; where LLVM leaves
//! something undefined, as the quotient of a division by zero, they are calls of
//! small functions that LLVM inlines (in the module `helpers`). Addresses of the
//! program are offsets from one pointer. [`abi`] names what the module and the host
//! that it is linked with expect of each other.
//!
//! Two things hold of every module:
//!
//! * no instruction has undefined behaviour or gives poison, whatever the
//!   program does, but for accesses of memory that the host keeps inaccessible;
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
mod types;

pub use error::Error;
pub use options::Options;

use pinnacle_llvm::Module;
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::layout::{Layout, PAGE_SIZE};
use shared::Shared;

/// The highest address that data may take.
const MEMORY_LIMIT: u32 = u32::MAX - PAGE_SIZE + 1;

/// Makes a module of LLVM IR of a program.
///
/// # Errors
///
/// Fails if the program does not fit into its address space, or calls a function that it declares
/// and does not define.
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
    }
    table::define(&mut shared, &mut module);
    image::define(&mut shared, &mut module);
    interface::define(&mut shared, &mut module);
    Ok(module)
}
