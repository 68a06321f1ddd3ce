//! The C interface: generates its header, and checks the library with programs in C and C++.

use crate::process::{Result, cargo, program, root, target};
use crate::step::Outcome;
use std::fs;
use std::path::{Path, PathBuf};

const CRATE: &str = "crates/capi";
const HEADER: &str = "crates/capi/include/pinnacle.h";

/// The output of `examples/c/embed.c`.
const C_OUTPUT: &str = "\
Pinnacle is here
0 errors
printed: module {
sum(10) = 285, journal: squares summed
sum(10) = 285, journal: squares summed
code 11, number 28
the program has no function \"product\"
text begins with squares
WebAssembly: 1
status 0, output: Hello from a .pexe!
code 2
";

/// The output of `examples/c++/embed.cpp` when it is run without a page.
const CPP_OUTPUT: &str = "\
sum(10) = 285, journal: squares summed
sum(20) = 2470, journal: squares summed
code 11
status 0, output: Hello from a .pexe!
";

/// Regenerates `pinnacle.h` with cbindgen.
pub(crate) fn header() -> Result<()> {
    generate(Path::new(HEADER))
}

fn generate(to: &Path) -> Result<()> {
    let config = format!("{CRATE}/cbindgen.toml");
    let to = to.to_string_lossy();
    let words = ["--quiet", "--config", &config, "--crate", "pinnacle-capi"];
    program("cbindgen", &words)
        .arguments(&["--output", &to, CRATE])
        .run()
}

/// Builds the library and the C and C++ examples that use it. Runs the examples, under valgrind as
/// well if it is installed.
pub(crate) fn step() -> Result<Outcome> {
    for compiler in ["cc", "c++"] {
        if !program(compiler, &["--version"]).succeeds() {
            return Ok(Outcome::Skipped(format!("{compiler} is not installed")));
        }
    }
    let scratch = target().join("c-interface");
    fs::create_dir_all(&scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
    check_header(&scratch)?;
    let build = ["rustc", "--locked", "--package", "pinnacle-capi"];
    cargo(&build)
        .arguments(&["--profile", "capi", "--crate-type", "cdylib"])
        .run()?;

    let in_c = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-g"];
    let in_cpp = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-g"];
    let inputs = ["examples/c/journal.pnasm", "examples/hello.pnasm"];
    let embed = compile("cc", &in_c, "examples/c/embed.c", &scratch.join("embed-c"))?;
    let page = compile("cc", &in_c, "examples/c/page.c", &scratch.join("page-c"))?;
    let source = "examples/c++/embed.cpp";
    let embed_cpp = compile("c++", &in_cpp, source, &scratch.join("embed-c++"))?;
    check_output(&embed, &inputs, C_OUTPUT)?;
    check_output(&embed_cpp, &inputs, CPP_OUTPUT)?;

    // A program that counts the messages sent to it. It is only available if the folder with real
    // programs exists.
    let counter = root().join("../shared/corpus/ppapi/counter.pexe");
    if counter.exists() {
        let picture = scratch.join("picture.png");
        let (counter, picture_name) = (counter.to_string_lossy(), picture.to_string_lossy());
        check_output(&page, &[&counter, "41", &picture_name], "41\n")?;
        let png = fs::read(&picture).map_err(|error| format!("{picture_name}: {error}"))?;
        if !png.starts_with(b"\x89PNG") {
            return Err(format!("{picture_name} is not a picture"));
        }
    } else {
        println!("pages are not tested: there is no {}", counter.display());
    }
    Ok(Outcome::Done)
}

/// Compares the header with cbindgen's output, if cbindgen is installed.
fn check_header(scratch: &Path) -> Result<()> {
    if !program("cbindgen", &["--version"]).succeeds() {
        println!("the header is not regenerated: cbindgen is not installed");
        return Ok(());
    }
    let made = scratch.join("pinnacle.h");
    generate(&made)?;
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    if read(&made)? != read(&root().join(HEADER))? {
        return Err(format!("{HEADER} is out of date: cargo xtask c-header"));
    }
    Ok(())
}

fn compile(compiler: &str, options: &[&str], source: &str, to: &Path) -> Result<PathBuf> {
    let folder = target().join("capi");
    let folder =
        fs::canonicalize(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let (search, run_path) = (
        format!("-L{}", folder.display()),
        format!("-Wl,-rpath,{}", folder.display()),
    );
    let include = format!("-I{CRATE}/include");
    let to_name = to.to_string_lossy();
    program(compiler, options)
        .arguments(&[&include, source, "-o", &to_name])
        .arguments(&[&search, &run_path, "-lpinnacle_capi"])
        .run()?;
    Ok(to.to_owned())
}

/// Runs a program, directly and under valgrind, and compares its output.
fn check_output(path: &Path, arguments: &[&str], expected: &str) -> Result<()> {
    let name = path.to_string_lossy();
    let found = program(&name, arguments).output()?;
    if found != expected {
        return Err(format!("{name} prints\n{found}instead of\n{expected}"));
    }
    if !program("valgrind", &["--version"]).succeeds() {
        println!("leaks are not checked: valgrind is not installed");
        return Ok(());
    }
    let options = [
        "--quiet",
        "--leak-check=full",
        "--errors-for-leak-kinds=definite",
        "--show-leak-kinds=definite",
        "--error-exitcode=99",
    ];
    let found = program("valgrind", &options)
        .arguments(&[&name])
        .arguments(arguments)
        .output()?;
    match found == expected {
        true => Ok(()),
        false => Err(format!("{name} under valgrind prints\n{found}")),
    }
}
