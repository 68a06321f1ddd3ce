//! Records and replays programs in pages.
//!
//! A program in a page depends only on the events of the page and the answers of its devices. While
//! a run is recorded, [`recorded`] wraps the devices, and each event and answer is written to a
//! [`Tape`](pinnacle_record::Tape). For a replay without a browser, [`replayed`] returns devices
//! that take their answers from the tape. They pass pictures, sound, messages and OpenGL calls on
//! to the devices of the replay.
//!
//! The position of an event on the tape is the number of questions before it. Reading a clock and
//! asking for the next event are such questions. Thus the program receives each event and each time
//! at the same point as in the page. Most answers are the usual one, such as "no event" or "the
//! same time", and only their number is recorded.
//!
//! * `start`: encodes the state in which the page started the program;
//! * `event`, `input`, `network`: encode events;
//! * `clock`: wraps the clocks;
//! * `devices`: wraps the devices; `storage`, `graphics`, `outputs`: wrap particular devices;
//! * `facts`: records answers that rarely change.

#![forbid(unsafe_code)]

mod clock;
mod devices;
mod event;
mod facts;
mod fetch;
mod graphics;
mod input;
mod network;
mod outputs;
mod start;
mod storage;
#[cfg(test)]
mod tests;

pub use clock::{EngineClock, PageClock, RESOLUTION};
pub use devices::{OnEvent, recorded, replayed};
pub use start::{Start, check};
