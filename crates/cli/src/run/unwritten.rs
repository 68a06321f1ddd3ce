//! Keeps the recording of this run until it is written, which happens at the end of the run or when
//! a signal ends the process.

use crate::output::{Failure, Output};
use crate::whole_file;
use pinnacle_record::{Ending, Tape};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The recording of this process that has not been written yet.
static ACTIVE: Mutex<Option<(Tape, PathBuf)>> = Mutex::new(None);

/// Keeps a recording, and makes sure that it is written to a file even if a signal ends this
/// process.
pub(super) fn keep(tape: Tape, path: PathBuf, output: Output) -> Result<(), Failure> {
    *ACTIVE.lock().unwrap_or_else(PoisonError::into_inner) = Some((tape, path));
    save_at_signals(output)
}

/// Saves the recording when a signal ends this process.
#[cfg(unix)]
fn save_at_signals(output: Output) -> Result<(), Failure> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]);
    let mut signals =
        signals.map_err(|error| Failure::new(format!("cannot wait for signals: {error}")))?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            save(&format!("stopped by signal {signal}"), &output);
            crate::scratch::remove_lasting();
            std::process::exit(128 + signal);
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn save_at_signals(_: Output) -> Result<(), Failure> {
    Ok(())
}

/// Writes the recording, if there is one, when a run is stopped from outside.
pub(super) fn save(reason: &str, output: &Output) {
    let ending = Ending {
        status: None,
        text: reason.into(),
        calls: None,
    };
    close();
    if let Err(Failure::Told(told)) = write(ending) {
        output.tell(&told);
    }
}

/// Stops all further output of the program, because it would not be in the recording.
fn close() {
    let active = ACTIVE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((tape, _)) = &*active {
        tape.close();
    }
}

/// Writes the recording, unless it has been written.
pub(super) fn write(ending: Ending) -> Result<(), Failure> {
    let active = ACTIVE.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some((tape, path)) = active else {
        return Ok(());
    };
    let recording = tape.finish(ending).ok_or_else(|| {
        Failure::new("the recording takes more memory than the program may have, and is not kept")
            .hint("raise the limit with --memory")
    })?;
    whole_file::write(&path, &recording.to_bytes())
}
