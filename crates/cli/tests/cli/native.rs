//! Executables made by `pinnacle translate --to native`.

use crate::{Folder, Seen, pinnacle, programs};
use serde_json::Value;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

/// Makes an executable from a program.
fn make(folder: &Folder, program: &[u8], options: &[&str]) -> String {
    let path = folder.file("program.pexe", program);
    let app = folder.path("app");
    let words = [&["translate", "--to", "native", &path, "-o", &app], options].concat();
    let seen = pinnacle(&words);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    app
}

/// Runs an executable with only these environment variables.
pub(crate) fn run(app: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Seen {
    let mut command = Command::new(app);
    command.args(arguments).stdin(Stdio::null());
    command.env_clear().envs(variables.iter().copied());
    loop {
        match command.output() {
            // A child process of another test still has the executable open for writing.
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => {}
            output => return Seen::new(output.expect("the executable runs")),
        }
    }
}

#[test]
fn an_executable_runs_by_itself() {
    let folder = Folder::new();
    let app = make(&folder, &programs::hello(), &[]);
    fs::remove_file(folder.path("program.pexe")).unwrap();
    let seen = run(&app, &[], &[]);
    assert_eq!(
        (seen.status, &*seen.stdout, &*seen.stderr),
        (0, "hello\n", "")
    );
    assert_eq!(
        fs::metadata(&app).unwrap().permissions().mode() & 0o100,
        0o100
    );
}

#[test]
fn all_arguments_are_the_programs() {
    let folder = Folder::new();
    let app = make(&folder, &programs::strings(), &[]);
    let seen = run(&app, &["--help", "run", "--memory=1"], &[]);
    assert_eq!(seen.stdout, format!("{app}\n--help\nrun\n--memory=1\n"));
}

#[test]
fn the_status_is_that_of_the_program() {
    let folder = Folder::new();
    let app = make(&folder, &programs::exit(42), &[]);
    assert_eq!(run(&app, &[], &[]).status, 42);
}

#[test]
fn options_come_from_the_environment() {
    let folder = Folder::new();
    let app = make(&folder, &programs::strings(), &[]);
    let variables = [
        ("PINNACLE_ARGV0", "me"),
        ("PINNACLE_ENV", "A=b=c;PASSED"),
        ("PASSED", "on;off"),
        ("HIDDEN", "x"),
    ];
    let seen = run(&app, &[], &variables);
    assert_eq!(seen.stdout, "me\nA=b=c\nPASSED=on;off\n", "{}", seen.stderr);
    let with = |name: &str, value: &str| run(&app, &[], &[(name, value)]);
    with("PINNACLE_MEMORY", "1m").refuses(2, &["its stack", "with PINNACLE_MEMORY"]);
    with("PINNACLE_MEMORY", "lots").refuses(2, &["PINNACLE_MEMORY", "\"lots\"", "512k"]);
    with("PINNACLE_DIR", "no/such").refuses(2, &["no/such", "hint: PINNACLE_DIR"]);
}

#[test]
fn traps_are_reported_as_by_run() {
    let folder = Folder::new();
    let app = make(&folder, &programs::null_load(), &[]);
    let expected = pinnacle(&["run", &folder.path("program.pexe")]);
    let seen = run(&app, &[], &[]);
    assert_eq!((seen.status, &*seen.stderr), (139, &*expected.stderr));
    seen.refuses(139, &["memory access out of bounds", "in @f", "load i32"]);
}

/// Regression test: the report named the load after the one that failed.
#[test]
fn the_load_that_failed_is_named_among_loads_of_each_others_addresses() {
    let folder = Folder::new();
    let app = make(&folder, &programs::null_in_a_list(), &[]);
    let program = folder.path("program.pexe");
    let expected = pinnacle(&["run", "--engine", "interp", &program]);
    let seen = run(&app, &[], &[]);
    assert_eq!((seen.status, &*seen.stderr), (139, &*expected.stderr));
}

#[test]
fn a_time_limit_needs_no_preparation() {
    let folder = Folder::new();
    let app = make(&folder, &programs::endless(), &[]);
    let seen = run(&app, &[], &[("PINNACLE_TIMEOUT", "50ms")]);
    seen.refuses(137, &["the program has used up its time"]);
}

#[test]
fn a_damaged_executable_says_so() {
    let folder = Folder::new();
    let app = make(&folder, &programs::hello(), &[]);
    let whole = fs::read(&app).unwrap();
    let check = |bytes: &[u8]| {
        let damaged = folder.path("damaged");
        fs::copy(&app, &damaged).unwrap();
        fs::write(&damaged, bytes).unwrap();
        run(&damaged, &[], &[]).refuses(2, &["this executable is damaged", "hint: "]);
    };
    let mut damaged = whole.clone();
    let place = whole.len() - 600;
    damaged[place] ^= 1;
    check(&damaged);
}

/// Otherwise, the part of the file that is left would run until it needs the missing part.
#[cfg(target_os = "linux")]
#[test]
fn the_system_refuses_an_executable_that_was_cut() {
    let folder = Folder::new();
    let app = make(&folder, &programs::hello(), &[]);
    let whole = fs::read(&app).unwrap();
    for len in [whole.len() - 1, whole.len() / 2, 4096] {
        let cut = folder.path("cut");
        fs::copy(&app, &cut).unwrap();
        fs::write(&cut, &whole[..len]).unwrap();
        let error = std::process::Command::new(&cut).output().unwrap_err();
        assert_ne!(error.kind(), ErrorKind::ExecutableFileBusy, "{len} bytes");
    }
}

#[test]
fn the_report_says_what_was_made() {
    let folder = Folder::new();
    let path = folder.file("hello.pexe", programs::hello());
    let app = folder.path("app");
    let seen = pinnacle(&["translate", "--to=native", "--json", &path, "-o", &app]);
    let report: Value = serde_json::from_str(&seen.stdout).unwrap();
    assert_eq!(report["to"], "native");
    assert_eq!(report["output_size"], fs::metadata(&app).unwrap().len());
    assert_eq!(report["memory"]["shared"], false);
}

#[test]
fn options_for_modules_are_refused() {
    let folder = Folder::new();
    let path = folder.file("hello.pexe", programs::hello());
    let app = folder.path("app");
    for options in [&["--strip"][..], &["--source-map", "map"], &["--dwarf"]] {
        let words = [&["translate", "--to", "native", &path, "-o", &app], options].concat();
        pinnacle(&words).refuses(2, &[options[0], "--to wasm"]);
    }
    assert!(fs::metadata(&app).is_err());
}
