//! Generated and sample programs, run.

mod reduce;
mod samples;
