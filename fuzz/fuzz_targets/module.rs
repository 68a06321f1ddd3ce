//! A whole file from any bytes, run if it can be.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_testing_engines::fuzz::module(data));
