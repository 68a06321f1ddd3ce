//! Builds with Zig's compiler and linker: for old Linux distributions, and for macOS without a Mac.
//!
//! Zig has the symbols of each release of glibc, so that a command built here also starts where
//! glibc is older. For macOS it has the system library, but no frameworks. The command needs only
//! their names for linking, because macOS finds the symbols when it loads the command.

use super::files::{said, text};
use crate::process::{Process, Result, cargo, target};
use crate::python;
use std::fs;
use std::path::{Path, PathBuf};

/// The packages of Python with the compiler, and with the subcommand of cargo that calls it.
const PACKAGES: [&str; 2] = ["ziglang==0.14.1", "cargo-zigbuild==0.24.1"];

/// The oldest release of glibc that the command starts with: that of CentOS 7 and Debian 8.
const GLIBC: &str = "2.17";

/// The parts of macOS that the libraries of windows, times and folders call.
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

/// Libraries of macOS outside frameworks, with the names of their files.
const LIBRARIES: [(&str, &str); 2] = [
    ("objc", "/usr/lib/libobjc.A.dylib"),
    ("iconv", "/usr/lib/libiconv.2.dylib"),
];

/// Returns the command `cargo zigbuild`, which builds the dist profile for a platform.
///
/// # Errors
///
/// Fails without Python, or if its packages cannot be installed.
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

/// Installs the tools below a folder. Returns the folder with their commands.
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

/// Writes the files that stand for the frameworks and libraries of macOS. A linker takes the path
/// of each from them; they name no symbols.
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
