//! Damaged files and texts: no panic, no hang, no more memory than a multiple of
//! the file, and whatever else [`bodies`] says, for every file of `../shared`
//! and the modules of this repository.
//!
//! `DAMAGE=2000 cargo test -p pinnacle-bytecode --test damage` tries so many
//! copies of each file; `DAMAGE_SEED=7` others.

mod bodies;
mod file;
mod random;
mod text;

fn main() {}
