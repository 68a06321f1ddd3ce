//! Translates PNaCl programs to WebAssembly.
//!
//! A program becomes one module, which runs in any engine with WebAssembly 2.0 (bulk memory, SIMD,
//! saturating conversions, sign extension), atomic accesses and, if the program calls setjmp,
//! exceptions. The module's imports and exports are defined in [`abi`].
//!
//! ```no_run
//! let bytes = std::fs::read("hello.pexe")?;
//! let program = pinnacle_pexe::decode::decode(&bytes, &Default::default())?;
//! let wasm = pinnacle_wasm::translate(&program, &Default::default())?;
//! std::fs::write("hello.wasm", &wasm.bytes)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod abi;
mod control;
mod convert_bits;
mod dispatchers;
mod error;
mod fast_paths;
mod frame_base;
mod function;
mod helpers;
mod library;
pub mod limits;
mod loop_depth;
mod loop_entry;
mod memory_image;
mod module;
mod operands;
mod options;
mod plan;
mod sections;
mod setjmp;
mod signature_thunks;
mod signatures;
mod source_map;
mod turn;
mod vector_classes;

pub use error::Error;
pub use frame_base::FrameBase;
pub use library::translate as translate_library;
pub use loop_depth::has_deeper_loops;
pub use loop_entry::{LoopEntry, translate as translate_loop_entry};
pub use options::{Options, TURN_LENGTH, Translation};
pub use source_map::{
    FunctionMap, SourceMap, push_custom_section, push_debug_info_url, push_source_map_url,
};

use pinnacle_pexe::decode::Program;

/// Translates a program.
///
/// The same program and options give the same bytes, for any number of threads.
///
/// # Errors
///
/// Fails if the program exceeds the limits of engines; see [`Error`].
pub fn translate(program: &Program, options: &Options) -> Result<Translation, Error> {
    module::translate(program, options)
}
