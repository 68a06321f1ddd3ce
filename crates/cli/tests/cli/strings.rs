//! `pinnacle strings`.

use crate::{Folder, pinnacle};
use pinnacle_testing::build::{Global, ModuleBuilder};
use serde_json::Value;

/// A program with two texts.
fn program(folder: &Folder) -> String {
    let mut module = ModuleBuilder::new();
    module.global(Global::constant(1).data("one\0more than one\0"));
    module.global(Global::constant(1).data("a\ttab\n"));
    let start = module.start();
    let mut f = module.body(start);
    f.ret_void();
    module.define(start, f);
    folder.file("texts.pexe", module.to_pexe())
}

#[test]
fn texts_have_their_place() {
    let folder = Folder::new();
    let file = program(&folder);
    let seen = pinnacle(&["strings", &file]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let lines: Vec<Vec<&str>> = (seen.stdout.lines())
        .map(|line| line.splitn(2, ' ').map(str::trim).collect())
        .collect();
    assert_eq!(lines, [["@g0+4", "more than one"], ["@g1+0", "a\\ttab\\n"]]);
    let seen = pinnacle(&["strings", "-n", "3", &file]);
    assert_eq!(seen.stdout.lines().count(), 3);
}

#[test]
fn texts_are_documents() {
    let folder = Folder::new();
    let file = program(&folder);
    let seen = pinnacle(&["strings", "--json", &file]);
    let document: Value = serde_json::from_str(&seen.stdout).unwrap();
    let schema = include_str!("../../../../docs/schemas/strings-1.json");
    let schema = serde_json::from_str(schema).unwrap();
    crate::json_schema::validate(&document, &schema).unwrap();
    assert_eq!(document[0]["strings"][1]["text"], "a\ttab\n");
    let wrong = folder.file("wrong.pexe", b"PEXE");
    assert_eq!(pinnacle(&["strings", &wrong]).status, 1);
}
