//! Values of functions, as a debugger sees them.
//!
//! The values of a call are in no memory of the program. A debugger's stub shows them in memory of
//! its own: 8 bytes for each parameter, constant and result of the function, in order. A word at
//! [`DISTANCE`] below the call's frame (its canonical frame address) holds the address of the
//! first. If the stub does not know the values of a call, that word cannot be read.

/// Distance from the word that holds the address of a call's values to its frame.
pub const DISTANCE: u32 = 0x1000_0008;

/// Size of a value in bytes.
pub const SIZE: u32 = 8;
