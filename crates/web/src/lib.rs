//! PNaCl programs in a web page, the part of it that is Rust.
//!
//! Compiled to WebAssembly, it runs in the worker of one program: [`replica`] has the
//! files of the origin as the program sees them; the rest but [`boundary`] and [`turns`] is
//! there for `wasm32-unknown-unknown` alone.
//!
//! * [`boundary`]: the numbers that Rust and TypeScript exchange;
//! * `manifest`: which program a manifest names;
//! * `load`: from the bytes of a file, as they arrive, to a WebAssembly module;
//! * `fault_places`: from where code stopped back to the instruction of the program;
//! * `modules`: the same for what a program loads while it runs;
//! * `machine`: Pepper next to the program's memory, which the engine around it, in JavaScript,
//!   calls and does what it asks;
//! * [`turns`]: the threads of a program that are all in one worker;
//! * `input`, `incoming`, `files`: what happens, as JavaScript hands it in;
//! * `device`: what Pepper needs of a page, each a call of JavaScript or an event
//!   that JavaScript hands in;
//! * `memory`, `clock`, `output`: imports for memory, time, random numbers and streams;
//! * `outside`: everything that is called in JavaScript, in one list.

#![forbid(unsafe_code)]

pub mod boundary;
#[cfg(target_arch = "wasm32")]
mod clock;
#[cfg(target_arch = "wasm32")]
mod device;
#[cfg(target_arch = "wasm32")]
pub mod fault_places;
#[cfg(target_arch = "wasm32")]
mod files;
#[cfg(target_arch = "wasm32")]
mod incoming;
#[cfg(target_arch = "wasm32")]
mod input;
#[cfg(target_arch = "wasm32")]
pub mod load;
#[cfg(target_arch = "wasm32")]
pub mod machine;
#[cfg(target_arch = "wasm32")]
pub mod manifest;
#[cfg(target_arch = "wasm32")]
mod memory;
#[cfg(target_arch = "wasm32")]
pub mod modules;
#[cfg(target_arch = "wasm32")]
mod output;
#[cfg(target_arch = "wasm32")]
mod outside;
pub mod replica;
pub mod turns;

#[cfg(target_arch = "wasm32")]
use pinnacle_pepper::message::wire;
