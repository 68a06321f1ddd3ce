//! A whole file from any bytes, run by both engines with limits.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_fuzzing::engines::damaged(data));
