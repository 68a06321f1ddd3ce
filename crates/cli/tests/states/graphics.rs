//! A program that draws with OpenGL, on machines that support it.

use super::{compile, film};
use crate::ENGINES;
use crate::toolchain::Toolchain;
use libtest_mimic::Failed;

const BEFORE: &str = r#"{"frame": 12, "save": "STATE"}
"#;

const AFTER: &str = r#"{"frame": 24, "stop": true}
"#;

pub(super) fn spin(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    compile(toolchain, folder, "spin.c")?;
    let first = ENGINES[0];
    let state = folder.join("state").to_string_lossy().into_owned();
    let script = format!("{}{AFTER}", BEFORE.replace("STATE", &state));
    let plain = film(toolchain, folder, first, AFTER, &[])?;
    if plain.messages.contains("there is no context") {
        println!("skipped: this machine has no OpenGL");
        return Ok(());
    }
    assert_eq!(plain.messages, "");
    let whole = film(toolchain, folder, first, &script, &[])?;
    assert!(whole.pictures == plain.pictures, "saving changes nothing");
    for second in ENGINES {
        let rest = film(toolchain, folder, second, AFTER, &["--restore", &state])?;
        let (begin, _) = rest.pictures.first_key_value().ok_or("no picture")?;
        // Skip the first picture, which is from the moment of the state. By then, the program may
        // already have drawn its next frame.
        let expected = whole.pictures.range(begin.clone()..).skip(1);
        let expected: Vec<_> = expected.collect();
        assert!(expected.len() > 8, "{:?}", rest.pictures.keys());
        assert_eq!(rest.messages, "", "{second}");
        for (name, picture) in expected {
            assert!(rest.pictures.get(name) == Some(picture), "{second}: {name}");
        }
    }
    Ok(())
}
