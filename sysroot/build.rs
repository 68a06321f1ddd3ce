//! Embeds each file of the folders with headers and sources into the library.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folders of this package that have nothing to embed.
const OTHERS: [&str; 2] = ["src", "tests"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut files = Vec::new();
    for path in entries(&root) {
        let name = path.file_name().unwrap_or_default();
        let is_header = path.extension().is_some_and(|ending| ending == "h");
        let is_other = OTHERS.iter().any(|other| name == *other);
        if is_header || (path.is_dir() && !is_other) {
            println!("cargo::rerun-if-changed={}", path.display());
            collect(path, &mut files);
        }
    }
    let mut names: Vec<(String, &Path)> = files
        .iter()
        .map(|file| (name(&root, file), &**file))
        .collect();
    names.sort_unstable();
    let mut text = String::from("&[\n");
    for (name, path) in names {
        let path = path.display().to_string();
        writeln!(text, "({name:?}, include_bytes!({path:?}).as_slice()),").expect("a string grows");
    }
    text.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("files.rs");
    fs::write(out, text).expect("the folder for generated files is writable");
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of this package is readable");
    let entries = entries.map(|entry| entry.expect("an entry is readable").path());
    entries.collect()
}

/// Adds a file, or each file below a folder.
fn collect(path: PathBuf, files: &mut Vec<PathBuf>) {
    if !path.is_dir() {
        return files.push(path);
    }
    for entry in entries(&path) {
        collect(entry, files);
    }
}

/// The path in the package, with slashes on every system.
fn name(root: &Path, file: &Path) -> String {
    let path = file.strip_prefix(root).expect("the file is in the package");
    let parts = path
        .iter()
        .map(|part| part.to_str().expect("the name is UTF-8"));
    parts.collect::<Vec<_>>().join("/")
}
