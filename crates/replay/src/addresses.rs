//! Addresses of a captured page, rewritten to lead into the archive: `/20130501120000/URL`.
//!
//! An address relative to the page is not changed, because the page itself has such an address.
//! Neither are addresses of schemes other than `http` and `https`.

use crate::{Moment, html};
use pinnacle_page::css::{Address, addresses};
use std::fmt::Write as _;
use url::Url;

/// Rewrites the addresses of one captured resource.
#[derive(Clone, Debug)]
pub struct Addresses {
    prefix: String,
    base: Url,
}

impl Addresses {
    /// Rewrites addresses that are relative to a captured URL. Returns `None` if the URL is not
    /// `http` or `https`.
    pub fn new(url: &str, moment: Moment) -> Option<Addresses> {
        let base = Url::parse(url).ok()?;
        is_web(&base).then(|| Addresses {
            prefix: prefix(moment),
            base,
        })
    }

    /// Returns the text before captured URLs: `/20130501120000/`.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Returns the path of an absolute or relative address in the archive, or `None` if it is not
    /// `http` or `https`.
    pub fn place(&self, address: &str) -> Option<String> {
        let url = self.base.join(address.trim()).ok()?;
        is_web(&url).then(|| format!("{}{url}", self.prefix))
    }

    /// Returns the new text of an address, or `None` if it need not change.
    pub(crate) fn rewritten(&self, address: &str) -> Option<String> {
        let address = address.trim();
        let is_simple = !address.starts_with(['/', '\\'])
            && !address.contains("..")
            && !address.split(['/', '?', '#']).next()?.contains(':');
        match is_simple {
            true => None,
            false => self.place(address),
        }
    }

    /// Makes addresses relative to another URL, as `<base>` does.
    pub(crate) fn rebase(&mut self, address: &str) {
        if let Ok(url) = self.base.join(address.trim())
            && is_web(&url)
        {
            self.base = url;
        }
    }

    /// Rewrites a page, and inserts tags before everything in it that can run. A page that cannot
    /// be parsed, such as one in UTF-16, is not changed.
    pub fn page(self, page: &[u8], tags: &str) -> Vec<u8> {
        html::rewrite(page, self, tags)
    }

    /// Rewrites a style sheet.
    pub fn style_sheet(&self, text: &str) -> String {
        let mut written = String::with_capacity(text.len());
        let mut end = 0;
        for Address { place, url } in addresses(text) {
            let Some(url) = self.rewritten(&url) else {
                continue;
            };
            written.push_str(&text[end..place.start]);
            let _ = write!(written, "url(\"{}\")", url.replace(['"', '\\', '\n'], ""));
            end = place.end;
        }
        written.push_str(&text[end..]);
        written
    }

    /// Rewrites the list of images in `srcset`.
    pub(crate) fn pictures(&self, list: &str) -> Option<String> {
        if list.contains("data:") {
            return None;
        }
        let rewritten = list.split(',').map(|picture| {
            let picture = picture.trim();
            let (url, size) = picture
                .split_once(char::is_whitespace)
                .unwrap_or((picture, ""));
            let url = self.rewritten(url).unwrap_or_else(|| url.to_owned());
            format!("{url} {size}").trim_end().to_owned()
        });
        Some(rewritten.collect::<Vec<_>>().join(", "))
    }
}

/// The text before captured URLs of a moment.
fn prefix(moment: Moment) -> String {
    format!("/{moment}/")
}

fn is_web(url: &Url) -> bool {
    ["http", "https"].contains(&url.scheme())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses() -> Addresses {
        let moment = Moment::parse("2013").unwrap();
        Addresses::new("http://old.example/a/b.html?c", moment).unwrap()
    }

    #[test]
    fn addresses_lead_into_the_archive_unless_they_are_relative() {
        for (address, expected) in [
            ("x.png", None),
            ("x.png?u=http://other.example/", None),
            ("?d", None),
            ("#top", None),
            ("", None),
            ("data:text/plain,x", None),
            ("javascript:go()", None),
            ("/x.png", Some("/20130101000000/http://old.example/x.png")),
            ("../../x", Some("/20130101000000/http://old.example/x")),
            (
                " HTTPS://Other.example ",
                Some("/20130101000000/https://other.example/"),
            ),
            (
                "//other.example/y#z",
                Some("/20130101000000/http://other.example/y#z"),
            ),
        ] {
            assert_eq!(
                addresses().rewritten(address).as_deref(),
                expected,
                "{address}"
            );
        }
        assert!(Addresses::new("file:///etc/passwd", Moment::default()).is_none());
    }

    #[test]
    fn style_sheets_and_lists_of_pictures_keep_everything_else() {
        let sheet = "p { background: url(/x.png) } q { background: url(y.png) }";
        assert_eq!(
            addresses().style_sheet(sheet),
            "p { background: url(\"/20130101000000/http://old.example/x.png\") } \
             q { background: url(y.png) }"
        );
        let pictures = addresses().pictures("a.png, /b.png 2x");
        assert_eq!(
            pictures.as_deref(),
            Some("a.png, /20130101000000/http://old.example/b.png 2x")
        );
    }
}
