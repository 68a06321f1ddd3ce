//! Shows a program as one page that opens from disk: source, PNaClAsm, WebAssembly and machine code
//! of each function side by side.
//!
//! The instructions of the program link the columns: a source line, a line of WebAssembly and a
//! machine instruction belong together if they belong to the same instruction of the program.
//!
//! * [`Explored::of`]: the lines of the functions that are shown, within [`MAX_ROWS`];
//! * [`Explored::page`]: the page.

#![forbid(unsafe_code)]

mod machine;
mod page;
mod row;
mod rows;
mod source;
mod wasm;

pub use machine::MachineCode;
pub use row::Row;
pub use rows::{Explored, Function, MAX_ROWS, Options};
pub use source::{Place, Source, SourceRow};
