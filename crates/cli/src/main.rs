//! The pinnacle command.
fn main() {}
