//! A whole file from any bytes, compressed.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    pinnacle_testing::squeeze::compress_and_check(data, 1);
});
