//! Manifests, pages, scripts and messages from any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| pinnacle_fuzzing::pages::texts(data));
