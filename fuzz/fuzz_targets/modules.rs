//! A module of LLVM IR from choices, finalized.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_fuzzing::finalize::generated(data));
