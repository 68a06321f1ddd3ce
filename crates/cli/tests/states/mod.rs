//! Saved states of programs. Pictures, messages and sound after a state are those of an
//! uninterrupted run, on the same engine and on another one.

mod graphics;
mod messages;
mod sound;

use crate::ENGINES;
use crate::toolchain::{Toolchain, run};
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A user draws, and the state is saved in the middle of a stroke.
const BEFORE: &str = r#"{"frame": 1, "mouse": {"action": "down", "x": 40, "y": 120}}
{"frame": 2, "mouse": {"action": "move", "x": 100, "y": 40}}
{"frame": 4, "save": "STATE"}
"#;

const AFTER: &str = r#"{"frame": 6, "mouse": {"action": "move", "x": 160, "y": 120}}
{"frame": 8, "mouse": {"action": "up", "x": 220, "y": 200}}
{"frame": 10, "key": "a"}
{"frame": 12, "stop": true}
"#;

pub(crate) fn trials(toolchain: &'static Toolchain) -> Vec<Trial> {
    vec![
        Trial::test("states/sketch", || sketch(toolchain)),
        Trial::test("states/opengl", || graphics::spin(toolchain)),
        Trial::test("states/sound", || sound::tune(toolchain)),
        Trial::test("states/files", || messages::files(toolchain)),
        Trial::test("states/worker", || messages::worker(toolchain)),
        Trial::test("states/worker-quits", || messages::worker_quits(toolchain)),
    ]
}

/// Compiles a program of these tests or of the examples to `program.pexe` in a folder.
fn compile(toolchain: &Toolchain, folder: &Path, name: &str) -> Result<(), Failed> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let examples = package.join("../../examples/pepper");
    let own = package.join("tests/states").join(name);
    let source = match own.exists() {
        true => own,
        false => examples.join(name),
    };
    let mut compiler = toolchain.compiler("cc");
    compiler.arg("-O2").arg(source).arg("-I").arg(examples);
    compiler.args(["-lppapi", "-lm", "-o"]);
    run(compiler.arg(folder.join("program.pexe")))?;
    Ok(())
}

/// Runs the program with a script and options on an engine.
fn go(
    toolchain: &Toolchain,
    folder: &Path,
    engine: &str,
    script: &str,
    options: &[&str],
) -> Result<(), Failed> {
    let file = folder.join("script.jsonl");
    fs::write(&file, script)?;
    let mut command = toolchain.pinnacle();
    command.args(["run", "--view", "320x240", "--engine", engine]);
    command.arg("--script").arg(file);
    run(command.args(options).arg(folder.join("program.pexe")))?;
    Ok(())
}

/// The pictures and messages of a run.
#[derive(PartialEq, Debug)]
struct Seen {
    pictures: BTreeMap<String, Vec<u8>>,
    messages: String,
}

/// Runs the program with a script.
fn film(
    toolchain: &Toolchain,
    folder: &Path,
    engine: &str,
    script: &str,
    options: &[&str],
) -> Result<Seen, Failed> {
    let place = tempfile::tempdir_in(folder)?;
    let (frames, messages) = (place.path().join("frames"), place.path().join("messages"));
    let (to_frames, to_messages) = (frames.to_string_lossy(), messages.to_string_lossy());
    let outputs = ["--frames", &*to_frames, "--messages", &*to_messages];
    let options = [&outputs[..], options].concat();
    go(toolchain, folder, engine, script, &options)?;
    let mut pictures = BTreeMap::new();
    for entry in fs::read_dir(frames)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        pictures.insert(name, fs::read(entry.path())?);
    }
    let messages = fs::read_to_string(messages)?;
    Ok(Seen { pictures, messages })
}

fn sketch(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    compile(toolchain, folder, "sketch.c")?;
    for first in ENGINES {
        let state = folder.join(format!("{first}.state"));
        let state = state.to_string_lossy();
        let script = format!("{}{AFTER}", BEFORE.replace("STATE", &state));
        let whole = film(toolchain, folder, first, &script, &[])?;
        assert!(whole.messages.contains("a stroke of"), "{}", whole.messages);
        for second in ENGINES {
            let options = ["--restore", &*state];
            let rest = film(toolchain, folder, second, AFTER, &options)?;
            let (begin, _) = rest.pictures.first_key_value().ok_or("no picture")?;
            let expected = whole.pictures.range(begin.clone()..);
            let expected = expected.map(|(name, bytes)| (name.clone(), bytes.clone()));
            let expected = Seen {
                pictures: expected.collect(),
                messages: whole.messages.clone(),
            };
            assert!(rest.pictures.len() > 5, "{:?}", rest.pictures.keys());
            assert_eq!(rest.messages, expected.messages, "{first}, then {second}");
            assert!(rest.pictures == expected.pictures, "{first}, then {second}");
        }
    }
    Ok(())
}
