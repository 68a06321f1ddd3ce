//! What the tests of Pinnacle share.
//!
//! * [`bits`], [`records`]: files of any shape, right and wrong ones;
//! * [`build`]: valid programs built in code;
//! * [`samples`]: programs worth running.

pub mod bits;
pub mod build;
pub mod records;
pub mod samples;
