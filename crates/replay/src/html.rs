//! Rewrites the addresses in the tags of a page, and inserts our own tags first. Every other byte
//! is copied.

use crate::addresses::Addresses;
use lol_html::html_content::{ContentType, Element, TextChunk};
use lol_html::{HandlerResult, HtmlRewriter, Settings, element, text};
use std::cell::RefCell;

/// The byte order marks of UTF-16. Such a page is not ASCII compatible.
const UTF_16: [&[u8]; 2] = [b"\xFE\xFF", b"\xFF\xFE"];

/// The types of `<embed>` and `<object>` elements that are programs. The injected script loads
/// their files itself.
const PROGRAMS: [&str; 2] = ["application/x-pnacl", "application/x-nacl"];

pub(crate) fn rewrite(page: &[u8], addresses: Addresses, tags: &str) -> Vec<u8> {
    if UTF_16.iter().any(|mark| page.starts_with(mark)) {
        return page.to_vec();
    }
    let state = RefCell::new(State {
        addresses,
        tags: tags.to_owned(),
        style: String::new(),
        has_base: false,
    });
    let mut html = Vec::with_capacity(page.len() + tags.len());
    let result = {
        let settings = Settings::new()
            .with_strict(false)
            .with_adjust_charset_on_meta_tag(true)
            .append_element_content_handler(element!("*", |element| {
                state.borrow_mut().element(element)
            }))
            .append_element_content_handler(text!("style", |chunk| {
                state.borrow_mut().style(chunk);
                Ok(())
            }));
        let mut rewriter =
            HtmlRewriter::new(settings, |chunk: &[u8]| html.extend_from_slice(chunk));
        rewriter.write(page).and_then(|()| rewriter.end())
    };
    if result.is_err() {
        return page.to_vec();
    }
    // Tags are left if the page is text without elements.
    html.extend_from_slice(state.into_inner().tags.as_bytes());
    html
}

struct State {
    addresses: Addresses,
    /// Our own tags, until they are written.
    tags: String,
    /// The text of the style sheet that is being read.
    style: String,
    has_base: bool,
}

impl State {
    fn element(&mut self, element: &mut Element<'_, '_>) -> HandlerResult {
        let tag = element.tag_name();
        if !matches!(tag.as_str(), "html" | "head") && !self.tags.is_empty() {
            element.before(&self.tags, ContentType::Html);
            self.tags.clear();
        }
        let attributes: &[&str] = match tag.as_str() {
            "base" => return self.base(element),
            "meta" => return self.meta(element),
            "link" => return self.link(element),
            "a" | "area" => &["href"],
            "script" | "img" | "audio" | "source" | "input" | "track" | "iframe" | "frame" => {
                &["src", "formaction"]
            }
            "video" => &["src", "poster"],
            "embed" | "object" if !is_program(element) => &["src", "data"],
            "form" => &["action"],
            "button" => &["formaction"],
            "body" | "table" | "td" | "th" => &["background"],
            _ => &[],
        };
        for name in attributes {
            self.attribute(element, name)?;
        }
        if let Some(list) = element.get_attribute("srcset")
            && let Some(list) = self.addresses.pictures(&list)
        {
            element.set_attribute("srcset", &list)?;
        }
        if let Some(style) = element.get_attribute("style")
            && style.contains("url(")
        {
            element.set_attribute("style", &self.addresses.style_sheet(&style))?;
        }
        Ok(())
    }

    /// Rewrites an attribute.
    fn attribute(&mut self, element: &mut Element<'_, '_>, name: &str) -> HandlerResult {
        if let Some(value) = element.get_attribute(name)
            && let Some(rewritten) = self.addresses.rewritten(&value)
        {
            element.set_attribute(name, &rewritten)?;
        }
        Ok(())
    }

    /// Handles `<base>`: later addresses are relative to the first one that has an address.
    fn base(&mut self, element: &mut Element<'_, '_>) -> HandlerResult {
        let Some(value) = element.get_attribute("href") else {
            return Ok(());
        };
        self.attribute(element, "href")?;
        if !self.has_base {
            self.addresses.rebase(&value);
            self.has_base = true;
        }
        Ok(())
    }

    /// Removes a content security policy, since it names other hosts, and rewrites a refresh.
    fn meta(&mut self, element: &mut Element<'_, '_>) -> HandlerResult {
        let kind = element.get_attribute("http-equiv").unwrap_or_default();
        if kind.trim().eq_ignore_ascii_case("content-security-policy") {
            element.remove();
        } else if kind.trim().eq_ignore_ascii_case("refresh")
            && let Some(content) = element.get_attribute("content")
            && let Some((before, url)) = content.split_once('=')
            && let Some(url) = self
                .addresses
                .rewritten(url.trim().trim_matches(['"', '\'']))
        {
            element.set_attribute("content", &format!("{before}={url}"))?;
        }
        Ok(())
    }

    /// Removes links such as `preconnect`, since they would reach the live web and no policy
    /// forbids them. The address of any other link is rewritten.
    fn link(&mut self, element: &mut Element<'_, '_>) -> HandlerResult {
        let kinds = element.get_attribute("rel").unwrap_or_default();
        let ahead = [
            "preconnect",
            "dns-prefetch",
            "prefetch",
            "prerender",
            "manifest",
        ];
        let mut kinds = kinds.split_ascii_whitespace();
        if kinds.any(|kind| ahead.iter().any(|ahead| kind.eq_ignore_ascii_case(ahead))) {
            element.remove();
            return Ok(());
        }
        element.remove_attribute("integrity");
        self.attribute(element, "href")
    }

    /// Collects a piece of a style sheet. It is written with the last one.
    fn style(&mut self, chunk: &mut TextChunk<'_>) {
        self.style.push_str(chunk.as_str());
        if !chunk.last_in_text_node() {
            chunk.remove();
            return;
        }
        let style = std::mem::take(&mut self.style);
        chunk.replace(&self.addresses.style_sheet(&style), ContentType::Html);
    }
}

/// Returns true for the element of a program. Its attributes are visible to the program.
fn is_program(element: &Element<'_, '_>) -> bool {
    let kind = element.get_attribute("type").unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    PROGRAMS
        .iter()
        .any(|program| kind.eq_ignore_ascii_case(program))
}

#[cfg(test)]
mod tests {
    use crate::{Addresses, Moment};

    fn rewritten(page: &str) -> String {
        let moment = Moment::parse("2013").unwrap();
        let addresses = Addresses::new("http://old.example/dir/", moment).unwrap();
        let page = addresses.page(page.as_bytes(), "|");
        String::from_utf8(page)
            .unwrap()
            .replace("/20130101000000/http://", "~")
    }

    #[test]
    fn addresses_in_tags_lead_into_the_archive() {
        for (page, expected) in [
            ("<a href=/x>", "|<a href=\"~old.example/x\">"),
            ("<IMG src='x.png'>", "|<IMG src='x.png'>"),
            (
                "<img srcset='http://a.example/ 2x'>",
                "|<img srcset=\"~a.example/ 2x\">",
            ),
            (
                "<p style='background:url(/x)'>",
                "|<p style=\"background:url(&quot;~old.example/x&quot;)\">",
            ),
            (
                "<style>p{background:url(/x)}</style>",
                "|<style>p{background:url(\"~old.example/x\")}</style>",
            ),
            (
                "<meta http-equiv=refresh content='0; url=/x'>",
                "|<meta http-equiv=refresh content=\"0; url=~old.example/x\">",
            ),
        ] {
            assert_eq!(rewritten(page), expected);
        }
    }

    #[test]
    fn a_base_counts_for_what_follows() {
        assert_eq!(
            rewritten("<base href='http://a.example/b/'><img src='../c'>"),
            "|<base href=\"~a.example/b/\"><img src=\"~a.example/c\">"
        );
    }

    #[test]
    fn elements_of_programs_keep_their_attributes() {
        for page in [
            "|<embed src=/x.nmf type=application/x-pnacl>",
            "|<object data=/x.nmf type='application/x-nacl'>",
        ] {
            assert_eq!(rewritten(&page[1..]), page);
        }
    }

    #[test]
    fn requests_to_the_live_web_are_removed() {
        for page in [
            "<meta http-equiv=Content-Security-Policy content=x>",
            "<link rel='dns-prefetch' href=//a.example>",
        ] {
            assert_eq!(rewritten(&format!("{page}<p>")), "|<p>");
        }
    }

    #[test]
    fn our_tags_come_before_everything_that_runs() {
        assert_eq!(
            rewritten("<!doctype html><html><head><script src=a></script>"),
            "<!doctype html><html><head>|<script src=a></script>"
        );
        assert_eq!(rewritten("text"), "text|");
    }
}
