//! Libraries that a program loads at run time.

use super::toolchain::{Toolchain, folder_of_tests};
use super::{ENGINES, Libraries, compare, expected};
use libtest_mimic::{Failed, Trial};
use pinnacle_testing::skip::skip;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Arguments of the compiler for a program that loads the libraries named by its own arguments.
const LOADS: &[&str] = &["-O1", "SOURCES/loads.c", "-ldl", "-o", "loads.pexe"];

pub(crate) fn trials(toolchain: &'static Toolchain) -> Vec<Trial> {
    let mut trials = Vec::new();
    for level in ["-O0", "-O2"] {
        let opened = move || opened(toolchain, level);
        trials.push(Trial::test(format!("opened{level}"), opened));
        let thrown = move || thrown(toolchain, level);
        trials.push(Trial::test(format!("thrown{level}"), thrown));
    }
    trials.push(Trial::test("crossing", || crossing(toolchain)));
    trials.push(Trial::test("in_browser", || in_browser(toolchain)));
    trials.push(Trial::test("refused", || refused(toolchain)));
    trials.push(Trial::test("stopped", || stopped(toolchain)));
    trials.push(Trial::test("linked_and_opened", || {
        linked_and_opened(toolchain)
    }));
    trials.push(Trial::test("opened_natively", || natively(toolchain)));
    trials
}

impl Libraries<'_> {
    /// Runs a program with access to the folder.
    fn run(&self, engine: &str, options: &[&str], program: &[&str]) -> Result<Output, Failed> {
        let first = ["run", "--engine", engine, "--timeout", "300s", "--dir", "."];
        self.pinnacle(&[&first, options, program].concat())
    }

    /// Writes a file into the folder.
    fn write(&self, name: &str, source: &str) -> Result<(), Failed> {
        Ok(fs::write(self.path().join(name), source)?)
    }
}

/// Order, interposition, scopes, constructors and thread-local variables follow ELF, for bitcode
/// and for finalised modules.
fn opened(toolchain: &Toolchain, level: &str) -> Result<(), Failed> {
    let libraries = Libraries::new(toolchain, level)?;
    let main = "SOURCES/opened.c";
    libraries.cc(&[
        "-O1",
        "-rdynamic",
        main,
        "-ldl",
        "-lpthread",
        "-o",
        "opened.pexe",
    ])?;
    let expected = expected("opened")?;
    for engine in ENGINES {
        let output = libraries.run(engine, &[], &["opened.pexe"])?;
        compare(&output, &expected, engine)?;
    }
    for name in ["libbase.pso", "libleft.pso", "libright.pso"] {
        let output = libraries.pinnacle(&["finalize", name, "-o", "final"])?;
        compare(&output, "", "finalize")?;
        fs::rename(libraries.path().join("final"), libraries.path().join(name))?;
    }
    let output = libraries.run(ENGINES[0], &[], &["opened.pexe"])?;
    compare(&output, &expected, "finalised")
}

/// C++ exceptions, types and virtual functions work across libraries.
fn thrown(toolchain: &Toolchain, level: &str) -> Result<(), Failed> {
    let libraries = Libraries::empty(toolchain)?;
    let library = [
        level,
        "-shared",
        "SOURCES/thrown.cpp",
        "-o",
        "libthrown.pso",
    ];
    if let Err(failed) = libraries.compile("c++", &library) {
        return match failed.message() {
            Some(message) if message.contains("file not found") => {
                skip("the sysroot has no libc++");
                Ok(())
            }
            _ => Err(failed),
        };
    }
    let program = [
        "-O1",
        "-rdynamic",
        "SOURCES/catches.cpp",
        "-ldl",
        "-o",
        "catches.pexe",
    ];
    libraries.compile("c++", &program)?;
    let expected = expected("catches")?;
    for engine in ENGINES {
        let output = libraries.run(engine, &[], &["catches.pexe"])?;
        compare(&output, &expected, engine)?;
    }
    Ok(())
}

/// Threads that already run call functions that another thread has loaded.
fn crossing(toolchain: &Toolchain) -> Result<(), Failed> {
    let libraries = Libraries::new(toolchain, "-O1")?;
    let main = [
        "-O1",
        "SOURCES/crossing.c",
        "-ldl",
        "-lpthread",
        "-o",
        "crossing.pexe",
    ];
    libraries.cc(&main)?;
    let expected = expected("crossing")?;
    for engine in ENGINES {
        for options in [&[][..], &["--seed", "3"]] {
            let output = libraries.run(engine, options, &["crossing.pexe"])?;
            compare(&output, &expected, engine)?;
        }
    }
    Ok(())
}

/// A browser program loads a library next to it. The browser then calls a function of that library.
fn in_browser(toolchain: &Toolchain) -> Result<(), Failed> {
    let libraries = Libraries::new(toolchain, "-O1")?;
    let plugin = ["-O1", "-shared", "SOURCES/plugin.c", "-L.", "-lbase"];
    libraries.cc(&[&plugin[..], &["-o", "plugin.pso"]].concat())?;
    let main = ["-O1", "SOURCES/browser.c", "-lppapi", "-ldl", "-lpthread"];
    libraries.cc(&[&main[..], &["-o", "browser.pexe"]].concat())?;
    let expected = expected("browser")?;
    for engine in ENGINES {
        let run = [
            "run",
            "--engine",
            engine,
            "browser.pexe",
            "--timeout",
            "300s",
        ];
        compare(&libraries.pinnacle(&run)?, &expected, engine)?;
    }
    Ok(())
}

/// The message about a library that cannot be loaded names it, with the reason.
fn refused(toolchain: &Toolchain) -> Result<(), Failed> {
    let libraries = Libraries::new(toolchain, "-O1")?;
    libraries.cc(LOADS)?;
    libraries.write(
        "lacks.c",
        "int nowhere(void);\nint lacks(void) { return nowhere(); }\n",
    )?;
    libraries.cc(&["-O1", "-shared", "lacks.c", "-o", "lacks.pso"])?;
    libraries.write("foreign.pso", "\x7fELF and more")?;
    libraries.write("empty.pso", "")?;
    let base = libraries.path().join("libbase.pso");
    fs::rename(&base, libraries.path().join("kept.pso"))?;
    let output = libraries.pinnacle(&["finalize", "kept.pso", "-o", "kept.final"])?;
    compare(&output, "", "finalize")?;
    let mut bytes = fs::read(libraries.path().join("kept.final"))?;
    let middle = bytes.len() / 2;
    bytes[middle..].iter_mut().for_each(|byte| *byte ^= 0x55);
    fs::write(libraries.path().join("damaged.pso"), &bytes)?;
    bytes.truncate(middle);
    fs::write(libraries.path().join("short.pso"), &bytes)?;
    let bitcode = fs::read(libraries.path().join("kept.pso"))?;
    fs::write(
        libraries.path().join("cut.pso"),
        &bitcode[..bitcode.len() / 2],
    )?;
    let names = [
        (
            "./missing.pso",
            "./missing.pso: cannot open the library: No such file",
        ),
        ("unknown.pso", "unknown.pso: cannot open the library"),
        (
            "./libright.pso",
            "libbase.pso: cannot open the library, which ./libright.pso needs",
        ),
        ("./lacks.pso", "./lacks.pso: undefined symbol: nowhere"),
        ("./foreign.pso", "./foreign.pso: it is not a shared object"),
        ("./empty.pso", "./empty.pso: it is not a shared object"),
        ("./left.o", "./left.o: its kind is object, expected shared"),
        (
            "./loads.pexe",
            "./loads.pexe: it is a program, not a library",
        ),
        ("./damaged.pso", "./damaged.pso: "),
        ("./short.pso", "./short.pso: "),
        ("./cut.pso", "./cut.pso: "),
        ("./", "./: it is no file"),
        ("./kept.pso", "there"),
        ("./kept.final", "there"),
    ];
    let mut words = vec!["loads.pexe"];
    words.extend(names.map(|(name, _)| name));
    for engine in ENGINES {
        let output = libraries.run(engine, &[], &words)?;
        let text = String::from_utf8_lossy(&output.stdout);
        // The lines of constructors and destructors begin with a number.
        let is_answer = |line: &&str| !line.starts_with(|first: char| first.is_ascii_digit());
        let said: Vec<&str> = text.lines().filter(is_answer).collect();
        if said.len() != names.len() {
            return Err(format!("{engine}: {output:?}").into());
        }
        for ((name, expected), said) in names.iter().zip(said) {
            if !said.starts_with(expected) {
                return Err(format!("{engine}: {name}: {said}, expected {expected}").into());
            }
        }
    }
    Ok(())
}

/// A trap names the function of a library. Limits apply to code of libraries too.
fn stopped(toolchain: &Toolchain) -> Result<(), Failed> {
    let libraries = Libraries::empty(toolchain)?;
    let library = "void crash(void) { *(volatile int *) 0 = 1; }\n\
                   void spin(void) { for (volatile int go = 1; go;) ; }\n\
                   void deep(void) { volatile int here[99]; here[0] = 1; deep(); here[1] = 2; }\n";
    libraries.write("bad.c", library)?;
    libraries.cc(&["-O1", "-shared", "bad.c", "-o", "bad.pso"])?;
    libraries.cc(LOADS)?;
    for engine in ENGINES {
        for (time, function, status, said) in [
            // The first run compiles the program and caches its code.
            ("300s", "crash", 139, "\"crash\" of loaded module 1"),
            ("300s", "deep", 139, "stack"),
            ("10s", "spin", 137, "time"),
        ] {
            let first = ["run", "--engine", engine, "--timeout", time, "--dir", "."];
            let function = format!("./bad.pso:{function}");
            let words = [&first[..], &["loads.pexe", &function]].concat();
            let output = libraries.pinnacle(&words)?;
            let message = String::from_utf8_lossy(&output.stderr);
            if output.status.code() != Some(status) || !message.contains(said) {
                return Err(format!("{engine}: {function}: {output:?}").into());
            }
        }
    }
    let words = [
        "--fuel",
        "30000000",
        "--dir",
        ".",
        "loads.pexe",
        "./bad.pso:spin",
    ];
    let output = libraries.pinnacle(&[&["run", "--engine", "interp"], &words[..]].concat())?;
    assert_eq!(output.status.code(), Some(137), "{output:?}");
    Ok(())
}

/// A library that the program is linked with is not loaded again. Loaded libraries use it too.
fn linked_and_opened(toolchain: &Toolchain) -> Result<(), Failed> {
    let libraries = Libraries::new(toolchain, "-O1")?;
    let program = "#include <dlfcn.h>\n#include <stdio.h>\nint base_value(void);\nextern int base_calls;\n\
                   int main(void) {\n\
                   void *left = dlopen(\"./libleft.pso\", RTLD_NOW);\n\
                   if (!left) { printf(\"%s\\n\", dlerror()); return 1; }\n\
                   int (*value)(void) = (int (*)(void)) dlsym(left, \"left_value\");\n\
                   int sum = base_value() + value();\n\
                   printf(\"%d %d %d\\n\", sum, base_calls, dlopen(\"libbase.pso\", RTLD_NOW) != 0);\n\
                   return 0; }\n";
    libraries.write("both.c", program)?;
    libraries.cc(&["-O1", "both.c", "-L.", "-lbase", "-ldl", "-o", "both"])?;
    let output = libraries.run(ENGINES[0], &["-L."], &["both"])?;
    let expected =
        "1 base begins early\n2 base begins\n3 left begins\n212 2 1\n4 left ends\n5 base ends\n";
    compare(&output, expected, "linked and opened")
}

/// The same sources print the same when they are compiled as libraries of this machine.
fn natively(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let sources = folder_of_tests("shared").canonicalize()?;
    let compile = |arguments: &[&str], source: &str| {
        let mut command = Command::new(&toolchain.clang);
        let common = ["-O1", "-fPIC", "-fsemantic-interposition", "-L."];
        command.args(common).arg("-DSUFFIX=\".so\"");
        let source = sources.join(source);
        command
            .current_dir(folder.path())
            .arg(source)
            .args(arguments);
        command.output()
    };
    for (name, needs) in [("base", ""), ("left", "-lbase"), ("right", "-lbase")] {
        let file = format!("lib{name}.so");
        let mut arguments = vec!["-shared", "-o", &file];
        arguments.extend((!needs.is_empty()).then_some(needs));
        if !compile(&arguments, &format!("{name}.c"))?.status.success() {
            skip("libraries of this machine cannot be made");
            return Ok(());
        }
    }
    for name in ["opened", "crossing"] {
        let arguments = ["-rdynamic", "-o", name, "-ldl", "-lpthread"];
        let output = compile(&arguments, &format!("{name}.c"))?;
        compare(&output, "", "clang")?;
        let mut command = Command::new(Path::new(".").join(name));
        command.current_dir(folder.path());
        command.env("LD_LIBRARY_PATH", folder.path());
        compare(&command.output()?, &expected(name)?, name)?;
    }
    Ok(())
}
