//! Environments of Python for packages that are tested.

use crate::dist::files::text;
use crate::process::{Result, program};
use std::path::{Path, PathBuf};

/// Returns the reason why environments cannot be made, if any.
pub(crate) fn missing() -> Option<String> {
    let has_venv = program("python3", &["-c", "import venv, ensurepip"]).succeeds();
    (!has_venv).then(|| "Python with its module venv is not installed".into())
}

/// Makes an environment of Python; returns its interpreter.
pub(crate) fn environment(folder: &Path) -> Result<PathBuf> {
    program("python3", &["-m", "venv", text(folder)?]).run()?;
    let python = match cfg!(windows) {
        true => folder.join("Scripts/python.exe"),
        false => folder.join("bin/python"),
    };
    Ok(python)
}
