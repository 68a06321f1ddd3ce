//! Finds the elements of an HTML page that embed programs.
//!
//! Elements are found by their tags, in the order of the text. No tree is built, and no scripts are
//! run. A program gets the attributes that Chrome passed to it. For `<embed>` these are its
//! attributes. For `<object>` they are the `<param>` elements in it, then those of its attributes
//! that no `<param>` names, then `src` with the value of `data` if there is no `src`.
//!
//! Time and memory are proportional to the size of the page.
//!
//! Source: Chromium's `core/html/html_object_element.cc`, `html_embed_element.cc`.

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};
use std::collections::HashSet;
use std::convert::Infallible;

/// The type of portable programs.
pub const MEDIA_TYPE: &str = "application/x-pnacl";

/// The type of machine code.
const MACHINE_CODE_TYPE: &str = "application/x-nacl";

/// An element that embeds a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Element {
    /// The attributes that the program sees, in order. Names are in lower case.
    pub attributes: Vec<(String, String)>,
}

impl Element {
    /// Returns the value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        attributes
            .find(|(found, _)| found == name)
            .map(|(_, value)| value.as_str())
    }

    /// Returns the URL of the manifest, relative to the URL of the page.
    pub fn source(&self) -> Option<&str> {
        self.attribute("src").filter(|source| !source.is_empty())
    }

    /// Returns the width and height in CSS pixels, from the attributes or by default 300 by 150.
    pub fn size(&self) -> [i32; 2] {
        let size = |name, default| {
            let value = self.attribute(name).unwrap_or_default().trim();
            let digits = value.len() - value.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let is_percent = value[digits..].trim_start().starts_with('%');
            let number = value[..digits].parse().ok();
            number.filter(|_| !is_percent).unwrap_or(default)
        };
        [size("width", 300), size("height", 150)]
    }

    fn is_machine_code(&self) -> bool {
        let media_type = self.attribute("type").unwrap_or_default().trim();
        media_type.eq_ignore_ascii_case(MACHINE_CODE_TYPE)
    }

    fn is_program(&self) -> bool {
        let is_type = |value: &str| value.trim().eq_ignore_ascii_case(MEDIA_TYPE);
        match self.attribute("type") {
            Some(value) if !value.trim().is_empty() => is_type(value),
            _ => self.source().is_some_and(|source| {
                let path = source.split(['?', '#']).next().unwrap_or_default();
                path.ends_with(".nmf")
            }),
        }
    }
}

/// An `<object>` element whose end tag has not been read yet.
struct OpenObject {
    params: Vec<(String, String)>,
    attributes: Vec<(String, String)>,
    /// Its index in `found`.
    place: usize,
}

#[derive(Default)]
struct Finder {
    /// The name and attributes of the current tag, if it is relevant.
    tag: Option<(String, Vec<(String, String)>)>,
    open: Vec<OpenObject>,
    /// The elements in the order of their start tags. An `<object>` is filled in at its end.
    found: Vec<Option<Element>>,
    numbers: Option<String>,
    title: Option<String>,
    /// True between the start and end tags of the title.
    is_in_title: bool,
}

/// The contents of a page that concern programs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// The elements that embed portable programs, in order.
    pub programs: Vec<Element>,
    /// The text of the first title, with words separated by single spaces.
    pub title: Option<String>,
    /// The elements that embed machine code, which cannot be run here, in order.
    pub machine_code: Vec<Element>,
    /// The value of `data-numbers` from the first script that has both this attribute and `src`. It
    /// is the default for elements without this attribute.
    pub numbers: Option<String>,
}

impl Page {
    /// Returns the program's element with this ID. Without an ID, returns the first one.
    pub fn program(&self, id: Option<&str>) -> Option<&Element> {
        let mut programs = self.programs.iter();
        match id {
            Some(id) => programs.find(|element| element.attribute("id") == Some(id)),
            None => programs.next(),
        }
    }
}

/// Escapes a text for use in HTML and in attributes with double quotes.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Decodes HTML to text: `&amp;` becomes `&`, and tags are removed.
pub fn unescaped(markup: &str) -> String {
    let mut plain = String::with_capacity(markup.len());
    {
        let emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| {
            if let CallbackEvent::String { value } = event {
                plain.push_str(&text(value));
            }
            None::<Infallible>
        });
        // The emitter yields no tokens, so this reads to the end.
        let _ = Tokenizer::new_with_emitter(markup, emitter).next();
    }
    plain
}

/// Returns the elements of a page that embed programs, in order.
pub fn programs(page: &str) -> Vec<Element> {
    read(page).programs
}

/// Extracts the contents of a page that concern programs.
pub fn read(page: &str) -> Page {
    let mut finder = Finder::default();
    {
        let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| {
            finder.event(&event);
            None::<Infallible>
        });
        emitter.naively_switch_states(true);
        let mut tokenizer = Tokenizer::new_with_emitter(page, emitter);
        // The emitter yields no tokens, so this reads to the end.
        let _ = tokenizer.next();
    }
    while finder.end_object() {}
    let found = finder.found.into_iter().flatten();
    let (programs, others): (Vec<_>, Vec<_>) = found.partition(Element::is_program);
    let title = finder.title.unwrap_or_default();
    let title: Vec<&str> = title.split_whitespace().collect();
    Page {
        title: (!title.is_empty()).then(|| title.join(" ")),
        programs,
        machine_code: others
            .into_iter()
            .filter(Element::is_machine_code)
            .collect(),
        numbers: finder.numbers,
    }
}

impl Finder {
    fn event(&mut self, event: &CallbackEvent<'_>) {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                let name = text(name).to_ascii_lowercase();
                self.is_in_title = name == "title" && self.title.is_none();
                let is_wanted = ["embed", "object", "param", "script"].contains(&name.as_str());
                self.tag = is_wanted.then(|| (name, Vec::new()));
            }
            CallbackEvent::AttributeName { name } => {
                if let Some((_, attributes)) = &mut self.tag {
                    attributes.push((text(name).to_ascii_lowercase(), String::new()));
                }
            }
            CallbackEvent::AttributeValue { value } => {
                if let Some((_, attributes)) = &mut self.tag
                    && let Some((_, last)) = attributes.last_mut()
                {
                    *last = text(value);
                }
            }
            CallbackEvent::CloseStartTag { .. } => self.start_tag(),
            CallbackEvent::EndTag { name } => {
                self.tag = None;
                self.is_in_title = false;
                if name.eq_ignore_ascii_case(b"object") {
                    self.end_object();
                }
            }
            CallbackEvent::String { value } if self.is_in_title => {
                let title = self.title.get_or_insert_default();
                title.push_str(&text(value));
            }
            _ => {}
        }
    }

    /// Processes a complete start tag.
    fn start_tag(&mut self) {
        let Some((name, all)) = self.tag.take() else {
            return;
        };
        let attributes = without_repeats(all);
        match name.as_str() {
            "embed" => self.found.push(Some(Element { attributes })),
            "object" => {
                self.open.push(OpenObject {
                    params: Vec::new(),
                    attributes,
                    place: self.found.len(),
                });
                self.found.push(None);
            }
            "script" => {
                let value = |wanted: &str| {
                    let mut attributes = attributes.iter();
                    attributes.find(|(name, _)| name == wanted)
                };
                if let (Some(_), Some((_, word))) = (value("src"), value("data-numbers")) {
                    self.numbers.get_or_insert_with(|| word.clone());
                }
            }
            _ => {
                let mut values = ["name", "value"].map(|wanted| {
                    let mut attributes = attributes.iter();
                    let found = attributes.find(|(name, _)| name == wanted);
                    found.map(|(_, value)| value.clone()).unwrap_or_default()
                });
                let name = std::mem::take(&mut values[0]).to_ascii_lowercase();
                if let Some(object) = self.open.last_mut().filter(|_| !name.is_empty()) {
                    object.params.push((name, std::mem::take(&mut values[1])));
                }
            }
        }
    }

    /// Closes the innermost open object. Returns false if there is none.
    fn end_object(&mut self) -> bool {
        let Some(object) = self.open.pop() else {
            return false;
        };
        let mut attributes = object.params;
        let named_by_params: HashSet<String> =
            attributes.iter().map(|(name, _)| name.clone()).collect();
        let others = object.attributes.into_iter();
        attributes.extend(others.filter(|(name, _)| !named_by_params.contains(name.as_str())));
        let value = |wanted: &str| {
            let mut all = attributes.iter();
            all.find(|(name, _)| name == wanted)
                .map(|(_, value)| value.clone())
        };
        if let (Some(data), None) = (value("data"), value("src")) {
            attributes.push(("src".into(), data));
        }
        self.found[object.place] = Some(Element { attributes });
        true
    }
}

/// Removes attributes whose name occurred before.
fn without_repeats(mut attributes: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut names = HashSet::with_capacity(attributes.len());
    let mut is_first = Vec::with_capacity(attributes.len());
    is_first.extend(
        attributes
            .iter()
            .map(|(name, _)| names.insert(name.as_str())),
    );
    let mut is_first = is_first.into_iter();
    attributes.retain(|_| is_first.next().unwrap_or(false));
    attributes
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(page: &str) -> Element {
        programs(page).swap_remove(0)
    }

    fn pairs(element: &Element) -> Vec<(&str, &str)> {
        let attributes = element.attributes.iter();
        attributes
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect()
    }

    #[test]
    fn an_embed_has_its_attributes_in_order_with_names_in_lower_case() {
        let page = "<!doctype html><script>'<embed type=application/x-pnacl>'</script>\
                    <!-- <embed src=no.nmf> --><div><EMBED ID=a Width='20' empty \
                    src=\"x.nmf?a&amp;b\" TYPE='application/x-pnacl' id=b></div>";
        let element = first(page);
        let expected = [
            ("id", "a"),
            ("width", "20"),
            ("empty", ""),
            ("src", "x.nmf?a&b"),
            ("type", "application/x-pnacl"),
        ];
        assert_eq!(pairs(&element), expected);
        assert_eq!(element.size(), [20, 150]);
    }

    #[test]
    fn a_page_has_a_title_and_elements_of_machine_code() {
        let page = "<title>Space\n &amp; time</title><title>no</title>\
                    <embed type=application/x-nacl src=a.nmf><embed src=b.swf>";
        let page = read(page);
        assert_eq!(page.title.as_deref(), Some("Space & time"));
        assert!(page.programs.is_empty());
        assert_eq!(page.machine_code.len(), 1);
    }

    #[test]
    fn an_object_has_its_params_first_and_its_data_as_source() {
        let page = "<object type=application/x-pnacl data=a.nmf mode=slow>\
                    <param name=Mode value=fast><param value=x><b>no plug-in</b>\
                    <param name=b value=1></object>";
        let expected = [
            ("mode", "fast"),
            ("b", "1"),
            ("type", "application/x-pnacl"),
            ("data", "a.nmf"),
            ("src", "a.nmf"),
        ];
        assert_eq!(pairs(&first(page)), expected);
    }

    #[test]
    fn a_text_is_escaped_and_unescaped() {
        let plain = "\"a\" < b & c > é";
        assert_eq!(unescaped(&escaped(plain)), plain);
        assert_eq!(unescaped("&eacute;&#65;<b>x</b>&"), "éAx&");
    }

    #[test]
    fn other_types_are_not_programs_and_without_a_type_the_name_decides() {
        let page = "<embed src=a.swf type=application/x-shockwave-flash>\
                    <embed src=b.nmf type=text/plain><embed src=c.nmf#x><embed src=d>";
        let found = programs(page);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].source(), Some("c.nmf#x"));
    }

    #[test]
    fn the_first_is_taken_or_the_one_with_the_id() {
        let page = "<object id=o type=application/x-pnacl data=o.nmf>\
                    <embed id=e type=application/x-pnacl src=e.nmf>";
        let page = read(page);
        let source = |id| page.program(id)?.source().map(str::to_owned);
        assert_eq!(source(None).as_deref(), Some("o.nmf"));
        assert_eq!(source(Some("e")).as_deref(), Some("e.nmf"));
        assert_eq!(source(Some("x")), None);
    }

    #[test]
    fn the_first_script_with_a_source_says_what_numbers_become() {
        let numbers = |page| read(page).numbers;
        assert_eq!(
            numbers("<script src=pinnacle.js></script><embed data-numbers=x>"),
            None
        );
        assert_eq!(numbers("<script data-numbers=double>var a;</script>"), None);
        let page = "<script src=a.js></script><SCRIPT src=b.js DATA-NUMBERS=double></SCRIPT>\
                    <script src=c.js data-numbers=int32></script>";
        assert_eq!(numbers(page).as_deref(), Some("double"));
        let comment = "<!-- <script src=a.js data-numbers=double></script> -->";
        assert_eq!(numbers(comment), None);
    }

    #[test]
    fn sizes_without_pixels_count_as_absent() {
        let size = |tag: &str| programs(tag)[0].size();
        let ty = "type=application/x-pnacl";
        assert_eq!(
            size(&format!("<embed {ty} width=800px height=' 600 '>")),
            [800, 600]
        );
        assert_eq!(
            size(&format!("<embed {ty} width='100%' height=x>")),
            [300, 150]
        );
        assert_eq!(size(&format!("<embed {ty} width=99999999999>")), [300, 150]);
    }
}
