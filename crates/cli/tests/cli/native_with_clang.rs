//! Executables made by `pinnacle translate --to native --with clang`.

use crate::native::run;
use crate::{Folder, Seen, pinnacle, programs};
use pinnacle_testing::corpus;
use pinnacle_testing::llvm_tools::Tool;
use pinnacle_testing::skip::skip;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Returns a usable clang, if there is one.
pub(crate) fn clang() -> Option<String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        skip("this is not Linux on x86-64");
        return None;
    }
    Tool::newest("clang", 16..=19).map(|clang| clang.name)
}

/// Makes an executable from a file.
fn make_of(folder: &Folder, clang: &str, path: &str) -> String {
    let app = folder.path("app");
    let words = [
        "translate",
        "--to=native",
        "--with",
        clang,
        path,
        "-o",
        &app,
    ];
    let seen = pinnacle(&words);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    app
}

fn make(folder: &Folder, clang: &str, program: &[u8]) -> String {
    let path = folder.file("program.pexe", program);
    make_of(folder, clang, &path)
}

#[test]
fn an_executable_runs_by_itself() {
    let Some(clang) = clang() else { return };
    let folder = Folder::new();
    let app = make(&folder, &clang, &programs::hello());
    fs::remove_file(folder.path("program.pexe")).unwrap();
    let seen = run(&app, &[], &[]);
    assert_eq!(
        (seen.status, &*seen.stdout, &*seen.stderr),
        (0, "hello\n", "")
    );
}

#[test]
fn arguments_environment_and_status_are_the_programs() {
    let Some(clang) = clang() else { return };
    let folder = Folder::new();
    let app = make(&folder, &clang, &programs::strings());
    let variables = [("PINNACLE_ARGV0", "me"), ("PINNACLE_ENV", "A=b")];
    let seen = run(&app, &["--help"], &variables);
    assert_eq!(seen.stdout, "me\n--help\nA=b\n", "{}", seen.stderr);
    run(&app, &[], &[("PINNACLE_MEMORY", "1m")]).refuses(2, &["its stack"]);
    let app = make(&folder, &clang, &programs::exit(42));
    assert_eq!(run(&app, &[], &[]).status, 42);
}

/// Returns the output of `run`, and that of the executable.
fn both(clang: &str, program: &[u8]) -> [Seen; 2] {
    let folder = Folder::new();
    let app = make(&folder, clang, program);
    [
        pinnacle(&["run", "--engine", "wasmtime", &folder.path("program.pexe")]),
        run(&app, &[], &[]),
    ]
}

#[test]
fn traps_are_reported_with_places_as_by_run() {
    let Some(clang) = clang() else { return };
    let programs = [
        programs::trap(),
        programs::null_store(),
        programs::null_in_a_list(),
    ];
    for program in programs {
        let [expected, seen] = both(&clang, &program);
        assert!(seen.stderr.contains("\n  in @f"), "{}", seen.stderr);
        assert_eq!(
            (seen.status, seen.stderr),
            (expected.status, expected.stderr)
        );
    }
}

#[test]
fn a_call_with_the_wrong_signature_is_a_trap() {
    let Some(clang) = clang() else { return };
    let [expected, seen] = both(&clang, &programs::wrong_call());
    // `run` also prints a hint.
    assert!(expected.stderr.starts_with(&seen.stderr), "{}", seen.stderr);
    seen.refuses(139, &["the call is void (i32)"]);
}

#[test]
fn endless_recursion_is_a_trap() {
    let Some(clang) = clang() else { return };
    let [_, seen] = both(&clang, &programs::recursion());
    seen.refuses(139, &["stack overflow\n  in @f", "more calls"]);
}

#[test]
fn a_time_limit_ends_a_fruitless_search() {
    let Some(clang) = clang() else { return };
    let folder = Folder::new();
    let app = make(&folder, &clang, &programs::endless());
    let seen = run(&app, &[], &[("PINNACLE_TIMEOUT", "50ms")]);
    seen.refuses(137, &["the program has used up its time"]);
}

/// Runs programs that use threads, setjmp and files of the C library.
#[test]
fn real_programs_write_what_they_should() {
    let (Some(clang), Some(corpus)) = (clang(), corpus::folder("corpus")) else {
        return;
    };
    let cases = fs::read_to_string(corpus.join("cases.tsv")).unwrap();
    let folder = Folder::new();
    let mut count = 0;
    for row in cases.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [name, program, arguments, status, stdout] = columns[..] else {
            panic!("a row of cases.tsv has five columns: {row}");
        };
        let wanted = ["thread", "sem", "setjmp", "printf"];
        let is_wanted = |it: &&str| Path::new(program).file_stem() == Some(it.as_ref());
        let Ok(expected) = fs::read_to_string(corpus.join(stdout)) else {
            continue;
        };
        if !wanted.iter().any(is_wanted) {
            continue;
        }
        let path = corpus.join(program).into_os_string().into_string().unwrap();
        let app = make_of(&folder, &clang, &path);
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let seen = run(&app, &arguments, &[("PINNACLE_ARGV0", program)]);
        assert_eq!(
            (seen.status.to_string(), seen.stdout),
            (status.to_owned(), expected),
            "{name}: {}",
            seen.stderr
        );
        count += 1;
    }
    assert!(count >= 4, "only {count} programs were run");
}

#[test]
fn the_program_of_a_damaged_executable_does_not_run() {
    let Some(clang) = clang() else { return };
    let folder = Folder::new();
    let app = make(&folder, &clang, &programs::hello());
    let mut bytes = fs::read(&app).unwrap();
    let place = bytes.len() - 3000;
    bytes[place] ^= 1;
    fs::write(&app, bytes).unwrap();
    run(&app, &[], &[]).refuses(2, &["this executable is damaged"]);
}

#[test]
fn a_clang_that_is_not_there_is_named() {
    let folder = Folder::new();
    let path = folder.file("hello.pexe", programs::hello());
    let app = folder.path("app");
    let refuses = |clang: &str, words: &[&str]| {
        let words_of_command = [
            "translate",
            "--to=native",
            "--with",
            clang,
            &path,
            "-o",
            &app,
        ];
        pinnacle(&words_of_command).refuses(2, words);
        assert!(fs::metadata(&app).is_err());
    };
    refuses("/no/such/clang", &["/no/such/clang", "hint: "]);
    refuses("clang-of-nobody", &["clang-of-nobody", "hint: "]);
    let script = |name: &str, text: &str| {
        let path = folder.file(name, text);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    };
    let old = script("old", "#!/bin/sh\necho clang version 11.0.1\n");
    refuses(&old, &["clang 11", "16 or later"]);
    let failing = "#!/bin/sh\ntest $1 = --version && echo clang version 19.1 && exit\n\
                   echo no room >&2; exit 3\n";
    refuses(&script("failing", failing), &["failed", "no room"]);
}

#[test]
fn options_that_clang_cannot_keep_are_refused() {
    let folder = Folder::new();
    let path = folder.file("hello.pexe", programs::hello());
    for (options, word) in [
        (&["--to=native", "--lenient-calls"][..], "--lenient-calls"),
        (&["--to=wasm"], "--to native"),
        (&[], "--to native"),
    ] {
        let words = [&["translate", "--with", "clang", &path], options].concat();
        pinnacle(&words).refuses(2, &[word]);
    }
}
