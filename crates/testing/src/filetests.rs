//! The contents of file tests: their comments, the values in them, and their shared parts. The
//! module `filetests` of `pinnacle-testing-engines`, which runs them, describes how they are
//! written.

pub mod directive;
pub mod surroundings;
pub mod value;
