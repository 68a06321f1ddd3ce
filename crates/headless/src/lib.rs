//! Devices of a machine without a screen, for programs that use Pepper.
//!
//! * [`machine`]: the devices of one program;
//! * [`inbox`], [`clock`]: the events of the devices, and the program's time;
//! * [`network`]: WebSockets, sockets and names, as far as the caller allows them;
//! * [`json`] (of Pepper), [`pattern`]: messages as JSON, and patterns for them;
//! * [`trace`]: a log of the program's calls;
//! * [`script`]: scripted actions of a user and a page;
//! * [`picture`] (a crate of its own), [`sound`]: a program's pictures and sound, as files;
//! * [`fetch`], [`storage`]: the URLs that it loads, and its own files;
//! * [`saved`]: files with saved states;
//! * [`complaints`]: reports about URLs and hosts that it could not reach;
//! * [`libraries`]: the libraries that it loads.

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

/// Encodes bytes as base64.
pub fn base64(bytes: &[u8]) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}
