//! Runs `opt` on the tests in `tests/passes`. Comments in each test contain the command and the
//! checks for FileCheck. `cargo xtask conformance filecheck` runs LLVM's own tests of this form.

use crate::Folder;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names of tools in the tests, which are links to the command.
const TOOLS: [&str; 8] = [
    "llvm-as",
    "llvm-dis",
    "opt",
    "pnacl-abicheck",
    "pnacl-bcanalyzer",
    "pnacl-bcdis",
    "pnacl-freeze",
    "pnacl-thaw",
];

/// Returns LLVM's checker; `None` if it is not installed.
fn checker() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut folders = std::env::split_paths(&path).map(|folder| folder.join("FileCheck-19"));
    folders.find(|file| file.is_file())
}

/// Returns the commands of a test. A backslash at the end of a line continues it.
fn commands(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("; RUN: "));
    let lines: Vec<&str> = lines.collect();
    let whole = lines.join("\n").replace("\\\n", "");
    whole.lines().map(str::to_owned).collect()
}

/// Makes a folder with the tools, and returns a `PATH` that begins with it.
fn tools(folder: &Folder, checker: &Path) -> String {
    let command = Path::new(env!("CARGO_BIN_EXE_pinnacle"));
    for name in TOOLS {
        symlink(command, folder.path(name)).expect("a link");
    }
    symlink(checker, folder.path("FileCheck")).expect("a link");
    let not = folder.file(
        "not",
        "#!/bin/sh\n\"$@\"\nstatus=$?\n[ $status -eq 1 ] || [ $status -eq 2 ]\n",
    );
    fs::set_permissions(&not, fs::Permissions::from_mode(0o755)).expect("permissions");
    format!(
        "{}:{}",
        folder.path(""),
        std::env::var("PATH").unwrap_or_default()
    )
}

#[test]
fn passes_do_what_their_tests_say() {
    let Some(checker) = checker() else {
        println!("skipped: FileCheck-19 is not installed");
        return;
    };
    let (folder, mut count) = (Folder::new(), 0);
    let path = tools(&folder, &checker);
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/passes");
    for entry in fs::read_dir(&tests).expect("the tests") {
        let test = entry.expect("a file").path();
        let text = fs::read_to_string(&test).expect("a text");
        for command in commands(&text) {
            let command = command
                .replace("%s", &test.display().to_string())
                .replace("%t", &folder.path("scratch"));
            let done = Command::new("bash")
                .args(["-o", "pipefail", "-c", &command])
                .env("PATH", &path)
                .output()
                .expect("a shell");
            let said = String::from_utf8_lossy(&done.stderr);
            assert!(done.status.success(), "{command}\n{said}");
            count += 1;
        }
    }
    assert!(count > 15, "{count} commands");
}
