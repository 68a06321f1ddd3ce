//! The Rust part of running PNaCl programs in a web page.
//!
//! Compiled to WebAssembly, this crate runs in the worker of one program. [`replica`] contains the
//! files of the origin as the program sees them. All modules except it, [`boundary`] and [`turns`]
//! exist only for `wasm32-unknown-unknown`.
//!
//! * [`boundary`]: the numbers that Rust and TypeScript exchange;
//! * `manifest`: finds the program that a manifest refers to;
//! * `load`: translates the bytes of a file, as they arrive, to a WebAssembly module;
//! * `fault_places`: finds the instructions of the program for offsets in its code;
//! * `modules`: translates the modules that a program loads while it runs;
//! * `machine`: Pepper, next to the program's memory. The engine, which is written in JavaScript,
//!   calls it and executes its answers;
//! * [`turns`]: the threads of a program in one worker;
//! * `input`, `incoming`, `files`: functions with which JavaScript reports events;
//! * `device`: the devices that Pepper needs, implemented by calls to JavaScript and by the events
//!   that JavaScript reports;
//! * `memory`, `clock`, `output`: memory, time, random numbers and streams, implemented by calls to
//!   JavaScript;
//! * `recorder`: recordings of runs;
//! * `replay`: replays of recordings, and the page that shows a replay; `no_replay` replaces it in
//!   builds without replays;
//! * `saved`: saved states;
//! * `setting`: the arguments, the element and the process with which a program starts;
//! * `outside`: the list of all functions that are implemented in JavaScript.

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
#[cfg(all(target_arch = "wasm32", not(feature = "replay")))]
mod no_replay;
#[cfg(target_arch = "wasm32")]
mod output;
#[cfg(target_arch = "wasm32")]
mod outside;
#[cfg(target_arch = "wasm32")]
pub mod recorder;
#[cfg(all(target_arch = "wasm32", feature = "replay"))]
mod replay;
pub mod replica;
#[cfg(target_arch = "wasm32")]
mod saved;
#[cfg(target_arch = "wasm32")]
pub mod setting;
pub mod turns;

#[cfg(all(target_arch = "wasm32", not(feature = "replay")))]
use no_replay as replay;
#[cfg(target_arch = "wasm32")]
use pinnacle_pepper::message::wire;
