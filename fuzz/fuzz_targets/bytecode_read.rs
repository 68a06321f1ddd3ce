//! A file of LLVM 1.x from any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_testing::fuzz::bytecode::read_anything(data));
