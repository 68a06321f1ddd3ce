//! Runs one program in a process of its own, and says what came of it.

use crate::output::Failure;
use pinnacle_headless::base64;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, UNIX_EPOCH};

/// Of messages and lines so many are kept.
const MAX_LINES: usize = 12;

/// Of each so many characters.
const MAX_LINE: usize = 200;

/// More is not read of what a program wrote.
const MAX_READ: u64 = 1 << 20;

/// What holds for every program.
pub(super) struct Limits {
    pub(super) time: f64,
    pub(super) timeout: Duration,
    pub(super) view: String,
    pub(super) keep: Option<PathBuf>,
}

/// What came of a program: run now, or kept from before.
pub(super) fn run(file: &Path, limits: &Limits) -> Result<Value, Failure> {
    let kept = limits.keep.as_ref().map(|folder| {
        let name = format!("{:016x}.json", identity(file, limits));
        folder.join(name)
    });
    if let Some(path) = &kept
        && let Ok(text) = std::fs::read_to_string(path)
        && let Ok(entry) = serde_json::from_str(&text)
    {
        return Ok(entry);
    }
    let entry = run_now(file, limits)?;
    if let Some(path) = &kept {
        crate::whole_file::write(path, entry.to_string().as_bytes())?;
    }
    Ok(entry)
}

fn run_now(file: &Path, limits: &Limits) -> Result<Value, Failure> {
    let cannot = |error: std::io::Error| Failure::new(format!("{}: {error}", file.display()));
    let folder = std::env::temp_dir().join(format!(
        "pinnacle-sheet-{}-{:016x}",
        std::process::id(),
        identity(file, limits)
    ));
    std::fs::create_dir_all(&folder).map_err(cannot)?;
    let place = |name: &str| folder.join(name);
    let this = std::env::current_exe().map_err(cannot)?;
    let words: [OsString; 13] = [
        "run".into(),
        "--until".into(),
        format!("time:{}", limits.time).into(),
        "--timeout".into(),
        format!("{}ms", limits.timeout.as_millis()).into(),
        "--view".into(),
        limits.view.clone().into(),
        "--messages".into(),
        place("messages").into(),
        "--screenshot".into(),
        place("picture.png").into(),
        "--no-cache".into(),
        file.into(),
    ];
    let status = Command::new(&this)
        .args(words)
        .stdin(Stdio::null())
        .stdout(File::create(place("output")).map_err(cannot)?)
        .stderr(File::create(place("errors")).map_err(cannot)?)
        .status()
        .map_err(cannot)?;
    let errors = lines(&place("errors"));
    let trap = errors.iter().find(|line| line.starts_with("error: "));
    let picture = std::fs::read(place("picture.png"))
        .ok()
        .filter(|bytes| is_visible(bytes))
        .map(|bytes| base64(&bytes));
    let entry = json!({
        "file": file.display().to_string(),
        "size": file.metadata().ok().map(|about| about.len()),
        "interfaces": interfaces(&this, file),
        "status": status.code(),
        "error": trap,
        "messages": lines(&place("messages")),
        "console": errors,
        "picture": picture,
    });
    // What is left behind harms nobody.
    let _ = std::fs::remove_dir_all(&folder);
    Ok(entry)
}

/// The first lines of a file, shortened.
fn lines(path: &Path) -> Vec<String> {
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(path) {
        // What cannot be read is not there.
        let _ = file.take(MAX_READ).read_to_end(&mut bytes);
    }
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().take(MAX_LINES);
    lines
        .map(|line| line.chars().take(MAX_LINE).collect())
        .collect()
}

/// Whether anything can be seen in a picture: a program that draws nothing leaves
/// one without colours.
fn is_visible(png: &[u8]) -> bool {
    pinnacle_headless::picture::is_visible(png)
}

/// The interfaces that a program names.
fn interfaces(this: &Path, file: &Path) -> Value {
    let output = Command::new(this)
        .args(["info", "--json"])
        .arg(file)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    let document: Option<Value> = output
        .ok()
        .and_then(|output| serde_json::from_slice(&output.stdout).ok());
    document.map_or(Value::Null, |document| {
        document[0]["pepper_interfaces"].clone()
    })
}

/// Tells programs and limits apart: by name, size and time of the file.
fn identity(file: &Path, limits: &Limits) -> u64 {
    let about = file.metadata().ok();
    let size = about.as_ref().map_or(0, std::fs::Metadata::len);
    let changed = about.and_then(|about| about.modified().ok());
    let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let text = format!(
        "{}\0{size}\0{changed:?}\0{}\0{:?}\0{}",
        file.display(),
        limits.time,
        limits.timeout,
        limits.view
    );
    // FNV-1a, which has no other use here than to make a name.
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
