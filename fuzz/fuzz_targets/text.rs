//! PNaClAsm or a listing from any bytes, or a damaged one.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    pinnacle_testing::fuzz::text(data);
});
