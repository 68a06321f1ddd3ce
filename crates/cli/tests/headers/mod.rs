//! The headers of C and C++. Each of them compiles by itself under several standards, and each C++
//! header is used by a program in `tests/cxx/headers`.
//!  Such a program uses the header `<NAME>` in a function `use_NAME`, which it calls. In the name
//!  of the function, `_` replaces characters other than letters and digits. The output is compared
//!  like that of all other programs.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use pinnacle_testing::skip::skip;

use crate::outcome;
use crate::toolchain::{Toolchain, folder_of_tests, run};

/// The folder of the programs that use the headers of C++.
pub(crate) const PROGRAMS: &str = "cxx/headers";

/// C++ headers that no program uses, with the reason.
const NOT_USED: [(&str, &str); 0] = [];

/// The C++ standards that all headers are compiled with.
const STANDARDS: [&str; 7] = ["98", "03", "11", "14", "17", "20", "23"];

/// Returns the tests of the C headers.
pub(crate) fn of_c(toolchain: &'static Toolchain) -> Vec<Trial> {
    let trial = |options: &'static [&str]| {
        let name = format!("headers::c {}", options.join(" "));
        Trial::test(name, move || check_c_headers(toolchain, options))
    };
    STRICT.into_iter().map(trial).collect()
}

/// Returns the tests of the C++ headers.
pub(crate) fn of_cxx(toolchain: &'static Toolchain) -> Vec<Trial> {
    let used = Trial::test("headers::used", || check_used(toolchain));
    let mut trials = vec![used];
    for standard in STANDARDS {
        for exceptions in ["-fexceptions", "-fno-exceptions"] {
            let name = format!("headers::c++{standard}{exceptions}");
            trials.push(Trial::test(name, move || {
                check_headers(toolchain, standard, exceptions)
            }));
        }
    }
    trials
}

/// Returns true if the C++ library is available; prints a note if not.
pub(crate) fn has_cxx(toolchain: &Toolchain) -> bool {
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

/// Returns the public headers in a folder of the C++ library. Names with a dot are C headers,
/// adapted to C++.
fn public_headers(toolchain: &Toolchain, folder: &str) -> Result<BTreeSet<String>, Failed> {
    let output = run(toolchain.compiler("cc").arg("-print-sysroot"))?;
    let sysroot = String::from_utf8_lossy(&output.stdout).into_owned();
    let library = Path::new(sysroot.trim()).join("include/c++/v1");
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(library.join(folder))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_header = !name.contains('.') || name.ends_with(".h");
        if is_header && !name.starts_with("__") && path.is_file() {
            names.insert(Path::new(folder).join(&*name).display().to_string());
        }
    }
    Ok(names)
}

/// Returns the headers that a program tests.
fn used(text: &str) -> impl Iterator<Item = &str> {
    let includes = text.lines().filter_map(|line| {
        let rest = line.strip_prefix("#include <")?;
        rest.strip_suffix('>')
    });
    includes.filter(|header| {
        let name: String = header
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '_' })
            .collect();
        let is_there = |start: &str| text.contains(&format!("\n{start}use_{name}("));
        is_there("static void ") && is_there("    ")
    })
}

/// Every public header of the library is used by a program.
fn check_used(toolchain: &Toolchain) -> Result<(), Failed> {
    let mut headers = BTreeSet::new();
    for folder in ["", "experimental", "ext"] {
        headers.extend(public_headers(toolchain, folder)?);
    }
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder_of_tests(PROGRAMS))? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "cpp") {
            found.extend(used(&fs::read_to_string(path)?).map(str::to_owned));
        }
    }
    for (name, _) in NOT_USED {
        if !headers.contains(name) || !found.insert(name.to_owned()) {
            return Err(format!("<{name}> needs no exception").into());
        }
    }
    let missing: Vec<&String> = headers.difference(&found).collect();
    if !missing.is_empty() {
        return Err(format!("no program in tests/{PROGRAMS} uses {missing:?}").into());
    }
    Ok(())
}

/// Checks a program that includes all headers of the C++ library. With the oldest and the newest
/// standard, the program is also linked and run.
fn check_headers(toolchain: &Toolchain, standard: &str, exceptions: &str) -> Result<(), Failed> {
    let mut names = public_headers(toolchain, "")?;
    names.extend(public_headers(toolchain, "tr1")?);
    names.retain(|name| !name.contains('.'));
    if names.len() < 120 {
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

/// Options that select the declarations in the C headers, from the fewest to the most.
const STRICT: [&[&str]; 4] = [
    &["-std=c99"],
    &["-ansi", "-D_POSIX_SOURCE"],
    &["-std=c99", "-D_POSIX_C_SOURCE=200112L"],
    &["-std=c11", "-D_XOPEN_SOURCE=600", "-D_LARGEFILE64_SOURCE"],
];

/// Every header of the sysroot compiles by itself with these options.
fn check_c_headers(toolchain: &Toolchain, options: &[&str]) -> Result<(), Failed> {
    // Internal headers, and headers that need macros from the file that includes them.
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
