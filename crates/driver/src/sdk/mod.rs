//! The Native Client SDK as its users knew it: its tools under their names ([`tools`]) and its
//! folder ([`install`](install())). `original` finds the parts of an original SDK; `loader` accepts
//! the command line of its loader.

mod install;
mod loader;
mod loader_log;
pub(crate) mod original;
pub mod tools;

pub use install::{Installed, install};
