//! Runs one program in a process of its own, and says what came of it.

use super::heard::Heard;
use crate::output::{BAD_FILE, BAD_USE, Failure};
use crate::scratch;
use pinnacle_headless::base64;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::time::{Duration, UNIX_EPOCH};

/// The schema of an entry.
const SCHEMA: &str = "sheet/1";

/// Bytes of the document about a file that are read.
const MAX_DOCUMENT: u64 = 64 << 20;

/// What holds for every program.
pub(super) struct Limits {
    pub(super) time: f64,
    pub(super) timeout: Duration,
    pub(super) view: String,
    pub(super) keep: Option<PathBuf>,
}

/// The result for one program.
pub(super) struct Entry {
    /// Its part of the sheet.
    pub(super) document: Value,
    /// The status of `pinnacle info` for its file: 0 if it is a program.
    pub(super) status: u8,
}

/// What came of a program: run now, or kept from before.
pub(super) fn run(file: &Path, limits: &Limits) -> Result<Entry, Failure> {
    let kept = limits.keep.as_ref().map(|folder| {
        let name = format!("{:016x}.json", identity(file, limits));
        folder.join(name)
    });
    if let Some(path) = &kept
        && let Ok(text) = std::fs::read_to_string(path)
        && let Ok(document) = serde_json::from_str(&text)
    {
        return Ok(Entry {
            document,
            status: 0,
        });
    }
    let entry = run_now(file, limits)?;
    // What is not a program yet may be one the next time.
    if let Some(path) = &kept
        && entry.status == 0
    {
        crate::whole_file::write(path, entry.document.to_string().as_bytes())?;
    }
    Ok(entry)
}

fn run_now(file: &Path, limits: &Limits) -> Result<Entry, Failure> {
    let cannot = |error: io::Error| Failure::new(format!("{}: {error}", file.display()));
    let this = std::env::current_exe().map_err(cannot)?;
    let about = About::of(&this, file).map_err(cannot)?;
    let size = file.metadata().ok().map(|about| about.len());
    if about.status == BAD_USE {
        let document = json!({
            "schema": SCHEMA,
            "file": file.display().to_string(),
            "size": size,
            "interfaces": null,
            "status": about.status,
            "error": about.error,
            "messages": [],
            "console": [],
            "picture": null,
        });
        return Ok(Entry {
            document,
            status: BAD_USE,
        });
    }
    let folder = scratch::folder("pinnacle-sheet-").map_err(cannot)?;
    let picture = folder.path().join("picture.png");
    let mut child = Command::new(&this)
        .args(words(file, limits, &picture))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(cannot)?;
    let (messages, console) = hear(&mut child, Heard::of, Heard::of).map_err(cannot)?;
    let status = child.wait().map_err(cannot)?;
    let picture = std::fs::read(&picture)
        .ok()
        .filter(|bytes| is_visible(bytes))
        .map(|bytes| base64(&bytes));
    let document = json!({
        "schema": SCHEMA,
        "file": file.display().to_string(),
        "size": size,
        "interfaces": about.interfaces,
        "status": status.code(),
        "error": console.error,
        "messages": messages.lines,
        "console": console.lines,
        "picture": picture,
    });
    Ok(Entry {
        document,
        status: about.status,
    })
}

/// The arguments of `pinnacle` that run a program. Its messages go to standard output, all else
/// to standard error.
fn words(file: &Path, limits: &Limits, picture: &Path) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec![
        "run".into(),
        "--until".into(),
        format!("time:{}", limits.time).into(),
        "--timeout".into(),
        format!("{}ms", limits.timeout.as_millis()).into(),
        "--view".into(),
        limits.view.clone().into(),
        "--quiet".into(),
        "--messages".into(),
        "-".into(),
        "--screenshot".into(),
        picture.into(),
    ];
    #[cfg(all(feature = "wasmtime", unix))]
    words.push("--no-cache".into());
    words.push("--".into());
    words.push(file.into());
    words
}

/// Whether anything can be seen in a picture: a program that draws nothing leaves
/// one without colours.
fn is_visible(png: &[u8]) -> bool {
    pinnacle_headless::picture::is_visible(png)
}

/// The output of `pinnacle info` for a file.
struct About {
    /// Its exit status: see [`super::Arguments`].
    status: u8,
    /// The interfaces that the program names.
    interfaces: Value,
    /// Why the file cannot be read or is not a program.
    error: Option<String>,
}

impl About {
    fn of(this: &Path, file: &Path) -> io::Result<About> {
        let mut child = Command::new(this)
            .args(["info", "--json", "--"])
            .arg(file)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (document, errors) = hear(
            &mut child,
            |stdout| {
                let mut bytes = Vec::new();
                // A document that was cut off is not one.
                let _ = stdout.take(MAX_DOCUMENT).read_to_end(&mut bytes);
                serde_json::from_slice::<Value>(&bytes).unwrap_or_default()
            },
            Heard::of,
        )?;
        let status = child.wait()?.code();
        let first = &document[0];
        let error = first["errors"][0]["message"].as_str();
        let error = error.map(|error| format!("error: {}: {error}", file.display()));
        Ok(About {
            status: status
                .and_then(|code| code.try_into().ok())
                .unwrap_or(BAD_FILE),
            interfaces: interfaces(&first["program"]),
            error: errors.error.or(error),
        })
    }
}

/// Returns the names of the interfaces of Pepper in a program's facts; null without facts.
fn interfaces(program: &Value) -> Value {
    match program["pepper_interfaces"].as_array() {
        Some(all) => all.iter().map(|one| one["name"].clone()).collect(),
        None => Value::Null,
    }
}

/// Reads both streams of a child at the same time, each to its end.
fn hear<A, B: Send>(
    child: &mut Child,
    stdout: impl FnOnce(ChildStdout) -> A,
    stderr: impl FnOnce(ChildStderr) -> B + Send,
) -> io::Result<(A, B)> {
    let (Some(out), Some(err)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(io::ErrorKind::BrokenPipe.into());
    };
    std::thread::scope(|scope| {
        let err = scope.spawn(|| stderr(err));
        let out = stdout(out);
        let err = err
            .join()
            .map_err(|_| io::Error::other("the reader ended"))?;
        Ok((out, err))
    })
}

/// Tells programs, limits and schemas apart: by name, size and time of the file.
fn identity(file: &Path, limits: &Limits) -> u64 {
    let about = file.metadata().ok();
    let size = about.as_ref().map_or(0, std::fs::Metadata::len);
    let changed = about.and_then(|about| about.modified().ok());
    let changed = changed.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let text = format!(
        "{SCHEMA}\0{}\0{size}\0{changed:?}\0{}\0{:?}\0{}",
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
