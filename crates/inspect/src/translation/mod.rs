//! A program translated to WebAssembly: properties of the module, and a map from its code back to
//! the program.

mod map;
mod summary;

pub use map::Map;
pub use summary::{document, features};
