//! What the Native Client SDK was to those who built with it: its tools under
//! their names ([`tools`]) and its folder ([`install`](install())). `original` looks into
//! folders of the original.

mod install;
pub(crate) mod original;
pub mod tools;

pub use install::{Installed, install};
