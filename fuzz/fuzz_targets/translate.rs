//! A whole file from any bytes, translated and validated.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_fuzzing::translate::damaged(data));
