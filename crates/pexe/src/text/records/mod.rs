//! Converts any file to and from text, bit by bit, in the notation of records.
//!
//! PNaClAsm can only represent valid constructs. This notation is one level lower: it has blocks,
//! definitions of abbreviations, and records as numbers, which need not be valid, and raw bits for
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
//! * `header` has the bytes before the bitstream, unless they are the standard ones.
//! * The index of its abbreviation precedes each record.
//! * `as` specifies the bits of an item if they are not the usual ones, because of overlong numbers
//!   or nonzero padding. A number is written `VALUE:BITS`, and consecutive numbers start with the
//!   low bits.
//! * `length` is the length word of a block, if it is wrong.
//! * `} cut` ends a block that has no end in the file, for example at the end of the file.
//!
//! [`print()`] accepts any bytes, and [`assemble`] converts its output to the same bytes. The
//! printer ensures this by encoding each item again; if the bits differ, it writes the original
//! bits. Unreadable input is printed as raw bits, up to the end of the block if its length word
//! specifies one, otherwise up to the end of the file.

mod bits;
mod parse;
mod print;

pub use parse::assemble;
pub use print::print;
