//! Extracts the titles of pages.

use crate::html::unescaped;
use lol_html::{HtmlRewriter, Settings, text};

/// Maximum length of a title in characters.
const MAX_TITLE: usize = 200;

/// Returns the title of a page, decoded with the encoding that the page declares. It is empty if
/// the page has none. White space is collapsed to single spaces, and the title is cut after 200
/// characters.
pub fn title(page: &[u8]) -> String {
    let mut title = String::new();
    {
        let settings = Settings::new()
            .with_strict(false)
            .with_adjust_charset_on_meta_tag(true)
            .append_element_content_handler(text!("title", |chunk| {
                if title.len() < 4 * MAX_TITLE {
                    title.push_str(chunk.as_str());
                }
                Ok(())
            }));
        let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
        // If parsing fails, the title found so far is used.
        if rewriter.write(page).is_ok() {
            let _ = rewriter.end();
        }
    }
    let title = unescaped(&title);
    let words: Vec<&str> = title.split_whitespace().collect();
    words.join(" ").chars().take(MAX_TITLE).collect()
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn a_title_is_read_in_the_encoding_of_its_page() {
        for (page, expected) in [
            (
                &b"<html><head><TITLE>\n A &amp;\tb </TITLE><title>c"[..],
                "A & b c",
            ),
            (b"<meta charset=iso-8859-1><title>\xe9</title>", "\u{e9}"),
            (b"<p>no title", ""),
            (b"\xff\xfe\0", ""),
        ] {
            assert_eq!(title(page), expected);
        }
    }
}
