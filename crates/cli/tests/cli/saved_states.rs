//! `pinnacle run --save` and `--restore`. The programs are in the corpus next to the repository.
//! Tests whose program is missing print a note and pass.

use crate::{Folder, Seen, pinnacle};
use pinnacle_testing::corpus;

const ENGINES: [&str; 2] = ["interp", "wasmtime"];

/// Returns the path of a file of the corpus; `None` if it is missing.
fn real(name: &str) -> Option<String> {
    let path = corpus::folder("corpus")?.join(name);
    Some(path.to_str()?.to_owned())
}

#[track_caller]
fn succeeds(words: &[&str]) -> Seen {
    let seen = pinnacle(words);
    assert_eq!((seen.status, &*seen.stderr), (0, ""), "{words:?}");
    seen
}

/// The program counts the messages that it receives, in its memory.
#[test]
fn a_program_continues_in_another_run_and_on_another_engine() {
    let Some(counter) = real("ppapi/counter.pexe") else {
        return;
    };
    let folder = Folder::new();
    let posts = ["--post", "1", "--post", "1", "--post", "40"];
    let whole = succeeds(&[&["run", &counter, "--messages", "-"], &posts[..]].concat());
    for first in ENGINES {
        let state = folder.path(first);
        let begin = [
            "run",
            "--engine",
            first,
            "--save",
            &state,
            "--messages",
            "-",
        ];
        let before = succeeds(&[&begin[..], &posts[..4], &[&counter]].concat());
        for second in ENGINES {
            let go_on = [
                "run",
                "--engine",
                second,
                "--restore",
                &state,
                "--messages",
                "-",
            ];
            let after = succeeds(&[&go_on[..], &posts[4..], &[&counter]].concat());
            let both = format!("{}{}", before.stdout, after.stdout);
            assert_eq!(both, whole.stdout, "{first}, then {second}");
        }
    }
}

/// Both clocks continue from the time at which the state was saved.
#[test]
fn real_time_goes_on_from_virtual_time_and_back() {
    let Some(counter) = real("ppapi/counter.pexe") else {
        return;
    };
    let folder = Folder::new();
    let [first, second] = ["first", "second"].map(|name| folder.path(name));
    let run = |words: &[&str]| {
        let options = ["run", &counter, "--post", "1", "--messages", "-"];
        succeeds(&[&options[..], words].concat()).stdout
    };
    assert_eq!(run(&["--save", &first]), "1\n");
    let real = ["--clock", "real", "--until", "time:0.5"];
    let states = ["--restore", &first, "--save", &second];
    assert_eq!(run(&[&real[..], &states].concat()), "2\n");
    assert_eq!(run(&["--restore", &second]), "3\n");
}

#[test]
fn a_script_saves_and_the_run_continues() {
    let Some(counter) = real("ppapi/counter.pexe") else {
        return;
    };
    let folder = Folder::new();
    let state = folder.path("state");
    let lines = format!("{{\"post\":1}}\n{{\"save\":{state:?}}}\n{{\"post\":41}}\n");
    let script = folder.file("script.jsonl", lines);
    let options = ["--messages", "-", "--script", &script];
    let whole = succeeds(&[&["run", &counter], &options[..]].concat());
    assert_eq!(whole.stdout, "1\n42\n");
    let options = ["--messages", "-", "--restore", &state, "--post", "41"];
    let after = succeeds(&[&["run", &counter], &options[..]].concat());
    assert_eq!(after.stdout, "42\n");
}

#[test]
fn a_state_of_another_program_or_a_damaged_one_is_refused() {
    let (Some(counter), Some(hello)) = (
        real("ppapi/counter.pexe"),
        real("ppapi/hello_tutorial.pexe"),
    ) else {
        return;
    };
    let folder = Folder::new();
    let state = folder.path("state");
    succeeds(&["run", &counter, "--save", &state]);
    pinnacle(&["run", &hello, "--restore", &state]).refuses(2, &["another program", "SHA-256"]);
    let mut bytes = std::fs::read(&state).expect("the state");
    bytes.truncate(bytes.len() / 2);
    let damaged = folder.file("damaged", &bytes);
    pinnacle(&["run", &counter, "--restore", &damaged]).refuses(2, &["damaged"]);
    pinnacle(&["run", &counter, "--restore", &counter]).refuses(2, &["not a saved state"]);
    let small = ["run", &counter, "--memory", "64m", "--restore", &state];
    let seen = pinnacle(&small);
    assert_ne!(seen.status, 0);
    assert!(seen.stderr.contains("--memory"), "{}", seen.stderr);
}

#[test]
fn a_run_that_cannot_be_saved_says_why() {
    let Some(counter) = real("ppapi/counter.pexe") else {
        return;
    };
    let folder = Folder::new();
    let state = folder.path("state");
    let lines = format!("{{\"gamepad\":{{\"index\":0,\"id\":\"pad\"}}}}\n{{\"save\":{state:?}}}\n");
    let script = folder.file("script.jsonl", lines);
    pinnacle(&["run", &counter, "--script", &script]).refuses(2, &["a gamepad"]);
    assert!(!std::path::Path::new(&state).exists(), "no file remains");
}
