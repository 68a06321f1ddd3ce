//! LLVM bitcode from any bytes, finalized and verified.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_fuzzing::finalize::damaged(data));
