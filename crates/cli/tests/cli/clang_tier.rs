//! Clang's code as the last tier of `pinnacle run --engine tiered`.

use crate::engine_clang::Trial;
use crate::{Seen, programs};
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// The line of `--show-engine` for code by clang.
const BY_CLANG: &str = "engine: machine code by clang\n";

/// Time that a compilation in the background may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Repeats something until it is true.
#[track_caller]
fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < PATIENCE, "it takes too long: {what}");
        thread::sleep(Duration::from_millis(100));
    }
}

/// Runs a program of a trial with the tier, which starts no compilation in the next hour.
fn run(trial: &Trial, options: &[&str]) -> Seen {
    let mut all = vec!["--show-engine", "--clang-after", "1h"];
    all.extend(options);
    trial.run_with("tiered", &all)
}

#[test]
fn a_long_run_leaves_code_that_the_next_run_uses() {
    let Some(trial) = Trial::new(&programs::counting(300_000_000)) else {
        return;
    };
    let begin = || trial.run_with("tiered", &["--show-engine", "--clang-after", "1ms"]);
    let first = begin();
    assert_eq!(first.status, 7);
    assert!(!first.stderr.contains("clang"), "{}", first.stderr);
    until("the compilation", || begin().stderr == BY_CLANG);
    let later = run(&trial, &[]);
    assert_eq!((later.status, &*later.stderr), (7, BY_CLANG));
    assert_eq!(trial.compilations(), 1);

    // The code is that of `--engine clang`.
    assert_eq!(trial.run(&[]).status, 7);
    assert_eq!(trial.compilations(), 1);
    let off = trial.run_with("tiered", &["--show-engine", "--clang-after", "never"]);
    assert_eq!(off.status, 7);
    assert!(!off.stderr.contains("clang"), "{}", off.stderr);
}

#[test]
fn results_and_traps_are_those_of_other_engines() {
    let all = [
        programs::hello(),
        programs::exit(42),
        programs::trap(),
        programs::null_store(),
        programs::null_in_a_list(),
        programs::wrong_call(),
    ];
    for program in all {
        let Some(trial) = Trial::new(&program) else {
            return;
        };
        let expected = trial.run_with("wasmtime", &["--seed", "7"]);
        trial.run(&[]);
        let seen = run(&trial, &["--seed", "7"]);
        assert_eq!(
            (seen.status, seen.stdout, seen.stderr),
            (expected.status, expected.stdout, expected.stderr + BY_CLANG)
        );
    }
}

#[test]
fn options_whose_results_could_differ_keep_the_other_engines() {
    let Some(trial) = Trial::new(&programs::hello()) else {
        return;
    };
    trial.run(&[]);
    assert_eq!(run(&trial, &[]).stderr, BY_CLANG);
    let record = trial.folder.path("record");
    let kept: [&[&str]; 6] = [
        &["--timeout", "1m"],
        &["--lenient-calls"],
        &["--record", &record],
        &["--nacl-syscalls"],
        &["--no-cache"],
        &["--fuel", "100000"],
    ];
    for options in kept {
        let seen = run(&trial, options);
        assert_eq!((seen.status, &*seen.stdout), (0, "hello\n"));
        assert!(
            !seen.stderr.contains("clang"),
            "{options:?}: {}",
            seen.stderr
        );
    }
}

#[test]
fn programs_with_threads_keep_the_other_engines() {
    let Some(trial) = Trial::new(&programs::hello_with_threads()) else {
        return;
    };
    trial.run(&[]);
    let seen = run(&trial, &[]);
    assert_eq!((seen.status, &*seen.stdout), (0, "hello\n"));
    assert!(!seen.stderr.contains("clang"), "{}", seen.stderr);
}

#[test]
fn a_program_that_clang_cannot_compile_is_tried_twice() {
    let Some(trial) = Trial::new(&programs::counting(300_000_000)) else {
        return;
    };
    let fails = "#!/bin/sh\ntest $1 = --version && echo clang version 19.1.0 && exit\n";
    let log = trial.folder.path("compilations");
    fs::write(&trial.clang, format!("{fails}echo once >> {log}\nexit 1\n")).unwrap();
    let run = || trial.run_with("tiered", &["--clang-after", "1ms"]);
    until("the second try", || {
        assert_eq!(run().status, 7);
        trial.compilations() == 2
    });
    for _ in 0..3 {
        let seen = run();
        assert_eq!((seen.status, &*seen.stderr), (7, ""));
    }
    assert_eq!(trial.compilations(), 2);
}

#[test]
fn the_environment_changes_the_default() {
    let Some(trial) = Trial::new(&programs::hello()) else {
        return;
    };
    trial.run(&[]);
    let seen = trial.run_in("tiered", &["--show-engine"], "never");
    assert!(!seen.stderr.contains("clang"), "{}", seen.stderr);
    let seen = trial.run_in("tiered", &["--show-engine"], "1h");
    assert_eq!(seen.stderr, BY_CLANG);
    let seen = trial.run_in("tiered", &[], "soon");
    seen.refuses(2, &["PINNACLE_CLANG_AFTER", "such as 500ms", "or never"]);
}
