//! The notation of records: any file at all as text, bit for bit.
//!
//! PNaClAsm can only express valid constructs. This notation is one layer below: blocks,
//! definitions of abbreviations, and records as numbers, checked or not, with raw bits for
//! everything else:
//!
//! ```text
//! header 50 45 58 45;
//! block 8 width 2 {
//!   3: <1, 1>
//!   define <8, fixed(5), array(char6)>
//!   4: <8, 3, 97> as 0x61c:11;
//!   bits 0x1f:5;
//!   bytes 00 ff;
//! } length 99
//! ```
//!
//! * `header` are the bytes before the bitstream, unless they are the usual
//!   ones.
//! * Before a record stands the index of its abbreviation.
//! * `as` gives the bits of an item where they are not the usual ones: numbers
//!   packed longer than they need to be, padding that is not zero. A number is
//!   written `VALUE:BITS`, and numbers follow each other from the low end up.
//! * `length` is the length word of a block, unless it is right.
//! * `} cut` is where a block ends without an end, as at the end of the file.
//!
//! [`print()`] accepts any sequence of bytes, and [`assemble`] turns its output into the same
//! bytes. The printer ensures this itself: it encodes each item again, and if the bits differ it
//! writes the original bits. Unreadable input is printed as raw bits, up to the end of the block if
//! its length word gives one, and otherwise to the end of the file.

mod bits;
mod parse;
mod print;

pub use parse::assemble;
pub use print::print;
