//! The catalogue as a page of HTML that needs nothing else.

use pinnacle_page::html::escaped;
use serde_json::Value;
use std::fmt::Write;

/// How it looks: a copy of `web/pages/sheet` by `npm run pages`.
const STYLE: &str = include_str!("generated/page.css");

/// The page of all programs.
pub(super) fn page(entries: &[Value]) -> String {
    let mut page = format!(
        "<!doctype html>\n<meta charset=utf-8>\n<title>Programs</title>\n<style>\n{STYLE}</style>\n\
         <h1>{} programs</h1>\n<main>\n",
        entries.len()
    );
    for entry in entries {
        article(entry, &mut page);
    }
    page.push_str("</main>\n");
    page
}

fn article(entry: &Value, page: &mut String) {
    let text = |name: &str| escaped(entry[name].as_str().unwrap_or_default());
    let file = text("file");
    page.push_str("<article>\n");
    let _ = match entry["picture"].as_str() {
        Some(picture) => writeln!(
            page,
            "<img alt=\"{file}\" src=\"data:image/png;base64,{picture}\">"
        ),
        None => writeln!(page, "<span class=none>no picture</span>"),
    };
    let _ = writeln!(page, "<h2>{file}</h2>");
    if let Some(size) = entry["size"].as_u64() {
        let _ = writeln!(page, "<div>{size} bytes</div>");
    }
    let _ = match (entry["error"].as_str(), entry["status"].as_i64()) {
        (Some(error), _) => writeln!(page, "<div class=bad>{}</div>", escaped(error)),
        (None, Some(0)) => Ok(()),
        (None, Some(status)) => writeln!(page, "<div>exit status {status}</div>"),
        (None, None) => writeln!(page, "<div class=bad>stopped by a signal</div>"),
    };
    for (name, title) in [
        ("messages", "messages"),
        ("console", "console"),
        ("interfaces", "interfaces"),
    ] {
        let lines: Vec<&str> = entry[name]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        if !lines.is_empty() {
            let _ = writeln!(
                page,
                "<details><summary>{} {title}</summary><pre>{}</pre></details>",
                lines.len(),
                escaped(&lines.join("\n"))
            );
        }
    }
    page.push_str("</article>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_programs_say_is_text_and_no_markup() {
        let entry = json!({
            "file": "a<b>.pexe",
            "size": 7,
            "status": 132,
            "error": "error: trap: \"x\" & y",
            "messages": ["<script>"],
            "picture": "AAAA",
        });
        let page = page(&[entry]);
        for part in [
            "alt=\"a&lt;b&gt;.pexe\" src=\"data:image/png;base64,AAAA\"",
            "error: trap: &quot;x&quot; &amp; y",
            "1 messages</summary><pre>&lt;script&gt;</pre>",
            "7 bytes",
        ] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
        assert!(!page.contains("<script>"));
    }
}
