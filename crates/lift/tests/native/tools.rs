//! The tools of LLVM that tests need, if they are installed, and programs made with them.

use anyhow::{Context, Result, ensure};
use pinnacle_lift::{Options, lift};
use pinnacle_llvm::PrintOptions;
use pinnacle_pexe::decode::{self, Program};
use pinnacle_pexe::host::HostFunction;
use pinnacle_pexe::text;
use pinnacle_testing::llvm_tools::Tool;
use pinnacle_testing::skip::skip;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// The releases that accept the text, with its opaque pointers and everything else in the module.
const RELEASES: RangeInclusive<u32> = 16..=19;

/// Returns a compiler, if one is installed.
pub(crate) fn clang() -> Option<String> {
    if !cfg!(all(target_os = "linux", target_pointer_width = "64")) {
        skip("this is not a 64-bit Linux");
        return None;
    }
    Tool::newest("clang", RELEASES).map(|clang| clang.name)
}

/// Returns every installed assembler of LLVM.
pub(crate) fn assemblers() -> Vec<Tool> {
    Tool::all("llvm-as", RELEASES)
}

/// Parses a program in PNaClAsm.
pub(crate) fn program(text: &str) -> Result<Program> {
    let assembled =
        text::parse::assemble(text.as_bytes()).map_err(|errors| anyhow::anyhow!("{errors}"))?;
    decode::decode(&assembled.bytes, &decode::Options::default())
        .map_err(|errors| anyhow::anyhow!("{errors}"))
}

/// Returns a program as the text of LLVM IR.
pub(crate) fn text_of(program: &Program, options: &Options) -> Result<String> {
    let module = lift(program, options).map_err(|error| anyhow::anyhow!("{error}"))?;
    let lines = PrintOptions {
        lines: options.places,
        ..PrintOptions::default()
    };
    Ok(pinnacle_llvm::print_with(&module, &lines)?)
}

/// Returns the functions that `pinnacle run` offers.
pub(crate) fn host_functions() -> Vec<HostFunction> {
    pinnacle_runtime::irt::declarations().collect()
}

/// Returns the path of a folder of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// An executable in a folder of its own.
pub(crate) struct Executable {
    folder: TempDir,
}

impl Executable {
    /// Compiles LLVM IR together with a C source file.
    pub(crate) fn build(clang: &str, level: &str, ir: &str, source: &Path) -> Result<Executable> {
        let folder = tempfile::tempdir()?;
        let input = folder.path().join("program.ll");
        std::fs::write(&input, ir)?;
        let output = Command::new(clang)
            .args([level, "-Wall", "-Wextra", "-Werror", "-Wno-override-module"])
            .arg(&input)
            .arg(source)
            .args(["-lm", "-pthread", "-o"])
            .arg(folder.path().join("program"))
            .output()
            .with_context(|| clang.to_owned())?;
        ensure!(
            output.status.success(),
            "{clang}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(Executable { folder })
    }

    /// Returns a command that runs it.
    pub(crate) fn command(&self) -> Command {
        Command::new(self.folder.path().join("program"))
    }

    /// Returns its standard output for an input.
    pub(crate) fn answer(&self, input: &str) -> Result<String> {
        let mut child = self
            .command()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut stdin = child.stdin.take().context("it has standard input")?;
        let input = input.to_owned();
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output()?;
        let _ = writer.join();
        Ok(String::from_utf8(output.stdout)?)
    }
}
