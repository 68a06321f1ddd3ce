//! The compiler and the LLVM tools for C programs, and a sysroot.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use libtest_mimic::Failed;
use pinnacle_testing::llvm_tools::{RELEASES, Tool};
use pinnacle_testing::skip::skip;

/// The tools and files needed to compile C.
pub(crate) struct Toolchain {
    /// A clang, which can also compile for this machine.
    #[allow(dead_code, reason = "not every target compares with this machine")]
    pub(crate) clang: String,
    sysroot: PathBuf,
}

impl Toolchain {
    /// Returns the tools if they are installed. The sysroot is built once, kept in cargo's target
    /// folder, and rebuilt when its sources change.
    pub(crate) fn get() -> Option<&'static Toolchain> {
        static FOUND: OnceLock<Option<Toolchain>> = OnceLock::new();
        FOUND
            .get_or_init(|| {
                let found = Toolchain::find();
                if let Err(reason) = &found {
                    skip(reason);
                }
                found.ok()
            })
            .as_ref()
    }

    fn find() -> Result<Toolchain, String> {
        let clang =
            Tool::newest("clang", RELEASES).ok_or("no clang of LLVM 14 to 19 is installed")?;
        let toolchain = Toolchain {
            clang: clang.name,
            sysroot: Path::new(env!("CARGO_TARGET_TMPDIR")).join("sysroot"),
        };
        let output = toolchain
            .pinnacle()
            .args(["sysroot", "build", "--no-download"])
            .output()
            .map_err(|error| error.to_string())?;
        if output.status.success() {
            return Ok(toolchain);
        }
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        // If all tools are there, a failure to build the sysroot is a real error.
        assert!(message.contains("apt-get install"), "{message}");
        Err(message)
    }

    /// Returns the command under test.
    pub(crate) fn pinnacle(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pinnacle"));
        command.env("PINNACLE_SYSROOT", &self.sysroot);
        let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");
        command.env("PINNACLE_CACHE_DIR", cache);
        // Some tests compare standard error, which must not depend on the speed of the machine.
        command.env("PINNACLE_PROGRESS", "never");
        // Compilations in the background would compete with other tests.
        command.env("PINNACLE_CLANG_AFTER", "never");
        command
    }

    /// Returns a command for another program, with the path of the sysroot in its environment.
    #[allow(dead_code, reason = "not every target has builds")]
    pub(crate) fn within(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("PINNACLE_SYSROOT", &self.sysroot);
        command
    }

    /// Returns a compiler under test: `cc` or `c++`.
    #[allow(dead_code, reason = "not every target compiles by itself")]
    pub(crate) fn compiler(&self, language: &str) -> Command {
        let mut command = self.pinnacle();
        command.arg(language);
        command
    }
}

/// Returns a folder of test data.
#[allow(dead_code, reason = "not every target has data")]
pub(crate) fn folder_of_tests(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests")
        .join(name)
}

/// Runs a command that must succeed.
pub(crate) fn run(command: &mut Command) -> Result<Output, Failed> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(output);
    }
    let (out, message) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    Err(format!("{command:?} ended with {}\n{out}{message}", output.status).into())
}
