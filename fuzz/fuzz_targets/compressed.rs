//! A program from choices, compressed; its records stay.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_fuzzing::small::compressed(data));
