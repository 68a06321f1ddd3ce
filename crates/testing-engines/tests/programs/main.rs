//! Runs generated programs and sample programs.

mod reduce;
mod samples;
