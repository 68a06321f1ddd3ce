//! The page of one program.

use super::head::head;
use crate::run::pepper::TIMEOUT;
use pinnacle_page::html::escaped;
use pinnacle_scan::Joined;
use serde_json::Value;
use std::fmt::Write;

/// Facts shown on one line each, with their titles.
const FACTS: &[(&str, &str)] = &[
    ("place", "Place"),
    ("format", "Format"),
    ("size", "Bytes"),
    ("sha256", "SHA-256"),
    ("captured", "Captured"),
    ("version", "Version"),
    ("release", "Written by"),
    ("role", "Role"),
    ("processor", "Processor"),
    ("libc", "C library"),
    ("functions", "Functions"),
    ("instructions", "Instructions"),
    ("data_bytes", "Bytes of data"),
    ("appended", "Bytes after the module"),
    ("threads", "Threads"),
    ("gl", "OpenGL"),
    ("languages", "Languages, perhaps"),
    ("producers", "Made with, perhaps"),
    ("libraries", "Libraries"),
];

/// Lists shown under a heading each.
const LISTS: &[(&str, &str)] = &[
    ("interfaces", "Interfaces of the browser"),
    ("irt_interfaces", "Interfaces of the runtime"),
    ("intrinsics", "Intrinsics"),
    ("pages", "Pages that embed it"),
    ("manifests", "Manifests that name it"),
    ("beside", "Other files of these manifests"),
    ("copies", "Copies"),
];

/// Returns the page about a line.
pub(super) fn page(line: &Value, joined: &Joined) -> String {
    let place = line["place"].as_str().unwrap_or_default();
    let name = place
        .rsplit(['/', '!'])
        .find(|part| !part.is_empty())
        .unwrap_or(place);
    let mut page = head(name, "../");
    let _ = write!(
        page,
        "<main>\n<p><a href=\"../index.html\">Catalogue</a></p>\n<h1>{}</h1>\n",
        escaped(name)
    );
    if let Some(picture) = line["run"]["picture"].as_str() {
        let (picture, name) = (escaped(picture), escaped(name));
        let _ = writeln!(page, "<img src=\"../{picture}\" alt=\"What {name} shows\">");
    }
    if let Some(message) = line["error"]["message"].as_str() {
        let code = line["error"]["code"].as_str().unwrap_or("error");
        let _ = writeln!(
            page,
            "<p class=\"bad\">{}: {}</p>",
            escaped(code),
            escaped(message)
        );
    }
    page.push_str("<dl>\n");
    for (field, title) in FACTS {
        let text = shown(&line[*field]);
        if !text.is_empty() {
            let _ = writeln!(page, "<dt>{title}</dt><dd>{}</dd>", escaped(&text));
        }
    }
    page.push_str("</dl>\n");
    run(&line["run"], &mut page);
    for (field, title) in LISTS {
        let items: Vec<String> = match &line[*field] {
            Value::Array(items) => items.iter().map(shown).collect(),
            Value::Object(items) => {
                let calls = |(name, count): (&String, &Value)| format!("{name}: {count}");
                items.iter().map(calls).collect()
            }
            _ => Vec::new(),
        };
        list(title, items.iter().map(|item| escaped(item)), &mut page);
    }
    let similar = line["similar"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|other| {
            let place = other["place"].as_str().unwrap_or_default();
            let percent = (other["similarity"].as_f64().unwrap_or_default() * 100.0).round();
            match joined.sum_of(place).and_then(|sum| sum.get(..32)) {
                Some(name) => format!(
                    "<a href=\"{name}.html\">{}</a>: {percent} %",
                    escaped(place)
                ),
                None => format!("{}: {percent} %", escaped(place)),
            }
        });
    list("Programs with the same functions", similar, &mut page);
    page.push_str("</main>\n");
    page
}

/// Appends the result of a run to a page.
fn run(run: &Value, page: &mut String) {
    if !run.is_object() {
        return;
    }
    page.push_str("<h2>When it ran</h2>\n");
    let end = match (run["error"].as_str(), run["status"].as_i64()) {
        (Some(_), Some(status)) if status == i64::from(TIMEOUT) => {
            "<p>It was stopped at the time limit.</p>".into()
        }
        (Some(error), _) => format!("<p class=\"bad\">{}</p>", escaped(error)),
        (None, Some(0)) => "<p>It ran to the end of its time.</p>".into(),
        (None, Some(status)) => format!("<p>It ended with status {status}.</p>"),
        (None, None) => "<p class=\"bad\">It was stopped by a signal.</p>".into(),
    };
    let _ = writeln!(page, "{end}");
    for (field, title) in [("messages", "Messages"), ("console", "Console")] {
        let lines = run[field].as_array().into_iter().flatten();
        let lines: Vec<&str> = lines.filter_map(Value::as_str).collect();
        if !lines.is_empty() {
            let text = escaped(&lines.join("\n"));
            let _ = writeln!(page, "<h3>{title}</h3>\n<pre>{text}</pre>");
        }
    }
}

fn list(title: &str, items: impl Iterator<Item = String>, page: &mut String) {
    let items: String = items.map(|item| format!("<li>{item}</li>\n")).collect();
    if !items.is_empty() {
        let _ = write!(page, "<h2>{title}</h2>\n<ul>\n{items}</ul>\n");
    }
}

/// Returns a value in words, or an empty text for an absent value.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_u64() {
            Some(number) => pinnacle_inspect::numbers::grouped(number),
            None => number.to_string(),
        },
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Array(items) => items.iter().map(shown).collect::<Vec<_>>().join(", "),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_scan::Join;
    use serde_json::json;

    #[test]
    fn names_and_output_of_programs_are_escaped() {
        let line = json!({
            "place": "a.zip!<b>.pexe",
            "kind": "program",
            "error": { "code": "P1", "message": "\"x\" & y" },
            "interfaces": ["<script>"],
            "run": { "status": 132, "error": "error: <i>", "messages": ["<script>"] },
        });
        let page = page(&line, &Join::default().finish());
        for part in [
            "<h1>&lt;b&gt;.pexe</h1>",
            "P1: &quot;x&quot; &amp; y",
            "<li>&lt;script&gt;</li>",
            "<pre>&lt;script&gt;</pre>",
            "error: &lt;i&gt;",
        ] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
        assert!(!page.contains("<script"));
    }

    #[test]
    fn a_timeout_is_not_a_fault_of_the_program() {
        let mut text = String::new();
        run(
            &json!({ "status": 124, "error": "error: trap: time" }),
            &mut text,
        );
        assert!(
            text.contains("<p>It was stopped at the time limit."),
            "{text}"
        );
        assert!(!text.contains("trap"), "{text}");
    }
}
