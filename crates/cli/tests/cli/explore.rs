//! `pinnacle explore`: a program as one page, from source to machine code.

use crate::{Folder, pinnacle, programs};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// The data of a page.
fn data(path: &str) -> Value {
    let page = fs::read_to_string(path).expect("the page");
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    let (_, data) = page
        .split_once(r#"type="application/json">"#)
        .expect("data");
    let (data, _) = data.split_once("</script>").expect("an end");
    serde_json::from_str(data).expect("JSON")
}

/// Returns the instructions that the rows refer to.
fn insts(rows: &Value) -> BTreeSet<i64> {
    let rows = rows.as_array().expect("lines").iter();
    let insts = rows.map(|row| row[0].as_i64().expect("a number"));
    insts.filter(|inst| *inst >= 0).collect()
}

#[test]
fn a_page_links_the_forms_of_each_instruction() {
    let folder = Folder::new();
    let file = folder.file("hello.pexe", programs::hello());
    let page = folder.path("hello.html");
    let seen = pinnacle(&["explore", &file, "-o", &page]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let data = data(&page);
    let functions = data["functions"].as_array().expect("functions");
    assert!(!functions.is_empty());
    for function in functions {
        let count = function["instructions"].as_i64().expect("a number");
        let all: BTreeSet<i64> = (0..count).collect();
        assert_eq!(insts(&function["assembly"]), all);
        let wasm = insts(&function["wasm"]);
        assert!(!wasm.is_empty() && wasm.is_subset(&all), "{wasm:?}");
        let machine = insts(&function["machine"]);
        assert!(machine.is_subset(&all), "{machine:?}");
        let compiled = cfg!(all(feature = "wasmtime", unix));
        assert_eq!(machine.is_empty(), !compiled);
        // Each form of the code contains one call.
        let lines = |column: &str, word: &str| -> Vec<Value> {
            let rows = function[column].as_array().expect("lines").iter();
            let with_word = rows.filter(|row| row[1].as_str().is_some_and(|it| it.contains(word)));
            with_word.map(|row| row[0].clone()).collect()
        };
        assert!(!lines("assembly", "call ").is_empty());
        for inst in lines("assembly", "call ") {
            assert!(lines("wasm", "call").contains(&inst), "{inst}");
        }
    }
}

#[test]
fn other_functions_are_only_listed() {
    let folder = Folder::new();
    let file = folder.path("random.pexe");
    assert_eq!(pinnacle(&["smith", "--seed", "5", "-o", &file]).status, 0);
    let page = folder.path("one.html");
    let seen = pinnacle(&["explore", "--function", "_start", &file, "-o", &page]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let data = data(&page);
    let functions = data["functions"].as_array().expect("functions");
    let shown = functions.iter().filter(|it| !it["assembly"].is_null());
    let shown: Vec<_> = shown.map(|function| function["name"].clone()).collect();
    assert_eq!(shown, ["_start"]);
    assert!(functions.len() > 1);
    pinnacle(&["explore", "--function", "@f99", &file, "-o", &page]).refuses(2, &["@f99"]);
    let broken = folder.file("broken.pexe", programs::two_errors());
    assert_eq!(pinnacle(&["explore", &broken, "-o", &page]).status, 1);
}
