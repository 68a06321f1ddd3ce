//! A replay of a recording as one page that opens from disk: a slider over its moments, with the
//! picture of each, and the calls that drew a pixel.
//!
//! * [`Timeline`]: collects frames, events and calls while the program runs, within [`Limits`];
//! * `devices`: wrappers of devices that report to it;
//! * `changes`: the operation that last changed each pixel of a surface;
//! * `pictures`: PNGs, each kept once;
//! * `words`: events and calls of OpenGL in words;
//! * `page`: the page.

#![forbid(unsafe_code)]

mod changes;
mod devices;
mod moments;
mod page;
mod pictures;
mod timeline;
mod words;

pub use devices::{Display, Seen};
pub use timeline::{Limits, Timeline};
