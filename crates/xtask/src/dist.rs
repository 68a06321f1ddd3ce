//! The command as it is released: built with all optimisation and with what pages load in
//! it, in an archive with its licence, completions and man pages.

use crate::process::{Result, cargo, program, root, target};
use std::fs;
use std::path::Path;

/// Shells and the names that they want for the file with completions.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "pinnacle.bash"),
    ("elvish", "pinnacle.elv"),
    ("fish", "pinnacle.fish"),
    ("powershell", "_pinnacle.ps1"),
    ("zsh", "_pinnacle"),
];

pub(crate) fn run() -> Result<()> {
    // `pinnacle serve` has it in it.
    crate::page::run()?;
    let build = ["build", "--profile", "dist", "--locked"];
    cargo(&build)
        .arguments(&["--package", "pinnacle-cli"])
        .run()?;
    let folder = target().join("dist");
    let name = format!("pinnacle{}", std::env::consts::EXE_SUFFIX);
    let binary = folder.join(&name);
    let size = fs::metadata(&binary).map_err(said(&binary))?.len();

    let title = format!("pinnacle-{}-{}", env!("CARGO_PKG_VERSION"), host()?);
    let content = folder.join(&title);
    if content.exists() {
        fs::remove_dir_all(&content).map_err(said(&content))?;
    }
    let (completions, man) = (content.join("completions"), content.join("man"));
    for folder in [&completions, &man] {
        fs::create_dir_all(folder).map_err(said(folder))?;
    }
    copy(&binary, &content.join(&name))?;
    for document in ["LICENSE", "README.md", "CHANGELOG.md"] {
        copy(&root().join(document), &content.join(document))?;
    }
    let binary = text(&binary)?;
    for (shell, file) in COMPLETIONS {
        let script = program(binary, &["completions", shell]).output()?;
        fs::write(completions.join(file), script).map_err(said(&completions))?;
    }
    program(binary, &["man", "--output", text(&man)?]).output()?;
    let archive = folder.join(format!("{title}.tar.gz"));
    let options = ["-C", text(&folder)?, "-czf", text(&archive)?, &title];
    program("tar", &options).run()?;

    let packed = fs::metadata(&archive).map_err(said(&archive))?.len();
    println!("the command has {}", megabytes(size));
    println!("{} has {}", archive.display(), megabytes(packed));
    Ok(())
}

/// What the compiler calls this machine.
fn host() -> Result<String> {
    let about = program("rustc", &["-vV"]).output()?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| "rustc does not name its host".into())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).map(drop).map_err(said(from))
}

fn text(path: &Path) -> Result<&str> {
    path.to_str()
        .ok_or_else(|| format!("{} is no text", path.display()))
}

fn said(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
