//! Folders and tools for tests.

use pinnacle_driver::{Environment, Error, cc};
use pinnacle_testing::llvm_tools::Tool;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with sources, next to a folder for temporary files and an empty sysroot. The tools are
/// those of this machine.
pub(crate) struct Surroundings {
    folder: tempfile::TempDir,
}

impl Surroundings {
    /// Returns `None` and prints a note if the LLVM tools are missing.
    pub(crate) fn with_clang() -> Option<Surroundings> {
        for tool in ["clang", "llvm-link", "opt", "llvm-ar"] {
            Tool::of_release(tool, 19)?;
        }
        let folder = tempfile::tempdir().unwrap();
        for name in ["src", "tmp", "sysroot"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        Some(Surroundings { folder })
    }

    pub(crate) fn environment(&self) -> Environment {
        let variable = |name: &str, value: &Path| (name.into(), value.into());
        let path = std::env::var_os("PATH").unwrap_or_default();
        let variables: [(OsString, OsString); 3] = [
            ("PATH".into(), path),
            variable("TMPDIR", &self.folder.path().join("tmp")),
            variable("PINNACLE_SYSROOT", &self.folder.path().join("sysroot")),
        ];
        Environment::new("cc", variables)
    }

    /// Returns the path of a file in the folder of sources.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("src").join(name)
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).unwrap();
    }

    /// Runs the driver. Words that begin with `%` are files in the folder.
    pub(crate) fn cc(&self, line: &str) -> Result<(), Error> {
        let words = line
            .split_whitespace()
            .map(|word| match word.split_once('%') {
                Some((option, name)) => {
                    let mut word = OsString::from(option);
                    word.push(self.path(name));
                    word
                }
                None => word.into(),
            });
        let result = cc::run(words.collect(), &self.environment());
        let left = fs::read_dir(self.folder.path().join("tmp"))
            .unwrap()
            .count();
        assert_eq!(left, 0, "temporary files are removed");
        result
    }

    /// Returns the messages of a run that fails, without the name of the folder.
    pub(crate) fn fails(&self, line: &str) -> Vec<String> {
        let error = self.cc(line).unwrap_err();
        let folder = format!("{}/", self.path("").display());
        let folder = folder.replace("//", "/");
        let messages = error.messages().iter();
        messages
            .map(|message| message.replace(&folder, ""))
            .collect()
    }

    /// Compiles sources to objects of the same name.
    pub(crate) fn objects(&self, sources: &[(&str, &str)]) {
        for (name, text) in sources {
            self.write(&format!("{name}.c"), text);
            self.cc(&format!("-c -O1 %{name}.c -o %{name}.o")).unwrap();
        }
    }

    /// Creates an archive of objects.
    pub(crate) fn archive(&self, options: &str, name: &str, objects: &[&str]) {
        let mut command = Command::new("llvm-ar-19");
        command
            .args(options.split_whitespace())
            .arg(self.path(name));
        command.args(objects.iter().map(|object| self.path(object)));
        assert!(command.status().unwrap().success());
    }
}

/// Creates a folder with programs that do nothing and have the names of LLVM's tools.
pub(crate) fn tools_by_name(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        let path = folder.path().join(name);
        fs::write(&path, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}
