//! Shared by Pinnacle's tests: everything that runs programs.
//!
//! * [`run`]: programs run with their output kept;
//! * [`oracle`]: an engine too simple to be wrong, for comparison;
//! * [`differential`]: generated programs on both engines;
//! * [`fuzz`]: the bodies of the fuzz targets that run what they make;
//! * [`filetests`]: programs in text that say what must be true of them.
//!
//! Everything that needs no engine is in the crate `pinnacle-testing`.

#![forbid(unsafe_code)]

pub mod differential;
pub mod filetests;
pub mod fuzz;
pub mod oracle;
pub mod run;
