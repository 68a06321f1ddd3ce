//! Builds with Zig's compiler and linker: for old Linux distributions, and for macOS without a Mac.
//!
//! Zig has the symbols of each release of glibc, so a command built here also runs on systems with
//! an older glibc. For macOS it has the system library, but no frameworks. The command needs only
//! their names for linking, because macOS resolves the symbols when it loads the command.

use super::files::{said, text};
use crate::process::{Process, Result, cargo, target};
use crate::python;
use std::fs;
use std::path::{Path, PathBuf};

/// The Python packages with the compiler, and with the cargo subcommand that calls it.
const PACKAGES: [&str; 2] = ["ziglang==0.14.1", "cargo-zigbuild==0.24.1"];

/// The oldest release of glibc that the command supports: that of CentOS 7 and Debian 8.
const GLIBC: &str = "2.17";

/// The macOS frameworks that our dependencies for windows, time and folders use.
const FRAMEWORKS: [&str; 8] = [
    "AppKit",
    "ApplicationServices",
    "Carbon",
    "CoreFoundation",
    "CoreGraphics",
    "CoreVideo",
    "Foundation",
    "QuartzCore",
];

/// macOS libraries outside of frameworks, with their file names.
const LIBRARIES: [(&str, &str); 2] = [
    ("objc", "/usr/lib/libobjc.A.dylib"),
    ("iconv", "/usr/lib/libiconv.2.dylib"),
];

/// Returns the command `cargo zigbuild`, which builds the dist profile for a platform.
///
/// # Errors
///
/// Fails if Python is missing, or if its packages cannot be installed.
pub(super) fn build(platform: &str) -> Result<Process> {
    let folder = target().join("zig");
    fs::create_dir_all(&folder).map_err(said(&folder))?;
    let folder = fs::canonicalize(&folder).map_err(said(&folder))?;
    let tools = install(&folder)?;
    let named = match platform.ends_with("-linux-gnu") {
        true => format!("{platform}.{GLIBC}"),
        false => platform.to_owned(),
    };
    let path = std::env::var("PATH").unwrap_or_default();
    let build = cargo(&["zigbuild", "--target", &named])
        .variable("PATH", &format!("{}:{path}", text(&tools)?));
    if !platform.ends_with("-apple-darwin") {
        return Ok(build);
    }
    let stubs = folder.join("macos");
    write_stubs(&stubs)?;
    let stubs = text(&stubs)?;
    let flags = format!(
        "-Clink-arg=-F{stubs} -Clink-arg=-L{stubs} -Clink-arg=-Wl,-undefined,dynamic_lookup"
    );
    Ok(build.variable("RUSTFLAGS", &flags))
}

/// Installs the tools in a folder. Returns the folder with their commands.
fn install(folder: &Path) -> Result<PathBuf> {
    let environment = folder.join("python");
    let tools = environment.join("bin");
    if !tools.join("cargo-zigbuild").exists() {
        if let Some(reason) = python::missing() {
            return Err(format!("{reason}; it installs Zig"));
        }
        python::environment(&environment)?;
        crate::process::program(text(&tools.join("python"))?, &["-m", "pip", "install"])
            .arguments(&["--quiet", "--disable-pip-version-check"])
            .arguments(&PACKAGES)
            .run()?;
    }
    Ok(tools)
}

/// Writes stub files for the frameworks and libraries of macOS. The linker reads their paths from
/// these; they list no symbols.
fn write_stubs(folder: &Path) -> Result<()> {
    for name in FRAMEWORKS {
        let place = folder.join(format!("{name}.framework"));
        let path = format!("/System/Library/Frameworks/{name}.framework/Versions/A/{name}");
        write_stub(&place, name, &path)?;
    }
    for (name, path) in LIBRARIES {
        write_stub(folder, &format!("lib{name}"), path)?;
    }
    Ok(())
}

fn write_stub(folder: &Path, name: &str, path: &str) -> Result<()> {
    let stub = format!(
        "--- !tapi-tbd\n\
         tbd-version: 4\n\
         targets: [ x86_64-macos, arm64-macos ]\n\
         install-name: '{path}'\n\
         current-version: 1\n\
         compatibility-version: 1\n\
         ...\n"
    );
    fs::create_dir_all(folder).map_err(said(folder))?;
    let file = folder.join(format!("{name}.tbd"));
    fs::write(&file, stub).map_err(said(&file))
}
