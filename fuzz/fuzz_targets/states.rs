//! Saved states with changes from any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_fuzzing::states::restored(data));
