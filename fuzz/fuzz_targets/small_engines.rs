//! A small valid program from any choices: both engines must do the same with it.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_testing_engines::fuzz::small_engines(data));
