//! Checks manifests, which the page loads.

use pinnacle_page::manifest::{MAX_SIZE, Manifest, MediaType};
use wasm_bindgen::prelude::*;

/// Returns the maximum size of a manifest in bytes.
#[wasm_bindgen(js_name = maxManifestSize)]
pub fn max_manifest_size() -> u32 {
    u32::try_from(MAX_SIZE).unwrap_or(u32::MAX)
}

/// Returns the URL of the program that a manifest refers to, as written there. The type is that of
/// the element, in lower case.
///
/// # Errors
///
/// Fails with Chrome's message if Chrome would reject the manifest.
#[wasm_bindgen(js_name = programUrl)]
pub fn program_url(manifest: &[u8], element_type: &str) -> Result<String, JsError> {
    Manifest::parse(manifest, MediaType::of_element(element_type))
        .map(|manifest| manifest.program)
        .map_err(|error| JsError::new(&error.to_string()))
}
