//! The name of the target machine for a `configure` script.
//!
//! The script passes the name to the package's own `config.sub`. Versions from before 2012 do not
//! know our target and end the script. These packages get the name of another machine with the same
//! properties: 32 bits, little-endian, no known system.

use crate::tools::TARGET;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A machine that `config.sub` has known since 1996, and for which packages have no assembly.
const OTHER: &str = "arc-unknown-elf";

/// Returns the name to pass to a script as `--host`.
pub(crate) fn name_for(script: &Path) -> &'static str {
    match config_sub(script) {
        Some(checker) if !knows(&checker, TARGET) && knows(&checker, OTHER) => OTHER,
        _ => TARGET,
    }
}

/// Finds the package's `config.sub`: next to the script, in a folder there (`build-aux`, `config`),
/// or in a folder above if the script belongs to a part of a larger package.
fn config_sub(script: &Path) -> Option<PathBuf> {
    let folder = script.parent()?;
    let mut within: Vec<PathBuf> = std::fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    within.sort();
    let above = ["..", "../.."].map(|path| folder.join(path));
    let folders = [folder.to_owned()].into_iter().chain(within).chain(above);
    let mut files = folders.map(|folder| folder.join("config.sub"));
    files.find(|file| file.is_file())
}

/// Returns true if a `config.sub` accepts a name.
fn knows(checker: &Path, name: &str) -> bool {
    let mut command = Command::new("sh");
    command.arg(checker).arg(name).stdin(Stdio::null());
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;

    /// Creates a package with a script, and a `config.sub` that accepts a shell pattern.
    fn package(place: &str, taken: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("configure"), "").unwrap();
        let place = folder.path().join(place);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        let text = format!("case $1 in {taken}) echo $1;; *) exit 1;; esac\n");
        fs::write(place, text).unwrap();
        folder
    }

    fn name(package: &tempfile::TempDir) -> &'static str {
        name_for(&package.path().join("configure"))
    }

    #[test]
    fn packages_that_know_the_target_are_told_of_it() {
        assert_eq!(
            name(&package("build-aux/config.sub", "le32-*|arc-*")),
            TARGET
        );
    }

    #[test]
    fn packages_from_before_the_target_are_told_of_another() {
        assert_eq!(name(&package("config.sub", "arc-*")), OTHER);
        assert_eq!(name(&package("config/config.sub", "arc-*")), OTHER);
    }

    #[test]
    fn packages_that_know_neither_or_have_nothing_say_so_themselves() {
        assert_eq!(name(&package("config.sub", "vax-*")), TARGET);
        assert_eq!(name(&package("unrelated/other", "")), TARGET);
    }
}
