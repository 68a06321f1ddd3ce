//! A file of bitcode from any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_llvm::fuzz::read_anything(data));
