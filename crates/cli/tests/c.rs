//! C programs: `tests/c/NAME.c` is compiled by clang for this machine and by `pinnacle cc` at
//! several levels, and must print the same on every engine and end with the same status. So are
//! programs in C++, `tests/c/NAME.cpp`, by `pinnacle c++`; they do without its library. Those in
//! `tests/cxx` need it; what they print is compared with `NAME.expected` where the library of this
//! machine may be too old for them. Those in `tests/cxx/headers` use all headers of it, which
//! `headers` looks after. Libraries that embedders call are in `exports`, descriptors that a
//! program is given in `descriptors`, messages with other processes in `messages`, and programs in
//! a window in `window`. Programs whose errors sanitizers report are in `sanitizers`.
//! Programs that continue from saved states are in `states`.
//!
//! A program may say in a comment at its beginning:
//!
//! ```text
//! // data model: 32        compare with a native program with 32-bit pointers
//! // directory: /data      the program may use a folder under this name
//! // standard: c++20        of which standard it is
//! // options: -fno-rtti     more options for both compilers
//! ```
//!
//! Needs clang, the tools of LLVM and the sources of newlib; without them, and
//! without a native library for what is asked, it says what is skipped.

#[cfg(target_os = "linux")]
mod descriptors;
mod exports;
mod headers;
#[cfg(all(target_os = "linux", feature = "wasmtime"))]
mod messages;
mod objects;
mod sanitizers;
mod states;
mod timeline;
mod toolchain;
#[cfg(all(target_os = "linux", feature = "window"))]
mod window;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_testing::skip::skip;
use toolchain::{Toolchain, folder_of_tests, run};

/// The levels of optimisation that programs are compiled at. `-Os` runs nearly the same passes of
/// LLVM as `-O2`.
const LEVELS: [&str; 2] = ["-O0", "-O2"];

/// The engines that they run on.
const ENGINES: &[&str] = if cfg!(all(feature = "wasmtime", unix)) {
    &["interp", "wasmtime"]
} else {
    &["interp"]
};

/// The requests in the comments at the beginning of a program.
struct Directives {
    narrow: bool,
    directory: Option<String>,
    options: Vec<String>,
}

impl Directives {
    fn of(path: &Path) -> Result<Directives, Failed> {
        let text = fs::read_to_string(path)?;
        let said = |name: &str| {
            let lines = text.lines().take_while(|line| line.starts_with("//"));
            let prefix = format!("// {name}: ");
            lines
                .filter_map(|line| line.strip_prefix(&prefix))
                .next()
                .map(str::to_owned)
        };
        let standard = said("standard").map(|standard| format!("-std={standard}"));
        let options = said("options").unwrap_or_default();
        let options = options.split_whitespace().map(str::to_owned);
        Ok(Directives {
            options: standard.into_iter().chain(options).collect(),
            narrow: said("data model").is_some_and(|model| model == "32"),
            directory: said("directory"),
        })
    }
}

/// Returns the standard output and the exit status of a program as text.
pub(crate) fn outcome(output: &Output) -> String {
    let status = output
        .status
        .code()
        .map_or("a signal".into(), |code| code.to_string());
    format!("{}exit {status}\n", String::from_utf8_lossy(&output.stdout))
}

/// Returns the outcome of the program when it is compiled for this machine; `None` if it cannot be
/// compiled.
fn expected(toolchain: &Toolchain, source: &Path, folder: &Path) -> Result<Option<String>, Failed> {
    let written = source.with_extension("expected");
    if written.is_file() {
        return Ok(Some(fs::read_to_string(written)?));
    }
    let directives = Directives::of(source)?;
    let program = folder.join("native");
    let mut compiler = Command::new(&toolchain.clang);
    compiler.args(["-O1", "-w", "-o"]).arg(&program).arg(source);
    compiler.args(["-lm", "-lpthread"]);
    compiler.args(&directives.options);
    if is_cxx(source) {
        compiler.arg("--driver-mode=g++");
    }
    if directives.narrow {
        compiler.arg("-m32");
    }
    let compiled = compiler.output()?;
    if !compiled.status.success() {
        let message = String::from_utf8_lossy(&compiled.stderr);
        if directives.narrow && message.contains("linker command failed")
            || message.contains("'bits/")
            || message.contains("gnu/stubs")
        {
            skip("there is no native library for programs with 32-bit pointers");
            return Ok(None);
        }
        if is_cxx(source) && message.contains("-lstdc++") {
            skip("there is no native library of C++");
            return Ok(None);
        }
        return Err(message.into_owned().into());
    }
    let mut command = Command::new(&program);
    if directives.directory.is_some() {
        command.arg(data_folder(folder, "native")?);
    }
    Ok(Some(outcome(&command.output()?)))
}

fn is_cxx(source: &Path) -> bool {
    source.extension().is_some_and(|it| it == "cpp")
}

fn data_folder(folder: &Path, name: &str) -> Result<PathBuf, Failed> {
    let data = folder.join(format!("{name}-data"));
    fs::create_dir_all(&data)?;
    Ok(data)
}

/// Checks a program at several optimisation levels.
fn check(toolchain: &Toolchain, source: &Path, levels: &[&str]) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let Some(expected) = expected(toolchain, source, folder)? else {
        return Ok(());
    };
    for level in levels {
        check_at(toolchain, source, level, folder, &expected)?;
    }
    Ok(())
}

/// Checks a program at one optimisation level. Output files are written to a folder.
fn check_at(
    toolchain: &Toolchain,
    source: &Path,
    level: &str,
    folder: &Path,
    expected: &str,
) -> Result<(), Failed> {
    let program = folder.join("program.pexe");
    let mut compiler = if is_cxx(source) {
        toolchain.compiler("c++")
    } else {
        toolchain.compiler("cc")
    };
    compiler.args([level, "-w", "-o"]).arg(&program).arg(source);
    compiler.args(["-lm", "-lpthread"]);
    let directives = Directives::of(source)?;
    run(compiler.args(&directives.options))?;
    let directory = directives.directory;
    for engine in ENGINES {
        let mut command = toolchain.pinnacle();
        command.args(["run", "--engine", engine, "--timeout", "120s"]);
        if let Some(name) = &directory {
            let data = data_folder(folder, &format!("{engine}{level}"))?;
            command
                .arg("--dir")
                .arg(format!("{}::{name}", data.display()));
        }
        let output = command.arg(&program).output()?;
        let found = outcome(&output);
        if found != expected {
            let message = String::from_utf8_lossy(&output.stderr);
            return Err(format!(
                "{level}, {engine}: found\n{found}{message}\nexpected\n{expected}"
            )
            .into());
        }
    }
    Ok(())
}

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    let Some(toolchain) = Toolchain::get() else {
        libtest_mimic::run(&arguments, trials).exit();
    };
    trials.extend(headers::of_c(toolchain));
    trials.extend(exports::trials(toolchain));
    trials.extend(objects::trials(toolchain));
    trials.extend(sanitizers::trials(toolchain));
    trials.extend(states::trials(toolchain));
    trials.extend(timeline::trials(toolchain));
    #[cfg(target_os = "linux")]
    trials.extend(descriptors::trials(toolchain));
    #[cfg(all(target_os = "linux", feature = "wasmtime"))]
    trials.extend(messages::trials(toolchain));
    #[cfg(all(target_os = "linux", feature = "window"))]
    trials.extend(window::trials(toolchain));
    let mut folders = vec![("c", &LEVELS[..])];
    if headers::has_cxx(toolchain) {
        folders.push(("cxx", &["-O2"][..]));
        // Another level than that of the programs above, so that it is tested too.
        folders.push((headers::PROGRAMS, &["-O1"][..]));
        trials.extend(headers::of_cxx(toolchain));
    }
    for (folder, levels) in folders {
        let sources = fs::read_dir(folder_of_tests(folder)).expect("a folder of the repository");
        let mut sources: Vec<PathBuf> = sources
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| {
                let extension = path.extension();
                extension.is_some_and(|extension| extension == "c" || extension == "cpp")
            })
            .collect();
        sources.sort();
        for source in sources {
            let stem = source.file_stem().unwrap_or_default().to_string_lossy();
            let name = format!("{folder}/{stem}");
            trials.push(Trial::test(name, move || check(toolchain, &source, levels)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
