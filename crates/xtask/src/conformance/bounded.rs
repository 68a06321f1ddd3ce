//! Programs that may run wild: bounded in time, memory and output by `timeout` and `ulimit`.

use crate::process::Result;
use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Maximum size of a file that a program writes, in blocks of 512 bytes.
const MAX_OUTPUT: u32 = 64 << 11;

/// The ratio of the time that a program may take to the time that it may compute. Other
/// programs may keep the processors of the machine from it.
const SLACK: u64 = 10;

/// The status and the output of a program that has ended.
pub(super) struct Ended {
    /// Its exit status; 128 and the signal's number if a signal ended it.
    pub(super) status: i32,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

/// The status of a program that waited too long.
const TIMED_OUT: i32 = 124;

/// The statuses of a program that computed too long: by SIGXCPU, and by the SIGKILL after it.
const COMPUTED_TOO_LONG: [i32; 2] = [128 + 24, 128 + 9];

impl Ended {
    pub(super) fn is_good(&self) -> bool {
        self.status == 0
    }

    pub(super) fn took_too_long(&self) -> bool {
        self.status == TIMED_OUT || COMPUTED_TOO_LONG.contains(&self.status)
    }

    /// Returns the first line with an error, or else the last line of standard error.
    pub(super) fn message(&self) -> &str {
        let has_error = |line: &&str| line.contains("error: ") || line.contains("error[");
        let line = self.stderr.lines().find(has_error);
        line.or(self.stderr.lines().last())
            .unwrap_or_default()
            .trim()
    }
}

/// The bounds of a program.
pub(super) struct Bounds {
    /// Time of a processor.
    pub(super) time: Duration,
    /// Address space in KiB.
    pub(super) memory: Option<u64>,
}

/// Runs a program in the folder `scratch`, where its output is kept, too.
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
    // Without `exec`: the shell turns a signal that ends the program into a status.
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
