//! Steps that emulate another machine: arm64 under QEMU, Windows under Wine. Each runs the core's
//! tests there. It then packs a release archive, unpacks it in an empty folder and uses its
//! contents.

use crate::dist::files::{self, said, text};
use crate::installed::{VERSION, serves};
use crate::page;
use crate::process::{Process, Result, cargo, program, root, target};
use crate::step::Outcome;
use std::fs;
use std::path::{Path, PathBuf};

/// A machine to emulate.
struct Machine {
    /// The name used in messages.
    name: &'static str,
    /// The target triple of the platform.
    platform: &'static str,
    /// The C compiler, which also links programs.
    compiler: &'static str,
    /// The emulator, with its first arguments.
    emulator: &'static [&'static str],
    /// The extension of executables.
    suffix: &'static str,
    /// The extension of the release archive.
    archive: &'static str,
    /// The Debian packages that contain the compiler and the emulator.
    packages: &'static str,
}

const ARM64: Machine = Machine {
    name: "arm64",
    platform: "aarch64-unknown-linux-gnu",
    compiler: "aarch64-linux-gnu-gcc",
    emulator: &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
    suffix: "",
    archive: ".tar.gz",
    packages: "qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
};

const WINDOWS: Machine = Machine {
    name: "Windows",
    platform: "x86_64-pc-windows-gnu",
    compiler: "x86_64-w64-mingw32-gcc",
    emulator: &["wine"],
    suffix: ".exe",
    archive: ".zip",
    packages: "wine wine64 gcc-mingw-w64-x86-64",
};

/// A replacement for the Windows library with the random number source that seeds Rust's hash maps.
/// Wine has the library since release 9, and then uses its own.
const RANDOM_NUMBERS: &str = "\
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T size) {
    return RtlGenRandom(bytes, size);
}
";

/// The crates whose tests run in the emulator: the formats, the verifier, translation and Pepper.
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
        let place = self.unpacked()?;
        self.use_command(&place)?;
        Ok(Outcome::Done)
    }

    /// Packs the command from the test build like a release, and unpacks the archive in an empty
    /// folder. Returns the folder of the release.
    fn unpacked(&self) -> Result<PathBuf> {
        if !root().join("web/dist/pinnacle.wasm").exists() {
            page::run()?;
        }
        let command = target().join(self.platform).join("debug");
        let command = command.join(format!("pinnacle{}", self.suffix));
        let command = fs::canonicalize(&command).map_err(said(&command))?;
        let pack = ["--target", self.platform, "--command", text(&command)?];
        let pack = cargo(&["run", "--quiet", "--locked", "--package", "xtask"])
            .arguments(&["--", "dist"])
            .arguments(&pack)
            .variable(&self.key("RUNNER"), &self.emulator.join(" "));
        self.emulated(pack)?.run()?;

        let made = target().join("dist");
        let made = fs::canonicalize(&made).map_err(said(&made))?;
        let title = format!("pinnacle-{VERSION}-{}", self.platform);
        let place = self.folder()?.join("unpacked");
        files::empty(&place)?;
        let archive = made.join(format!("{title}{}", self.archive));
        let unpack = match self.archive {
            ".zip" => program("unzip", &["-q", text(&archive)?]),
            _ => program("tar", &["-xzf", text(&archive)?]),
        };
        unpack.within(&place).run()?;
        Ok(place.join(title))
    }

    /// Returns the name of something that is not installed, if any.
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

    /// The folder for the files of this machine.
    fn folder(&self) -> Result<PathBuf> {
        let folder = target().join("foreign").join(self.platform);
        let made = fs::create_dir_all(&folder).and_then(|()| fs::canonicalize(&folder));
        made.map_err(|error| format!("{}: {error}", folder.display()))
    }

    /// Builds the library that Wine may lack.
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

    /// Adds the variables that the emulator reads to a process.
    fn emulated(&self, process: Process) -> Result<Process> {
        let folder = self.folder()?;
        let (folder, wine) = (folder.to_string_lossy(), folder.join("wine"));
        Ok(process
            .variable("WINEDEBUG", "-all")
            .variable("WINEPREFIX", &wine.to_string_lossy())
            .variable("WINEPATH", &format!("Z:{}", folder.replace('/', "\\"))))
    }

    /// `cargo` with the settings that build for this machine and run the result in the emulator.
    fn cargo(&self, arguments: &[&str]) -> Result<Process> {
        let process = cargo(arguments)
            .arguments(&["--locked", "--target", self.platform])
            .variable(&self.key("LINKER"), self.compiler)
            .variable(&self.key("RUNNER"), &self.emulator.join(" "))
            // One percent of the usual damaged inputs. The tests run at full length natively, and
            // take about seven times as long in the emulator.
            .variable("DAMAGE", "1");
        self.emulated(process)
    }

    /// The name of the environment variable for one of cargo's settings of this platform.
    fn key(&self, about: &str) -> String {
        let platform = self.platform.replace('-', "_").to_uppercase();
        format!("CARGO_TARGET_{platform}_{about}")
    }

    /// Prints, verifies, translates, runs and serves a program with the command of an unpacked
    /// release.
    fn use_command(&self, place: &Path) -> Result<()> {
        let command = place.join(format!("pinnacle{}", self.suffix));
        let start = |arguments: &[&str]| {
            let process = program(self.emulator[0], &self.emulator[1..])
                .arguments(&[text(&command)?])
                .arguments(arguments)
                .within(place);
            self.emulated(process)
        };
        let run = |arguments: &[&str]| start(arguments)?.output();
        let version = run(&["--version"])?;
        if version.trim() != format!("pinnacle {VERSION}") {
            return Err(format!("the unpacked command says it is {version}"));
        }
        for name in ["docs/installing.md", "sbom.cdx.json", "page/pinnacle.wasm"] {
            let file = place.join(name);
            fs::metadata(&file).map_err(said(&file))?;
        }
        run(&["as", "examples/hello.pnasm", "-o", "hello.pexe"])?;
        run(&["verify", "hello.pexe"])?;
        run(&["dis", "hello.pexe", "-o", "hello.pnasm"])?;
        run(&["as", "hello.pnasm", "-o", "again.pexe"])?;
        same(&place.join("hello.pexe"), &place.join("again.pexe"))?;
        for options in [&[][..], &["--engine", "interp"]] {
            let output = run(&[&["run"], options, &["hello.pexe"]].concat())?;
            if !output.contains("Hello") {
                let name = self.name;
                return Err(format!(
                    "on {name} the program wrote {output:?} {options:?}"
                ));
            }
        }
        serves(start(&["serve", "--port", "0", "examples"])?.start_with_output()?)
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
