//! Recordings of programs in pages.
//!
//! A program in a page depends only on the events of the page and the answers of its devices. While
//! a run is recorded, [`recorded`] wraps the devices, and each event and answer is written to a
//! [`Tape`](pinnacle_record::Tape). In a replay without a browser, [`replayed`] makes devices that
//! answer from the tape. They pass pictures, sound, messages and the calls of OpenGL on to the
//! devices of the replay.
//!
//! The position of an event on the tape is the number of questions before it: reading a clock and
//! asking for the next event are questions. So the program sees each event, and each time, exactly
//! where it saw them in the page. Most answers are the usual one, such as "no event" or "the same
//! time", and only their number is recorded.
//!
//! * `start`: the way in which the page started the program;
//! * `event`, `input`, `network`: events as bytes;
//! * `clock`: the clocks;
//! * `devices`: the wrappers of devices; `storage`, `graphics`, `outputs`: some of them;
//! * `facts`: answers that rarely change.

#![forbid(unsafe_code)]

mod clock;
mod devices;
mod event;
mod facts;
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
