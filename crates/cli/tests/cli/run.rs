//! `pinnacle run`.

use crate::{Folder, Seen, command, pinnacle, pinnacle_reading, programs};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// Runs a program with options before it and arguments after it.
fn run(options: &[&str], program: &[u8], arguments: &[&str]) -> Seen {
    let folder = Folder::new();
    let path = folder.file("program.pexe", program);
    let mut words = vec!["run"];
    words.extend(options);
    words.push(&path);
    words.extend(arguments);
    pinnacle(&words)
}

#[test]
fn a_program_prints_and_ends() {
    let seen = run(&[], &programs::hello(), &[]);
    assert_eq!((seen.status, &*seen.stdout), (0, "hello\n"));
    assert_eq!(seen.stderr, "");
}

#[test]
fn the_status_is_that_of_the_program() {
    for status in [1, 2, 42, 139, 255] {
        let seen = run(&[], &programs::exit(status), &[]);
        assert_eq!(seen.status, status);
        assert_eq!(seen.stderr, "", "only Pinnacle's own failures are reported");
    }
}

#[test]
fn a_program_from_standard_input() {
    let seen = pinnacle_reading(&["run", "-"], &programs::hello());
    assert_eq!((seen.status, &*seen.stdout), (0, "hello\n"));
}

#[test]
fn arguments_after_the_file_belong_to_the_program() {
    let arguments = ["-l", "--help", "--", "--dir", "x y", ""];
    let seen = run(&["--argv0", "name"], &programs::strings(), &arguments);
    assert_eq!(seen.stdout, "name\n-l\n--help\n--\n--dir\nx y\n\n");
}

#[test]
fn the_first_argument_is_the_file() {
    let seen = run(&[], &programs::strings(), &[]);
    assert!(seen.stdout.ends_with("/program.pexe\n"), "{}", seen.stdout);
}

#[test]
fn the_environment_is_empty_but_for_what_is_given() {
    let folder = Folder::new();
    let path = folder.file("program.pexe", programs::strings());
    let output = command()
        .env("PASSED", "on")
        .args(["run", "--argv0", "x", "--env", "A=b=c", "--env", "PASSED"])
        .arg(path)
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "x\nA=b=c\nPASSED=on\n"
    );
}

#[test]
fn the_whole_environment_is_passed_on_request() {
    let folder = Folder::new();
    let path = folder.file("program.pexe", programs::strings());
    let output = command()
        .env_clear()
        .envs([("ONE", "1"), ("TWO", "2")])
        .args(["run", "--argv0", "x", "--env-all", "--env", "TWO=own"])
        .arg(path)
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "x\nTWO=own\nONE=1\n"
    );
}

#[test]
fn a_program_starts_in_a_folder_that_it_has() {
    let folder = Folder::new();
    let path = folder.file("program.pexe", programs::strings());
    let given = format!("{}::/data", folder.path(""));
    let cwd = ["--dir", &given, "--cwd"];
    let seen = pinnacle(&[&["run"], &cwd[..], &["/data", &path]].concat());
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let refused = pinnacle(&[&["run"], &cwd[..], &["/other", &path]].concat());
    refused.refuses(2, &["cannot start in the folder /other"]);
}

#[test]
fn traps_are_reported_and_have_the_status_of_a_signal() {
    run(&[], &programs::trap(), &[]).refuses(132, &["trap: ", "llvm.trap", "@f", "_start"]);
    let words = ["memory access out of bounds", "in @f", "load i32"];
    run(&[], &programs::null_load(), &[]).refuses(139, &words);
    run(&[], &programs::recursion(), &[]).refuses(139, &["stack overflow", "more calls"]);
}

#[test]
fn a_call_of_another_type_is_a_trap_unless_it_is_let_through() {
    let program = programs::wrong_call();
    run(&[], &program, &[]).refuses(139, &["wrong signature", "hint: --lenient-calls"]);
    assert_eq!(run(&["--lenient-calls"], &program, &[]).status, 0);
}

#[test]
fn fuel_and_time_run_out() {
    let program = programs::endless();
    run(&["--fuel", "100000"], &program, &[]).refuses(137, &["fuel", "with --fuel"]);
    run(&["--timeout", "20ms"], &program, &[]).refuses(137, &["time", "with --timeout"]);
    assert_eq!(
        run(&["--fuel", "100000"], &programs::hello(), &[]).status,
        0
    );
}

/// Returns the time that a command takes to end. Its program has a limit of 300 ms.
fn time_to_stop(mut child: Child) -> Duration {
    let began = Instant::now();
    let status = child.wait().expect("the command ends");
    assert_eq!(status.code(), Some(137));
    began.elapsed()
}

/// Starts a command with a limit of 300 ms, whose output is not read.
fn start_with_little_time(options: &[&str], path: &str) -> Child {
    command()
        .args(["run", "--no-cache", "--timeout", "300ms"])
        .args(options)
        .arg(path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command runs")
}

#[test]
fn the_time_runs_out_while_nobody_reads_the_output() {
    let folder = Folder::new();
    let path = folder.file("flood.pexe", programs::flood());
    let mut child = start_with_little_time(&[], &path);
    let unread = child.stdout.take();
    assert!(time_to_stop(child) < Duration::from_secs(10));
    drop(unread);
}

#[cfg(all(feature = "wasmtime", unix))]
#[test]
fn the_time_runs_out_while_the_program_is_compiled() {
    let folder = Folder::new();
    let path = folder.file("long.pexe", programs::long(40_000));
    let child = start_with_little_time(&["--engine", "wasmtime"], &path);
    assert!(time_to_stop(child) < Duration::from_secs(10));
}

#[test]
fn a_bad_program_does_not_start() {
    let seen = run(&[], &programs::two_errors(), &[]);
    seen.refuses(1, &["P0813", "(@f0 %b0", "(@f1 %b0"]);
    assert_eq!(seen.stderr.lines().count(), 2, "{}", seen.stderr);
}

#[test]
fn traces_show_the_calls_of_the_runtime() {
    let seen = run(&["--trace", "irt"], &programs::hello(), &[]);
    assert_eq!(seen.stdout, "hello\n");
    let words = [
        "nacl_irt_query(",
        "nacl-irt-fdio-0.1.write(1, ",
        "nacl-irt-basic-0.1.exit(0)",
    ];
    for word in words {
        assert!(seen.stderr.contains(word), "{word:?} in {}", seen.stderr);
    }
    assert!(!seen.stderr.contains("call"), "{}", seen.stderr);
}

#[test]
fn traces_show_calls_and_instructions() {
    let seen = run(&["--trace", "calls"], &programs::strings(), &[]);
    assert!(seen.stderr.contains("returns i32"), "{}", seen.stderr);
    let seen = run(&["--trace", "insts"], &programs::hello(), &[]);
    assert!(seen.stderr.contains("%v0 = "), "{}", seen.stderr);
}

#[test]
fn traces_go_to_a_file() {
    let folder = Folder::new();
    let path = folder.path("trace.txt");
    let options = ["--trace", "irt", "--trace-output", &path];
    let seen = run(&options, &programs::hello(), &[]);
    assert_eq!(seen.stderr, "");
    let trace = std::fs::read_to_string(&path).unwrap();
    assert!(trace.contains("nacl-irt-fdio-0.1.write(1, "), "{trace}");
    let missing = folder.path("no/such");
    let options = ["--trace", "irt", "--trace-output", &missing];
    run(&options, &programs::hello(), &[]).refuses(2, &["cannot write the trace"]);
}

#[test]
fn engines_and_seeds_do_not_change_what_is_printed() {
    for options in [
        ["--engine", "interp"],
        ["--engine", "auto"],
        ["--seed", "7"],
    ] {
        assert_eq!(run(&options, &programs::hello(), &[]).stdout, "hello\n");
    }
}

#[cfg(all(feature = "wasmtime", unix))]
#[test]
fn machine_code_is_refused_what_it_cannot_do() {
    let program = programs::hello();
    let with = |options: &[&str]| {
        run(
            &[&["--engine", "wasmtime"], options].concat(),
            &program,
            &[],
        )
    };
    assert_eq!(with(&[]).stdout, "hello\n");
    with(&["--fuel", "1000000"]).refuses(2, &["--fuel", "hint: ", "--engine interp"]);
    for what in ["irt", "calls", "insts"] {
        with(&["--trace", what]).refuses(2, &["--trace", "hint: ", "--engine interp"]);
    }
    assert_eq!(with(&["--seed", "1"]).stdout, "hello\n");
    let threads = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/threads.pnasm");
    let seen = pinnacle(&["run", "--engine", "wasmtime", "--seed", "1", threads]);
    assert_eq!((seen.status, &*seen.stdout), (0, "4000 counted\n"));
}

/// The reports of the interpreter and of machine code are equal. Only two details may differ: the
/// type of a function that is called with a wrong signature, and the depth of an overflowed stack.
#[test]
fn engines_report_traps_alike() {
    for program in [programs::trap(), programs::null_load()] {
        let report = |engine: &str| {
            let seen = run(&["--engine", engine], &program, &[]);
            (seen.status, seen.stderr)
        };
        assert_eq!(report("interp"), report("auto"));
    }
}

/// A folder with a program and its own cache.
#[cfg(all(feature = "wasmtime", unix))]
struct Cached {
    folder: Folder,
    program: String,
}

#[cfg(all(feature = "wasmtime", unix))]
impl Cached {
    fn new() -> Cached {
        let folder = Folder::new();
        let program = folder.file("hello.pexe", programs::hello());
        Cached { folder, program }
    }

    /// Runs the program as machine code, unless the options select an engine.
    #[track_caller]
    fn prints_hello(&self, options: &[&str]) {
        let engine: &[&str] = match options.contains(&"--engine") {
            true => &[],
            false => &["--engine", "wasmtime"],
        };
        let output = command()
            .env("PINNACLE_CACHE_DIR", self.folder.path("cache"))
            .arg("run")
            .args(options)
            .args(engine)
            .arg(&self.program)
            .output();
        let seen = Seen::new(output.unwrap());
        assert_eq!(
            (seen.status, &*seen.stdout, &*seen.stderr),
            (0, "hello\n", "")
        );
    }

    /// Returns the entries of the cache.
    fn entries(&self) -> Vec<std::path::PathBuf> {
        let Ok(entries) = std::fs::read_dir(self.folder.path("cache")) else {
            return Vec::new();
        };
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .filter(|path| path.extension().is_some_and(|end| end == "entry"))
            .collect()
    }
}

#[cfg(all(feature = "wasmtime", unix))]
#[test]
fn code_is_kept_and_used_again() {
    let cached = Cached::new();
    cached.prints_hello(&[]);
    let entries = cached.entries();
    assert_eq!(entries.len(), 1);
    let kept = std::fs::read(&entries[0]).unwrap();
    let long_ago = std::time::SystemTime::UNIX_EPOCH;
    let file = std::fs::File::options()
        .write(true)
        .open(&entries[0])
        .unwrap();
    file.set_modified(long_ago).unwrap();
    cached.prints_hello(&[]);
    assert_eq!(cached.entries(), entries);
    let used = std::fs::metadata(&entries[0]).unwrap().modified().unwrap();
    assert!(used > long_ago, "the entry was used");
    // A damaged entry is replaced.
    let mut damaged = kept.clone();
    damaged[kept.len() / 2] ^= 1;
    std::fs::write(&entries[0], damaged).unwrap();
    cached.prints_hello(&[]);
    assert!(std::fs::read(&entries[0]).unwrap() == kept);
}

/// A program that ends soon is not compiled. One that runs longer is, and its code is cached.
#[cfg(all(feature = "wasmtime", unix))]
#[test]
fn code_that_is_made_while_a_program_runs_is_kept() {
    let cached = Cached::new();
    let run = |options: &[&str], path: &str| {
        let output = command()
            .env("PINNACLE_CACHE_DIR", cached.folder.path("cache"))
            .arg("run")
            .args(options)
            .arg(path)
            .output();
        Seen::new(output.unwrap())
    };
    let hello = run(&[], &cached.program);
    assert_eq!((hello.status, &*hello.stdout), (0, "hello\n"));
    assert_eq!(cached.entries().len(), 0);
    let endless = cached.folder.file("endless.pexe", programs::endless());
    let mut running = command()
        .env("PINNACLE_CACHE_DIR", cached.folder.path("cache"))
        .args(["run", "--timeout", "10m", &endless])
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    // Wait without a time limit, because the compiler may be slow on a busy machine.
    while cached.entries().is_empty() {
        assert!(running.try_wait().unwrap().is_none(), "the program ended");
        std::thread::sleep(Duration::from_millis(20));
    }
    running.kill().unwrap();
    running.wait().unwrap();
    run(&["--timeout", "1s"], &endless).refuses(137, &["time", "in @f"]);
    assert_eq!(cached.entries().len(), 1);
}

#[cfg(all(feature = "wasmtime", unix))]
#[test]
fn options_that_change_code_have_code_of_their_own() {
    let cached = Cached::new();
    for (count, options) in [
        &[][..],
        &["--stack", "64k"],
        &["--lenient-calls"],
        &["--timeout", "1h"],
    ]
    .iter()
    .enumerate()
    {
        cached.prints_hello(options);
        assert_eq!(cached.entries().len(), count + 1, "{options:?}");
    }
    for options in [&["--memory", "64m"][..], &["--seed", "1"], &["--jobs", "1"]] {
        cached.prints_hello(options);
        assert_eq!(cached.entries().len(), 4, "{options:?}");
    }
}

#[cfg(all(feature = "wasmtime", unix))]
#[test]
fn nothing_is_cached_when_disabled_or_impossible() {
    let cached = Cached::new();
    cached.prints_hello(&["--no-cache"]);
    cached.prints_hello(&["--cache-size", "100"]);
    cached.prints_hello(&["--engine", "interp"]);
    assert_eq!(cached.entries().len(), 0);
    let blocked = cached.folder.file("file", "");
    let output = command()
        .env("PINNACLE_CACHE_DIR", format!("{blocked}/below"))
        .args(["run", &cached.program])
        .output();
    assert_eq!(Seen::new(output.unwrap()).stdout, "hello\n");
}

#[test]
fn a_reader_that_goes_away_is_not_an_error() {
    let folder = Folder::new();
    let path = folder.file("program.pexe", programs::hello());
    for arguments in [&["verify", &path][..], &["info", "--json", &path], &["man"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command().args(arguments).stdout(writer).output().unwrap();
        let seen = Seen::new(output);
        assert_eq!((seen.status, &*seen.stderr), (0, ""), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_whose_name_is_not_utf_8_can_be_opened() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let folder = Folder::new();
    let program = folder.file("exit.pexe", programs::exit(0));
    let mut name = folder.path("data-").into_bytes();
    name.push(0xff);
    let data = OsString::from_vec(name);
    if std::fs::create_dir(&data).is_err() {
        pinnacle_testing::skip::skip("this file system wants names that are text");
        return;
    }
    let mut given = data;
    given.push("::/data:ro");
    let seen = pinnacle(&["run".into(), "--dir".into(), given, OsString::from(program)]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
}

#[test]
fn an_option_after_the_name_is_for_the_program_and_a_hint_says_so() {
    let folder = Folder::new();
    let path = folder.file("hello.pexe", programs::hello());
    let seen = pinnacle(&["run", &path, "--fuel=1", "--lines"]);
    assert_eq!((seen.status, &*seen.stdout), (0, "hello\n"));
    let hint = "hint: --fuel follows the program's name, so the program gets it;";
    assert!(seen.stderr.starts_with(hint), "{}", seen.stderr);
    for words in [
        &["run", &path, "--lines", "--help", "fuel"][..],
        &["run", "--", &path, "--fuel=1"],
    ] {
        assert_eq!(pinnacle(words).stderr, "", "{words:?}");
    }
}
