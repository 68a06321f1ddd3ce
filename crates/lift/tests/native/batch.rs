//! Compiles many programs to one executable, so that clang runs once for all of them.

use crate::tools;
use anyhow::{Context, Result, ensure};
use pinnacle_lift::{Options, abi, lift};
use pinnacle_llvm::{GlobalKind, Module};
use pinnacle_pexe::decode::Program;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

/// The symbols of a module that need a different name in each program.
const OWN: [&str; 5] = [
    abi::LAYOUT,
    abi::HOST_NAMES,
    abi::INITIALIZE,
    abi::START,
    abi::START_THREAD,
];

/// The symbols that all programs share, see `many.c`.
const SHARED: [&str; 2] = [abi::MEMORY, abi::THREAD_POINTER];

/// The outcome of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Outcome {
    /// The exit status; for a trap 128 plus the number of its signal.
    pub(crate) status: u32,
    pub(crate) stdout: Vec<u8>,
}

/// Returns the name of a symbol in program `index`.
fn own(name: &str, index: usize) -> String {
    format!("p{index}_{name}")
}

/// Returns the text of a program with names that do not clash with those of the others.
fn text(program: &Program, options: &Options, index: usize) -> Result<String> {
    let mut module = lift(program, options).map_err(|error| anyhow::anyhow!("{error}"))?;
    rename(&mut module, index);
    Ok(pinnacle_llvm::print(&module))
}

fn rename(module: &mut Module, index: usize) {
    for name in OWN {
        if let Some(id) = module.find_global(name.as_bytes()) {
            let name = module.names.add(own(name, index).as_bytes());
            module.global_mut(id).name = name;
        }
    }
    for name in SHARED {
        let id = module.find_global(name.as_bytes());
        let global = id.map(|id| module.global_mut(id));
        if let Some(GlobalKind::Variable { initializer, .. }) =
            global.map(|global| &mut global.kind)
        {
            *initializer = None;
        }
    }
}

/// Returns the table of programs that `many.c` runs.
fn table(count: usize) -> String {
    let mut code = String::from(
        "struct layout;\n\
         struct program { const struct layout *layout; const char *const *names;\n  \
         void (*initialize)(void); int (*start)(int); void (*thread)(int, int, int, int); };\n",
    );
    let mut rows = String::new();
    for index in 0..count {
        let [layout, names, initialize, start, thread] = OWN.map(|name| own(name, index));
        let _ = writeln!(
            code,
            "extern const struct layout {layout};\n\
             extern const char *const {names}[];\n\
             void {initialize}(void); int {start}(int); void {thread}(int, int, int, int);"
        );
        let _ = writeln!(
            rows,
            "  {{&{layout}, {names}, {initialize}, {start}, {thread}}},"
        );
    }
    let _ = write!(
        code,
        "const struct program programs[] = {{\n{rows}}};\nconst unsigned program_count = {count};\n"
    );
    code
}

/// Compiles programs and runs them. Returns the outcome of each.
pub(crate) fn run(clang: &str, programs: &[(Program, Options)]) -> Result<Vec<Outcome>> {
    let folder = tempfile::tempdir()?;
    let mut inputs: Vec<PathBuf> = Vec::new();
    for (index, (program, options)) in programs.iter().enumerate() {
        let path = folder.path().join(format!("p{index}.ll"));
        std::fs::write(&path, text(program, options, index)?)?;
        inputs.push(path);
    }
    let path = folder.path().join("table.c");
    std::fs::write(&path, table(programs.len()))?;
    inputs.push(path);
    // The `main` of `many.c` calls the host's `main`.
    let path = folder.path().join("host.c");
    let host = tools::repository("examples/native-host/host.c");
    std::fs::write(
        &path,
        format!("#define main host_main\n#include {host:?}\n"),
    )?;
    inputs.push(path);
    inputs.push(tools::repository("crates/lift/tests/native/many.c"));
    let executable = folder.path().join("programs");
    let output = Command::new(clang)
        .args(["-O2", "-Wno-override-module"])
        .args(&inputs)
        .args(["-lm", "-pthread", "-o"])
        .arg(&executable)
        .output()
        .with_context(|| clang.to_owned())?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{clang}: {said}");
    let output = Command::new(&executable).output()?;
    ensure!(output.status.success(), "it ends with {}", output.status);
    outcomes(&output.stdout)
}

/// Reads the output of `many.c`.
fn outcomes(mut output: &[u8]) -> Result<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    while !output.is_empty() {
        let end = output.iter().position(|&byte| byte == b'\n');
        let (line, rest) = output.split_at(end.context("a line")?);
        let line = std::str::from_utf8(line)?;
        let (status, length) = line.split_once(' ').context("two numbers")?;
        let length: usize = length.parse()?;
        ensure!(length < rest.len(), "the output is cut");
        let (stdout, rest) = rest[1..].split_at(length);
        outcomes.push(Outcome {
            status: status.parse()?,
            stdout: stdout.to_vec(),
        });
        output = rest;
    }
    Ok(outcomes)
}
