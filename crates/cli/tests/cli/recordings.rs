//! `pinnacle run --record` and `--replay`, and `pinnacle record info`.

use crate::{Folder, command, pinnacle, pinnacle_reading, programs};

/// Returns the path of an example.
fn example(name: &str) -> String {
    format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[cfg(unix)]
#[test]
fn a_replay_needs_no_input() {
    let folder = Folder::new();
    let program = folder.file("reader.pexe", programs::reader("/dev/stdin"));
    let recording = folder.path("run.rec");
    let seen = pinnacle_reading(&["run", "--record", &recording, &program], b"one");
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let info = pinnacle(&["record", "info", &recording]);
    assert!(
        info.stdout.contains("a read from standard input"),
        "{}",
        info.stdout
    );
    for engine in ["interp", "tiered"] {
        let again = pinnacle_reading(&["run", "--replay", &recording, "--engine", engine], b"");
        assert_eq!((again.status, &*again.stderr), (0, ""));
    }
}

#[test]
fn a_program_of_the_browser_posts_the_same_messages() {
    let folder = Folder::new();
    let program = folder.file("hello.pexe", programs::pepper_hello());
    let recording = folder.path("run.rec");
    let words = [
        "run",
        "--record",
        &recording,
        "--messages",
        "-",
        "--post",
        "1",
        &program,
    ];
    let seen = pinnacle(&words);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let again = pinnacle(&["run", "--replay", &recording, "--messages", "-"]);
    assert_eq!(
        (again.status, again.stdout),
        (0, seen.stdout),
        "{}",
        again.stderr
    );
}

#[test]
fn a_program_without_pictures_has_no_page() {
    let folder = Folder::new();
    let recording = folder.path("run.rec");
    let page = folder.path("page.html");
    for bytes in [programs::hello(), programs::pepper_hello()] {
        let program = folder.file("hello.pexe", bytes);
        let seen = pinnacle(&["run", "--record", &recording, &program]);
        assert_eq!(seen.status, 0, "{}", seen.stderr);
        let seen = pinnacle(&["record", "show", &recording, "-o", &page]);
        let expected = format!("error: {recording}: the program shows no picture\n");
        assert_eq!(seen.status, 2, "{}", seen.stderr);
        assert!(seen.stderr.contains(&expected), "{}", seen.stderr);
        assert!(!std::path::Path::new(&page).exists());
    }
}

#[test]
fn threads_take_the_same_turns() {
    let folder = Folder::new();
    let program = example("threads.pnasm");
    let recording = folder.path("run.rec");
    let options = ["--engine", "interp"];
    let seen = pinnacle(&[&["run"], &options[..], &["--record", &recording, &program]].concat());
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let again = pinnacle(&[&["run"], &options[..], &["--replay", &recording]].concat());
    assert_eq!(
        (again.status, again.stdout),
        (0, seen.stdout),
        "{}",
        again.stderr
    );
}

#[test]
#[cfg(all(feature = "wasmtime", unix))]
fn threads_of_machine_code_take_the_same_turns_in_the_interpreter() {
    let folder = Folder::new();
    let program = example("threads.pnasm");
    let recording = folder.path("run.rec");
    for engine in ["tiered", "wasmtime"] {
        let seen = pinnacle(&["run", "--engine", engine, "--record", &recording, &program]);
        assert_eq!(seen.status, 0, "{}", seen.stderr);
        let again = pinnacle(&["run", "--engine", "interp", "--replay", &recording]);
        assert_eq!(again.status, 0, "{}", again.stderr);
        assert_eq!(again.stdout, seen.stdout);
    }
}

#[test]
fn a_recording_of_the_interpreter_chooses_it_for_the_replay() {
    let folder = Folder::new();
    let program = example("threads.pnasm");
    let recording = folder.path("run.rec");
    let options = [
        "run", "--engine", "interp", "--record", &recording, &program,
    ];
    let seen = pinnacle(&options);
    let again = pinnacle(&["run", "--replay", &recording]);
    assert_eq!((again.status, again.stdout), (seen.status, seen.stdout));
}

#[test]
fn a_recording_says_what_is_in_it() {
    let folder = Folder::new();
    let program = folder.file("hello.pexe", programs::hello());
    let recording = folder.path("run.rec");
    let seen = pinnacle(&["run", "--record", &recording, &program]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    let info = pinnacle(&["record", "info", &recording]);
    assert!(
        info.stdout.contains("end          exit status 0\n"),
        "{}",
        info.stdout
    );
    assert!(
        info.stdout.contains("a write to a stream"),
        "{}",
        info.stdout
    );
}

#[test]
fn a_trap_is_recorded_too() {
    let folder = Folder::new();
    let program = folder.file("trap.pexe", programs::trap());
    let recording = folder.path("run.rec");
    let seen = pinnacle(&["run", "--record", &recording, &program]);
    let again = pinnacle(&["run", "--replay", &recording]);
    assert!(seen.status > 128, "{}", seen.stderr);
    assert_eq!((again.status, again.stderr), (seen.status, seen.stderr));
}

#[test]
fn a_run_that_is_stopped_by_its_timeout_is_recorded() {
    let folder = Folder::new();
    let program = example("loop.pnasm");
    let recording = folder.path("run.rec");
    let seen = pinnacle(&[
        "run",
        "--timeout",
        "200ms",
        "--record",
        &recording,
        &program,
    ]);
    assert_ne!(seen.status, 0);
    let info = pinnacle(&["record", "info", &recording]);
    assert_eq!(info.status, 0, "{}", info.stderr);
}

#[cfg(unix)]
#[test]
fn a_replay_stops_where_the_recorded_run_was_stopped() {
    let folder = Folder::new();
    let flood = folder.file("flood.pexe", programs::flood());
    // This program makes no calls at all.
    let endless = folder.file("endless.pexe", programs::endless());
    let recording = folder.path("run.rec");
    for (program, engine) in [(&flood, "interp"), (&flood, "tiered"), (&endless, "tiered")] {
        let options = ["--timeout", "100ms", "--engine", engine, "--record"];
        let seen = pinnacle(&[&["run"], &options[..], &[&recording, program]].concat());
        assert_eq!(seen.status, 137, "{}", seen.stderr);
        let info = pinnacle(&["record", "info", &recording]);
        let calls = info.stdout.contains("stopped      after ");
        assert!(calls, "{}", info.stdout);
        for engine in ["interp", "tiered"] {
            let again = pinnacle(&["run", "--replay", &recording, "--engine", engine]);
            assert!(again.stdout == seen.stdout, "{} bytes", again.stdout.len());
            assert_eq!(again.status, 137, "{}", again.stderr);
            let reason = "the recorded run was stopped here: the program has used up its time";
            assert!(again.stderr.contains(reason), "{}", again.stderr);
        }
    }
}

#[test]
fn a_replay_ends_at_the_call_that_departs() {
    let folder = Folder::new();
    let program = folder.file("hello.pexe", programs::hello());
    let recording = folder.path("run.rec");
    let seen = pinnacle(&["run", "--record", &recording, &program]);
    assert_eq!(seen.status, 0, "{}", seen.stderr);
    // Change the recorded write of six bytes to one of seven.
    let mut bytes = std::fs::read(&recording).unwrap();
    bytes.truncate(bytes.len() - 32);
    let write = bytes.windows(4).position(|bytes| bytes == [5, 6, 1, 6]);
    bytes[write.unwrap() + 3] = 7;
    bytes.extend(pinnacle_record::sum_of(&bytes));
    let recording = folder.file("other.rec", bytes);
    let engines: &[&str] = if cfg!(unix) {
        &["interp", "wasmtime"]
    } else {
        &["interp"]
    };
    for engine in engines {
        let again = pinnacle(&["run", "--replay", &recording, "--engine", engine]);
        assert_eq!(
            (again.status, &*again.stdout),
            (134, ""),
            "{}",
            again.stderr
        );
        for text in [
            "nacl-irt-fdio-0.1.write asks for a write to a stream (6 bytes, standard output), but \
             the recording has a write to a stream (7 bytes, standard output)",
            "\n  in @f",
            "hint: replay with the release",
        ] {
            assert!(again.stderr.contains(text), "{}", again.stderr);
        }
    }
}

#[test]
fn another_program_is_refused() {
    let folder = Folder::new();
    let program = folder.file("hello.pexe", programs::hello());
    let other = folder.file("other.pexe", programs::exit(3));
    let recording = folder.path("run.rec");
    assert_eq!(
        pinnacle(&["run", "--record", &recording, &program]).status,
        0
    );
    let seen = pinnacle(&["run", "--replay", &recording, &other]);
    assert_eq!(seen.status, 2);
    assert!(
        seen.stderr.contains("is not the recorded program"),
        "{}",
        seen.stderr
    );
    let seen = pinnacle(&["run", "--replay", &program]);
    assert_eq!(seen.status, 2);
    assert!(
        seen.stderr.contains("is not a recording"),
        "{}",
        seen.stderr
    );
}

#[test]
fn arguments_and_environment_are_those_of_the_run() {
    let folder = Folder::new();
    let program = folder.file("strings.pexe", programs::strings());
    let recording = folder.path("run.rec");
    let output = command()
        .env("NAME", "value")
        .args([
            "run", "--argv0", "x", "--env", "NAME", "--record", &recording, &program, "a", "b",
        ])
        .output()
        .unwrap();
    let again = pinnacle(&["run", "--replay", &recording]);
    assert_eq!(again.stdout.as_bytes(), output.stdout, "{}", again.stderr);
}

#[cfg(unix)]
#[test]
fn files_of_a_folder_are_not_read_again() {
    let folder = Folder::new();
    let program = folder.file("reader.pexe", programs::reader("/data/text"));
    let recording = folder.path("run.rec");
    let data = folder.path("data");
    std::fs::create_dir(&data).unwrap();
    folder.file("data/text", "what was there");
    let mount = format!("{data}::/data");
    let seen = pinnacle(&["run", "--record", &recording, "--dir", &mount, &program]);
    assert_eq!((seen.status, &*seen.stderr), (0, ""));
    std::fs::remove_dir_all(&data).unwrap();
    assert_eq!(pinnacle(&["run", "--dir", &mount, &program]).status, 2);
    let again = pinnacle(&["run", "--replay", &recording]);
    assert_eq!((again.status, &*again.stderr), (0, ""));
}
