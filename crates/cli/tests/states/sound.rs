//! A program that plays sound, which continues where it was.

use super::{compile, go};
use crate::ENGINES;
use crate::toolchain::Toolchain;
use libtest_mimic::Failed;
use std::fs;

/// Size of the header of a WAV file, in bytes.
const HEADER: usize = 44;

/// Bytes per second of sound: 48,000 frames of two 16-bit samples.
const SECOND: usize = 48_000 * 4;

/// The number of seconds after which the state is saved, in the middle of the tune.
const SAVED_AT: usize = 1;

pub(super) fn tune(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    compile(toolchain, folder, "tune.c")?;
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let play = |engine: &str, script: &str, options: &[&str]| -> Result<_, Failed> {
        let (sound, messages) = (path("tune.wav"), path("messages"));
        let outputs = ["--sound", &sound, "--messages", &messages];
        let options = [&outputs[..], &["--until", "message:1"], options].concat();
        go(toolchain, folder, engine, script, &options)?;
        Ok((fs::read(sound)?, fs::read_to_string(messages)?))
    };
    for first in ENGINES {
        let state = path(&format!("{first}.state"));
        let script = format!("{{\"frame\": {}, \"save\": {state:?}}}\n", 60 * SAVED_AT);
        let (whole, message) = play(first, &script, &[])?;
        assert_eq!(message, "\"played 8 notes\"\n");
        assert!(whole.len() > SECOND * 3 / 2, "{}", whole.len());
        for second in ENGINES {
            let (rest, message) = play(second, "", &["--restore", &state])?;
            assert_eq!(message, "\"played 8 notes\"\n", "{first}, then {second}");
            // The samples of a buffer are computed before they are heard.
            let later = HEADER + SAVED_AT * SECOND + SECOND / 8;
            let sounds = [&whole, &rest].map(|sound| &sound[later..]);
            assert!(sounds[0] == sounds[1], "{first}, then {second}");
            let before = &rest[HEADER..HEADER + SAVED_AT * SECOND];
            assert!(
                before.iter().all(|&byte| byte == 0),
                "what was heard before"
            );
        }
    }
    Ok(())
}
