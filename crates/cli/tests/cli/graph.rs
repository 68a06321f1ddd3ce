//! `pinnacle graph`, and `pinnacle dis --function`, which finds functions in the same way.

use crate::{Folder, pinnacle, programs};
use std::fs;

#[test]
fn calls_are_written_for_graphviz_or_drawn() {
    let folder = Folder::new();
    let file = folder.file("hello.pexe", programs::hello());
    let seen = pinnacle(&["graph", &file]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    assert!(seen.stdout.starts_with("digraph {\n"), "{}", seen.stdout);
    assert!(seen.stdout.contains("_start"), "{}", seen.stdout);
    let picture = folder.path("calls.svg");
    let seen = pinnacle(&["graph", &file, "-o", &picture]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let picture = fs::read_to_string(picture).unwrap();
    assert!(picture.starts_with("<svg "), "{picture}");
    assert!(picture.contains("_start"), "{picture}");
}

#[test]
fn blocks_are_those_of_the_function_that_is_named() {
    let folder = Folder::new();
    let file = folder.file("hello.pexe", programs::hello());
    let seen = pinnacle(&["graph", "--blocks", "_start", &file]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    assert!(seen.stdout.contains("%b0:"), "{}", seen.stdout);
    pinnacle(&["graph", "--blocks", "@f99", &file]).refuses(2, &["no function @f99"]);
    pinnacle(&["graph", "--distance", "3", &file]).refuses(2, &["--around"]);
    let broken = folder.file("broken.pexe", programs::two_errors());
    assert_eq!(pinnacle(&["graph", &broken]).status, 1);
}

#[test]
fn dis_prints_the_functions_that_are_named() {
    let folder = Folder::new();
    let file = folder.file("hello.pexe", programs::hello());
    let whole = pinnacle(&["dis", &file]).stdout;
    let seen = pinnacle(&["dis", "--function", "_start", &file]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    assert!(whole.contains(seen.stdout.trim()), "{}", seen.stdout);
    assert_eq!(seen.stdout.matches("  function ").count(), 1);
    let all: Vec<String> = (0..9).map(|number| format!("@f{number}")).collect();
    let listing = pinnacle(&["dis", "--listing", "--function", "_start", &file]).stdout;
    let whole = pinnacle(&["dis", "--listing", &file]).stdout;
    assert!(whole.contains(listing.trim()), "{listing}");
    pinnacle(&["dis", "--function", &all[8], &file]).refuses(2, &["no function @f8"]);
}

#[test]
fn dis_prints_functions_of_a_wrong_file_by_number() {
    let folder = Folder::new();
    let file = folder.file("broken.pexe", programs::two_errors());
    let seen = pinnacle(&["dis", "--function", "@f0", &file]);
    assert_eq!(seen.status, 1);
    pinnacle(&["dis", "--function", "main", &file]).refuses(2, &["is not a function number"]);
}
