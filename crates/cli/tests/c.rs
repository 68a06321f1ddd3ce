//! C programs: `tests/c/NAME.c` is compiled by clang for this machine and by
//! `pinnacle cc` at several levels, and must print the same on every engine and
//! end with the same status. So are programs in C++, `tests/c/NAME.cpp`, by
//! `pinnacle c++`; they do without its library. Those in `tests/cxx` need it; what
//! they print is compared with `NAME.expected` where the library of this machine may
//! be too old for them.
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

mod toolchain;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_testing::skip::skip;
use toolchain::{Toolchain, folder_of_tests, run};

/// The levels of optimisation that programs are compiled at.
const LEVELS: [&str; 3] = ["-O0", "-O2", "-Os"];

/// The engines that they run on.
const ENGINES: &[&str] = if cfg!(all(feature = "wasmtime", unix)) {
    &["interp", "wasmtime"]
} else {
    &["interp"]
};

/// What a program asks for.
struct Wishes {
    narrow: bool,
    directory: Option<String>,
    options: Vec<String>,
}

impl Wishes {
    fn of(path: &Path) -> Result<Wishes, Failed> {
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
        Ok(Wishes {
            options: standard.into_iter().chain(options).collect(),
            narrow: said("data model").is_some_and(|model| model == "32"),
            directory: said("directory"),
        })
    }
}

/// What a program did.
fn outcome(output: &Output) -> String {
    let status = output
        .status
        .code()
        .map_or("a signal".into(), |code| code.to_string());
    format!("{}exit {status}\n", String::from_utf8_lossy(&output.stdout))
}

/// What the program does when it is compiled for this machine; none if it cannot
/// be.
fn expected(toolchain: &Toolchain, source: &Path, folder: &Path) -> Result<Option<String>, Failed> {
    let written = source.with_extension("expected");
    if written.is_file() {
        return Ok(Some(fs::read_to_string(written)?));
    }
    let wishes = Wishes::of(source)?;
    let program = folder.join("native");
    let mut compiler = Command::new(&toolchain.clang);
    compiler.args(["-O1", "-w", "-o"]).arg(&program).arg(source);
    compiler.args(["-lm", "-lpthread"]);
    compiler.args(&wishes.options);
    if is_cxx(source) {
        compiler.arg("--driver-mode=g++");
    }
    if wishes.narrow {
        compiler.arg("-m32");
    }
    let compiled = compiler.output()?;
    if !compiled.status.success() {
        let message = String::from_utf8_lossy(&compiled.stderr);
        if wishes.narrow && message.contains("linker command failed")
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
    if wishes.directory.is_some() {
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

fn check(toolchain: &Toolchain, source: &Path, level: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let Some(expected) = expected(toolchain, source, folder)? else {
        return Ok(());
    };
    let program = folder.join("program.pexe");
    let mut compiler = if is_cxx(source) {
        toolchain.compiler("c++")
    } else {
        toolchain.compiler("cc")
    };
    compiler.args([level, "-w", "-o"]).arg(&program).arg(source);
    compiler.args(["-lm", "-lpthread"]);
    let wishes = Wishes::of(source)?;
    run(compiler.args(&wishes.options))?;
    let directory = wishes.directory;
    for engine in ENGINES {
        let mut command = toolchain.pinnacle();
        command.args(["run", "--engine", engine, "--timeout", "120s"]);
        if let Some(name) = &directory {
            let data = data_folder(folder, engine)?;
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

/// Whether there is the library of C++; says so if not.
fn has_cxx(toolchain: &Toolchain) -> bool {
    let mut compiler = toolchain.compiler("cc");
    let output = compiler.arg("-print-file-name=libc++.a").output();
    let has_cxx = output.is_ok_and(|output| {
        let path = String::from_utf8_lossy(&output.stdout).into_owned();
        Path::new(path.trim()).is_absolute()
    });
    if !has_cxx {
        skip("the sources of libc++ are not there, see `pinnacle sysroot build --help`");
    }
    has_cxx
}

/// Standards of C++ that all headers are compiled by.
const STANDARDS: [&str; 7] = ["98", "03", "11", "14", "17", "20", "23"];

/// A program that includes all headers of the library of C++, by the oldest and the
/// newest standard linked and run.
fn check_headers(toolchain: &Toolchain, standard: &str, exceptions: &str) -> Result<(), Failed> {
    let output = run(toolchain.compiler("cc").arg("-print-sysroot"))?;
    let sysroot = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut names = Vec::new();
    for entry in fs::read_dir(Path::new(sysroot.trim()).join("include/c++/v1"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_public = !name.starts_with("__") && !name.contains('.') && path.is_file();
        if is_public && name != "experimental" && name != "ext" {
            names.push(name.into_owned());
        }
    }
    names.sort();
    if names.len() < 100 {
        return Err(format!("only {} headers", names.len()).into());
    }
    let mut source = String::new();
    for name in &names {
        source += &format!("#include <{name}>\n");
    }
    source += "int main() { std::cout << \"all\\n\"; }\n";
    let folder = tempfile::tempdir()?;
    let place = folder.path().join("all.cpp");
    fs::write(&place, source)?;
    let program = folder.path().join("all.pexe");
    let is_run = STANDARDS.first() == Some(&standard) || STANDARDS.last() == Some(&standard);
    let mut compiler = toolchain.compiler("c++");
    compiler
        .arg(format!("-std=c++{standard}"))
        .args([exceptions, "-w"]);
    compiler.arg(&place);
    if !is_run {
        run(compiler.arg("-fsyntax-only"))?;
        return Ok(());
    }
    run(compiler.arg("-o").arg(&program))?;
    let output = run(toolchain
        .pinnacle()
        .args(["run", "--engine", "interp"])
        .arg(&program))?;
    if output.stdout != b"all\n" {
        return Err(outcome(&output).into());
    }
    Ok(())
}

/// What programs may ask of the headers of C, from nothing to everything.
const STRICT: [&[&str]; 4] = [
    &["-std=c99"],
    &["-ansi", "-D_POSIX_SOURCE"],
    &["-std=c99", "-D_POSIX_C_SOURCE=200112L"],
    &["-std=c11", "-D_XOPEN_SOURCE=600", "-D_LARGEFILE64_SOURCE"],
];

/// Each header of the sysroot compiles by itself, whatever is asked for.
fn check_c_headers(toolchain: &Toolchain, options: &[&str]) -> Result<(), Failed> {
    // These are for other headers, or need macros of those that include them.
    const PARTS: [&str; 5] = ["bits", "c++", "machine", "ssp", "_ansi.h"];
    let output = run(toolchain.compiler("cc").arg("-print-sysroot"))?;
    let sysroot = String::from_utf8_lossy(&output.stdout).into_owned();
    let include = Path::new(sysroot.trim()).join("include");
    let folder = tempfile::tempdir()?;
    let mut compiler = toolchain.compiler("cc");
    compiler.args(options).args(["-w", "-fsyntax-only"]);
    let mut count = 0;
    for part in ["", "arpa", "net", "netinet", "sys"] {
        for entry in fs::read_dir(include.join(part))? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_one = path.is_file() && !name.starts_with('_') && !PARTS.contains(&&*name);
            if !is_one {
                continue;
            }
            let source = folder.path().join(format!("{count}.c"));
            fs::write(
                &source,
                format!("#include <{}>\n", Path::new(part).join(&*name).display()),
            )?;
            compiler.arg(source);
            count += 1;
        }
    }
    if count < 100 {
        return Err(format!("only {count} headers").into());
    }
    run(&mut compiler)?;
    Ok(())
}

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    let Some(toolchain) = Toolchain::get() else {
        libtest_mimic::run(&arguments, trials).exit();
    };
    for options in STRICT {
        let name = format!("headers::c {}", options.join(" "));
        trials.push(Trial::test(name, move || {
            check_c_headers(toolchain, options)
        }));
    }
    let mut folders = vec![("c", &LEVELS[..])];
    if has_cxx(toolchain) {
        folders.push(("cxx", &["-O2"][..]));
        for standard in STANDARDS {
            for exceptions in ["-fexceptions", "-fno-exceptions"] {
                let name = format!("headers::c++{standard}{exceptions}");
                trials.push(Trial::test(name, move || {
                    check_headers(toolchain, standard, exceptions)
                }));
            }
        }
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
            for &level in levels {
                let source = source.clone();
                trials.push(Trial::test(format!("{name}{level}"), move || {
                    check(toolchain, &source, level)
                }));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
