//! The page: one file with everything in it.

use crate::row::Row;
use crate::rows::{Explored, Function};
use pinnacle_base::report_page::PageTemplate;
use serde_json::{Value, json};
use std::collections::BTreeMap;

// `npm run pages` makes these files from `web/pages/explore`.
const TEMPLATE: PageTemplate = PageTemplate {
    html: include_str!("generated/page.html"),
    style: include_str!("generated/page.css"),
    script: include_str!("generated/page.js"),
};

impl Explored {
    /// Returns the page. It makes no network requests.
    pub fn page(&self) -> String {
        TEMPLATE.page(&self.document().to_string())
    }

    /// Returns the data of the page. Source files are indices of an array.
    fn document(&self) -> Value {
        let mut files: Vec<&str> = Vec::new();
        let mut numbers = BTreeMap::new();
        let rows = self.functions.iter().flat_map(|function| &function.source);
        for file in rows.map(|row| row.place.file.as_str()) {
            numbers.entry(file).or_insert_with(|| {
                files.push(file);
                files.len() - 1
            });
        }
        let functions = self.functions.iter();
        let functions = functions.map(|function| document(function, &numbers));
        json!({
            "name": self.name,
            "files": files,
            "functions": functions.collect::<Value>(),
        })
    }
}

fn document(function: &Function, files: &BTreeMap<&str, usize>) -> Value {
    let mut document = json!({
        "id": function.id,
        "name": function.name,
        "instructions": function.instructions,
    });
    if function.is_shown {
        let source = function.source.iter().map(|row| {
            let file = files.get(row.place.file.as_str());
            json!([file, row.place.line, row.text])
        });
        document["source"] = source.collect();
        document["lines"] = json!(function.lines);
        document["assembly"] = rows(&function.assembly);
        document["wasm"] = rows(&function.wasm);
        document["machine"] = rows(&function.machine);
    }
    document
}

/// Returns lines as pairs of an instruction, or -1 without one, and a text.
fn rows(rows: &[Row]) -> Value {
    let rows = rows.iter();
    rows.map(|row| json!([row.inst.map_or(-1, |inst| i64::from(inst.0)), row.text]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_its_script() {
        let explored = Explored {
            name: "</script><script>alert(1)</script>".into(),
            functions: vec![Function {
                name: "{{script}}".into(),
                is_shown: true,
                ..Function::default()
            }],
        };
        let page = explored.page();
        assert!(!page.contains("alert(1)</script>"));
        let (_, data) = page.split_once(r#"type="application/json">"#).unwrap();
        let (data, _) = data.split_once("</script>").unwrap();
        let data: Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["functions"][0]["name"], "{{script}}");
    }
}
