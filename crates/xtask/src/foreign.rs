//! Steps that emulate another machine: arm64 under QEMU, Windows under Wine. Each runs the tests of
//! the core and uses the command there.

use crate::process::{Process, Result, cargo, program, root, target};
use crate::step::Outcome;
use std::fs;
use std::path::{Path, PathBuf};

/// A machine to emulate.
struct Machine {
    /// The name for messages.
    name: &'static str,
    /// The platform, as the compiler names it.
    platform: &'static str,
    /// The compiler for C, which also links programs.
    compiler: &'static str,
    /// The emulator, with its first arguments.
    emulator: &'static [&'static str],
    /// The end of a program's name.
    suffix: &'static str,
    /// The packages of Debian that have the compiler and the emulator.
    packages: &'static str,
}

const ARM64: Machine = Machine {
    name: "arm64",
    platform: "aarch64-unknown-linux-gnu",
    compiler: "aarch64-linux-gnu-gcc",
    emulator: &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
    suffix: "",
    packages: "qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
};

const WINDOWS: Machine = Machine {
    name: "Windows",
    platform: "x86_64-pc-windows-gnu",
    compiler: "x86_64-w64-mingw32-gcc",
    emulator: &["wine"],
    suffix: ".exe",
    packages: "wine wine64 gcc-mingw-w64-x86-64",
};

/// The library with Windows' source of random numbers, from which Rust's hashes have their keys. Wine
/// has it from release 9 on, and takes its own if it does.
const RANDOM_NUMBERS: &str = "\
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T size) {
    return RtlGenRandom(bytes, size);
}
";

/// The crates whose tests run there: the formats, the verifier, translation and Pepper.
const CORE: [&str; 10] = [
    "base",
    "bitstream",
    "pexe",
    "llvm",
    "bytecode",
    "wasm",
    "legalize",
    "system",
    "pepper",
    "folder",
];

pub(crate) fn arm64() -> Result<Outcome> {
    ARM64.check()
}

pub(crate) fn windows() -> Result<Outcome> {
    WINDOWS.check()
}

impl Machine {
    /// Tests the core and uses the command.
    fn check(&self) -> Result<Outcome> {
        if let Some(reason) = self.missing() {
            return Ok(Outcome::Skipped(reason));
        }
        self.prepare()?;
        let names = CORE.map(|name| format!("--package=pinnacle-{name}"));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.cargo(&["test", "--lib", "--tests"])?
            .arguments(&names)
            .run()?;
        self.cargo(&["build", "--package=pinnacle-cli"])?.run()?;
        self.use_command()?;
        Ok(Outcome::Done)
    }

    /// Returns what is not installed, if there is something.
    fn missing(&self) -> Option<String> {
        let found = |name: &str| program(name, &["--version"]).succeeds();
        for tool in [self.compiler, self.emulator[0]] {
            if !found(tool) {
                return Some(format!(
                    "{tool} is not installed; Debian has it in {}",
                    self.packages
                ));
            }
        }
        let add = ["target", "add", self.platform];
        (!program("rustup", &add).succeeds())
            .then(|| format!("rustup cannot add the target {}", self.platform))
    }

    /// A folder for files of this machine.
    fn folder(&self) -> Result<PathBuf> {
        let folder = target().join("foreign").join(self.platform);
        let made = fs::create_dir_all(&folder).and_then(|()| fs::canonicalize(&folder));
        made.map_err(|error| format!("{}: {error}", folder.display()))
    }

    /// Makes the library that Wine may lack.
    fn prepare(&self) -> Result<()> {
        if self.platform != WINDOWS.platform {
            return Ok(());
        }
        let folder = self.folder()?;
        let source = folder.join("random-numbers.c");
        let written = fs::write(&source, RANDOM_NUMBERS);
        written.map_err(|error| format!("{}: {error}", source.display()))?;
        program(self.compiler, &["-shared", "-o", "bcryptprimitives.dll"])
            .arguments(&["random-numbers.c", "-ladvapi32"])
            .within(&folder)
            .run()
    }

    /// A process with the variables that the emulator reads.
    fn emulated(&self, process: Process) -> Result<Process> {
        let folder = self.folder()?;
        let (folder, wine) = (folder.to_string_lossy(), folder.join("wine"));
        Ok(process
            .variable("WINEDEBUG", "-all")
            .variable("WINEPREFIX", &wine.to_string_lossy())
            .variable("WINEPATH", &format!("Z:{}", folder.replace('/', "\\"))))
    }

    /// The command `cargo` that builds for this machine and runs what it builds in the emulator.
    fn cargo(&self, arguments: &[&str]) -> Result<Process> {
        let key = self.platform.replace('-', "_").to_uppercase();
        let process = cargo(arguments)
            .arguments(&["--locked", "--target", self.platform])
            .variable(&format!("CARGO_TARGET_{key}_LINKER"), self.compiler)
            .variable(
                &format!("CARGO_TARGET_{key}_RUNNER"),
                &self.emulator.join(" "),
            )
            // Damaged inputs are tried at full length on this machine.
            .variable("DAMAGE", "1");
        self.emulated(process)
    }

    /// Prints, verifies, translates and runs a program with the command.
    fn use_command(&self) -> Result<()> {
        let folder = self.folder()?;
        let example = root().join("examples/hello.pnasm");
        let source = fs::canonicalize(&example);
        let source = source.map_err(|error| format!("{}: {error}", example.display()))?;
        let file = format!("pinnacle{}", self.suffix);
        let command = target().join(self.platform).join("debug").join(file);
        let run = |arguments: &[&str]| {
            let (emulator, options) = (self.emulator[0], &self.emulator[1..]);
            let process = program(emulator, options)
                .arguments(&[&command.to_string_lossy()])
                .arguments(arguments)
                .within(&folder);
            self.emulated(process)?.output()
        };
        let source = source.to_string_lossy();
        run(&["as", &source, "-o", "hello.pexe"])?;
        run(&["verify", "hello.pexe"])?;
        run(&["dis", "hello.pexe", "-o", "hello.pnasm"])?;
        run(&["as", "hello.pnasm", "-o", "again.pexe"])?;
        same(&folder.join("hello.pexe"), &folder.join("again.pexe"))?;
        for options in [&[][..], &["--engine", "interp"]] {
            let output = run(&[&["run"], options, &["hello.pexe"]].concat())?;
            if !output.contains("Hello") {
                let name = self.name;
                return Err(format!(
                    "on {name} the program wrote {output:?} {options:?}"
                ));
            }
        }
        Ok(())
    }
}

/// Fails unless two files have the same bytes.
fn same(one: &Path, other: &Path) -> Result<()> {
    let read = |file: &Path| fs::read(file).map_err(|error| format!("{}: {error}", file.display()));
    if read(one)? == read(other)? {
        return Ok(());
    }
    Err(format!(
        "{} and {} are not the same",
        one.display(),
        other.display()
    ))
}
