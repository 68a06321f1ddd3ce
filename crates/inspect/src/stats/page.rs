//! The web page: one file with everything in it.

use serde_json::Value;

// Built from `web/pages/stats` by `npm run pages`.
const PAGE: &str = include_str!("generated/page.html");
const STYLE: &str = include_str!("generated/page.css");
const SCRIPT: &str = include_str!("generated/page.js");

/// The page about some files, given their documents.
pub fn page(documents: &Value) -> String {
    // In JSON the character only occurs in strings, where it can be escaped. So the data contains
    // no end tag.
    let data = documents.to_string().replace('<', "\\u003c");
    let mut page = String::with_capacity(PAGE.len() + STYLE.len() + SCRIPT.len() + data.len());
    let mut rest = PAGE;
    for (mark, part) in [
        ("{{style}}", STYLE),
        ("{{data}}", &data),
        ("{{script}}", SCRIPT),
    ] {
        let (before, after) = rest
            .split_once(mark)
            .expect("the page has a place for each part");
        page += before;
        page += part;
        rest = after;
    }
    page + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn data_cannot_end_its_script() {
        let documents = json!([{ "file": "</script><script>alert(1)</script>{{script}}" }]);
        let page = page(&documents);
        assert!(!page.contains("alert(1)</script>"));
        let (_, data) = page.split_once(r#"type="application/json">"#).unwrap();
        let (data, _) = data.split_once("</script>").unwrap();
        assert_eq!(serde_json::from_str::<Value>(data).unwrap(), documents);
    }
}
