//! The folder of an original Native Client SDK, with its own headers and libraries, including C and
//! C++:
//!
//! ```text
//! toolchain/linux_pnacl/le32-nacl/   include/, include/c++/v1/, lib/ with libc.a, libc++.a, crt1.x
//! include/                           the headers of the browser's interfaces
//! lib/pnacl/Release/                 their libraries
//! ```

use crate::error::Error;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Names of the file with `_start`, in this project and in the original SDK.
pub(crate) const START_FILES: [&str; 3] = ["crt1.o", "crt1.x", "crt1.bc"];

/// The file with the `_start` of a reactor, which returns. The original SDK has none.
pub(crate) const REACTOR_START: &str = "crt1-reactor.o";

/// Libraries that the C library of the original SDK needs.
pub(crate) const BESIDE_C: [&str; 2] = ["nacl", "pnaclmm"];

/// The parts of an SDK's folder that exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sdk {
    /// The headers and libraries of C and C++.
    pub(crate) sysroot: Option<PathBuf>,
    /// The headers of the browser's interfaces.
    pub(crate) include: Option<PathBuf>,
    /// The libraries for the browser's interfaces.
    pub(crate) libraries: Option<PathBuf>,
}

impl Sdk {
    /// Returns the SDK in the requested folder.
    ///
    /// # Errors
    ///
    /// Fails if the folder is not an SDK.
    pub(crate) fn asked(folder: &Path) -> Result<Sdk, Error> {
        let sdk = Sdk::of(folder);
        if sdk.sysroot.is_some() || sdk.libraries.is_some() {
            return Ok(sdk);
        }
        Err(Error::new(format!(
            "{} is not a folder of the Native Client SDK: it has neither libc.a in \
             toolchain/*_pnacl/le32-nacl/lib nor a folder lib/pnacl/Release",
            folder.display()
        )))
    }

    /// Returns the parts of an SDK that exist in a folder.
    pub(crate) fn of(folder: &Path) -> Sdk {
        let there = |path: PathBuf| path.is_dir().then_some(path);
        Sdk {
            sysroot: toolchains(folder).into_iter().find(|path| has_c(path)),
            include: there(folder.join("include")),
            libraries: there(folder.join("lib/pnacl/Release")),
        }
    }
}

/// Returns the folders that may contain the libraries of C, ordered by name.
fn toolchains(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("toolchain"));
    let mut paths: Vec<PathBuf> = (entries.into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().and_then(OsStr::to_str);
            name.is_some_and(|name| name.ends_with("_pnacl"))
        })
        .map(|path| path.join("le32-nacl"))
        .collect();
    paths.sort();
    paths
}

fn has_c(sysroot: &Path) -> bool {
    sysroot.join("lib/libc.a").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_known_by_what_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let error = Sdk::asked(path).unwrap_err().to_string();
        assert!(error.contains("is not a folder of the Native"), "{error}");

        let libraries = path.join("lib/pnacl/Release");
        fs::create_dir_all(&libraries).unwrap();
        let sdk = Sdk::asked(path).unwrap();
        assert_eq!((sdk.sysroot, sdk.libraries), (None, Some(libraries)));

        let sysroot = path.join("toolchain/win_pnacl/le32-nacl");
        fs::create_dir_all(sysroot.join("lib")).unwrap();
        assert_eq!(Sdk::of(path).sysroot, None);
        fs::write(sysroot.join("lib/libc.a"), "").unwrap();
        assert_eq!(Sdk::of(path).sysroot, Some(sysroot));
    }
}
