//! Programs that answer messages. One keeps files open, and another answers in a thread with a
//! message loop.

use super::{compile, go};
use crate::ENGINES;
use crate::toolchain::Toolchain;
use libtest_mimic::Failed;
use std::fs;
use std::path::Path;

/// Two numbers are added and the file is deleted by name. Then the state is saved.
const FILES: [&str; 2] = [
    r#"{"frame": 1, "post": 1}
{"frame": 2, "post": 22}
{"frame": 3, "post": -1}
{"frame": 9, "save": "STATE"}
"#,
    r#"{"frame": 12, "post": 333}
{"frame": 15, "post": 4}
{"frame": 18, "stop": true}
"#,
];

/// Ends a run soon after its state has been saved.
const STOP: &str = r#"{"frame": 30, "stop": true}"#;

/// The thread gets messages before and after the state is saved.
const WORKER: [&str; 2] = [
    r#"{"frame": 5, "post": 1}
{"frame": 20, "save": "STATE"}
"#,
    r#"{"frame": 40, "post": 2}
{"frame": 50, "post": 3}
{"frame": 60, "stop": true}
"#,
];

pub(super) fn files(toolchain: &Toolchain) -> Result<(), Failed> {
    let answers = goes_on(toolchain, "files.c", FILES)?;
    assert!(answers.contains("1;22;333;4; 11 bytes"), "{answers}");
    Ok(())
}

pub(super) fn worker(toolchain: &Toolchain) -> Result<(), Failed> {
    let answers = goes_on(toolchain, "worker.c", WORKER)?;
    assert!(answers.contains("the sum is 60"), "{answers}");
    Ok(())
}

/// Fails: after its message loop the thread would return to functions whose frames are not in the
/// state.
pub(super) fn worker_quits(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    compile(toolchain, folder, "worker.c")?;
    let state = folder.join("state").to_string_lossy().into_owned();
    let script = format!("{}{STOP}", WORKER[0].replace("STATE", &state));
    go(toolchain, folder, ENGINES[0], &script, &[])?;
    for engine in ENGINES {
        let quits = go(
            toolchain,
            folder,
            engine,
            r#"{"post": 0}"#,
            &["--restore", &state],
        );
        let error = quits.err().ok_or("the thread has left its loop")?;
        let error = error.message().unwrap_or_default();
        assert!(error.contains("leaves a message loop"), "{engine}: {error}");
    }
    Ok(())
}

/// Runs a program with a script of two parts, the first of which saves the state. Then runs it from
/// that state with the second part alone, for all pairs of engines. Returns the messages.
fn goes_on(toolchain: &Toolchain, name: &str, script: [&str; 2]) -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    compile(toolchain, folder, name)?;
    let [before, after] = script;
    let mut answers = String::new();
    for first in ENGINES {
        let state = folder.join(format!("{first}.state"));
        let state = state.to_string_lossy();
        let before = before.replace("STATE", &state);
        let begin = messages(toolchain, folder, first, &format!("{before}{STOP}"), &[])?;
        answers = messages(toolchain, folder, first, &format!("{before}{after}"), &[])?;
        for second in ENGINES {
            let rest = messages(toolchain, folder, second, after, &["--restore", &state])?;
            assert!(!rest.is_empty(), "{first}, then {second}");
            assert_eq!(format!("{begin}{rest}"), answers, "{first}, then {second}");
        }
    }
    Ok(answers)
}

/// Runs the program and returns its messages.
fn messages(
    toolchain: &Toolchain,
    folder: &Path,
    engine: &str,
    script: &str,
    options: &[&str],
) -> Result<String, Failed> {
    let file = folder.join("messages");
    let to_file = file.to_string_lossy();
    let options = [&["--messages", &*to_file], options].concat();
    go(toolchain, folder, engine, script, &options)?;
    Ok(fs::read_to_string(file)?)
}
