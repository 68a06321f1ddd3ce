//! Pictures of pages, for the list of an archive: screenshots by the crawler, and pictures that a
//! page names as its own.

use crate::index::Capture;
use lol_html::html_content::Element;
use lol_html::{HtmlRewriter, Settings, element};
use url::Url;

/// Maximum size of a picture in bytes.
const MAX_PICTURE: u64 = 8 << 20;

/// Maximum number of pictures of a page that are looked for.
const MAX_NAMED: usize = 4;

/// Maximum length of the URL of a picture in bytes.
const MAX_URL: usize = 2_048;

/// Prefixes of the names of screenshots, smallest pictures first. The URL of the page follows.
const SCREENSHOTS: [&str; 3] = ["urn:thumbnail:", "urn:view:", "urn:fullPage:"];

/// Kinds of pictures that a page names, from a picture of its content to its icon.
const KINDS: [&str; 4] = ["og:image", "image_src", "apple-touch-icon", "icon"];

/// Returns the names under which crawlers record screenshots of a page.
pub(crate) fn screenshots(url: &str) -> impl Iterator<Item = String> {
    SCREENSHOTS
        .iter()
        .map(move |prefix| format!("{prefix}{url}"))
}

/// Returns true if a capture can be shown as a picture.
pub(crate) fn is_picture(capture: &Capture) -> bool {
    capture.status == 200
        && capture.media_type.starts_with("image/")
        && (1..=MAX_PICTURE).contains(&capture.size)
}

/// Returns the URLs of the pictures that a page names, the best ones first; last, the icon that
/// browsers ask every site for.
pub(crate) fn named(url: &str, page: &[u8]) -> Vec<String> {
    let Ok(base) = Url::parse(url) else {
        return Vec::new();
    };
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut add = |kinds: &str, address: Option<String>| {
        let kinds = kinds.to_ascii_lowercase();
        let mut kinds = kinds.split_ascii_whitespace();
        let rank = kinds.find_map(|kind| KINDS.iter().position(|known| *known == kind));
        if let (Some(rank), Some(address)) = (rank, address)
            && found.len() < 4 * MAX_NAMED
        {
            found.push((rank, address));
        }
    };
    let attribute = |element: &Element<'_, '_>, name: &str| {
        let text = element.get_attribute(name)?;
        Some(pinnacle_page::html::unescaped(&text))
    };
    {
        let settings = Settings::new()
            .with_strict(false)
            .append_element_content_handler(element!("link, meta", |element| {
                let (kind, address) = match element.tag_name().as_str() {
                    "link" => ("rel", "href"),
                    _ => ("property", "content"),
                };
                if let Some(kind) = attribute(element, kind) {
                    add(&kind, attribute(element, address));
                }
                Ok(())
            }));
        let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
        // If the page cannot be parsed to its end, the pictures found so far count.
        if rewriter.write(page).is_ok() {
            let _ = rewriter.end();
        }
    }
    found.sort_by_key(|(rank, _)| *rank);
    let addresses = found.into_iter().map(|(_, address)| address);
    addresses
        .take(MAX_NAMED - 1)
        .chain(["/favicon.ico".to_owned()])
        .filter_map(|address| base.join(address.trim()).ok())
        .filter(|url| ["http", "https"].contains(&url.scheme()))
        .map(String::from)
        .filter(|url| url.len() <= MAX_URL)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_content_come_before_icons() {
        let page = b"<LINK REL='Shortcut Icon' href='i.ico?a&amp;b'><link rel=stylesheet href=s>\
                     <link rel=icon href=data:x><meta property=og:image content=//b.example/p>\
                     <link rel=icon><meta name=x content=y>";
        assert_eq!(
            named("http://a.example/x/y", page),
            [
                "http://b.example/p",
                "http://a.example/x/i.ico?a&b",
                "http://a.example/favicon.ico"
            ]
        );
        assert_eq!(named("no address", page), Vec::<String>::new());
        assert_eq!(
            screenshots("http://a.example/").next().as_deref(),
            Some("urn:thumbnail:http://a.example/")
        );
    }
}
