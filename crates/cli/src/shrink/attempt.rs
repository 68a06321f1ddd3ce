//! Runs the user's command on a candidate.

use crate::output::Failure;
use crate::scratch;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The placeholder for the path of the candidate.
const PLACE: &str = "{}";

/// Number of bytes of each stream that are searched for the text of `--grep`.
const MAX_OUTPUT: u64 = 64 << 20;

/// Shortest and longest polling interval for a running command.
const SHORT_WAIT: Duration = Duration::from_micros(200);
const LONG_WAIT: Duration = Duration::from_millis(10);

/// The condition for a failure of the command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failing<'a> {
    pub(super) status: Option<u8>,
    pub(super) text: Option<&'a str>,
}

impl Failing<'_> {
    /// Returns the condition in words.
    pub(super) fn describe(self) -> String {
        match (self.status, self.text) {
            (None, None) => "its status is not 0".into(),
            (Some(status), None) => format!("its status is {status}"),
            (None, Some(text)) => format!("it writes {text:?}"),
            (Some(status), Some(text)) => {
                format!("its status is {status} and it writes {text:?}")
            }
        }
    }
}

/// Runs the command, with its files in a temporary folder.
#[derive(Debug)]
pub(super) struct Attempts<'a> {
    command: &'a [OsString],
    failing: Failing<'a>,
    timeout: Duration,
    folder: TempDir,
}

impl<'a> Attempts<'a> {
    pub(super) fn new(
        command: &'a [OsString],
        failing: Failing<'a>,
        timeout: Duration,
    ) -> Result<Attempts<'a>, Failure> {
        let folder = scratch::folder("pinnacle-shrink-")
            .map_err(|error| Failure::new(format!("cannot make a temporary folder: {error}")))?;
        Ok(Attempts {
            command,
            failing,
            timeout,
            folder,
        })
    }

    /// Returns true if the command fails on a file of these bytes.
    pub(super) fn fails_on(&self, bytes: &[u8]) -> Result<bool, Failure> {
        let path = self.folder.path().join("candidate.pexe");
        fs::write(&path, bytes)
            .map_err(|error| Failure::new(format!("cannot write {}: {error}", path.display())))?;
        let Some((name, arguments)) = self.command.split_first() else {
            return Err(Failure::new("there is no command"));
        };
        let cannot_run =
            |error: io::Error| Failure::new(format!("cannot run {}: {error}", name.display()));
        let mut command = Command::new(name);
        command.stdin(Stdio::null());
        let mut placed = false;
        for argument in arguments {
            match place(argument, &path) {
                Some(argument) => {
                    placed = true;
                    command.arg(argument)
                }
                None => command.arg(argument),
            };
        }
        if !placed {
            command.arg(&path);
        }
        // Files are used instead of pipes, because a process that outlives the command would keep
        // pipes open.
        let streams = ["stdout", "stderr"].map(|name| self.folder.path().join(name));
        if self.failing.text.is_some() {
            let [stdout, stderr] = &streams;
            command.stdout(File::create(stdout).map_err(cannot_run)?);
            command.stderr(File::create(stderr).map_err(cannot_run)?);
        } else {
            command.stdout(Stdio::null()).stderr(Stdio::null());
        }
        let child = command.spawn().map_err(cannot_run)?;
        let Some(status) = wait(child, self.timeout).map_err(cannot_run)? else {
            return Ok(false);
        };
        let status_fits = match self.failing.status {
            Some(expected) => number(status) == Some(expected),
            None => self.failing.text.is_some() || !status.success(),
        };
        let Some(text) = self.failing.text.filter(|_| status_fits) else {
            return Ok(status_fits);
        };
        for stream in &streams {
            if contains(stream, text.as_bytes()).map_err(cannot_run)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns an argument with the placeholder replaced by the path. Returns `None` if it has no
/// placeholder.
fn place(argument: &OsStr, path: &Path) -> Option<OsString> {
    let argument = argument.to_str()?;
    if !argument.contains(PLACE) {
        return None;
    }
    let mut placed = OsString::new();
    for (index, part) in argument.split(PLACE).enumerate() {
        if index > 0 {
            placed.push(path);
        }
        placed.push(part);
    }
    Some(placed)
}

/// Waits for a command to end, or kills it when its time is up.
fn wait(mut child: Child, timeout: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = SHORT_WAIT;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() >= timeout {
            // The command may have ended by itself in the meantime.
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LONG_WAIT);
    }
}

/// Returns the exit status as in shells: 128 plus the number for a signal.
fn number(status: ExitStatus) -> Option<u8> {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return u8::try_from(signal.checked_add(128)?).ok();
    }
    u8::try_from(status.code()?).ok()
}

fn contains(path: &Path, text: &[u8]) -> io::Result<bool> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_OUTPUT).read_to_end(&mut bytes)?;
    Ok(text.is_empty() || bytes.windows(text.len()).any(|window| window == text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_takes_the_place_of_braces() {
        let place = |argument: &str| place(OsStr::new(argument), Path::new("/x"));
        assert_eq!(place("{}"), Some("/x".into()));
        assert_eq!(place("a {} b {}"), Some("a /x b /x".into()));
        assert_eq!(place("{ }"), None);
    }
}
