//! `data:` URLs: content that is written where its address would be.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Padding may be there or not.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// What a `data:` URL holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Data {
    /// The type of the content, as written; may be empty.
    pub media_type: String,
    /// The content.
    pub bytes: Vec<u8>,
}

/// Takes a `data:` URL apart; none if it is another URL, or a wrong one.
///
/// ```
/// let data = pinnacle_headless::data_url::parse("data:text/plain,a%20b").unwrap();
/// assert_eq!(data.bytes, b"a b");
/// ```
pub fn parse(url: &str) -> Option<Data> {
    let scheme = url.get(..5)?;
    if !scheme.eq_ignore_ascii_case("data:") {
        return None;
    }
    let (head, body) = url[5..].split_once(',')?;
    let body = body.split('#').next().unwrap_or_default();
    let bytes = percent_decode(body);
    let head = head.trim();
    let base64 = head
        .len()
        .checked_sub(6)
        .and_then(|at| Some((head.get(..at)?, head.get(at..)?)))
        .filter(|(_, end)| end.eq_ignore_ascii_case("base64"))
        .and_then(|(start, _)| start.trim_end().strip_suffix(';'));
    let Some(media_type) = base64 else {
        return Some(Data {
            media_type: head.to_owned(),
            bytes,
        });
    };
    let letters: Vec<u8> = bytes
        .into_iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    Some(Data {
        media_type: media_type.to_owned(),
        bytes: BASE64.decode(letters).ok()?,
    })
}

/// The bytes that a part of a URL stands for: `%` and two digits are a byte.
pub fn percent_decode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digit = |index: usize| {
            let digit = after.get(index).copied().map(char::from)?;
            digit
                .to_digit(16)
                .and_then(|digit| u8::try_from(digit).ok())
        };
        rest = match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push(high << 4 | low);
                &after[2..]
            }
            _ => {
                bytes.push(first);
                after
            }
        };
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_base64_are_read() {
        for (url, media_type, bytes) in [
            ("data:,a%2Fb", "", &b"a/b"[..]),
            ("data:;,%7B%22", ";", b"{\""),
            ("DATA:text/plain;base64,aGk=", "text/plain", b"hi"),
            ("data:;base64,aGk", "", b"hi"),
            ("data:a/b; base64,a%47 k=", "a/b", b"hi"),
            ("data:,100%#part", "", b"100%"),
        ] {
            let data = parse(url).unwrap_or_else(|| panic!("{url}"));
            assert_eq!(
                (data.media_type.as_str(), &*data.bytes),
                (media_type, bytes)
            );
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
    }
}
