//! A module of LLVM 1.x from choices, upgraded and finalized.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_fuzzing::finalize::upgraded(data));
