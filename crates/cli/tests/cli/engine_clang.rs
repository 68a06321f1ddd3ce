//! `pinnacle run --engine clang`.

use crate::native_with_clang::clang;
use crate::{Folder, Seen, command, programs};
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// A folder with a program, its own cache, and a clang that counts compilations.
pub(crate) struct Trial {
    pub(crate) folder: Folder,
    pub(crate) clang: String,
}

impl Trial {
    /// Returns `None` without a clang.
    pub(crate) fn new(program: &[u8]) -> Option<Trial> {
        let real = clang()?;
        let folder = Folder::new();
        folder.file("program.pexe", program);
        let log = folder.path("compilations");
        let text =
            format!("#!/bin/sh\ntest $1 = --version || echo once >> {log}\nexec {real} \"$@\"\n");
        let clang = folder.file("counting-clang", text);
        fs::set_permissions(&clang, fs::Permissions::from_mode(0o755)).unwrap();
        Some(Trial { folder, clang })
    }

    pub(crate) fn run_with(&self, engine: &str, options: &[&str]) -> Seen {
        self.run_in(engine, options, "never")
    }

    /// Runs the program with a value of `PINNACLE_CLANG_AFTER`.
    pub(crate) fn run_in(&self, engine: &str, options: &[&str], after: &str) -> Seen {
        let mut command = command();
        command
            .args(["run", "--engine", engine])
            .args(options)
            .arg(self.folder.path("program.pexe"))
            .env("PINNACLE_CLANG", &self.clang)
            .env("PINNACLE_CLANG_AFTER", after)
            .env("PINNACLE_CACHE_DIR", self.folder.path("cache"));
        Seen::new(command.output().expect("the command runs"))
    }

    pub(crate) fn run(&self, options: &[&str]) -> Seen {
        self.run_with("clang", options)
    }

    pub(crate) fn compilations(&self) -> usize {
        let log = fs::read_to_string(self.folder.path("compilations"));
        log.unwrap_or_default().lines().count()
    }
}

#[test]
fn a_program_is_compiled_once_and_then_comes_from_the_cache() {
    let Some(trial) = Trial::new(&programs::hello()) else {
        return;
    };
    for _ in 0..2 {
        let seen = trial.run(&[]);
        let expected = (0, "hello\n", "");
        assert_eq!((seen.status, &*seen.stdout, &*seen.stderr), expected);
    }
    assert_eq!(trial.compilations(), 1);
    // The code depends on the size of the stack.
    assert_eq!(trial.run(&["--stack", "1m"]).status, 0);
    assert_eq!(trial.compilations(), 2);
    assert_eq!(trial.run(&["--no-cache"]).status, 0);
    assert_eq!(trial.compilations(), 3);
}

#[test]
fn status_and_traps_are_those_of_other_engines() {
    let all = [
        programs::exit(42),
        programs::trap(),
        programs::null_store(),
        programs::null_in_a_list(),
    ];
    for program in all {
        let Some(trial) = Trial::new(&program) else {
            return;
        };
        let expected = trial.run_with("wasmtime", &[]);
        let compiled = trial.run(&[]);
        let cached = trial.run(&[]);
        for seen in [compiled, cached] {
            assert_eq!(
                (seen.status, &seen.stdout, &seen.stderr),
                (expected.status, &expected.stdout, &expected.stderr)
            );
        }
    }
}

#[test]
fn a_time_limit_ends_code_that_never_looks() {
    let Some(trial) = Trial::new(&programs::endless()) else {
        return;
    };
    let seen = trial.run(&["--timeout", "2s"]);
    seen.refuses(137, &["the program has used up its time"]);
}

#[test]
fn options_and_programs_that_it_cannot_serve_are_refused() {
    let Some(trial) = Trial::new(&programs::hello()) else {
        return;
    };
    let record = trial.folder.path("record");
    let refused: [&[&str]; 6] = [
        &["--fuel", "10"],
        &["--trace", "calls"],
        &["--lenient-calls"],
        &["--record", &record],
        &["--nacl-syscalls"],
        &["--invoke", "area"],
    ];
    for options in refused {
        let words = [options[0], "--engine clang cannot be combined", "hint: "];
        trial.run(options).refuses(2, &words);
    }
    assert_eq!(trial.compilations(), 0);
    fs::write(trial.folder.path("program.pexe"), programs::pepper_hello()).unwrap();
    trial.run(&[]).refuses(2, &["uses Pepper", "hint: "]);
}
