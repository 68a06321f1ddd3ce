//! The contents of an archive: the command, its manual pages, completions, documents and examples,
//! and the files that pages load.

use super::files::{copy, copy_folder, said, text};
use crate::process::{Process, Result, built_pinnacle, program, root};
use std::fs;
use std::path::Path;

/// Shells, and the file names that they require for completions.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "pinnacle.bash"),
    ("elvish", "pinnacle.elv"),
    ("fish", "pinnacle.fish"),
    ("powershell", "_pinnacle.ps1"),
    ("zsh", "_pinnacle"),
];

/// The files that pages load. The command contains them; these copies are for users with their own
/// server.
const PAGE: [&str; 6] = [
    "pinnacle.js",
    "pinnacle-worker.js",
    "pinnacle-isolate.js",
    "pinnacle.mjs",
    "pinnacle.d.ts",
    "pinnacle.wasm",
];

/// The file name of the command on a platform.
pub(super) fn command(platform: &str) -> &'static str {
    if platform.contains("-windows-") {
        "pinnacle.exe"
    } else {
        "pinnacle"
    }
}

/// Copies everything into a folder. The command generates its own manual pages and completions.
pub(super) fn fill(content: &Path, binary: &Path, platform: &str) -> Result<()> {
    let (completions, man) = (content.join("completions"), content.join("man"));
    let page = content.join("page");
    for folder in [&completions, &man, &page] {
        fs::create_dir_all(folder).map_err(said(folder))?;
    }
    copy(binary, &content.join(command(platform)))?;
    for document in ["LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md"] {
        copy(&root().join(document), &content.join(document))?;
    }
    for folder in ["docs", "examples"] {
        copy_folder(&root().join(folder), &content.join(folder))?;
    }
    let made = root().join("web/dist");
    for file in PAGE {
        copy(&made.join(file), &page.join(file))
            .map_err(|error| format!("{error}; `cargo xtask page` makes it"))?;
    }
    copy_folder(&made.join("playground"), &page.join("playground"))?;
    for (shell, file) in COMPLETIONS {
        let script = run(binary, platform, &["completions", shell])?.output()?;
        fs::write(completions.join(file), script).map_err(said(&completions))?;
    }
    run(binary, platform, &["man", "--output", text(&man)?])?
        .output()
        .map(drop)
}

/// Runs the command with these arguments, through cargo's runner if it is for another platform.
/// macOS cannot be emulated, so the native command of the test build is run for it.
pub(super) fn run(binary: &Path, platform: &str, arguments: &[&str]) -> Result<Process> {
    let name = platform.to_uppercase().replace(['-', '.'], "_");
    let runner = std::env::var(format!("CARGO_TARGET_{name}_RUNNER")).unwrap_or_default();
    let mut words = runner.split_whitespace();
    let own;
    let binary = match platform.ends_with("-apple-darwin") && !cfg!(target_os = "macos") {
        true => {
            own = built_pinnacle()?;
            text(&own)?
        }
        false => text(binary)?,
    };
    Ok(match words.next() {
        Some(runner) => program(runner, &[])
            .arguments(&words.collect::<Vec<_>>())
            .arguments(&[binary]),
        None => program(binary, &[]),
    }
    .arguments(arguments))
}
