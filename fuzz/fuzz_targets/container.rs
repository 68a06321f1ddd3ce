//! A bitstream from any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_testing::fuzz::container(data));
