//! Texts that accompany a program: manifests, pages, addresses, scripts, messages.

use pinnacle_headless::json;
use pinnacle_headless::script::Script;
use pinnacle_page::manifest::{Manifest, MediaType};
use pinnacle_page::{data_url, html};

/// Reads any bytes as each of these. Nothing may panic, and errors must have a reason. What is
/// accepted must be unchanged after writing and reading it.
pub fn texts(data: &[u8]) {
    for media_type in [MediaType::Pnacl, MediaType::Nacl] {
        if let Err(error) = Manifest::parse(data, media_type) {
            assert!(!error.to_string().is_empty());
        } else {
            assert_eq!(media_type, MediaType::Pnacl);
        }
    }
    let text = String::from_utf8_lossy(data);
    for element in html::programs(&text) {
        let [width, height] = element.size();
        assert!(width >= 0 && height >= 0, "{width} by {height}");
        if let Some(source) = element.source() {
            let _ = data_url::parse(source);
        }
    }
    let _ = data_url::parse(&text);
    if let Err(error) = Script::parse(&text) {
        assert!(!error.to_string().is_empty());
    }
    if let Ok(message) = json::from_text(&text)
        && let Ok(written) = json::to_text(&message)
    {
        let again = json::from_text(&written).expect("what was written can be read");
        assert_eq!(json::to_text(&again).ok(), Some(written));
    }
}
