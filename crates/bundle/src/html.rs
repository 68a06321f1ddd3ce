//! Rewrites the page: embeds the files that its tags load as `data:` URLs, and inserts the elements
//! with all files and the script before everything that the page runs. Every other byte is copied.

use crate::files::{self, Files};
use crate::{Error, Script, css};
use lol_html::html_content::{ContentType, Element, TextChunk};
use lol_html::{HandlerResult, HtmlRewriter, Settings, element, text};
use pinnacle_page::html::escaped;
use std::cell::RefCell;
use std::path::Path;
use url::Url;

/// A rewritten page.
pub(crate) struct Rewritten {
    pub(crate) html: Vec<u8>,
    /// Addresses of other sites that the page loads from.
    pub(crate) elsewhere: Vec<String>,
}

/// The file name of the script. Tags of the page that load it are removed.
const SCRIPT: &str = "pinnacle.js";

/// The byte order marks of UTF-16. Such a page is not ASCII compatible.
const UTF_16: [&[u8]; 2] = [b"\xFE\xFF", b"\xFF\xFE"];

/// Rewrites a page whose address is `base`.
pub(crate) fn rewrite(
    page: &[u8],
    base: &Url,
    files: Files<'_>,
    script: &Script<'_>,
) -> Result<Rewritten, Error> {
    let name = Path::new(base.path());
    if UTF_16.iter().any(|mark| page.starts_with(mark)) {
        return Err(Error::new(name, "the page is in UTF-16")
            .hint("save it in UTF-8, and declare that with <meta charset=\"utf-8\">"));
    }
    let cannot = |error: &dyn std::fmt::Display| Error::new(name, &error.to_string());
    let mut head = charset(page).map_or_else(String::new, |charset| {
        format!("<meta charset=\"{}\">\n", escaped(&charset))
    });
    files
        .write_elements(&mut head)
        .map_err(|error| cannot(&error))?;
    write_script(&mut head, script).map_err(|error| cannot(&error))?;
    let state = RefCell::new(State {
        head,
        base: base.clone(),
        files,
        style: String::new(),
        elsewhere: Vec::new(),
    });
    let mut html = Vec::with_capacity(page.len() + state.borrow().head.len());
    {
        let settings = Settings::new()
            .with_strict(false)
            .append_element_content_handler(element!("*", |element| {
                state.borrow_mut().element(element)
            }))
            .append_element_content_handler(text!("style", |chunk| {
                state.borrow_mut().style(chunk);
                Ok(())
            }));
        let mut rewriter =
            HtmlRewriter::new(settings, |chunk: &[u8]| html.extend_from_slice(chunk));
        rewriter.write(page).map_err(|error| cannot(&error))?;
        rewriter.end().map_err(|error| cannot(&error))?;
    }
    let state = state.into_inner();
    // The head is left if the page is text without elements.
    html.extend_from_slice(state.head.as_bytes());
    Ok(Rewritten {
        html,
        elsewhere: state.elsewhere,
    })
}

/// Writes the two files that the script loads, and the script.
fn write_script(out: &mut String, script: &Script<'_>) -> std::io::Result<()> {
    files::write_element(out, " data-part=\"pinnacle-worker.js\"", script.worker);
    let core = files::packed(script.core)?;
    files::write_element(out, " data-part=\"pinnacle.wasm\"", &core);
    let text = String::from_utf8_lossy(script.script);
    // The text only occurs in strings, where the escaped form has the same meaning.
    let text = text
        .replace("</script", "<\\/script")
        .replace("<!--", "<\\!--");
    out.push_str("<script data-bundle>");
    out.push_str(&text);
    out.push_str("</script>\n");
    Ok(())
}

/// Returns the encoding that a page declares, as written.
fn charset(page: &[u8]) -> Option<String> {
    let mut found = None;
    {
        let settings = Settings::new()
            .with_strict(false)
            .append_element_content_handler(element!("meta", |element| {
                if found.is_none() {
                    found = element.get_attribute("charset").or_else(|| {
                        let content = element.get_attribute("content")?.to_ascii_lowercase();
                        let (_, charset) = content.split_once("charset=")?;
                        Some(charset.trim().to_owned())
                    });
                }
                Ok(())
            }));
        let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
        rewriter.write(page).ok()?;
        rewriter.end().ok()?;
    }
    found
}

struct State<'o> {
    /// The text to insert before everything that the page runs; empty once it is written.
    head: String,
    base: Url,
    files: Files<'o>,
    /// The text of the current style sheet so far.
    style: String,
    elsewhere: Vec<String>,
}

impl State<'_> {
    fn element(&mut self, element: &mut Element<'_, '_>) -> HandlerResult {
        let tag = element.tag_name();
        if !matches!(tag.as_str(), "html" | "head") && !self.head.is_empty() {
            element.before(&self.head, ContentType::Html);
            self.head.clear();
        }
        match tag.as_str() {
            "base" => self.base_element(element),
            "meta" => {
                let policy = element.get_attribute("http-equiv").unwrap_or_default();
                // The policy names the hosts of the original site.
                if policy
                    .trim()
                    .eq_ignore_ascii_case("content-security-policy")
                {
                    element.remove();
                }
            }
            "script" => self.script(element)?,
            "link" => self.link(element)?,
            "img" | "audio" | "source" | "input" | "track" => self.attribute(element, "src")?,
            "video" => {
                self.attribute(element, "src")?;
                self.attribute(element, "poster")?;
            }
            "body" | "table" | "td" | "th" => self.attribute(element, "background")?,
            _ => {}
        }
        if let Some(style) = element.get_attribute("style")
            && style.contains("url(")
        {
            let style = css::rewrite(&style, &self.base, &self.files, &mut self.elsewhere);
            element.set_attribute("style", &style)?;
        }
        Ok(())
    }

    /// Handles `<base>`: its address becomes the base of later ones, or is removed if it is not on
    /// this site.
    fn base_element(&mut self, element: &mut Element<'_, '_>) {
        let Some(url) = element.get_attribute("href") else {
            return;
        };
        match self.base.join(&url) {
            Ok(url) if url.origin() == self.base.origin() && !url.path().starts_with("//") => {
                self.base = url;
            }
            _ => element.remove_attribute("href"),
        }
    }

    fn script(&mut self, element: &mut Element<'_, '_>) -> HandlerResult {
        let Some(url) = element.get_attribute("src") else {
            return Ok(());
        };
        let path = url.split(['?', '#']).next().unwrap_or_default();
        if path.trim().rsplit('/').next() == Some(SCRIPT) {
            element.remove();
            return Ok(());
        }
        self.attribute(element, "src")?;
        element.remove_attribute("integrity");
        element.remove_attribute("crossorigin");
        Ok(())
    }

    fn link(&mut self, element: &mut Element<'_, '_>) -> HandlerResult {
        let kinds = element.get_attribute("rel").unwrap_or_default();
        let is = |kind: &str| {
            let mut kinds = kinds.split_ascii_whitespace();
            kinds.any(|found| found.eq_ignore_ascii_case(kind))
        };
        let loads = ["stylesheet", "icon", "apple-touch-icon"];
        if ["preload", "prefetch", "modulepreload", "manifest"]
            .into_iter()
            .any(is)
        {
            element.remove();
        } else if loads.into_iter().any(is) {
            self.attribute(element, "href")?;
            element.remove_attribute("integrity");
            element.remove_attribute("crossorigin");
        }
        Ok(())
    }

    /// Replaces the address in an attribute by a `data:` URL of the file. Notes an address of
    /// another site.
    fn attribute(&mut self, element: &mut Element<'_, '_>, name: &str) -> HandlerResult {
        let Some(value) = element
            .get_attribute(name)
            .filter(|value| !value.trim().is_empty())
        else {
            return Ok(());
        };
        let Ok(url) = self.base.join(value.trim()) else {
            return Ok(());
        };
        let Some((content, media_type)) = self.files.at(&url) else {
            note(&url, &self.base, &mut self.elsewhere);
            return Ok(());
        };
        let data = match media_type == "text/css" {
            true => {
                let sheet = String::from_utf8_lossy(content);
                let sheet = css::rewrite(&sheet, &url, &self.files, &mut self.elsewhere);
                files::data_url(sheet.as_bytes(), "text/css;charset=utf-8")
            }
            false => files::data_url(content, &media_type),
        };
        element.set_attribute(name, &data)?;
        Ok(())
    }

    /// Collects a piece of a style sheet. It is written with the last one.
    fn style(&mut self, chunk: &mut TextChunk<'_>) {
        self.style.push_str(chunk.as_str());
        if !chunk.last_in_text_node() {
            chunk.remove();
            return;
        }
        let style = std::mem::take(&mut self.style);
        let style = css::rewrite(&style, &self.base, &self.files, &mut self.elsewhere);
        chunk.replace(&style, ContentType::Html);
    }
}

/// Records an address on another site, once.
pub(crate) fn note(url: &Url, base: &Url, elsewhere: &mut Vec<String>) {
    let is_other = matches!(url.scheme(), "http" | "https") && url.origin() != base.origin();
    if is_other && !elsewhere.iter().any(|found| found == url.as_str()) {
        elsewhere.push(url.to_string());
    }
}
