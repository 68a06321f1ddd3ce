//! Recordings of runs.
//!
//! A program without an operating system sees the outside only through the traits of
//! [`pinnacle_system`]: clocks, random numbers, streams and trees of files. This crate wraps
//! implementations of them. While a run is recorded, a wrapper writes each question and its answer
//! to a [`Tape`]. In a replay it answers from the tape and asks nobody. Everything else of a run
//! follows from the program, if threads take turns.
//!
//! * `recording`: the file; `header`: what the program was started with; `event`: questions;
//! * `tape`: what wrappers share; `host`: the end of a replay;
//! * `clock`, `random`, `stream`, `tree`: the wrappers;
//! * `answer`: answers as bytes; `words`: questions for people.

#![forbid(unsafe_code)]

mod answer;
mod bytes;
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
mod words;

pub use clock::RecordedClock;
pub use event::Kind;
pub use header::{Element, Header, Sum, sum_of};
pub use host::RecordedHost;
pub use random::{RecordedRandom, libraries};
pub use recording::{Ending, MARK, ReadError, Recording};
pub use stream::stdio;
pub use tape::{Departure, Tape};
pub use tree::{RecordedTree, mounted};
