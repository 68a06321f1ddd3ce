//! Compiles a program's LLVM IR to a library that a runtime loads.
//!
//! Clang compiles the text together with `native/glue.c`, the layer between the program and the
//! runtime. It links both to a shared library whose only dependencies are libraries that the
//! runtime has already loaded.

use crate::command::Command;
use crate::environment::{Environment, is_program};
use crate::error::Error;
use crate::tools;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The oldest release that supports opaque pointers and the other constructs in the text of
/// programs.
pub const OLDEST: u32 = 16;

/// The names to search for, in this order. `clang` without a version may be of any release.
const NAMES: [&str; 8] = [
    "clang-19", "clang", "clang-22", "clang-21", "clang-20", "clang-18", "clang-17", "clang-16",
];

/// The command that installs clang on Debian and its derivatives.
const INSTALL: &str = "apt-get install clang";

const GLUE: &str = include_str!("../native/glue.c");

/// A clang that compiles for the processor of this system.
#[derive(Clone, Debug)]
pub struct Compiler {
    clang: PathBuf,
}

impl Compiler {
    /// Finds a clang and checks its release. The name `clang` stands for `$PINNACLE_CLANG`, or else
    /// for the best clang in `PATH`. Any other name or path stands for itself.
    ///
    /// # Errors
    ///
    /// Fails if there is no such compiler, or if it is too old.
    pub fn find(asked: &OsStr, environment: &Environment) -> Result<Compiler, Error> {
        let compiler = Compiler::locate(asked, environment)?;
        compiler.check_release()?;
        Ok(compiler)
    }

    /// Finds a clang like [`find`](Self::find), but does not run it to check its release.
    ///
    /// # Errors
    ///
    /// Fails if there is no such compiler.
    pub fn locate(asked: &OsStr, environment: &Environment) -> Result<Compiler, Error> {
        let named = if asked == "clang" {
            environment.variable("PINNACLE_CLANG")
        } else {
            Some(asked)
        };
        let clang = match named {
            Some(name) => program(name, environment).ok_or_else(|| {
                let name = Path::new(name).display();
                missing(&format!("program not found: {name}"))
            })?,
            None => NAMES
                .iter()
                .find_map(|name| environment.find_program(name))
                .ok_or_else(|| missing("clang was not found"))?,
        };
        Ok(Compiler { clang })
    }

    /// Runs the compiler to check that it is recent enough.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be run, or if it is too old.
    pub fn check_release(&self) -> Result<(), Error> {
        let release = tools::release(&self.clang)?;
        if release >= OLDEST {
            return Ok(());
        }
        Err(missing(&format!(
            "{} is clang {release}, which is too old; {OLDEST} or later is needed",
            self.clang.display()
        )))
    }

    /// Returns the path of clang.
    #[must_use]
    pub fn clang(&self) -> &Path {
        &self.clang
    }

    /// Compiles a program's text to a library, and returns the bytes of the library.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be written or read, or if clang fails.
    pub fn library(&self, text: &str) -> Result<Vec<u8>, Error> {
        let folder = tempfile::tempdir().map_err(|error| {
            Error::new(format!("cannot make a folder for clang's files: {error}"))
        })?;
        let place = |name: &str| folder.path().join(name);
        let write = |name: &str, contents: &str| {
            let path = place(name);
            let written = fs::write(&path, contents);
            written.map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))
        };
        write("program.ll", text)?;
        write("glue.c", GLUE)?;
        let output = self
            .command(&place("program.ll"), &place("glue.c"), &place("program.so"))
            .output()?;
        if !output.status.success() {
            return Err(Error::new(format!(
                "{} failed ({}):\n{}",
                self.clang.display(),
                output.status,
                String::from_utf8_lossy(&output.stderr).trim_end()
            )));
        }
        fs::read(place("program.so"))
            .map_err(|error| Error::new(format!("cannot read clang's output: {error}")))
    }

    fn command(&self, text: &Path, glue: &Path, library: &Path) -> Command {
        let mut command = Command::new(&self.clang);
        command.arguments([
            "-O2",
            "-fPIC",
            "-fvisibility=hidden",
            "-ftls-model=initial-exec",
            "-ffreestanding",
            "-fasynchronous-unwind-tables",
            "-fno-stack-protector",
            "-Wno-override-module",
            "-shared",
            "-nostdlib",
            "-Wl,-z,now",
            "-Wl,-z,noexecstack",
            "-Wl,--build-id=none",
        ]);
        command.argument("-o").argument(library);
        command.argument(text).argument(glue);
        command
    }
}

/// Returns the path of the program that a name or a path refers to.
fn program(name: &OsStr, environment: &Environment) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return is_program(path).then(|| path.to_owned());
    }
    environment.find_program(path.to_str()?)
}

#[cold]
fn missing(message: &str) -> Error {
    Error::new(message).hint(format!("install it with: {INSTALL}"))
}
