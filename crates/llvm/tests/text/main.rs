//! The parser of `.ll` files, compared with the bitcode of every release and with LLVM's own tools,
//! and tested with damaged text.

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
