//! Python environments for testing packages.

use crate::dist::files::text;
use crate::process::{Result, program};
use std::path::{Path, PathBuf};

/// Returns the reason why no environment can be created, if any.
pub(crate) fn missing() -> Option<String> {
    let has_venv = program("python3", &["-c", "import venv, ensurepip"]).succeeds();
    (!has_venv).then(|| "Python with its module venv is not installed".into())
}

/// Creates a Python environment. Returns its interpreter.
pub(crate) fn environment(folder: &Path) -> Result<PathBuf> {
    program("python3", &["-m", "venv", text(folder)?]).run()?;
    let python = match cfg!(windows) {
        true => folder.join("Scripts/python.exe"),
        false => folder.join("bin/python"),
    };
    Ok(python)
}
