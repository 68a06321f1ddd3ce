//! Records and replays runs of programs.
//!
//! A program without an operating system interacts with its environment only through the traits of
//! [`pinnacle_system`]: clocks, random numbers, streams and trees of files. This crate wraps
//! implementations of these traits. While a run is recorded, a wrapper writes each question and its
//! answer to a [`Tape`]. In a replay it only returns answers from the tape. Everything else in a
//! run is deterministic, provided that threads take turns.
//!
//! * `recording`: the file format; `header`: the program and its arguments; `event`: questions;
//! * `tape`: the state that wrappers share; `host`: ends a replay;
//! * `clock`, `random`, `stream`, `tree`: the wrappers;
//! * `answer`: encodes answers; `usual`: repeated answers; `words`: describes questions in
//!   messages.

#![forbid(unsafe_code)]

mod answer;
pub mod bytes;
mod clock;
mod event;
mod header;
mod host;
mod random;
mod recording;
mod stream;
mod tape;
#[cfg(test)]
mod tests;
mod tree;
mod usual;
mod words;

pub use clock::RecordedClock;
pub use event::Kind;
pub use header::{Element, Header, RunningSum, Sum, sum_of};
pub use host::{PageEngine, RecordedHost};
pub use random::{RecordedRandom, libraries};
pub use recording::{Ending, MARK, ReadError, Recording, browser_program};
pub use stream::stdio;
pub use tape::{Departure, Tape};
pub use tree::{RecordedTree, mounted};
