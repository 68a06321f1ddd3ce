//! Describes web pages and manifests, and finds the files that they link to.

use crate::fields::Fields;
use crate::place;
use pinnacle_inspect::Kind;
use pinnacle_page::data_url;
use pinnacle_page::html::{self, Element};
use pinnacle_page::manifest::{Manifest, MediaType};
use serde_json::{Value, json};

/// Maximum number of listed elements of a page, and of listed programs of a manifest.
const MAX_LISTED: usize = 100;

/// Maximum length of a title or an address in characters.
const MAX_TEXT: usize = 1000;

/// Returns the kind of a document from its whole text. Returns `None` for a page that embeds no
/// program.
pub(crate) fn kind_of(place: &str, bytes: &[u8]) -> Option<Kind> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if text.trim_ascii_start().starts_with(b"{") {
        let is_named = place
            .to_ascii_lowercase()
            .split(['?', '#'])
            .any(|part| part.ends_with(".nmf"));
        let is_manifest = is_named || matches!(Kind::of(text), Kind::Manifest(_));
        return is_manifest.then(|| Kind::Manifest(Vec::new()));
    }
    // Most pages have no program, and this search is faster than parsing their tags.
    let lower = bytes.to_ascii_lowercase();
    let has = |word: &str| memchr::memmem::find(&lower, word.as_bytes()).is_some();
    if !has("nacl") && !has(".nmf") {
        return None;
    }
    let page = html::read(&String::from_utf8_lossy(bytes));
    let has_any = !page.programs.is_empty() || !page.machine_code.is_empty();
    has_any.then_some(Kind::WebPage)
}

/// Adds the fields of a manifest to the line.
pub(crate) fn manifest(place: &str, is_captured: bool, bytes: &[u8], fields: &mut Fields) {
    let pnacl = Manifest::parse(bytes, MediaType::Pnacl);
    // A manifest that names only machine code is valid for elements of the type
    // `application/x-nacl`.
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let json: Value = serde_json::from_slice(text).unwrap_or_default();
    let programs = programs(place, is_captured, &json);
    let is_native =
        !programs.is_empty() && programs.iter().all(|one| one["role"] == "machine-code");
    let error = pnacl.err().filter(|_| !is_native);
    fields.insert("valid".into(), error.is_none().into());
    let error = error.map(|error| json!({ "code": "manifest", "message": error.to_string() }));
    fields.insert("error".into(), error.into());
    fields.insert("programs".into(), programs.into());
}

/// Returns the programs that a manifest names.
fn programs(place: &str, is_captured: bool, json: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    let versions = json["program"].as_object().into_iter().flatten();
    for (name, version) in versions {
        let mut add = |name: &str, role: &str, url: &Value| {
            if let Some(url) = url.as_str() {
                found.push(json!({
                    "name": name,
                    "role": role,
                    "url": shortened(url),
                    "place": place::target(place, is_captured, url),
                }));
            }
        };
        match name.as_str() {
            "portable" => {
                for (name, program) in version.as_object().into_iter().flatten() {
                    add(name, "program", &program["url"]);
                }
            }
            name => add(name, "machine-code", &version["url"]),
        }
    }
    found.truncate(MAX_LISTED);
    found
}

/// Adds the fields of a page to the line.
pub(crate) fn page(place: &str, is_captured: bool, bytes: &[u8], fields: &mut Fields) {
    let text = String::from_utf8_lossy(bytes);
    let page = html::read(&text);
    let title = page.title.as_deref().map(shortened);
    fields.insert("title".into(), title.into());
    let elements = page.programs.iter().chain(&page.machine_code);
    let elements = elements.take(MAX_LISTED);
    let elements = elements.map(|element| describe(place, is_captured, element));
    fields.insert("elements".into(), elements.collect());
}

fn describe(place: &str, is_captured: bool, element: &Element) -> Value {
    let source = element.source().unwrap_or_default();
    let target = match data_url::has_scheme(source) {
        // The manifest is a data URL in the page, so the URL of its program is relative to the
        // page.
        true => data_url::parse(source)
            .and_then(|data| Manifest::parse(&data.bytes, MediaType::Pnacl).ok())
            .and_then(|manifest| place::target(place, is_captured, &manifest.program)),
        false => place::target(place, is_captured, source),
    };
    let [width, height] = element.size();
    json!({
        "id": element.attribute("id").map(shortened),
        "type": element.attribute("type").map(shortened),
        "src": shortened(source),
        "place": target,
        "width": width,
        "height": height,
    })
}

fn shortened(text: &str) -> String {
    text.chars().take(MAX_TEXT).collect()
}
