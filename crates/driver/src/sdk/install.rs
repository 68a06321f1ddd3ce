//! The folder of the SDK, which `NACL_SDK_ROOT` refers to.
//!
//! ```text
//! toolchain/linux_pnacl/bin/   the tools, links to this command
//! include/                     the headers of the browser's interfaces
//! lib/pnacl/Release, Debug/    the libraries, and those that are built
//! tools/                       common.mk, and scripts that Makefiles call
//! ```
//!
//! Headers and libraries are links into the sysroot.

use super::tools;
use crate::environment::Environment;
use crate::error::Error;
use crate::sysroot;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The scripts and rules in `tools/`.
const TOOLS: [(&str, &str); 5] = [
    ("common.mk", include_str!("../../sdk/tools/common.mk")),
    (
        "create_nmf.py",
        include_str!("../../sdk/tools/create_nmf.py"),
    ),
    ("getos.py", include_str!("../../sdk/tools/getos.py")),
    ("httpd.py", include_str!("../../sdk/tools/httpd.py")),
    ("oshelpers.py", include_str!("../../sdk/tools/oshelpers.py")),
];

/// Headers that programs get with `-I $(NACL_SDK_ROOT)/include`. Those of C and C++ are not among
/// them, because compilers find them by themselves, in their own order.
const HEADERS: [&str; 9] = [
    "GLES2",
    "KHR",
    "error_handling",
    "irt.h",
    "nacl",
    "nacl_io",
    "ppapi",
    "ppapi_simple",
    "sdk_util",
];

/// The result of an installation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// The folder of the SDK.
    pub folder: PathBuf,
    /// The folder of the tools in it.
    pub tools: PathBuf,
}

/// Installs the SDK into a folder. Files of an earlier installation are replaced; other files are
/// kept.
///
/// # Errors
///
/// Fails if there is no sysroot, or a file cannot be written.
pub fn install(folder: &Path, environment: &Environment) -> Result<Installed, Error> {
    let sysroot = sysroot::locate(environment).ok_or_else(|| {
        Error::new("no sysroot of this version is installed")
            .hint("`pinnacle sysroot build` makes it")
    })?;
    let sysroot = absolute(&sysroot)?;
    let command = absolute(&environment.own_path())?;
    make(folder)?;
    let folder = absolute(folder)?;
    let system = if cfg!(target_os = "macos") {
        "mac"
    } else {
        "linux"
    };
    let toolchain = folder.join("toolchain").join(format!("{system}_pnacl"));
    let programs = toolchain.join("bin");
    make(&programs)?;
    for name in tools::names().chain(["pinnacle"]) {
        link(&command, &programs.join(name))?;
    }
    link(&sysroot, &toolchain.join("le32-nacl"))?;

    let include = folder.join("include");
    make(&include)?;
    for name in HEADERS {
        let header = sysroot.join("include").join(name);
        if header.exists() {
            link(&header, &include.join(name))?;
        }
    }
    for kind in ["Release", "Debug"] {
        let libraries = folder.join("lib/pnacl").join(kind);
        make(&libraries)?;
        for library in archives(&sysroot.join("lib"))? {
            let name = library.file_name().unwrap_or_default();
            link(&library, &libraries.join(name))?;
        }
    }
    let scripts = folder.join("tools");
    make(&scripts)?;
    for (name, text) in TOOLS {
        let path = scripts.join(name);
        let written = if text.starts_with("#!") {
            pinnacle_base::whole_file::write_executable_with(&path, |out| {
                out.write_all(text.as_bytes())
            })
        } else {
            pinnacle_base::whole_file::write(&path, text.as_bytes())
        };
        written.map_err(|error| sysroot::not_written(&path, &error))?;
    }
    Ok(Installed {
        folder,
        tools: programs,
    })
}

fn make(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|error| sysroot::not_written(folder, &error))
}

fn absolute(path: &Path) -> Result<PathBuf, Error> {
    path.canonicalize()
        .map_err(|error| Error::new(format!("cannot find {}: {error}", path.display())))
}

fn archives(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let unread =
        |error: io::Error| Error::new(format!("cannot read {}: {error}", folder.display()));
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unread)? {
        let path = entry.map_err(unread)?.path();
        if path.extension().is_some_and(|extension| extension == "a") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Creates a link, or replaces one. A file that is not a link, for example a library that the user
/// has built, is kept.
fn link(target: &Path, path: &Path) -> Result<(), Error> {
    match path.symlink_metadata() {
        Ok(metadata) if !metadata.file_type().is_symlink() => return Ok(()),
        Ok(_) => fs::remove_file(path).map_err(|error| sysroot::not_written(path, &error))?,
        Err(_) => {}
    }
    symbolic_link(target, path).map_err(|error| sysroot::not_written(path, &error))
}

#[cfg(unix)]
fn symbolic_link(target: &Path, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, path)
}

#[cfg(windows)]
fn symbolic_link(target: &Path, path: &Path) -> io::Result<()> {
    if target.is_dir() {
        std::os::windows::fs::symlink_dir(target, path)
    } else {
        std::os::windows::fs::symlink_file(target, path)
    }
}
