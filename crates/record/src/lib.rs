//! Recordings of runs.
//!
//! A program without an operating system interacts with the world only through the traits of
//! [`pinnacle_system`]: clocks, random numbers, streams and trees of files. This crate wraps
//! implementations of them. While a run is recorded, a wrapper writes each question and its answer
//! to a [`Tape`]. In a replay it answers from the tape alone. Everything else in a run is
//! determined by the program, provided that threads take turns.
//!
//! * `recording`: the file; `header`: how the program was started; `event`: questions;
//! * `tape`: the state that wrappers share; `host`: the end of a replay;
//! * `clock`, `random`, `stream`, `tree`: the wrappers;
//! * `answer`: answers as bytes; `usual`: answers that repeat; `words`: questions in readable form.

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
