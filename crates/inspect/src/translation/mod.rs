//! Describes a program's translation to WebAssembly: the properties of the module, and a source map
//! from its code to the program.

mod map;
mod summary;

pub use map::Map;
pub use summary::{document, features};
