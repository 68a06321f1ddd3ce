//! Devices of a machine without a screen, for programs that use Pepper.
//!
//! * [`machine`]: the devices of one program;
//! * [`inbox`], [`clock`]: what devices tell the program, and its time;
//! * [`network`]: WebSockets, sockets and names, as far as that is allowed;
//! * [`json`] (of Pepper), [`pattern`]: messages as JSON, and patterns for them;
//! * [`trace`]: the calls of a program;
//! * [`script`]: the actions of a user and a page;
//! * [`picture`] (a crate of its own), [`sound`]: a program's pictures and sound, as files;
//! * [`fetch`], [`storage`]: the files that it loads, and its own;
//! * [`saved`]: files with saved states;
//! * [`complaints`]: why it could not load or reach something;
//! * [`libraries`]: the code that it loads.

#![forbid(unsafe_code)]

pub mod clock;
pub mod complaints;
pub mod fetch;
pub mod inbox;
pub mod libraries;
pub mod machine;
pub mod network;
pub mod pattern;
pub mod saved;
pub mod script;
pub mod sound;
pub mod storage;
pub mod trace;

pub use pinnacle_pepper::message::json;
pub use pinnacle_picture as picture;

/// Bytes as base64.
pub fn base64(bytes: &[u8]) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}
