//! Runs programs without a screen, each in a separate process.
//!
//! A program runs with the attributes of the element in its page or manifest and the files next to
//! it, if the scan found one. The run moves and clicks the mouse and presses keys, and takes
//! several pictures, of which the most detailed is kept.
//!
//! A process exits when its standard input is closed, so none is left when the scan is killed. Its
//! pictures are in the folder of the catalogue until it exits. The next scan removes those that a
//! killed scan left there.

use super::heard::Heard;
use super::protocol;
use super::{make_folder, picture};
use crate::output::Failure;
use pinnacle_headless::picture::is_visible;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The folder for pictures of programs that are still running.
const UNFINISHED: &str = "unfinished";

/// Bounds of a run.
#[derive(Clone, Debug)]
pub(in crate::scan) struct Options {
    /// Seconds of the program's own clock.
    pub(in crate::scan) time: f64,
    /// Limit of real time.
    pub(in crate::scan) timeout: Duration,
}

/// A program to run.
#[derive(Clone, Debug)]
pub(in crate::scan) struct Program {
    /// The name of its page and picture.
    pub(in crate::scan) name: String,
    /// The file name at the end of its URL.
    pub(in crate::scan) file_name: String,
    /// The page, manifest or program that `pinnacle run` takes, and the id of its element.
    pub(in crate::scan) start: String,
    pub(in crate::scan) element: Option<String>,
}

impl Program {
    /// Returns a text that identifies the program, the way it is started, and the options.
    pub(in crate::scan) fn key(&self, options: &Options) -> String {
        let element = self.element.as_deref().unwrap_or_default();
        let (time, timeout) = (options.time, options.timeout.as_millis());
        let key = format!("{} {time} {timeout} {} {element}", self.name, self.start);
        key.replace(['\t', '\n'], " ")
    }
}

/// Runs several programs at a time, and passes on each result with the number of its program.
pub(in crate::scan) fn all(
    programs: &[Program],
    folder: &Path,
    options: &Options,
    jobs: usize,
    take: &(dyn Fn(usize, Value) + Sync),
) -> Result<(), Failure> {
    let unfinished = folder.join(UNFINISHED);
    if unfinished.exists() {
        let removed = fs::remove_dir_all(&unfinished);
        removed.map_err(|error| {
            Failure::new(format!("cannot remove {}: {error}", unfinished.display()))
        })?;
    }
    make_folder(&unfinished)?;
    make_folder(&folder.join("pictures"))?;
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, programs.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(program) = programs.get(number) else {
                        break;
                    };
                    let result = one(program, folder, options).unwrap_or_else(|error| {
                        json!({ "start": program.start, "error": format!("it cannot be run: {error}") })
                    });
                    take(number, result);
                }
            });
        }
    });
    // A folder that stays is removed by the next scan.
    let _ = fs::remove_dir_all(&unfinished);
    Ok(())
}

/// Runs a program, and runs it again if it waits for the messages of a known page. Returns the
/// second result if it posts or shows more.
fn one(program: &Program, folder: &Path, options: &Options) -> io::Result<Value> {
    let first = once(program, folder, options, &[])?;
    let message = first["messages"][0].as_str();
    let has_picture = first["picture"].is_string();
    let Some(posts) = protocol::script(message, has_picture, &program.file_name) else {
        return Ok(first);
    };
    let count = |result: &Value| {
        let lines = ["messages", "console"].map(|name| result[name].as_array().map_or(0, Vec::len));
        (result["picture"].is_string(), lines.iter().sum::<usize>())
    };
    let second = once(program, folder, options, &posts)?;
    Ok(if count(&second) > count(&first) {
        second
    } else {
        first
    })
}

/// Runs a program once, with these script lines before the user's.
fn once(program: &Program, folder: &Path, options: &Options, posts: &[Value]) -> io::Result<Value> {
    let scratch = folder.join(UNFINISHED).join(&program.name);
    fs::create_dir_all(&scratch)?;
    let script = scratch.join("script.jsonl");
    fs::write(&script, script_text(&scratch, options.time, posts))?;
    let last = scratch.join("last.png");
    let mut child = Command::new(std::env::current_exe()?)
        .args(words(program, options, &script, &last))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // Held open until the process has ended.
    let stdin = child.stdin.take();
    let heard = hear(&mut child);
    let status = child.wait()?;
    drop(stdin);
    let (messages, console) = heard?;
    let best = best_picture(&scratch)?;
    let shown = match best {
        Some(bytes) => {
            pinnacle_base::whole_file::write_with(&picture(folder, &program.name), |out| {
                out.write_all(&bytes)
            })?;
            Some(format!("pictures/{}.png", program.name))
        }
        None => None,
    };
    let _ = fs::remove_dir_all(&scratch);
    Ok(json!({
        "start": program.start,
        "status": status.code(),
        "error": console.error,
        "messages": messages.lines,
        "console": console.lines,
        "picture": shown,
    }))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_a_field_of_the_journal() {
        let program = Program {
            name: "a".into(),
            file_name: "y.pexe".into(),
            start: "x\ty\n.html".into(),
            element: Some("e".into()),
        };
        let options = Options {
            time: 5.0,
            timeout: Duration::from_secs(30),
        };
        assert_eq!(program.key(&options), "a 5 30000 x y .html e");
    }
}
