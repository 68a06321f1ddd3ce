//! The sysroot: its sources are embedded as they are, and it can be built.

use pinnacle_driver::sysroot::{self, sources};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folder `sysroot/` of the repository.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sysroot")
}

fn files_below(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            files_below(&entry.path(), &format!("{name}/"), found);
        } else if name.ends_with(".c") || name.ends_with(".h") {
            found.insert(name);
        }
    }
}

#[test]
fn every_source_is_embedded() {
    let mut there = BTreeSet::new();
    files_below(&folder(), "", &mut there);
    let embedded: BTreeSet<_> = sources::FILES
        .iter()
        .map(|(path, _)| path.to_string())
        .collect();
    assert_eq!(there, embedded);
    let paths: Vec<_> = sources::FILES.iter().map(|(path, _)| path).collect();
    assert!(paths.is_sorted(), "the list is sorted by path");
}

#[test]
fn a_folder_without_a_stamp_is_no_sysroot() {
    let folder = tempfile::tempdir().unwrap();
    assert!(!sysroot::is_current(folder.path()));
    let stamp = format!("{}\nclang 19\n", sources::stamp());
    std::fs::write(folder.path().join("stamp"), stamp).unwrap();
    assert!(sysroot::is_current(folder.path()));
    std::fs::write(folder.path().join("stamp"), "sources 0\nclang 19\n").unwrap();
    assert!(!sysroot::is_current(folder.path()));
}
