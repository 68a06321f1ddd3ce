//! Shared objects: the sources in `tests/shared` as three libraries, two of which need the third,
//! and programs that use them, on every engine.
//!
//! Needs clang, the LLVM tools and newlib's sources. Tests that cannot run without them are
//! reported as skipped.

mod loading;
#[path = "../toolchain/mod.rs"]
mod toolchain;

use libtest_mimic::{Arguments, Failed, Trial};
use pinnacle_testing::skip::skip;
use std::fs;
use std::path::Path;
use std::process::Output;
use toolchain::{Toolchain, folder_of_tests, run};

/// The engines that programs run on.
const ENGINES: &[&str] = if cfg!(all(feature = "wasmtime", unix)) {
    &["interp", "wasmtime", "tiered"]
} else {
    &["interp"]
};

/// A folder with the compiled libraries.
struct Libraries<'t> {
    toolchain: &'t Toolchain,
    folder: tempfile::TempDir,
}

impl<'t> Libraries<'t> {
    fn empty(toolchain: &'t Toolchain) -> Result<Self, Failed> {
        let folder = tempfile::tempdir()?;
        Ok(Libraries { toolchain, folder })
    }

    fn new(toolchain: &'t Toolchain, level: &str) -> Result<Self, Failed> {
        let this = Libraries::empty(toolchain)?;
        this.cc(&[level, "-shared", "SOURCES/base.c", "-o", "libbase.pso"])?;
        // Compile to an object first, as build systems do.
        this.cc(&[level, "-fPIC", "-c", "SOURCES/left.c", "-o", "left.o"])?;
        this.cc(&[
            level,
            "-shared",
            "left.o",
            "-L.",
            "-lbase",
            "-o",
            "libleft.pso",
        ])?;
        let name = "-Wl,-soname,libright.pso";
        this.cc(&[
            level,
            "-shared",
            "SOURCES/right.c",
            "-L.",
            "-lbase",
            name,
            "-o",
            "libright.pso",
        ])?;
        Ok(this)
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs the compiler in the folder.
    fn cc(&self, arguments: &[&str]) -> Result<Output, Failed> {
        self.compile("cc", arguments)
    }

    fn compile(&self, language: &str, arguments: &[&str]) -> Result<Output, Failed> {
        let sources = folder_of_tests("shared").canonicalize()?;
        let sources = sources.display().to_string();
        let mut command = self.toolchain.compiler(language);
        command.current_dir(self.path());
        command.args(
            arguments
                .iter()
                .map(|word| word.replace("SOURCES", &sources)),
        );
        run(&mut command)
    }

    /// Runs the command in the folder. It may fail.
    fn pinnacle(&self, arguments: &[&str]) -> Result<Output, Failed> {
        let mut command = self.toolchain.pinnacle();
        Ok(command.current_dir(self.path()).args(arguments).output()?)
    }

    fn link_program(&self, level: &str) -> Result<(), Failed> {
        let libraries = ["-L.", "-lleft", "-lright", "-lbase", "-lpthread"];
        let mut arguments = vec![level, "SOURCES/linked.c", "-o", "linked"];
        arguments.extend(libraries);
        self.cc(&arguments).map(drop)
    }
}

/// Compares the output of a program, which must have succeeded.
fn compare(output: &Output, expected: &str, what: &str) -> Result<(), Failed> {
    let found = String::from_utf8_lossy(&output.stdout);
    if output.status.success() && found == expected {
        return Ok(());
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let status = output.status;
    Err(format!("{what}: {status}, found\n{found}{message}\nexpected\n{expected}").into())
}

fn expected(name: &str) -> Result<String, Failed> {
    Ok(fs::read_to_string(
        folder_of_tests("shared").join(format!("{name}.expected")),
    )?)
}

/// Symbol lookup order, interposition, constructors and thread-local variables follow ELF.
fn linked(toolchain: &Toolchain, level: &str) -> Result<(), Failed> {
    let libraries = Libraries::new(toolchain, level)?;
    libraries.link_program(level)?;
    let expected = expected("linked")?;
    for engine in ENGINES {
        let run = [
            "run",
            "--engine",
            engine,
            "--timeout",
            "120s",
            "-L",
            ".",
            "linked",
        ];
        compare(&libraries.pinnacle(&run)?, &expected, engine)?;
    }
    let finalize = [
        "finalize",
        "--library-path",
        ".",
        "linked",
        "-o",
        "linked.pexe",
    ];
    let output = libraries.pinnacle(&finalize)?;
    compare(&output, "", "finalize")?;
    compare(
        &libraries.pinnacle(&["run", "linked.pexe"])?,
        &expected,
        "finalized",
    )
}

/// The same sources print the same when they are compiled as libraries of this machine.
fn native(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let sources = folder_of_tests("shared").canonicalize()?;
    let compile = |arguments: &[&str], sources: &[&Path]| {
        let mut command = std::process::Command::new(&toolchain.clang);
        command.args(["-O1", "-fPIC", "-fsemantic-interposition", "-L."]);
        command
            .current_dir(folder.path())
            .args(sources)
            .args(arguments);
        command.output()
    };
    for (name, needs) in [("base", ""), ("left", "-lbase"), ("right", "-lbase")] {
        let file = format!("lib{name}.so");
        let source = sources.join(format!("{name}.c"));
        let mut arguments = vec!["-shared", "-o", &file];
        arguments.extend((!needs.is_empty()).then_some(needs));
        if !compile(&arguments, &[&source])?.status.success() {
            skip("libraries of this machine cannot be made");
            return Ok(());
        }
    }
    let source = sources.join("linked.c");
    let libraries = ["-o", "linked", "-lleft", "-lright", "-lbase", "-lpthread"];
    let output = compile(&libraries, &[&source])?;
    compare(&output, "", "clang")?;
    let mut command = std::process::Command::new(folder.path().join("linked"));
    command.env("LD_LIBRARY_PATH", folder.path());
    compare(&command.output()?, &expected("linked")?, "native")
}

/// `info` shows the kind of a file and the libraries that it needs.
fn shown(toolchain: &Toolchain) -> Result<(), Failed> {
    let libraries = Libraries::new(toolchain, "-O1")?;
    libraries.link_program("-O1")?;
    for (file, kind, name, needed) in [
        ("left.o", "relocatable object", None, &[][..]),
        (
            "libleft.pso",
            "shared object",
            Some("libleft.pso"),
            &["libbase.pso"],
        ),
        (
            "linked",
            "executable",
            None,
            &["libleft.pso", "libright.pso", "libbase.pso"],
        ),
    ] {
        let output = libraries.pinnacle(&["info", file])?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let all = needed.iter().chain(&name);
        if !text.contains(kind) || all.clone().any(|name| !text.contains(name)) {
            return Err(format!("{file}: {text}").into());
        }
        let output = libraries.pinnacle(&["info", "--json", file])?;
        let document: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        let document = &document[0]["bitcode"];
        assert_eq!(document["shared_object_name"].as_str(), name, "{file}");
        let listed = document["libraries"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        assert_eq!(listed, needed, "{file}");
    }
    Ok(())
}

/// The message about a missing or foreign library names the file that needs it, and the folders
/// that were searched.
fn wrong(toolchain: &Toolchain) -> Result<(), Failed> {
    let libraries = Libraries::new(toolchain, "-O1")?;
    libraries.link_program("-O1")?;
    let base = libraries.path().join("libbase.pso");
    let says = |arguments: &[&str], expected: &str| -> Result<(), Failed> {
        let output = libraries.pinnacle(arguments)?;
        let message = String::from_utf8_lossy(&output.stderr);
        if output.status.code() == Some(1) && message.contains(expected) {
            return Ok(());
        }
        Err(format!("{arguments:?}: {message}\nexpected: {expected}").into())
    };
    says(
        &["run", "linked"],
        "libleft.pso, which linked needs, was not found: there are no folders to search",
    )?;
    fs::rename(&base, libraries.path().join("kept"))?;
    let finalize = [
        "finalize", "-L", "none", "-L", ".", "linked", "-o", "x.pexe",
    ];
    says(
        &finalize,
        "libbase.pso, which linked needs, was not found in none, .",
    )?;
    says(
        &["cc", "left.o", "-L.", "-lright", "-o", "x"],
        "libbase.pso, which libright.pso needs, was not found in .",
    )?;
    for (file, expected) in [
        ("libleft.pso", "which is another library, named libleft.pso"),
        ("left.o", "of kind object, expected shared"),
    ] {
        fs::copy(libraries.path().join(file), &base)?;
        says(&finalize, expected)?;
    }
    fs::write(&base, "\x7fELF")?;
    says(&finalize, "which is an object of another machine (ELF)")?;
    fs::remove_file(&base)?;
    libraries.cc(&["-shared", "-O1", "left.o", "-o", "libbase.pso"])?;
    says(&finalize, "base_value")
}

/// If a library needs parts of the standard libraries, they are linked into the program.
fn needs_of_libraries(toolchain: &Toolchain) -> Result<(), Failed> {
    let libraries = Libraries::new(toolchain, "-O2")?;
    let source = "#include <stdlib.h>\n\
                  int number(const char *t) { return (int) strtol(t, 0, 16); }\n";
    fs::write(libraries.path().join("number.c"), source)?;
    let source = "int number(const char *t);\nint main(void) { return number(\"2a\"); }\n";
    fs::write(libraries.path().join("main.c"), source)?;
    libraries.cc(&["-O2", "-shared", "number.c", "-o", "libnumber.pso"])?;
    libraries.cc(&["-O2", "main.c", "libnumber.pso", "-o", "main"])?;
    let output = libraries.pinnacle(&["run", "-L.", "main"])?;
    assert_eq!(output.status.code(), Some(42), "{output:?}");
    Ok(())
}

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    if let Some(toolchain) = Toolchain::get() {
        for level in ["-O0", "-O2"] {
            trials.push(Trial::test(format!("linked{level}"), move || {
                linked(toolchain, level)
            }));
        }
        trials.push(Trial::test("native", || native(toolchain)));
        trials.push(Trial::test("shown", || shown(toolchain)));
        trials.push(Trial::test("wrong", || wrong(toolchain)));
        trials.push(Trial::test("needs_of_libraries", || {
            needs_of_libraries(toolchain)
        }));
        trials.extend(loading::trials(toolchain));
    }
    libtest_mimic::run(&arguments, trials).exit();
}
