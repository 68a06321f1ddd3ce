//! `pinnacle compress`.

use crate::{Folder, pinnacle, pinnacle_reading, programs};
use pinnacle_testing::build::Abbreviations;
use pinnacle_testing::samples::mandelbrot;
use serde_json::Value;
use std::fs;

/// Returns a program that can be compressed.
fn program() -> Vec<u8> {
    mandelbrot().to_pexe_with(Abbreviations::None)
}

#[test]
fn the_result_is_smaller_valid_and_the_same_program() {
    let folder = Folder::new();
    let path = folder.file("big.pexe", program());
    let small = folder.path("small.pexe");
    let seen = pinnacle(&["compress", &path, "-o", &small]);
    assert_eq!((seen.status, &*seen.stdout), (0, ""), "{}", seen.stderr);
    assert!(seen.stderr.contains(" % saved"), "{}", seen.stderr);
    assert!(fs::read(&small).unwrap().len() < program().len());
    assert_eq!(fs::read(&path).unwrap(), program());
    assert_eq!(pinnacle(&["verify", &small]).status, 0);
    let picture = |path: &str| pinnacle(&["run", path]).stdout;
    assert_eq!(picture(&small), picture(&path));
}

#[test]
fn without_abbreviations_a_file_is_larger_and_the_same_program() {
    let folder = Folder::new();
    let path = folder.file("a.pexe", program());
    let (packed, plain) = (folder.path("b.pexe"), folder.path("c.pexe"));
    assert_eq!(pinnacle(&["compress", &path, "-o", &packed]).status, 0);
    let line = ["compress", "--remove-abbreviations", &packed, "-o", &plain];
    assert_eq!(pinnacle(&line).status, 0);
    let size = |path: &str| fs::read(path).unwrap().len();
    assert!(size(&plain) > size(&packed));
    assert_eq!(pinnacle(&["diff", &plain, &packed]).status, 0);
    let listing = pinnacle(&["dis", "--listing", &plain]).stdout;
    assert!(!listing.contains("= abbrev <"), "{listing}");
}

#[test]
fn in_place_replaces_the_file_and_then_changes_nothing() {
    let folder = Folder::new();
    let path = folder.file("a.pexe", program());
    assert_eq!(pinnacle(&["compress", "--in-place", &path]).status, 0);
    let once = fs::read(&path).unwrap();
    assert!(once.len() < program().len());
    let seen = pinnacle(&["compress", "-i", &path]);
    assert_eq!(seen.status, 0);
    assert!(seen.stderr.contains(": 0.0 % saved"), "{}", seen.stderr);
    assert_eq!(fs::read(&path).unwrap(), once);
}

#[test]
fn the_report_as_json() {
    let folder = Folder::new();
    let path = folder.file("a.pexe", program());
    let small = folder.path("b.pexe");
    let seen = pinnacle(&["compress", "--json", &path, "-o", &small]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    let document: Value = serde_json::from_str(&seen.stdout).unwrap();
    assert_eq!(document["size"], program().len());
    assert_eq!(document["compressed_size"], fs::read(&small).unwrap().len());
    assert!(document["saved_percent"].as_f64().unwrap() > 3.0);
    assert_eq!(document["valid"], true);
    pinnacle(&["compress", "--json", &path]).refuses(2, &["standard output", "-o FILE"]);
}

#[test]
fn more_effort_is_never_refused_and_too_much_is() {
    let folder = Folder::new();
    let path = folder.file("a.pexe", program());
    for effort in ["0", "9"] {
        let small = folder.path(effort);
        let seen = pinnacle(&["compress", "-q", "--effort", effort, &path, "-o", &small]);
        assert_eq!((seen.status, &*seen.stderr), (0, ""));
        assert!(fs::read(small).unwrap().len() < program().len());
    }
    pinnacle(&["compress", "--effort", "10", &path]).refuses(2, &["10", "0..=9"]);
}

#[test]
fn packing_in_bytes_is_undone_by_packing_in_bits() {
    let folder = Folder::new();
    let path = folder.file("a.pexe", program());
    let [bits, bytes, again] = ["bits", "bytes", "again"].map(|name| folder.path(name));
    let compress = |arguments: &[&str]| {
        let seen = pinnacle(&[&["compress"], arguments].concat());
        assert_eq!(seen.status, 0, "{}", seen.stderr);
    };
    compress(&[&path, "-o", &bits]);
    compress(&["--for-transport", &path, "-o", &bytes]);
    compress(&[&bytes, "-o", &again]);
    assert_eq!(pinnacle(&["verify", &bytes]).status, 0);
    assert!(fs::read(&bits).unwrap() == fs::read(&again).unwrap());
}

#[test]
fn an_invalid_program_is_compressed_with_a_hint() {
    let folder = Folder::new();
    let path = folder.file("bad.pexe", programs::two_errors());
    let seen = pinnacle(&["compress", &path, "-o", &folder.path("out.pexe")]);
    assert_eq!(seen.status, 0);
    assert!(
        seen.stderr.contains("not a valid program"),
        "{}",
        seen.stderr
    );
}

#[test]
fn an_unreadable_input_writes_no_output() {
    let folder = Folder::new();
    let mut bytes = program();
    bytes.truncate(bytes.len() / 2);
    let path = folder.file("cut.pexe", &bytes);
    let out = folder.path("out.pexe");
    pinnacle(&["compress", &path, "-o", &out]).refuses(1, &["cut.pexe", "B0001"]);
    assert!(fs::metadata(&out).is_err());
    pinnacle(&["compress", "-i", &path]).refuses(1, &["cut.pexe"]);
    assert_eq!(fs::read(&path).unwrap(), bytes);
    pinnacle_reading(&["compress", "-i", "-"], &bytes).refuses(2, &["in place"]);
}
