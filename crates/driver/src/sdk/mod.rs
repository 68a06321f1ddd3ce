//! What the Native Client SDK was to those who built with it: its tools under
//! their names ([`tools`]) and its folder ([`install`](install())).

mod install;
pub mod tools;

pub use install::{Installed, install};
