//! What the tests of Pinnacle share.
//!
//! * [`bits`], [`records`]: files of any shape, right and wrong ones;
//! * [`build`]: valid programs built in code;
//! * [`samples`]: programs worth running;
//! * [`random`], [`mutate`]: choices, and the damage done with them;
//! * [`corpus`]: programs and files from outside the repository.

pub mod bits;
pub mod build;
pub mod corpus;
pub mod mutate;
pub mod random;
pub mod records;
pub mod samples;
