//! Shared by Pinnacle's tests: everything that runs programs.
//!
//! * [`run`]: runs programs and captures their output;
//! * [`oracle`]: a very simple engine for comparison;
//! * [`differential`]: compares the engines on generated programs;
//! * [`fuzz`]: the bodies of the fuzz targets that run programs;
//! * [`filetests`]: programs in text with their expected behaviour.
//!
//! Everything that needs no engine is in the crate `pinnacle-testing`.

#![forbid(unsafe_code)]

pub mod differential;
pub mod filetests;
pub mod fuzz;
pub mod oracle;
pub mod run;
