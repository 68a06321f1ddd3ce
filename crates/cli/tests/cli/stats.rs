//! `pinnacle stats`. `BLESS=1` updates the expected tables and documents.

use crate::{Folder, command, pinnacle, pinnacle_reading, programs};
use pinnacle_testing::bless::expect_file;
use pinnacle_testing::build::Abbreviations;
use pinnacle_testing::samples;
use serde_json::Value;
use std::path::Path;

/// A program with the usual abbreviations.
fn mandelbrot() -> Vec<u8> {
    samples::mandelbrot().to_pexe_with(Abbreviations::Standard)
}

/// Compares an output with the expected file of that name.
#[track_caller]
fn check(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cli/stats")
        .join(name);
    expect_file(path, found).unwrap();
}

fn documents(text: &str) -> Vec<Value> {
    serde_json::from_str(text).expect("JSON")
}

/// Appends an outline of a document: one line for each value that contains no objects.
fn outline(name: &str, value: &Value, depth: usize, lines: &mut String) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, field)| (name.clone(), field))
            .collect(),
        Value::Array(items) => (0..).map(|n: u32| n.to_string()).zip(items).collect(),
        _ => Vec::new(),
    };
    let nested = |(_, child): &(String, &Value)| match child {
        Value::Object(_) => true,
        Value::Array(items) => items.iter().any(Value::is_object),
        _ => false,
    };
    let margin = "  ".repeat(depth);
    if !children.iter().any(nested) {
        *lines += &format!("{margin}{name}: {value}\n");
        return;
    }
    *lines += &format!("{margin}{name}:\n");
    for (name, child) in children {
        outline(&name, child, depth + 1, lines);
    }
}

/// Returns the data embedded in a page.
fn page_data(page: &str) -> Vec<Value> {
    let (_, rest) = page
        .split_once(r#"<script id="data" type="application/json">"#)
        .expect("the page has data");
    let (data, _) = rest.split_once("</script>").expect("the data ends");
    documents(data)
}

#[test]
fn tables_for_people() {
    let seen = pinnacle_reading(&["stats", "-"], &mandelbrot());
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    check("mandelbrot.txt", &seen.stdout);
}

#[test]
fn the_guide_shows_what_is_printed() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/stats.md");
    let guide = std::fs::read_to_string(guide).expect("the guide");
    let tables = guide.split("```text\n").skip(1);
    let tables: Vec<&str> = tables.filter_map(|rest| rest.split("```").next()).collect();
    assert!(tables.len() > 5, "the guide has {} tables", tables.len());
    let printed = pinnacle_reading(&["stats", "-"], &mandelbrot()).stdout;
    for table in tables {
        assert!(printed.contains(table), "not printed:\n{table}");
    }
}

#[test]
fn a_document_for_programs() {
    let seen = pinnacle_reading(&["stats", "--json", "-"], &mandelbrot());
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let document = documents(&seen.stdout).remove(0);
    let mut lines = String::new();
    outline("document", &document, 0, &mut lines);
    check("mandelbrot-json.txt", &lines);
    let parts = document["bitstream"]["parts"]
        .as_object()
        .expect("an object");
    let sum: u64 = parts
        .values()
        .map(|bits| bits.as_u64().expect("a number"))
        .sum();
    assert_eq!(sum, mandelbrot().len() as u64 * 8);
    assert_eq!(document["bitstream"]["bits"], sum);
}

#[test]
fn tables_fit_a_terminal_and_have_the_requested_rows() {
    let bytes = mandelbrot();
    let few = pinnacle_reading(&["stats", "--top", "1", "-"], &bytes).stdout;
    let all = pinnacle_reading(&["stats", "--top", "0", "-"], &bytes).stdout;
    assert!(all.lines().all(|line| line.chars().count() <= 100), "{all}");
    assert!(
        few.contains("function: binary") && !few.contains("function: phi"),
        "{few}"
    );
    assert!(few.contains("and 31 more"), "{few}");
    assert!(
        all.contains("types: count") && !all.contains("more;"),
        "{all}"
    );
}

#[test]
fn several_files_have_a_total() {
    let folder = Folder::new();
    let paths = [
        folder.file("a.pexe", mandelbrot()),
        folder.file("b.pexe", programs::hello()),
    ];
    let size = (mandelbrot().len() + programs::hello().len()).to_string();
    let seen = pinnacle(&["stats", &paths[0], &paths[1]]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let (_, total) = seen.stdout.split_once("All 2 files").expect("a total");
    let size = format!("{},{}", &size[..1], &size[1..]);
    assert!(total.contains(&size), "no {size} in {total}");
    let one = pinnacle(&["stats", &paths[0]]);
    assert!(!one.stdout.contains("All "), "{}", one.stdout);
}

#[test]
fn a_program_that_is_wrong_in_meaning_is_counted_to_its_end() {
    let seen = pinnacle_reading(&["stats", "-"], &programs::two_errors());
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
}

#[test]
fn a_file_that_ends_too_early_is_counted_to_its_end() {
    let mut bytes = mandelbrot();
    bytes.truncate(bytes.len() - 30);
    let seen = pinnacle_reading(&["stats", "-"], &bytes);
    assert_eq!(seen.status, 1);
    for words in ["error: B0006 at ", "after the error", "function: binary"] {
        assert!(
            seen.stdout.contains(words),
            "no {words:?} in {}",
            seen.stdout
        );
    }
    let seen = pinnacle_reading(&["stats", "--json", "-"], &bytes);
    assert_eq!(seen.status, 1);
    let document = documents(&seen.stdout).remove(0);
    assert_eq!(document["complete"], false);
    assert_eq!(document["errors"][0]["code"], "B0006");
}

#[test]
fn other_files_are_refused_with_what_helps() {
    let seen = pinnacle_reading(&["stats", "-"], b"\0asm\x01\0\0\0");
    assert_eq!(seen.status, 1);
    assert!(seen.stdout.contains("P0101"), "{}", seen.stdout);
    assert!(seen.stdout.contains("Wasmtime"), "{}", seen.stdout);
    pinnacle(&["stats", "no-such-file"]).refuses(2, &["no-such-file"]);
}

#[test]
fn bitcode_is_counted_by_the_names_of_llvm() {
    let folder = Folder::new();
    // A magic number, and a module of one record.
    let file = b"BC\xc0\xde\x21\x08\0\0\x01\0\0\0\x07\x41\0\0";
    let path = folder.file("module.bc", file);
    let seen = pinnacle(&["stats", &path]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    for word in ["1 record in 16 bytes", "MODULE: VERSION"] {
        assert!(seen.stdout.contains(word), "{}", seen.stdout);
    }
    let seen = pinnacle(&["stats", "--json", &path]);
    let [document] = &documents(&seen.stdout)[..] else {
        panic!("{}", seen.stdout);
    };
    assert_eq!(document["complete"], true);
    assert_eq!(document["bitstream"]["parts"]["header"], 32);
    assert_eq!(document["bitstream"]["parts"]["unread"], 0);
    assert_eq!(document["bitstream"]["blocks"][0]["name"], "MODULE");
    assert_eq!(
        document["bitstream"]["blocks"][0]["records"][0]["name"],
        "VERSION"
    );
}

#[test]
fn the_page_has_the_same_data_and_needs_no_network() {
    let folder = Folder::new();
    let path = folder.path("page.html");
    let program = folder.file("a <!--<script> & b.pexe", mandelbrot());
    let seen = pinnacle(&["stats", "--html", &path, "--json", &program]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let page = std::fs::read_to_string(&path).expect("the page");
    assert_eq!(page_data(&page), documents(&seen.stdout));
    for word in [
        "http:", "https:", "src=", "href=", "url(", "@import", "fetch(", "import(",
    ] {
        assert!(!page.contains(word), "the page has {word:?}");
    }
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn a_page_instead_of_tables() {
    let folder = Folder::new();
    let path = folder.file("page.html", "what was there before");
    let program = folder.file("a.pexe", mandelbrot());
    let seen = pinnacle(&["stats", "--html", &path, &program]);
    assert_eq!((seen.status, &*seen.stdout, &*seen.stderr), (0, "", ""));
    assert!(
        std::fs::read_to_string(&path)
            .expect("the page")
            .starts_with("<!DOCTYPE html>")
    );
    let names = std::fs::read_dir(folder.path("")).expect("the folder");
    assert_eq!(names.count(), 2, "something else was left behind");
}

#[test]
fn an_error_is_told_beside_the_page() {
    let folder = Folder::new();
    let path = folder.path("page.html");
    let cut = folder.file("a.pexe", &mandelbrot()[..700]);
    pinnacle(&["stats", "--html", &path, &cut]).refuses(1, &["a.pexe: B0"]);
    let page = std::fs::read_to_string(&path).expect("the page");
    assert_eq!(page_data(&page)[0]["complete"], false);
}

/// Assembles a text as LLVM 1.x bytecode. Returns the path.
fn bytecode(folder: &Folder, name: &str, text: &str) -> String {
    let path = folder.path(name);
    let seen = pinnacle_reading(&["as", "-", "-o", &path], text.as_bytes());
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    path
}

/// A module whose names look like markup.
const MARKUP: &str = r#"
%"</script><script>alert(1)</script>" = global int 7
implementation
int %"<!--<script>"(int %"<img src=x onerror=alert(2)>") {
  %"__proto__" = add int %"<img src=x onerror=alert(2)>", 5
  ret int %"__proto__"
}
"#;

#[test]
fn names_of_bytecode_cannot_break_out_of_the_page() {
    let folder = Folder::new();
    let path = folder.path("page.html");
    let program = bytecode(&folder, "markup.bc", MARKUP);
    let seen = pinnacle(&["stats", "--html", &path, "--json", &program]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let page = std::fs::read_to_string(&path).expect("the page");
    let data = page_data(&page);
    assert_eq!(data, documents(&seen.stdout));
    assert_eq!(
        data[0]["bytecode"]["globals"][0]["name"],
        "</script><script>alert(1)</script>"
    );
    assert_eq!(data[0]["bytecode"]["functions"][0]["name"], "<!--<script>");
    assert_eq!(page.matches("</script>").count(), 2);
    assert_eq!(page.matches("<script").count(), 2);
    assert!(!page.contains("<img") && !page.contains("<!--"));
}

#[test]
fn one_page_for_bytecode_and_other_programs() {
    let folder = Folder::new();
    let path = folder.path("page.html");
    let old = bytecode(
        &folder,
        "old.bc",
        "implementation\nvoid %f() {\n  ret void\n}\n",
    );
    let program = folder.file("a.pexe", mandelbrot());
    let seen = pinnacle(&["stats", "--html", &path, &program, &old]);
    assert_eq!((seen.status, &*seen.stdout, &*seen.stderr), (0, "", ""));
    let data = page_data(&std::fs::read_to_string(&path).expect("the page"));
    assert_eq!(data.len(), 2);
    assert_eq!(data[0]["bitstream"]["parts"]["unread"], 0);
    assert_eq!(data[1]["format"], "llvm-bytecode");
}

#[test]
fn a_page_about_damaged_bytecode_has_what_could_be_read() {
    let folder = Folder::new();
    let path = folder.path("page.html");
    let whole = std::fs::read(bytecode(&folder, "whole.bc", MARKUP)).expect("the program");
    let cut = folder.file("cut.bc", &whole[..whole.len() * 2 / 3]);
    pinnacle(&["stats", "--html", &path, &cut]).refuses(1, &["cut.bc: L0201 at byte"]);
    let data = page_data(&std::fs::read_to_string(&path).expect("the page"));
    assert_eq!(data[0]["complete"], false);
    assert!(
        data[0]["bytecode"]["bytes"]["unread"].as_u64() > Some(0),
        "{}",
        data[0]
    );
    assert!(
        data[0]["bytecode"]["types"]
            .as_array()
            .is_some_and(|types| !types.is_empty())
    );
}

#[test]
fn assembly_has_no_page() {
    let folder = Folder::new();
    let path = folder.path("page.html");
    let text = folder.file("markup.ll", MARKUP);
    pinnacle(&["stats", "--html", &path, &text]).refuses(2, &["expected bytecode"]);
    assert!(!std::fs::exists(&path).expect("the folder can be read"));
}

#[test]
fn a_page_that_cannot_be_written() {
    let folder = Folder::new();
    let program = folder.file("a.pexe", mandelbrot());
    let nowhere = folder.path("no/such/page.html");
    pinnacle(&["stats", "--html", &nowhere, &program]).refuses(2, &["cannot write", "no/such"]);
    let directory = folder.path("");
    pinnacle(&["stats", "--html", &directory, &program]).refuses(2, &["is a directory"]);
}

#[test]
fn headings_stand_out_on_terminals() {
    let folder = Folder::new();
    let program = folder.file("a.pexe", mandelbrot());
    let colours = |choice: &str| {
        let arguments = ["--color", choice, "stats", &program];
        let output = command()
            .args(arguments)
            .output()
            .expect("the command runs");
        output.stdout.contains(&0x1b)
    };
    assert!(colours("always"));
    assert!(!colours("auto"));
}
