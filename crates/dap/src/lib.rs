//! The Debug Adapter Protocol, by which editors debug programs that the interpreter runs.
//!
//! [`serve`] speaks with one editor until it leaves. The rules of debugging are in
//! `pinnacle_debugger`, and a [`Launcher`] starts the program. Messages are JSON with a length
//! before each (`wire`); `adapter` dispatches requests to the module of their subject.
//!
//! The editor may send anything: lengths are bounded, and a request that makes no sense gets an
//! answer that says so.

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
