//! Runs programs without a screen, each in a separate process.
//!
//! A program runs with the attributes of the element in its page or manifest and the files next to
//! it, if it is started by one. The run moves and clicks the mouse and presses keys, and takes
//! several pictures, of which the most detailed is kept.
//!
//! A process exits when its standard input is closed, so none is left when this command is killed.
//!
//! * [`heard`]: the beginning of a program's output;
//! * [`protocol`]: messages that the pages of some programs post.

mod heard;
mod protocol;

use heard::Heard;
use pinnacle_headless::picture::is_visible;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Bounds of a run.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// Seconds of the program's own clock.
    pub(crate) time: f64,
    /// Limit of real time.
    pub(crate) timeout: Duration,
}

/// A program to run.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The file name at the end of its URL.
    pub(crate) file_name: String,
    /// The page, manifest or program to pass to `pinnacle run`, and the id of its element.
    pub(crate) start: String,
    pub(crate) element: Option<String>,
}

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The exit status of the process; `None` if a signal ended it.
    pub(crate) status: Option<i32>,
    /// The message of the command if the run failed.
    pub(crate) error: Option<String>,
    /// The first messages of the program, as JSON.
    pub(crate) messages: Vec<String>,
    /// The first lines of its console and its standard streams.
    pub(crate) console: Vec<String>,
    /// The most detailed picture as PNG, if any picture is not empty.
    pub(crate) picture: Option<Vec<u8>>,
}

impl Outcome {
    /// Returns a measure of the program's output: a picture, and the number of lines.
    fn extent(&self) -> (bool, usize) {
        let lines = self.messages.len() + self.console.len();
        (self.picture.is_some(), lines)
    }
}

/// Runs a program, and runs it again if it waits for the messages of a known page. Returns the
/// second result if it posts or shows more. Files are written to the folder `scratch`, which is
/// empty afterwards.
///
/// # Errors
///
/// Fails if the process cannot be started or a file cannot be written or read.
pub(crate) fn run(program: &Program, scratch: &Path, options: &Options) -> io::Result<Outcome> {
    let first = once(program, scratch, options, &[])?;
    let message = first.messages.first().map(String::as_str);
    let has_picture = first.picture.is_some();
    let Some(posts) = protocol::script(message, has_picture, &program.file_name) else {
        return Ok(first);
    };
    let second = once(program, scratch, options, &posts)?;
    Ok(if second.extent() > first.extent() {
        second
    } else {
        first
    })
}

/// Runs a program once, with these script lines before the user's.
fn once(
    program: &Program,
    scratch: &Path,
    options: &Options,
    posts: &[Value],
) -> io::Result<Outcome> {
    let folder = scratch.join("run");
    fs::create_dir_all(&folder)?;
    let script = folder.join("script.jsonl");
    fs::write(&script, script_text(&folder, options.time, posts))?;
    let last = folder.join("last.png");
    let mut child = Command::new(std::env::current_exe()?)
        .args(words(program, options, &script, &last))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // Kept open until the process has ended.
    let stdin = child.stdin.take();
    let heard = hear(&mut child);
    let status = child.wait()?;
    drop(stdin);
    let (messages, console) = heard?;
    let picture = best_picture(&folder)?;
    // Anything that cannot be removed is removed together with the parent folder.
    let _ = fs::remove_dir_all(&folder);
    Ok(Outcome {
        status: status.code(),
        error: console.error,
        messages: messages.lines,
        console: console.lines,
        picture,
    })
}

/// Returns the script of a user who waits, moves the mouse, clicks, presses keys and takes
/// pictures.
fn script_text(folder: &Path, time: f64, posts: &[Value]) -> String {
    let picture = |name: &str| folder.join(name).display().to_string();
    let mouse = |action: &str, x: u32, y: u32| json!({ "action": action, "x": x, "y": y });
    let lines = [
        json!({ "at": time * 0.2, "screenshot": picture("1.png") }),
        json!({ "at": time * 0.3, "focus": true }),
        json!({ "mouse": mouse("move", 40, 40) }),
        json!({ "at": time * 0.35, "mouse": mouse("move", 120, 90) }),
        json!({ "mouse": mouse("click", 120, 90) }),
        json!({ "at": time * 0.5, "screenshot": picture("2.png") }),
        json!({ "key": "Enter" }),
        json!({ "at": time * 0.6, "key": " " }),
        json!({ "at": time * 0.75, "screenshot": picture("3.png") }),
    ];
    let lines = posts.iter().chain(&lines);
    lines.map(|line| format!("{line}\n")).collect()
}

/// Returns the arguments of `pinnacle` that run a program. Its messages go to standard output,
/// everything else to standard error.
fn words(program: &Program, options: &Options, script: &Path, last: &Path) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec![
        "run".into(),
        "--end-with-stdin".into(),
        "--until".into(),
        format!("time:{}", options.time).into(),
        "--timeout".into(),
        format!("{}ms", options.timeout.as_millis()).into(),
        "--quiet".into(),
        "--messages".into(),
        "-".into(),
        "--script".into(),
        script.into(),
        "--screenshot".into(),
        last.into(),
    ];
    if let Some(element) = &program.element {
        words.push("--element".into());
        words.push(element.into());
    }
    #[cfg(all(feature = "wasmtime", unix))]
    words.push("--no-cache".into());
    words.push("--".into());
    words.push((&program.start).into());
    words
}

/// Reads both streams of a child process at the same time, each to its end.
fn hear(child: &mut Child) -> io::Result<(Heard, Heard)> {
    let (Some(out), Some(err)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(io::ErrorKind::BrokenPipe.into());
    };
    std::thread::scope(|scope| {
        let err = scope.spawn(|| Heard::of(err));
        let out = Heard::of(out);
        let err = err
            .join()
            .map_err(|_| io::Error::other("the reader ended"))?;
        Ok((out, err))
    })
}

/// Returns the most detailed picture: the one that compresses least, apart from transparent ones.
fn best_picture(folder: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "png") {
            paths.push(path);
        }
    }
    paths.sort();
    let mut best: Option<Vec<u8>> = None;
    for path in paths {
        let bytes = fs::read(path)?;
        let is_better = best.as_ref().is_none_or(|best| bytes.len() > best.len());
        if is_better && is_visible(&bytes) {
            best = Some(bytes);
        }
    }
    Ok(best)
}
