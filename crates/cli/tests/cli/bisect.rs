//! `pinnacle bisect` on programs for which the engines agree.

use crate::{Folder, pinnacle, programs};
use serde_json::Value;

#[test]
fn agreeing_engines_are_reported() {
    let folder = Folder::new();
    let path = folder.file("exit.pexe", programs::exit(7));
    let seen = pinnacle(&["bisect", &path, "--", "x"]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    assert!(seen.stdout.contains("the engines agree: exit status 7"));
    let seen = pinnacle(&["bisect", "--json", &path]);
    let document: Value = serde_json::from_str(&seen.stdout).unwrap();
    assert_eq!(document["agree"], true);
    assert_eq!(document["compiled"]["status"], 7);
}

#[test]
fn a_trap_is_an_end_like_others() {
    let folder = Folder::new();
    let path = folder.file("trap.pexe", programs::trap());
    let seen = pinnacle(&["bisect", &path]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    assert!(seen.stdout.contains("trap: the program called llvm.trap"));
}

#[test]
fn files_that_are_not_programs_are_refused() {
    let folder = Folder::new();
    let path = folder.file("noise.pexe", b"noise");
    assert_eq!(pinnacle(&["bisect", &path]).status, 1);
    assert_eq!(pinnacle(&["bisect", "no/such/file"]).status, 2);
}
