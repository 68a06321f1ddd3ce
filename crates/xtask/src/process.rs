//! Runs commands in the root of the repository. Tests among them learn through a variable where to
//! report that they could not run.

use crate::report;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

/// The result of a step. An error is a message for the user.
pub(crate) type Result<T> = std::result::Result<T, String>;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR");
    folder.map_or_else(|| root().join("target"), PathBuf::from)
}

/// The path of the command `pinnacle` in a target folder, as built for tests.
pub(crate) fn pinnacle(target: &Path) -> PathBuf {
    target.join(format!("debug/pinnacle{}", std::env::consts::EXE_SUFFIX))
}

/// Builds the command `pinnacle` as for tests. Returns its absolute path.
pub(crate) fn built_pinnacle() -> Result<PathBuf> {
    cargo(&["build", "--locked", "--package", "pinnacle-cli"]).run()?;
    let command = pinnacle(&target());
    std::fs::canonicalize(&command).map_err(|error| format!("{}: {error}", command.display()))
}

/// A command to be run.
pub(crate) struct Process {
    command: Command,
    shown: String,
}

/// The command `cargo`.
pub(crate) fn cargo(arguments: &[&str]) -> Process {
    // The cargo that runs this program, or the one in `PATH`.
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    Process::new("cargo", program).arguments(arguments)
}

/// Any program.
pub(crate) fn program(name: &str, arguments: &[&str]) -> Process {
    // On Windows npm is a script, and scripts are only found with their extension.
    let file = if cfg!(windows) && name == "npm" {
        "npm.cmd"
    } else {
        name
    };
    Process::new(name, file).arguments(arguments)
}

impl Process {
    fn new(name: &str, program: impl Into<OsString>) -> Process {
        let mut command = Command::new(program.into());
        command.current_dir(root());
        command.env(report::VARIABLE, report::file());
        // Remove the variables that cargo set for this program. Otherwise build scripts that depend
        // on them, such as ring's, would run again, and all of their dependents would be rebuilt.
        for (name, _) in std::env::vars_os() {
            let is_about_this =
                |name: &str| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
            if name.to_str().is_some_and(is_about_this) {
                command.env_remove(name);
            }
        }
        Process {
            command,
            shown: name.to_owned(),
        }
    }

    pub(crate) fn arguments(mut self, arguments: &[&str]) -> Process {
        for argument in arguments {
            self.shown = format!("{} {argument}", self.shown);
        }
        self.command.args(arguments);
        self
    }

    pub(crate) fn variable(mut self, name: &str, value: &str) -> Process {
        self.shown = format!("{name}={value} {}", self.shown);
        self.command.env(name, value);
        self
    }

    /// Runs it in a folder other than the root of the repository.
    pub(crate) fn within(mut self, folder: &Path) -> Process {
        self.command.current_dir(folder);
        self
    }

    /// Runs it and shows its output.
    pub(crate) fn run(mut self) -> Result<()> {
        println!("$ {}", self.shown);
        let status = self.command.status();
        let status = status.map_err(|error| format!("{}: {error}", self.shown))?;
        if status.success() {
            return Ok(());
        }
        Err(format!("`{}` failed: {status}", self.shown))
    }

    /// Runs it and returns its standard output.
    pub(crate) fn output(mut self) -> Result<String> {
        println!("$ {}", self.shown);
        let output = self.command.stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("{}: {error}", self.shown))?;
        if !output.status.success() {
            return Err(format!("`{}` failed: {}", self.shown, output.status));
        }
        String::from_utf8(output.stdout).map_err(|error| format!("{}: {error}", self.shown))
    }

    /// Runs it without showing output. Returns true if it can be run and succeeds.
    pub(crate) fn succeeds(mut self) -> bool {
        self.command.stdout(Stdio::null()).stderr(Stdio::null());
        self.command.status().is_ok_and(|status| status.success())
    }

    /// Starts it in the background, without showing output.
    pub(crate) fn start(mut self) -> Result<Background> {
        println!("$ {} &", self.shown);
        self.command.stdout(Stdio::null()).stderr(Stdio::null());
        let child = self.command.spawn();
        let child = child.map_err(|error| format!("{}: {error}", self.shown))?;
        Ok(Background { child })
    }

    /// Starts it in the background and keeps its standard output for [`Background::output`].
    pub(crate) fn start_with_output(mut self) -> Result<Background> {
        println!("$ {} &", self.shown);
        let child = self.command.stdout(Stdio::piped()).spawn();
        let child = child.map_err(|error| format!("{}: {error}", self.shown))?;
        Ok(Background { child })
    }
}

/// A command that runs in the background. It is killed when this is dropped.
pub(crate) struct Background {
    child: Child,
}

impl Background {
    /// Takes its standard output. `None` on later calls.
    pub(crate) fn output(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Waits until it has ended, whether or not it succeeds.
    pub(crate) fn wait(&mut self) {
        let _ = self.child.wait();
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
