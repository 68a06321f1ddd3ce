//! The LLVM tools: clang, and llvm-link, opt and llvm-ar of the same release.
//!
//! Clang has the target `le32-unknown-nacl` up to release 19. It is searched for by its names with
//! a version, in order of preference, and then by its plain name. The other tools are searched for
//! when they are needed: next to clang, in the folder where clang says that it is installed, and in
//! `PATH`.

use crate::command::Command;
use crate::environment::{Environment, is_program};
use crate::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The command that installs all tools on Debian and its derivatives.
pub const INSTALL: &str =
    "apt-get install --no-install-recommends clang-19 llvm-19 newlib-source xz-utils";

/// The target that everything is compiled for.
pub const TARGET: &str = "le32-unknown-nacl";

/// The last release with the target.
pub const NEWEST: u32 = 19;

/// The first release that is known to work.
pub const OLDEST: u32 = 13;

/// Releases to search for, in order of preference.
const RELEASES: [u32; 7] = [19, 16, 15, 14, 13, 18, 17];

/// The tools of one release.
#[derive(Clone, Debug)]
pub struct Tools {
    clang: PathBuf,
    release: u32,
    folders: Vec<PathBuf>,
}

impl Tools {
    /// Finds clang: the requested one, that of `$PINNACLE_CLANG`, or the best in `PATH`.
    ///
    /// # Errors
    ///
    /// Fails if clang is not found, or only a version without the target.
    pub fn find(asked: Option<&OsStr>, environment: &Environment) -> Result<Self, Error> {
        if let Some(name) = asked.or_else(|| environment.variable("PINNACLE_CLANG")) {
            let path = Path::new(name);
            let found = if path.components().count() > 1 {
                is_program(path).then(|| path.to_owned())
            } else {
                path.to_str()
                    .and_then(|name| environment.find_program(name))
            };
            let Some(clang) = found else {
                return Err(missing(&format!("program not found: {}", path.display())));
            };
            let release = release(&clang)?;
            return Self::of(clang, release, environment);
        }
        for release in RELEASES {
            let name = format!("clang-{release}");
            if let Some(clang) = environment.find_program(&name) {
                return Self::of(clang, release, environment);
            }
        }
        for name in ["clang", "clang-20", "clang-21", "clang-22"] {
            if let Some(clang) = environment.find_program(name) {
                let release = release(&clang)?;
                return Self::of(clang, release, environment);
            }
        }
        Err(missing("clang was not found"))
    }

    fn of(clang: PathBuf, release: u32, environment: &Environment) -> Result<Self, Error> {
        if release > NEWEST {
            return Err(missing(&format!(
                "{} is clang {release}, which lacks the target le32-unknown-nacl; \
                 {NEWEST} is the last release that has it",
                clang.display()
            )));
        }
        if release < OLDEST {
            return Err(missing(&format!(
                "{} is clang {release}, which is too old; {OLDEST} to {NEWEST} work",
                clang.display()
            )));
        }
        let mut folders = Vec::new();
        let real = clang.canonicalize();
        for path in [Some(&clang), real.as_ref().ok()].into_iter().flatten() {
            folders.extend(path.parent().map(Path::to_owned));
        }
        if let Some(path) = environment.variable("PATH") {
            folders.extend(std::env::split_paths(path));
        }
        Ok(Self {
            clang,
            release,
            folders,
        })
    }

    /// Returns the path of clang.
    #[must_use]
    pub fn clang(&self) -> &Path {
        &self.clang
    }

    /// Returns the major number of the release, such as 19.
    #[must_use]
    pub fn release(&self) -> u32 {
        self.release
    }

    /// Returns the path of a tool of the same release: `llvm-link`, `opt`, `llvm-ar`.
    ///
    /// # Errors
    ///
    /// Fails if it was not found.
    pub fn tool(&self, name: &str) -> Result<PathBuf, Error> {
        let versioned = format!("{name}-{}", self.release);
        let with_version = self.folders.iter().map(|folder| folder.join(&versioned));
        // A tool without a version in its name is only known to have this release if it is next to
        // clang.
        let beside = self.folders.iter().take(2).map(|folder| folder.join(name));
        with_version
            .chain(beside)
            .find(|path| is_program(path))
            .ok_or_else(|| {
                let clang = self.clang.display();
                missing(&format!(
                    "{versioned}, which belongs to {clang}, was not found"
                ))
            })
    }
}

#[cold]
fn missing(message: &str) -> Error {
    Error::new(message).hint(format!("install the requirements with: {INSTALL}"))
}

/// Returns the release of a clang, from its name or else from its output.
pub(crate) fn release(clang: &Path) -> Result<u32, Error> {
    let name = clang.file_name().and_then(OsStr::to_str).unwrap_or("");
    let named = name
        .rsplit_once('-')
        .and_then(|(_, number)| number.parse().ok());
    if let Some(release) = named {
        return Ok(release);
    }
    let mut command = Command::new(clang);
    command.argument("--version");
    let output = command.output()?;
    release_in(&String::from_utf8_lossy(&output.stdout)).ok_or_else(|| {
        missing(&format!(
            "{} does not report its clang release",
            clang.display()
        ))
    })
}

/// Returns the release in the first lines of `clang --version`.
fn release_in(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once("clang version ")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    rest[..digits].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_read_from_what_clang_says() {
        let debian = "Debian clang version 19.1.7 (3~deb12u1)\nTarget: x\n";
        assert_eq!(release_in(debian), Some(19));
        assert_eq!(release_in("clang version 16.0.0"), Some(16));
        assert_eq!(release_in("gcc (Debian 12.2.0-14) 12.2.0"), None);
        assert_eq!(release_in("clang version trunk"), None);
    }
}
