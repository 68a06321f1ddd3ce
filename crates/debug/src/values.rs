//! Defines where a debugger finds the values of a function.
//!
//! The values of a call are not in the program's memory. A debugger's stub presents them in memory
//! of its own: 8 bytes for each parameter, constant and result of the function, in order. The word
//! [`DISTANCE`] bytes below the call's canonical frame address contains the address of the first
//! value. If the stub does not know the values of a call, this word cannot be read.

/// Distance in bytes from the word with the address of a call's values to the call's frame.
pub const DISTANCE: u32 = 0x1000_0008;

/// Size of a value in bytes.
pub const SIZE: u32 = 8;
