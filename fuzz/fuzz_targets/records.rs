//! The notation of records, from and to any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    pinnacle_testing::fuzz::records(data);
});
