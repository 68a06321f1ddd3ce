//! Runs untrusted programs with bounds on time, memory and output, through `timeout` and `ulimit`.

use crate::process::Result;
use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Maximum size of a file that a program writes, in blocks of 512 bytes.
const MAX_OUTPUT: u32 = 64 << 11;

/// Ratio of the wall-clock limit to the processor time limit. Other programs may keep the
/// processors busy.
const SLACK: u64 = 10;

/// The exit status and output of a program.
pub(super) struct Ended {
    /// The exit status. If a signal ended the program, 128 plus its number.
    pub(super) status: i32,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

/// The status of a program that exceeded its wall-clock time.
const TIMED_OUT: i32 = 124;

/// The statuses of a program that exceeded its processor time: by SIGXCPU, or by SIGKILL after it.
const COMPUTED_TOO_LONG: [i32; 2] = [128 + 24, 128 + 9];

impl Ended {
    pub(super) fn is_good(&self) -> bool {
        self.status == 0
    }

    pub(super) fn took_too_long(&self) -> bool {
        self.status == TIMED_OUT || COMPUTED_TOO_LONG.contains(&self.status)
    }

    /// Returns the first line of standard error that contains an error, or else its last line.
    pub(super) fn message(&self) -> &str {
        let has_error = |line: &&str| line.contains("error: ") || line.contains("error[");
        let line = self.stderr.lines().find(has_error);
        line.or(self.stderr.lines().last())
            .unwrap_or_default()
            .trim()
    }
}

/// The resource limits of a program.
pub(super) struct Bounds {
    /// The limit of processor time.
    pub(super) time: Duration,
    /// Address space in KiB.
    pub(super) memory: Option<u64>,
}

/// Runs a program in the folder `scratch`. The files with its output are written there, too.
pub(super) fn run<A: AsRef<OsStr>>(
    program: &Path,
    arguments: impl IntoIterator<Item = A>,
    variables: &[(&str, &OsStr)],
    scratch: &Path,
    bounds: &Bounds,
) -> Result<Ended> {
    let said = |error| format!("{}: {error}", program.display());
    let (out, err) = (scratch.join("stdout.txt"), scratch.join("stderr.txt"));
    let memory = bounds
        .memory
        .map_or("unlimited".into(), |kib| kib.to_string());
    let seconds = bounds.time.as_secs().max(1);
    // Without `exec`, so that the shell converts a signal that ends the program to a status.
    let limits = format!(
        "ulimit -f {MAX_OUTPUT}; ulimit -c 0; ulimit -v {memory}; ulimit -S -t {seconds}; \
         ulimit -H -t {}; \"$0\" \"$@\"; exit $?",
        seconds + 1
    );
    let mut command = Command::new("timeout");
    command
        .args(["--kill-after=5", &(seconds * SLACK).to_string()])
        .args(["sh", "-c", &limits])
        .arg(program)
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(scratch)
        .stdin(Stdio::null())
        .stdout(File::create(&out).map_err(said)?)
        .stderr(File::create(&err).map_err(said)?);
    let status = command.status().map_err(said)?;
    Ok(Ended {
        status: status.code().unwrap_or(128),
        stdout: super::read(&out)?,
        stderr: super::read(&err)?,
    })
}
