//! Memory.

fn main() {}
