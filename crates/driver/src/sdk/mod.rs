//! The Native Client SDK as its users saw it: its tools under their names ([`tools`]) and its
//! folder ([`install`](install())). `original` looks into folders of the original; `loader` has the
//! command line of its loader.

mod install;
mod loader;
mod loader_log;
pub(crate) mod original;
pub mod tools;

pub use install::{Installed, install};
