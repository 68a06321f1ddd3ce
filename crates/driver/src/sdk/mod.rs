//! The Native Client SDK as users knew it: its tools under their original names ([`tools`]) and its
//! folder ([`install`](install())). `original` finds the parts of an original SDK. `loader`
//! translates the command line of its loader.

mod install;
mod loader;
mod loader_log;
pub(crate) mod original;
pub mod tools;

pub use install::{Installed, install};
