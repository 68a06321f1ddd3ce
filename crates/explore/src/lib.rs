//! A program as one page that opens from the disk: source, PNaClAsm, WebAssembly and machine code
//! of each function side by side.
//!
//! An instruction of the program is the link between the columns: a line of the source, a line of
//! WebAssembly and an instruction of the machine belong together if they belong to the same one.
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
