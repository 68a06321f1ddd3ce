//! `pinnacle shrink`.

use crate::{Folder, pinnacle, programs};
use serde_json::Value;
use std::fs;

const PINNACLE: &str = env!("CARGO_BIN_EXE_pinnacle");

/// Shrinks a program while running it fails in the way that the options define.
fn shrink(path: &str, small: &str, options: &[&str]) -> crate::Seen {
    let command = ["--", PINNACLE, "run", "--engine", "interp", "{}", "x"];
    pinnacle(&[&["shrink", path, "-o", small], options, &command].concat())
}

#[test]
fn the_reduced_program_fails_in_the_same_way() {
    let folder = Folder::new();
    let original = programs::trap();
    let path = folder.file("bad.pexe", &original);
    let small = folder.path("small.pexe");
    let seen = shrink(&path, &small, &["--grep", "called llvm.trap"]);
    assert_eq!((seen.status, &*seen.stdout), (0, ""), "{}", seen.stderr);
    assert!(seen.stderr.contains("small.pexe: "), "{}", seen.stderr);
    let shrunk = fs::read(&small).unwrap();
    assert!(shrunk.len() < original.len() / 2, "{} bytes", shrunk.len());
    assert_eq!(fs::read(&path).unwrap(), original);
    assert_eq!(pinnacle(&["verify", &small]).status, 0);
    let seen = pinnacle(&["run", "--engine", "interp", &small]);
    assert!(seen.stderr.contains("called llvm.trap"), "{}", seen.stderr);
    let left = fs::read_dir(std::path::Path::new(&path).parent().unwrap()).unwrap();
    assert_eq!(left.count(), 2, "nothing is left beside the result");
}

#[test]
fn the_status_can_be_requested_and_the_report_is_json() {
    let folder = Folder::new();
    let path = folder.file("exit.pexe", programs::exit(7));
    let small = folder.path("small.pexe");
    let seen = shrink(&path, &small, &["--status", "7", "--json"]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let document: Value = serde_json::from_str(&seen.stdout).unwrap();
    assert_eq!(document["size"], programs::exit(7).len());
    assert_eq!(document["shrunk_size"], fs::read(&small).unwrap().len());
    assert!(document["failing"].as_u64() <= document["tested"].as_u64());
    assert_eq!(pinnacle(&["run", "--engine", "interp", &small]).status, 7);
}

#[test]
fn a_command_that_does_not_fail_is_refused_and_nothing_is_written() {
    let folder = Folder::new();
    let path = folder.file("hello.pexe", programs::hello());
    let small = folder.path("small.pexe");
    shrink(&path, &small, &[]).refuses(2, &["does not fail on", "status is not 0"]);
    shrink(&path, &small, &["--grep", "trap"]).refuses(2, &["does not fail on", "\"trap\""]);
    pinnacle(&["shrink", &path, "-o", &small, "--", "no-such-command"])
        .refuses(2, &["cannot run no-such-command"]);
    assert!(fs::metadata(&small).is_err());
}

#[test]
fn a_command_that_takes_too_long_has_not_failed() {
    let folder = Folder::new();
    let path = folder.file("endless.pexe", programs::endless());
    let small = folder.path("small.pexe");
    shrink(&path, &small, &["--timeout", "200ms"]).refuses(2, &["does not fail on"]);
}

#[test]
fn the_original_is_not_replaced_and_must_be_valid() {
    let folder = Folder::new();
    let path = folder.file("trap.pexe", programs::trap());
    shrink(&path, &path, &[]).refuses(2, &["would replace the original"]);
    assert_eq!(fs::read(&path).unwrap(), programs::trap());
    let bad = folder.file("bad.pexe", programs::two_errors());
    shrink(&bad, &folder.path("small.pexe"), &[]).refuses(1, &["bad.pexe", "P0"]);
}
