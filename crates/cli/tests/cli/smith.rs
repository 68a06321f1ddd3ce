//! `pinnacle smith` and `pinnacle mutate`: programs from seeds, and damaged copies.

use crate::{Folder, pinnacle, programs};
use std::fs;

#[test]
fn programs_of_seeds_are_valid_and_the_same_again() {
    let folder = Folder::new();
    let make = |name: &str, options: &[&str]| {
        let path = folder.path(name);
        let seen = pinnacle(&[&["smith", "-o", &path], options].concat());
        assert_eq!(seen.status, 0, "{}", seen.stderr);
        path
    };
    let first = make("first.pexe", &["--seed", "7"]);
    let again = make("again.pexe", &["--seed", "7"]);
    let other = make("other.pexe", &["--seed", "8"]);
    let large = make(
        "large.pexe",
        &["--wild", "--functions", "40", "--blocks", "48"],
    );
    assert_eq!(fs::read(&first).unwrap(), fs::read(again).unwrap());
    assert_ne!(fs::read(&first).unwrap(), fs::read(&other).unwrap());
    let seen = pinnacle(&["verify", &first, &other, &large]);
    assert_eq!(seen.status, 0, "{}", seen.stdout);
}

#[test]
fn sizes_have_bounds() {
    for options in [
        ["--functions", "0"],
        ["--blocks", "49"],
        ["--instructions", "1001"],
    ] {
        pinnacle(&[&["smith"], &options[..]].concat()).refuses(2, &[options[1]]);
    }
}

#[test]
fn a_copy_is_damaged_in_the_way_that_is_named() {
    let folder = Folder::new();
    let file = folder.file("hello.pexe", programs::hello());
    let original = fs::read(&file).unwrap();
    for way in [
        "bits", "truncate", "copy", "word", "records", "splice", "text",
    ] {
        let copies: Vec<Vec<u8>> = (1..4)
            .map(|seed| {
                let path = folder.path(&format!("{way}{seed}"));
                let seed = seed.to_string();
                let arguments = ["mutate", &file, "--seed", &seed, "--way", way, "-o", &path];
                assert_eq!(pinnacle(&arguments).status, 0);
                let copy = fs::read(&path).unwrap();
                assert_eq!(pinnacle(&arguments).status, 0);
                assert_eq!(copy, fs::read(&path).unwrap(), "{way}: the same seed");
                copy
            })
            .collect();
        assert!(copies.iter().any(|copy| *copy != original), "{way}");
        let shorter = copies.iter().all(|copy| copy.len() < original.len());
        assert!(way != "truncate" || shorter, "{way}");
    }
    // A copy with changed records is still a valid bitstream.
    let records = folder.path("records1");
    let seen = pinnacle(&["dis", "--records", &records]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
}

#[test]
fn texts_stay_texts() {
    let folder = Folder::new();
    let text = "module {\n  version 1;\n  types {\n    count 1;\n    @t0 = i32;\n  }\n}\n";
    let file = folder.file("small.pnasm", text);
    let copies: Vec<String> = (0..4)
        .map(|seed| pinnacle(&["mutate", &file, "--seed", &seed.to_string()]).stdout)
        .collect();
    assert!(copies.iter().any(|copy| copy != text), "{copies:?}");
}
