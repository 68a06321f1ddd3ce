//! What the tests of Pinnacle share.
//!
//! * [`bits`], [`records`]: files of any shape, right and wrong ones;
//! * [`build`]: valid programs built in code;
//! * [`samples`]: programs worth running;
//! * [`random`], [`mutate`]: choices, and the damage done with them.

pub mod bits;
pub mod build;
pub mod mutate;
pub mod random;
pub mod records;
pub mod samples;
