//! Parses file tests: their comments, the values in these, and the shared files around a test. The
//! module `filetests` of `pinnacle-testing-engines` runs them and describes the format.

pub mod directive;
pub mod surroundings;
pub mod value;
