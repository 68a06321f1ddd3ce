//! The folder of the ports that were built for a sysroot.

use crate::error::Error;
use crate::fetch::sum;
use crate::table::{PORTS, Port, find, with_needs};
use std::fs;
use std::path::{Path, PathBuf};

/// Name of the file in a port's folder that identifies its inputs. It is written last.
pub(crate) const STAMP: &str = "port.stamp";

/// Name of the file in a sysroot that identifies its inputs.
const SYSROOT_STAMP: &str = "stamp";

/// The source code that builds ports, a part of each key.
const BUILD_CODE: &str = concat!(include_str!("build.rs"), include_str!("patches.rs"));

/// Number of hexadecimal digits of a sum in a name.
const DIGITS: usize = 16;

/// The ports of one sysroot: a folder for each in the user's cache.
#[derive(Clone, Debug)]
pub struct InstallTree {
    sysroot: PathBuf,
    stamp: String,
    folder: PathBuf,
    archives: PathBuf,
}

/// Headers and libraries of the ports that a program uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Folders of headers.
    pub include: Vec<PathBuf>,
    /// Folders of libraries.
    pub folders: Vec<PathBuf>,
    /// Names of libraries, each before those that it uses.
    pub libraries: Vec<&'static str>,
}

impl InstallTree {
    /// The ports for a sysroot, in this program's folder among the user's caches.
    ///
    /// # Errors
    ///
    /// Fails if the sysroot was not built by `pinnacle sysroot build`.
    pub fn new(cache: &Path, sysroot: &Path) -> Result<Self, Error> {
        let stamp = fs::read_to_string(sysroot.join(SYSROOT_STAMP)).map_err(|_| {
            Error::new(format!(
                "ports need the sysroot that this command built, but {} is another one",
                sysroot.display()
            ))
            .hint("`pinnacle sysroot build` makes one")
        })?;
        let ports = cache.join("ports");
        Ok(Self {
            sysroot: sysroot.to_owned(),
            folder: ports.join(&sum(stamp.as_bytes())[..DIGITS]),
            archives: ports.join("archives"),
            stamp,
        })
    }

    /// The folder with the folders of the ports.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder with the archives of sources, which all sysroots share.
    #[must_use]
    pub fn archives(&self) -> &Path {
        &self.archives
    }

    pub(crate) fn sysroot(&self) -> &Path {
        &self.sysroot
    }

    /// The folder of a port, even if it was not built.
    #[must_use]
    pub fn prefix(&self, port: &Port) -> PathBuf {
        self.folder.join(port.name)
    }

    /// A line that differs whenever the port would: with its entry in the table and our files for
    /// it, those of the ports that it needs, how they are built, and the sysroot.
    pub(crate) fn key(&self, port: &Port) -> String {
        let mut text = format!("{}\n{port:?}\n{BUILD_CODE}\n", self.stamp);
        for need in port.needs.iter().filter_map(|name| find(name).ok()) {
            text.push_str(&self.key(need));
        }
        format!("port {}\n", sum(text.as_bytes()))
    }

    /// Returns true if a port was built as it would be built now.
    #[must_use]
    pub fn has(&self, port: &Port) -> bool {
        let stamp = fs::read_to_string(self.prefix(port).join(STAMP));
        stamp.is_ok_and(|stamp| stamp == self.key(port))
    }

    /// The folders of the ports that were built, in the order of the table.
    #[must_use]
    pub fn built(&self) -> Vec<PathBuf> {
        let built = PORTS.iter().filter(|port| self.has(port));
        built.map(|port| self.prefix(port)).collect()
    }

    /// The folders and libraries for a program that uses the ports of these names.
    ///
    /// # Errors
    ///
    /// Fails if there is no port of a name.
    pub fn flags<S: AsRef<str>>(&self, names: &[S]) -> Result<Flags, Error> {
        let mut uses = Flags::default();
        let ports = with_needs(names)?;
        for port in ports.iter().rev() {
            let prefix = self.prefix(port);
            let include = prefix.join("include");
            let below = port.include.iter().map(|name| include.join(name));
            uses.include
                .extend(std::iter::once(include.clone()).chain(below));
            uses.folders.push(prefix.join("lib"));
            uses.libraries.extend(port.libraries);
        }
        for library in ports.iter().rev().flat_map(|port| port.system) {
            if !uses.libraries.contains(library) {
                uses.libraries.push(library);
            }
        }
        Ok(uses)
    }
}
