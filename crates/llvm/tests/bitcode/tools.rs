//! Programs of LLVM, and the files that they work on.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Whether a program can be run. Says so if not.
pub(crate) fn has(program: &str) -> bool {
    let output = Command::new(program).arg("--version").output();
    let found = output.is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: {program} is not in the path");
    }
    found
}

/// The modules in `tests/modules` of an ending, in order.
pub(crate) fn modules(ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    files.sort();
    files
}

/// The bitcode of the original SDK, where it is there.
pub(crate) fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/llvm-bc");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: {} is not there", folder.display());
        return Vec::new();
    };
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|found| found == "bc"))
        .collect();
    files.sort();
    files
}

/// Runs a program on its standard input; what it wrote, or its complaint.
pub(crate) fn run(program: &str, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut pipe = child.stdin.take().expect("it is a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || pipe.write_all(&input));
    let output = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    // A program that complains early does not read to the end.
    let _ = writer.join();
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Assembles a text with the assembler of a release; the module is in bitcode
/// of that release.
pub(crate) fn assemble(release: u32, typed: bool, text: &[u8]) -> Result<Vec<u8>, String> {
    let flags: &[&str] = match (release, typed) {
        (14, false) => &["-opaque-pointers", "-o", "-", "-"],
        (15, true) => &["-opaque-pointers=0", "-o", "-", "-"],
        _ => &["-o", "-", "-"],
    };
    run(&format!("llvm-as-{release}"), flags, text)
}
