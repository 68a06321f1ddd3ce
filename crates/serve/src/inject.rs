//! Inserts the script into a page: before all scripts of the page, but after everything that must
//! precede scripts.

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};
use std::convert::Infallible;

/// The byte order mark of UTF-8.
const UTF_8: &[u8] = b"\xEF\xBB\xBF";

/// The byte order marks of UTF-16. No script can be inserted into such a page.
const UTF_16: [&[u8]; 2] = [b"\xFE\xFF", b"\xFF\xFE"];

/// Inserts a script tag for a URL, unless the page already has one for a file of the same name.
pub(crate) fn with_script(page: Vec<u8>, url: &str) -> Vec<u8> {
    if UTF_16.iter().any(|mark| page.starts_with(mark)) {
        return page;
    }
    let mark = if page.starts_with(UTF_8) {
        UTF_8.len()
    } else {
        0
    };
    let name = url.rsplit('/').next().unwrap_or(url);
    let mut finder = Finder::new(name);
    {
        let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, span: Span<usize>| {
            finder.event(&event, span);
            None::<Infallible>
        });
        emitter.naively_switch_states(true);
        // The emitter yields no tokens, so this reads to the end.
        let _ = Tokenizer::new_with_emitter(&page[mark..], emitter).next();
    }
    if finder.is_there {
        return page;
    }
    let (before, after) = page.split_at(mark + finder.place);
    let tag = format!("<script src=\"{url}\"></script>");
    [before, tag.as_bytes(), after].concat()
}

/// Finds the position for the tag, and detects a script of the same name.
struct Finder<'n> {
    name: &'n str,
    /// The byte position after the part that must precede the tag.
    place: usize,
    /// True until the end of that part is found.
    is_open: bool,
    /// The current tag, if it is relevant.
    tag: Option<Tag>,
    is_source: bool,
    is_there: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Tag {
    Html,
    Head,
    Script,
}

impl Finder<'_> {
    fn new(name: &str) -> Finder<'_> {
        Finder {
            name,
            place: 0,
            is_open: true,
            tag: None,
            is_source: false,
            is_there: false,
        }
    }

    fn event(&mut self, event: &CallbackEvent<'_>, span: Span<usize>) {
        match event {
            CallbackEvent::Doctype { .. } | CallbackEvent::Comment { .. } => self.pass(span.end),
            CallbackEvent::OpenStartTag { name } => {
                self.tag = match *name {
                    b"html" => Some(Tag::Html),
                    b"head" => Some(Tag::Head),
                    b"script" => Some(Tag::Script),
                    _ => None,
                };
                self.is_open &= matches!(self.tag, Some(Tag::Html | Tag::Head));
            }
            CallbackEvent::AttributeName { name } => {
                self.is_source = self.tag == Some(Tag::Script) && *name == b"src";
            }
            CallbackEvent::AttributeValue { value } if self.is_source => {
                let value = String::from_utf8_lossy(value);
                let path = value.split(['?', '#']).next().unwrap_or_default();
                self.is_there |= path.trim().rsplit('/').next() == Some(self.name);
            }
            CallbackEvent::CloseStartTag { .. } => {
                let tag = self.tag.take();
                self.is_source = false;
                if matches!(tag, Some(Tag::Html | Tag::Head)) {
                    self.pass(span.end);
                }
                self.is_open &= tag != Some(Tag::Head);
            }
            CallbackEvent::String { value } => {
                self.is_open &= value.iter().all(u8::is_ascii_whitespace);
            }
            CallbackEvent::EndTag { .. } => self.is_open = false,
            _ => {}
        }
    }

    fn pass(&mut self, end: usize) {
        if self.is_open {
            self.place = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the page with `|` at the position of the tag.
    fn injected(page: &str) -> String {
        let page = with_script(page.as_bytes().to_vec(), "/p/pinnacle.js");
        let page = String::from_utf8(page).unwrap();
        page.replacen("<script src=\"/p/pinnacle.js\"></script>", "|", 1)
    }

    #[test]
    fn the_tag_is_the_first_thing_in_the_head() {
        let page = "<!doctype html>\n<!-- é --><HTML lang='>'>\n<Head id=a><title>x</title></head>";
        let expected =
            "<!doctype html>\n<!-- é --><HTML lang='>'>\n<Head id=a>|<title>x</title></head>";
        assert_eq!(injected(page), expected);
    }

    #[test]
    fn it_comes_before_everything_where_there_is_no_head() {
        for (page, expected) in [
            (
                "<!DOCTYPE html><title>x</title>",
                "<!DOCTYPE html>|<title>x</title>",
            ),
            ("<html><body>x", "<html>|<body>x"),
            (
                "<?xml version='1.0'?> <html>\n<script>1</script>",
                "<?xml version='1.0'?> <html>|\n<script>1</script>",
            ),
            ("text <head>", "|text <head>"),
            ("", "|"),
        ] {
            assert_eq!(injected(page), expected);
        }
    }

    #[test]
    fn marks_of_the_encoding_stay_at_the_beginning() {
        assert_eq!(injected("\u{feff}<p>"), "\u{feff}|<p>");
        let page = b"\xFE\xFF\0<\0p\0>".to_vec();
        assert_eq!(with_script(page.clone(), "/pinnacle.js"), page);
    }

    #[test]
    fn a_page_that_loads_the_script_stays_as_it_is() {
        for tag in [
            "<script src='lib/pinnacle.js?1'></script>",
            "<SCRIPT defer SRC=pinnacle.js>",
        ] {
            let page = format!("<head>{tag}</head>");
            assert_eq!(injected(&page), page);
        }
        let other = "<script src=notpinnacle.js></script>";
        assert_eq!(injected(other), format!("|{other}"));
    }
}
