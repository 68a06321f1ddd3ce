//! Decodes `data:` URLs, which contain their content.

use data_url::DataUrl;

/// The content of a `data:` URL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Data {
    /// The media type, or `text/plain;charset=US-ASCII` if the URL has none.
    pub media_type: String,
    /// The content.
    pub bytes: Vec<u8>,
}

/// Decodes a `data:` URL by the Fetch standard. Returns `None` for another URL, and for a `data:`
/// URL without a comma or with invalid base64.
///
/// ```
/// let data = pinnacle_page::data_url::parse("data:text/plain,a%20b").unwrap();
/// assert_eq!(data.bytes, b"a b");
/// ```
pub fn parse(url: &str) -> Option<Data> {
    let url = DataUrl::process(url).ok()?;
    let (bytes, _fragment) = url.decode_to_vec().ok()?;
    Some(Data {
        media_type: url.mime_type().to_string(),
        bytes,
    })
}

/// Returns true if a text has the scheme `data:`, even if it is malformed.
pub fn has_scheme(text: &str) -> bool {
    let scheme = text.trim_start().get(..5);
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_base64_are_decoded() {
        let default = "text/plain;charset=US-ASCII";
        for (url, media_type, bytes) in [
            ("data:,a%2Fb", default, &b"a/b"[..]),
            ("data:;,%7B%22", "text/plain", b"{\""),
            ("DATA:text/plain;base64,aGk=", "text/plain", b"hi"),
            ("data:;base64,aGk", default, b"hi"),
            ("data:a/b; base64,a%47 k=", "a/b", b"hi"),
            ("data:,100%#part", default, b"100%"),
            (" data:,a", default, b"a"),
        ] {
            let data = parse(url).unwrap_or_else(|| panic!("{url}"));
            assert_eq!(
                (data.media_type.as_str(), &*data.bytes),
                (media_type, bytes),
                "{url}"
            );
            assert!(has_scheme(url), "{url}");
        }
    }

    #[test]
    fn other_urls_are_refused() {
        for url in [
            "",
            "dat",
            "http://a/,",
            "data:text",
            "data:;base64,a",
            "données:,",
        ] {
            assert_eq!(parse(url), None, "{url}");
        }
        assert!(!has_scheme("data"));
        assert!(has_scheme("data:text"));
    }
}
