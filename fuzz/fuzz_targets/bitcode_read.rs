//! A file of bitcode from any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_testing::fuzz::bitcode::read_anything(data));
