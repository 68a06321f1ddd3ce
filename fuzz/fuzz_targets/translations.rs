//! A program from choices, translated with options of their choice and validated.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_fuzzing::translate::generated(data));
