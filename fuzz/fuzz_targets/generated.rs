//! A valid program from any choices: it must be accepted, and run.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| drop(pinnacle_testing_engines::fuzz::generated(data)));
