//! A program that was translated to WebAssembly: what the module is like, and a map from its
//! code back to the program.

mod map;
mod summary;

pub use map::Map;
pub use summary::{document, features};
