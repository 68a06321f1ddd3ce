//! The driver's environment: its variables, and the name with which it was started.

use crate::ports;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The environment of the driver. Tests create their own.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// The name with which the driver was started, for messages: `pinnacle cc`.
    pub program: String,
    /// The command that accepts the arguments `finalize IN -o OUT`: `pinnacle`.
    pub finalizer: String,
    variables: BTreeMap<OsString, OsString>,
}

impl Environment {
    /// Returns the environment of this process.
    #[must_use]
    pub fn of_process(program: &str) -> Self {
        Self::new(program, std::env::vars_os())
    }

    /// Returns an environment with these variables and no others.
    pub fn new(program: &str, variables: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        Self {
            program: program.to_owned(),
            finalizer: "pinnacle".to_owned(),
            variables: variables.into_iter().collect(),
        }
    }

    /// Returns the path of the running executable, for tools that call it later.
    pub(crate) fn own_path(&self) -> PathBuf {
        std::env::current_exe().unwrap_or_else(|_| PathBuf::from(&self.finalizer))
    }

    /// Returns a variable that is set and not empty.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&OsStr> {
        let value = self.variables.get(OsStr::new(name))?;
        (!value.is_empty()).then_some(value)
    }

    /// Returns the same environment, in which every run of the compiler uses these ports. The names
    /// are separated by commas.
    #[must_use]
    pub fn using_ports(mut self, names: &str) -> Self {
        self.variables.insert(ports::USE_PORT.into(), names.into());
        self
    }

    /// Finds a program in the folders of `PATH`.
    #[must_use]
    pub fn find_program(&self, name: &str) -> Option<PathBuf> {
        let folders = self.variable("PATH")?;
        std::env::split_paths(folders)
            .map(|folder| folder.join(name))
            .find(|path| is_program(path))
    }

    /// Returns the folder of the sysroot, which may not have been built: `$PINNACLE_SYSROOT`, or a
    /// folder in the user's cache whose name contains the version of this crate.
    #[must_use]
    pub fn sysroot(&self) -> Option<PathBuf> {
        if let Some(folder) = self.variable("PINNACLE_SYSROOT") {
            return Some(folder.into());
        }
        let name = concat!("sysroot-", env!("CARGO_PKG_VERSION"));
        Some(self.cache()?.join(name))
    }

    /// Returns the folder of the SDK to build with: `$NACL_SDK_ROOT`, unless `$PINNACLE_SYSROOT` is
    /// set.
    pub(crate) fn sdk(&self) -> Option<PathBuf> {
        match self.variable("PINNACLE_SYSROOT") {
            Some(_) => None,
            None => self.variable("NACL_SDK_ROOT").map(PathBuf::from),
        }
    }

    /// Returns the folder for temporary files.
    pub(crate) fn temporary(&self) -> PathBuf {
        match self.variable("TMPDIR") {
            Some(folder) => folder.into(),
            None => std::env::temp_dir(),
        }
    }

    /// Returns the folder of this program in the user's cache.
    pub(crate) fn cache(&self) -> Option<PathBuf> {
        let cache = match self.variable("XDG_CACHE_HOME") {
            Some(folder) => PathBuf::from(folder),
            None => PathBuf::from(self.variable("HOME")?).join(".cache"),
        };
        Some(cache.join("pinnacle"))
    }
}

/// Returns true if a path is an executable file.
pub(crate) fn is_program(path: &std::path::Path) -> bool {
    let Ok(metadata) = path.metadata() else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        metadata.is_file() && metadata.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    {
        metadata.is_file()
    }
}
