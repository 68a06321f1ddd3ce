//! The parser of `.ll` files: against the bitcode of every release, against LLVM's own
//! tools, and against damaged text.

mod accepted;
mod ages;
mod alignments;
mod as_of;
mod as_of_later;
mod as_written;
mod damage;
mod errors;
mod lines;
mod pointees;
mod round_trip;
mod same;
