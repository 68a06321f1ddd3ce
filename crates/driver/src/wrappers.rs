//! Scripts in the user's cache that make each tool a command of one word.
//!
//! A build may use only the first word of `CC`, as CMake scripts do that call the compiler
//! themselves, or it may quote the variable.

use crate::command::quoted;
use crate::environment::Environment;
use crate::error::Error;
use crate::launcher;
use pinnacle_base::whole_file;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

/// The scripts, by the part of their names after `pinnacle-`. The compilers get the option for
/// launchers.
const NAMES: [&str; 9] = [
    "ar",
    "c++",
    "cc",
    "nm",
    "objdump",
    "pkg-config",
    "ranlib",
    "run",
    "strip",
];

/// Returns the folder with the scripts. Writes the scripts that are missing.
///
/// # Errors
///
/// Fails if there is no cache folder, or it is not writable.
pub(crate) fn folder(launchers: bool, environment: &Environment) -> Result<PathBuf, Error> {
    let own = environment.own_path();
    let mut hasher = DefaultHasher::new();
    (&own, launchers).hash(&mut hasher);
    let cache = environment
        .cache()
        .ok_or_else(|| Error::new("no folder for the scripts of tools: HOME is not set"))?;
    let folder = cache.join(format!("tools-{:016x}", hasher.finish()));
    let failed =
        |error: std::io::Error| Error::new(format!("cannot write {}: {error}", folder.display()));
    fs::create_dir_all(&folder).map_err(failed)?;
    for name in NAMES {
        let launcher = if launchers && matches!(name, "cc" | "c++") {
            " --launcher"
        } else {
            ""
        };
        let own = quoted(own.as_os_str());
        let options = match name {
            // The tests and tools of a build are run as commands, even if they could run in a page.
            "run" => format!(" --no-page {}", launcher::OPTIONS),
            _ => launcher.to_owned(),
        };
        let script = format!("#!/bin/sh\nexec {own} {name}{options} \"$@\"\n");
        let path = folder.join(format!("pinnacle-{name}"));
        if fs::read(&path).is_ok_and(|there| there == script.as_bytes()) {
            continue;
        }
        whole_file::write_executable_with(&path, |out| out.write_all(script.as_bytes()))
            .map_err(failed)?;
    }
    Ok(folder)
}
