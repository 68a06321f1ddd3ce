//! Libraries in C whose exported functions are called by `run --invoke` and by an embedder.

use crate::toolchain::{Toolchain, run};
use crate::{ENGINES, LEVELS};
use libtest_mimic::{Failed, Trial};
use pinnacle_runtime::embed::{Engine, EngineKind};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

#[path = "../../../../examples/shapes.rs"]
mod shapes;

/// A test that uses the toolchain.
type Test = fn(&Toolchain) -> Result<(), Failed>;

pub(crate) fn trials(toolchain: &'static Toolchain) -> impl Iterator<Item = Trial> {
    let at_each_level = LEVELS.into_iter().map(move |level| {
        let name = format!("exports/called_by_name{level}");
        Trial::test(name, move || called_by_name(toolchain, level))
    });
    let others: [(&str, Test); 3] = [
        ("the_example_says_what_it_should", example),
        ("a_library_in_cxx_runs_constructors", cxx),
        ("a_program_with_a_main_is_refused", with_main),
    ];
    let others = others
        .into_iter()
        .map(move |(name, test)| Trial::test(format!("exports/{name}"), move || test(toolchain)));
    at_each_level.chain(others)
}

/// Compiles a source text as a library.
fn library(
    toolchain: &Toolchain,
    folder: &Path,
    source: &str,
    options: &[&str],
) -> Result<(), Failed> {
    let path = folder.join("library.c");
    fs::write(&path, source)?;
    let mut compiler = toolchain.compiler("cc");
    compiler.args(options).arg(&path);
    compiler.arg("-o").arg(folder.join("library.pexe"));
    run(&mut compiler)?;
    Ok(())
}

fn invoke(toolchain: &Toolchain, folder: &Path, engine: &str, call: &[&str]) -> Command {
    let mut command = toolchain.pinnacle();
    command.args(["run", "--engine", engine, "--timeout", "120s"]);
    command.args(["--invoke", call[0]]);
    command.arg(folder.join("library.pexe")).args(&call[1..]);
    command
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const NUMBERS: &str = r#"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static _Thread_local int calls = 40;
static int ready;
__attribute__((constructor)) static void begin(void) { ready = 1; }
__attribute__((destructor)) static void end(void) { puts("the end"); }
int count(int by) { calls += by; return ready ? calls : -1; }
long long wide(long long x) { return x * x; }
float half(float x) { return x / 2; }
double root(double x) { errno = 0; double y = sqrt(x); return errno == EDOM ? -errno : y; }
unsigned char narrow(int x) { return x; }
void say(int x) { printf("%d", x); }
void leave(int status) { exit(status); }
int hidden(int x) { return x; }
"#;

fn called_by_name(toolchain: &Toolchain, level: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let exports = "--export=count,wide,half,root,narrow,say";
    let options = [level, exports, "-Wl,--export=leave", "-lm"];
    library(toolchain, folder, NUMBERS, &options)?;
    for engine in ENGINES {
        for (call, expected) in [
            (&["count", "2"][..], "the end\n42\n"),
            (&["wide", "-3000000000"], "the end\n9000000000000000000\n"),
            (&["half", "5"], "the end\n2.5\n"),
            (&["root", "-1"], "the end\n-33\n"),
            (&["narrow", "-1"], "the end\n255\n"),
            (&["say", "7"], "7the end\n"),
        ] {
            let found = run(&mut invoke(toolchain, folder, engine, call))?;
            if printed(&found) != expected {
                return Err(format!("{engine}, {call:?}: {:?}", printed(&found)).into());
            }
        }
        let left = invoke(toolchain, folder, engine, &["leave", "3"]).output()?;
        assert_eq!(left.status.code(), Some(3), "{left:?}");
        let wrong = invoke(toolchain, folder, engine, &["hidden", "1"]).output()?;
        let message = String::from_utf8_lossy(&wrong.stderr);
        assert!(message.contains("no function `hidden`"), "{message}");
        assert!(message.contains("it has "), "{message}");
        let wrong = invoke(toolchain, folder, engine, &["half", "x"]).output()?;
        let message = String::from_utf8_lossy(&wrong.stderr);
        assert!(
            message.contains("not a number of the type float"),
            "{message}"
        );
    }
    let mut verify = toolchain.pinnacle();
    run(verify.arg("verify").arg(folder.join("library.pexe")))?;
    Ok(())
}

fn example(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("shapes.pexe");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shapes.c");
    let mut compiler = toolchain.compiler("cc");
    compiler.args([
        "-O2",
        "--export",
        "add,area,describe,longest_word,malloc,free",
    ]);
    run(compiler.arg(source).arg("-o").arg(&path))?;
    let file = fs::read(path)?;
    let mut kinds = vec![EngineKind::Interpreter];
    kinds.extend(Engine::has_compiler().then_some(EngineKind::Compiled));
    for kind in kinds {
        let lines = shapes::run(&file, kind).map_err(|error| error.to_string())?;
        assert_eq!(
            lines,
            [
                "area: 13.5",
                "shapes: 10",
                "the seventh: 7 x 2 m",
                "the eleventh: 0",
                "the longest word: 7",
            ],
            "{kind:?}"
        );
    }
    Ok(())
}

/// C++ without libc++: the constructor of a static object, and `extern "C"`.
fn cxx(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let source = folder.join("library.cpp");
    fs::write(
        &source,
        r#"struct Counter { int value; Counter() : value(5) {} };
           static Counter counter;
           extern "C" int next(int by) { return counter.value += by; }"#,
    )?;
    let mut compiler = toolchain.compiler("c++");
    compiler.args(["-O2", "-mexec-model=reactor", "--export", "next"]);
    run(compiler
        .arg(&source)
        .arg("-o")
        .arg(folder.join("library.pexe")))?;
    let found = run(&mut invoke(
        toolchain,
        folder,
        ENGINES[0],
        &["next", "0x10"],
    ))?;
    assert_eq!(printed(&found), "21\n");
    Ok(())
}

fn with_main(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let source = "int f(int x) { return x; } int main(void) { return 4; }";
    library(toolchain, folder, source, &["-O2", "--export", "f"])?;
    let found = invoke(toolchain, folder, ENGINES[0], &["f", "1"]).output()?;
    let message = String::from_utf8_lossy(&found.stderr);
    assert!(
        message.contains("has a main, which ended with status 4"),
        "{message}"
    );
    assert_eq!(found.status.code(), Some(2));
    Ok(())
}
