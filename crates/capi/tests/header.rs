//! `pinnacle.h` has every function and constant of the crate, with its parameters, and no other.
//! The CI step `the C interface` compares it byte by byte with cbindgen's output.

use std::collections::BTreeMap;
use std::path::Path;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names in a parameter list, where each is a word before or after its type.
fn names(list: &str, name_of: impl Fn(&str) -> &str) -> Vec<String> {
    let list = list.trim().trim_end_matches(',');
    if list.is_empty() || list == "void" {
        return Vec::new();
    }
    let parameters = list.split(',');
    parameters
        .map(|one| name_of(one.trim()).to_owned())
        .collect()
}

/// The functions of the sources, with the names of their parameters, and the constants with their
/// values.
fn of_rust() -> BTreeMap<String, Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/c");
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(&folder).expect("the folder of what C sees") {
        let text = read(&entry.expect("a file").path());
        for function in text.split("extern \"C\" fn pinnacle_").skip(1) {
            let (name, rest) = function.split_once('(').expect("a list of parameters");
            let (list, _) = rest.split_once(')').expect("the end of the list");
            let names = names(list, |one| one.split(':').next().unwrap_or_default());
            found.insert(format!("pinnacle_{name}"), names);
        }
        for constant in text.split("pub const PINNACLE_").skip(1) {
            let (name, rest) = constant.split_once(": u32 = ").expect("a number");
            let (value, _) = rest.split_once(';').expect("the end of the constant");
            found.insert(format!("PINNACLE_{name}"), vec![value.to_owned()]);
        }
    }
    found
}

/// Returns the same for the header.
fn of_header() -> BTreeMap<String, Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/pinnacle.h");
    let text = read(&path);
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join(" ");
    let mut found = BTreeMap::new();
    let (_, functions) = code.split_once("extern \"C\" {").expect("the functions");
    for declaration in functions.split(';') {
        let Some((before, list)) = declaration.split_once('(') else {
            continue;
        };
        let name = before.rsplit([' ', '*']).next().unwrap_or_default();
        let list = list.trim_end().trim_end_matches(')');
        let names = names(list, |one| {
            one.rsplit([' ', '*']).next().unwrap_or_default()
        });
        found.insert(name.to_owned(), names);
    }
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        if let ["#define", name, value] = words[..] {
            found.insert(name.to_owned(), vec![value.to_owned()]);
        }
    }
    found
}

#[test]
fn the_header_declares_what_the_crate_exports() {
    let (rust, header) = (of_rust(), of_header());
    assert!(rust.len() > 40, "{rust:?}");
    assert_eq!(
        rust, header,
        "`cargo xtask c-header` writes the header anew"
    );
}
