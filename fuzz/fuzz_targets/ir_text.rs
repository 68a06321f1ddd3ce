//! The text of a module from any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_testing::fuzz::ir_text::parse_anything(data));
