//! Fetches files of Debian's archive at a fixed version and hash, once, and unpacks them.

use super::options::Options;
use crate::process::{Result, program, target};
use std::fs;
use std::path::{Path, PathBuf};

/// The URLs of the archive. The first is nearer and faster; the second keeps every version.
const ARCHIVES: [&str; 2] = [
    "http://deb.debian.org/debian",
    "https://snapshot.debian.org/archive/debian/20250520T000000Z",
];

/// A file of Debian's archive.
pub(super) struct Package {
    /// Its path in the archive.
    pub(super) path: &'static str,
    pub(super) sha256: &'static str,
    /// The source archive inside of the package, if the cases are in one.
    pub(super) inner: Option<&'static str>,
    /// Patterns of `tar` for the needed members. An empty list stands for all.
    pub(super) members: &'static [&'static str],
}

/// Returns the folder of conformance runs as an absolute path.
pub(super) fn base() -> Result<PathBuf> {
    let folder = target().join("conformance");
    let made = fs::create_dir_all(&folder).and_then(|()| fs::canonicalize(&folder));
    made.map_err(|error| format!("{}: {error}", folder.display()))
}

/// Returns the reason why packages cannot be fetched or unpacked on this machine, if any.
pub(super) fn no_tools() -> Option<String> {
    let is_missing = |name: &&&str| !program(name, &["--version"]).succeeds();
    let missing = [
        "curl",
        "dpkg-deb",
        "tar",
        "sha256sum",
        "timeout",
        "clang-19",
    ];
    let missing = missing.iter().find(is_missing)?;
    Some(format!("{missing} is not installed"))
}

/// Returns the folder with the sources of a suite: that of `--from`, or the unpacked packages.
pub(super) fn sources(options: &Options, name: &str, packages: &[Package]) -> Result<PathBuf> {
    if let Some(from) = &options.from {
        return fs::canonicalize(from).map_err(|error| format!("{}: {error}", from.display()));
    }
    unpacked(name, packages)
}

/// Returns the folder of the unpacked packages, and unpacks them if necessary.
pub(super) fn unpacked(name: &str, packages: &[Package]) -> Result<PathBuf> {
    let folder = base()?.join(name);
    if folder.exists() {
        return Ok(folder);
    }
    // The folder gets its final name at the end, so it is always complete.
    let partial = base()?.join(format!("{name}.partial"));
    let _ = fs::remove_dir_all(&partial);
    let said = |error| format!("{}: {error}", partial.display());
    fs::create_dir_all(&partial).map_err(said)?;
    for package in packages {
        let file = package.fetch()?;
        package.unpack(&file, &partial)?;
    }
    fs::rename(&partial, &folder).map_err(said)?;
    Ok(folder)
}

impl Package {
    fn fetch(&self) -> Result<PathBuf> {
        let folder = base()?.join("downloads");
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let name = self.path.rsplit('/').next().unwrap_or(self.path);
        let file = folder.join(name);
        if self.is_good(&file)? {
            return Ok(file);
        }
        let to = file.to_string_lossy();
        for archive in ARCHIVES {
            let from = format!("{archive}/{}", self.path);
            let curl = ["--fail", "--silent", "--show-error", "--location"];
            let curl = program("curl", &curl).arguments(&["--output", &to, &from]);
            if curl.run().is_ok() && self.is_good(&file)? {
                return Ok(file);
            }
        }
        Err(format!(
            "{name} with the SHA-256 {} is in none of {}; --from takes a folder of sources",
            self.sha256,
            ARCHIVES.join(", ")
        ))
    }

    /// Returns true if the file exists and has the package's hash.
    fn is_good(&self, file: &Path) -> Result<bool> {
        if !file.exists() {
            return Ok(false);
        }
        let sum = program("sha256sum", &[&file.to_string_lossy()]).output()?;
        Ok(sum.split_whitespace().next() == Some(self.sha256))
    }

    fn unpack(&self, file: &Path, to: &Path) -> Result<()> {
        let (name, folder) = (file.to_string_lossy(), to.to_string_lossy());
        if !name.ends_with(".deb") {
            return self.extract(&name, to);
        }
        program("dpkg-deb", &["--extract", &name, &folder]).run()?;
        let Some(inner) = self.inner else {
            return Ok(());
        };
        self.extract(&to.join(inner).to_string_lossy(), to)?;
        let rest = to.join("usr");
        fs::remove_dir_all(&rest).map_err(|error| format!("{}: {error}", rest.display()))
    }

    fn extract(&self, archive: &str, to: &Path) -> Result<()> {
        let tar = [
            "--extract",
            "--file",
            archive,
            "--strip-components=1",
            "--wildcards",
        ];
        let tar = program("tar", &tar).arguments(&["--directory", &to.to_string_lossy()]);
        tar.arguments(self.members).run()
    }
}
