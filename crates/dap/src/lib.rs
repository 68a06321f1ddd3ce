//! The Debug Adapter Protocol, for editors that debug programs in the interpreter.
//!
//! [`serve`] speaks with one editor until it leaves. The rules of debugging are in
//! `pinnacle_debugger`, and a [`Launcher`] starts the program. Messages are JSON, each preceded by
//! its length (`wire`); `adapter` dispatches requests to the modules.
//!
//! The editor is not trusted: lengths are bounded, and an invalid request gets an answer with the
//! error.

#![forbid(unsafe_code)]

mod adapter;
mod arguments;
mod breakpoints;
mod capabilities;
mod client;
mod data;
mod frames;
mod handles;
mod launch;
mod running;
mod sources;
mod stack;
mod stepping;
mod wire;

pub use adapter::serve;
pub use client::{Client, OutputWriter};
pub use launch::{End, Launch, Launched, Launcher};
pub use wire::WireError;
