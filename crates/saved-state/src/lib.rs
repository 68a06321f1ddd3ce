//! Saved states of programs, as hosts write and read them: headless and in a page.
//!
//! * [`file`](mod@file): the container of a state, with the sum of the program and a checksum;
//! * [`devices`]: the part of the devices, such as the clocks and the element;
//! * [`hands`]: the mouse, the keys and the fingers of the user.
//!
//! The parts of the program itself are written by `pinnacle-pepper` and `pinnacle-system`.

#![forbid(unsafe_code)]

pub mod devices;
pub mod file;
pub mod hands;
