//! Every fuzz target with its name ([`targets::ALL`]), and the bodies of those that take
//! more than the formats (`pinnacle_testing::fuzz`) and an engine
//! (`pinnacle_testing_engines::fuzz`): whole ways through the toolchain, hosts under calls
//! that programs make up, files of other kinds.
//!
//! Bodies take bytes and panic when something is wrong; that an input is refused is fine.
//! Where bytes alone do not get far they are read as a sequence of steps, by the crate
//! `arbitrary`.

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
