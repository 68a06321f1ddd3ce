//! Makes the web page with statistics, in one file that needs nothing else.

use pinnacle_base::report_page::PageTemplate;
use serde_json::Value;

// Built from `web/pages/stats` by `npm run pages`.
const TEMPLATE: PageTemplate = PageTemplate {
    html: include_str!("generated/page.html"),
    style: include_str!("generated/page.css"),
    script: include_str!("generated/page.js"),
};

/// Returns the page about some files from their JSON documents.
pub fn page(documents: &Value) -> String {
    TEMPLATE.page(&documents.to_string())
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
