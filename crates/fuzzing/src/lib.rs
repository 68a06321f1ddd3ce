//! The table of all fuzz targets ([`targets::ALL`]), and the bodies of those that need more than
//! the formats (`pinnacle_testing::fuzz`) and an engine (`pinnacle_testing_engines::fuzz`):
//! complete paths through the toolchain, hosts with arbitrary calls, and other kinds of files.
//!
//! Bodies take bytes and panic if a property is violated. Rejecting an input is fine. Where raw
//! bytes would not get far, they are decoded to a sequence of steps with the crate `arbitrary`.

#![forbid(unsafe_code)]

pub mod cache;
pub mod engines;
pub mod finalize;
mod hosts;
pub mod irt;
mod modules;
pub mod pages;
pub mod pepper;
pub mod small;
pub mod states;
pub mod targets;
pub mod translate;
