//! `pinnacle record show`, which makes a page about a replay.

use crate::toolchain::{Toolchain, run};
use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Output;

/// A user draws a line in the example. The screenshot must not be written again by the replay.
const SCRIPT: &str = r#"{"frame": 1, "mouse": {"action": "down", "x": 40, "y": 120}}
{"frame": 2, "mouse": {"action": "move", "x": 100, "y": 40}}
{"frame": 3, "mouse": {"action": "up", "x": 100, "y": 40}}
{"expect": "a stroke of 3 points"}
{"frame": 4, "screenshot": "sketch.png"}
{"stop": true}
"#;

pub(crate) fn trials(toolchain: &'static Toolchain) -> Vec<Trial> {
    vec![Trial::test("timeline/sketch", || sketch(toolchain))]
}

/// Compiles the example, and records a run.
fn record(toolchain: &Toolchain, folder: &Path) -> Result<(), Failed> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/pepper/sketch.c");
    let mut compiler = toolchain.compiler("cc");
    compiler.arg("-O2").arg(source);
    run(compiler
        .args(["-lppapi", "-lm", "-o"])
        .arg(folder.join("sketch.pexe")))?;
    fs::write(folder.join("script.jsonl"), SCRIPT)?;
    let mut command = toolchain.pinnacle();
    command.current_dir(folder);
    command.args(["run", "--record", "sketch.rec", "--view", "320x240"]);
    run(command.args(["--script", "script.jsonl", "sketch.pexe"]))?;
    Ok(fs::remove_file(folder.join("sketch.png"))?)
}

/// Writes a page. Returns its data and what the command printed.
fn show(toolchain: &Toolchain, folder: &Path, max: &str) -> Result<(Value, Output), Failed> {
    let mut command = toolchain.pinnacle();
    command.current_dir(folder);
    command.args(["record", "show", "sketch.rec", "-o", "page.html"]);
    let output = command.args(["--max-size", max]).output()?;
    let page = fs::read_to_string(folder.join("page.html"))?;
    let (_, data) = page
        .split_once(r#"type="application/json">"#)
        .ok_or("no data")?;
    let (data, _) = data.split_once("</script>").ok_or("no end of the data")?;
    Ok((serde_json::from_str(data)?, output))
}

/// Returns the elements of an array.
fn all<'v>(data: &'v Value, name: &str) -> &'v [Value] {
    data[name].as_array().map_or(&[], Vec::as_slice)
}

fn sketch(toolchain: &Toolchain) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    record(toolchain, folder)?;
    let (data, output) = show(toolchain, folder, "64m")?;
    assert!(output.status.success(), "{output:?}");
    assert!(
        !folder.join("sketch.png").exists(),
        "a replay writes no pictures"
    );
    assert_eq!(data["ending"], "exit status 0");

    // The sheet is empty at first, then the line gets longer.
    let frames = all(&data, "frames");
    assert!(frames.len() > 3, "{frames:?}");
    let pictures = all(&data, "pictures");
    assert!((2..=frames.len()).contains(&pictures.len()));
    let source = json!({ "surface": 2, "scale": 1.0, "offset": [0.0, 0.0] });
    assert_eq!(frames[0]["source"], source);

    // The first flush draws the whole sheet, a later one only the new part of the line.
    let flushes = all(&data, "flushes");
    let whole = json!([0, 0, 320, 240]);
    assert_eq!(flushes[0]["changes"]["part"], whole);
    let line = json!([39, 37, 65, 85]);
    let parts: Vec<&Value> = flushes.iter().map(|one| &one["changes"]["part"]).collect();
    assert!(parts.contains(&&line), "{parts:?}");
    let paint = json!({ "kind": "paint", "image": 3, "source": whole, "target": whole });
    assert_eq!(flushes[0]["operations"], json!([paint]));

    let events = all(&data, "events").iter().map(|event| &event[2]);
    let events: Vec<&str> = events.filter_map(Value::as_str).collect();
    for text in [
        "mouse down at 40, 120, button left",
        "the program posts \"a stroke of 3 points\"",
    ] {
        assert!(events.contains(&text), "{events:?}");
    }

    let (data, output) = show(toolchain, folder, "12k")?;
    assert!(output.status.success(), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        message.contains("frames are left out, as the page"),
        "{message}"
    );
    assert_eq!(data["isFull"], true);
    assert!(all(&data, "frames").len() < frames.len());
    Ok(())
}
