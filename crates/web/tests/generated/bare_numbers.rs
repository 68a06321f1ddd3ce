//! The hosts of OpenGL use names for its numbers: their code contains none of the numbers
//! themselves.

use pinnacle_pepper::table::gl::{CONSTANTS, EXTENSIONS, enums};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The code of both hosts, from the root of the repository.
const HOSTS: [&str; 2] = ["crates/gles/src", "web/src/worker/gl"];

/// Numbers of EGL, which the table does not have: `SURFACELESS` and `ROBUST_ACCESS`.
const EGL: [u32; 2] = [0x31DD, 0x30BF];

/// Numbers below this are usually sizes and counts.
const SMALLEST: u32 = 0x100;

fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the folder of a host");
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        match path.is_dir() {
            true => files(&path, into),
            false => into.push(path),
        }
    }
}

/// Parses a word of code as a number.
fn number(word: &str) -> Option<u32> {
    match word.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => word.parse().ok(),
    }
}

/// Returns the numbers in code that look like OpenGL's: hexadecimal ones that are large enough, and
/// others with known values. Powers of two are usually sizes, so they are skipped.
fn bare_numbers(code: &str, known: &BTreeSet<u32>) -> Vec<u32> {
    let code = code
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""));
    let words = code.flat_map(|line| line.split(|one: char| !one.is_ascii_alphanumeric()));
    let numbers = words.filter_map(|word| Some((word, number(word)?)));
    numbers
        .filter(|&(word, number)| match word.starts_with("0x") {
            true => (SMALLEST..=0xFFFF).contains(&number),
            false => number >= SMALLEST && known.contains(&number) && !number.is_power_of_two(),
        })
        .map(|(_, number)| number)
        .filter(|number| !EGL.contains(number))
        .collect()
}

#[test]
fn no_number_of_opengl_stands_bare_in_a_host() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let extensions = EXTENSIONS.iter().flat_map(|one| one.constants);
    let all = CONSTANTS.iter().chain(extensions).chain(enums::HOSTS);
    let known = all.map(|(_, number)| *number).collect();
    let mut paths = Vec::new();
    for host in HOSTS {
        files(&root.join(host), &mut paths);
    }
    for path in paths {
        let code = fs::read_to_string(&path).expect("a text");
        let found = bare_numbers(&code, &known);
        assert!(found.is_empty(), "{}: {found:#x?}", path.display());
    }
}

#[test]
fn a_bare_number_is_found_in_both_notations() {
    let known = BTreeSet::from([0x0DE1]);
    assert_eq!(bare_numbers("target == 0x0DE1", &known), [0x0DE1]);
    assert_eq!(bare_numbers("[3553]: 1, // 3553", &known), [0x0DE1]);
    assert!(bare_numbers("16384 + 255 + 3554", &known).is_empty());
}
