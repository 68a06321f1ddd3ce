//! `pinnacle explain`: each example shows the real output of its command.

use crate::{Folder, Seen, command, pinnacle};
use pinnacle_testing::bless::expect_file;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A file with a fault, and the errors reported for it.
struct Example {
    code: String,
    name: String,
    contents: Vec<u8>,
    command: String,
    says: String,
}

fn examples() -> Vec<Example> {
    let seen = pinnacle(&["explain", "--list", "--json"]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let documents: Value = serde_json::from_str(&seen.stdout).expect("JSON");
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let documents = documents.as_array().expect("an array").iter();
    let with_file = documents.filter(|document| !document["file"].is_null());
    with_file
        .map(|document| {
            let file = &document["file"];
            Example {
                code: text(&document["code"]),
                name: text(&file["name"]),
                contents: contents(file),
                command: text(&file["command"]),
                says: text(&file["says"]),
            }
        })
        .collect()
}

/// The contents of a file of an example.
fn contents(file: &Value) -> Vec<u8> {
    if let Some(digits) = file["hex"].as_str() {
        return bytes(digits);
    }
    if let (Some(line), Some(count)) = (file["line"].as_str(), file["lines"].as_u64()) {
        let lines = (0..count).map(|number| line.replace("{N}", &number.to_string()));
        return lines.collect::<String>().into_bytes();
    }
    file["text"].as_str().expect("text").as_bytes().to_vec()
}

fn bytes(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2);
    let pairs = pairs.map(|pair| std::str::from_utf8(pair).expect("digits"));
    pairs
        .map(|pair| u8::from_str_radix(pair, 16).expect("digits"))
        .collect()
}

/// The output of an example's command, in a temporary folder.
fn run(example: &Example) -> String {
    let folder = Folder::new();
    folder.file(&example.name, &example.contents);
    let words = example.command.split(' ').skip(1);
    let mut command = command();
    command.args(words).current_dir(folder.path(""));
    let seen = Seen::new(command.output().expect("the command starts"));
    assert_eq!(seen.status, 1, "{}: {}", example.code, seen.stderr);
    seen.stdout + &seen.stderr
}

/// The codes of errors in a text.
fn codes(text: &str) -> BTreeSet<&str> {
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric());
    let is_code = |word: &&str| {
        word.len() == 5
            && word.starts_with(['A', 'B', 'F', 'L', 'P', 'T', 'V', 'Y'])
            && word[1..].bytes().all(|byte| byte.is_ascii_digit())
    };
    words.filter(is_code).collect()
}

/// `BLESS=1` writes the errors into the document.
#[test]
fn each_example_has_its_fault_and_no_other() {
    let examples = examples();
    assert!(examples.len() > 120, "{}", examples.len());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fault-examples.md");
    let mut document = fs::read_to_string(&path).expect("the document");
    let quarter = examples.len().div_ceil(4);
    let said: Vec<String> = std::thread::scope(|scope| {
        let parts = examples.chunks(quarter);
        let parts: Vec<_> = parts
            .map(|part| scope.spawn(|| part.iter().map(run).collect::<Vec<_>>()))
            .collect();
        let parts = parts.into_iter();
        parts
            .flat_map(|part| part.join().expect("it ends"))
            .collect()
    });
    for (example, said) in examples.iter().zip(&said) {
        let code = &example.code;
        let mut found = codes(said);
        // A file with a broken container may also report the underlying bit error.
        found.retain(|it| code != "V0003" || !it.starts_with('B'));
        assert_eq!(found, BTreeSet::from([&**code]), "{code}: {said}");
        let section = document
            .find(&format!("\n## `{code}`\n"))
            .expect("a section");
        let (before, section) = document.split_at(section);
        let old = format!("`{}` says:\n\n```\n{}```\n", example.command, example.says);
        let new = format!("`{}` says:\n\n```\n{said}```\n", example.command);
        assert!(section.contains(&old), "{code}: {old}");
        document = format!("{before}{}", section.replacen(&old, &new, 1));
    }
    expect_file(path, document).unwrap();
}

#[test]
fn the_file_of_an_example_is_written() {
    let folder = Folder::new();
    let path = folder.path("fault.ll");
    let seen = pinnacle(&["explain", "a0201", "-o", &path]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let seen = pinnacle(&["verify", &path]);
    assert_eq!(codes(&seen.stdout), BTreeSet::from(["A0201"]));
    pinnacle(&["explain", "P0805", "-o", &path]).refuses(2, &["P0805", "change"]);
    pinnacle(&["explain", "F0901", "-o", &path]).refuses(2, &["F0901 has no example"]);
    pinnacle(&["explain", "A0201", "A0202", "-o", &path]).refuses(2, &["a single code"]);
}

/// Adds the Rust files in a folder and its subfolders.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Returns the codes in each `kinds!` of a source: lines such as `BadMagic = "P0101",`.
fn declared(source: &str) -> Vec<String> {
    let mut lines = source.lines();
    let mut codes = Vec::new();
    // Indented occurrences are in examples and tests.
    while lines.any(|line| line.ends_with("kinds! {") && !line.starts_with([' ', '/'])) {
        let body = lines.by_ref().take_while(|line| *line != "}");
        let values = body.filter_map(|line| line.trim().split_once(" = \"")?.1.strip_suffix("\","));
        codes.extend(values.map(str::to_owned));
    }
    codes
}

/// Every error gets its code from the macro `kinds!`. The unit tests of `explain` require an
/// example of each listed code, or a reason why there is none.
#[test]
fn every_code_in_the_sources_is_explained() {
    let mut files = Vec::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("crates") {
        sources(&entry.expect("a crate").path().join("src"), &mut files);
    }
    let texts = files
        .iter()
        .map(|file| fs::read_to_string(file).expect("a source"));
    let declared: BTreeSet<String> = texts.flat_map(|text| declared(&text)).collect();
    assert!(declared.len() > 190, "{}", declared.len());
    let seen = pinnacle(&["explain", "--list"]);
    let listed = seen
        .stdout
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    let listed: BTreeSet<String> = listed.map(str::to_owned).collect();
    assert_eq!(listed, declared);
}
