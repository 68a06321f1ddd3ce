//! Reports on a long run: its progress on standard error, and the program's messages on a terminal.
//!
//! A Pepper program may draw or wait for its user for ever. It cannot be distinguished from a busy
//! program, so the run continues, but not silently.

use crate::output::Output;
use pinnacle_headless::machine::{Progress, Until};
use pinnacle_inspect::numbers::{count, grouped};
use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Time before the first report. The time doubles before each further report.
const PATIENCE: Duration = Duration::from_secs(5);

/// Reports the progress of a run until it is dropped.
pub(in crate::run) struct Watch {
    /// Dropped first, which ends the thread.
    running: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Watch {
    /// Waits for the thread, which keeps the machine alive: its graphics driver must be shut down
    /// before the process ends.
    fn drop(&mut self) {
        drop(self.running.take());
        if let Some(thread) = self.thread.take() {
            // If the thread failed to report, the run is not affected.
            let _ = thread.join();
        }
    }
}

impl Watch {
    /// Begins to watch a run.
    pub(super) fn start(
        progress: impl Fn() -> Progress + Send + 'static,
        until: Until,
        output: Output,
    ) -> Watch {
        Watch::with(progress, until, PATIENCE, move |line, hint| {
            output.note(line);
            if let Some(hint) = hint {
                output.hint(hint);
            }
        })
    }

    fn with(
        progress: impl Fn() -> Progress + Send + 'static,
        until: Until,
        patience: Duration,
        tell: impl Fn(&str, Option<&str>) + Send + 'static,
    ) -> Watch {
        let (running, ended) = mpsc::channel();
        let began = Instant::now();
        // If no thread can be started, nothing is reported.
        let thread = thread::Builder::new().spawn(move || {
            let mut due = patience;
            let mut is_first = true;
            loop {
                let left = due.saturating_sub(began.elapsed());
                if ended.recv_timeout(left) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
                let now = progress();
                let hint = (is_first && until == Until::Idle).then(|| hint(&now));
                tell(&line(due, &now), hint);
                is_first = false;
                due = due.saturating_mul(2);
            }
        });
        Watch {
            running: Some(running),
            thread: thread.ok(),
        }
    }
}

/// Returns a line about the progress of a run.
fn line(taken: Duration, progress: &Progress) -> String {
    let started = match progress.has_loaded {
        true => "",
        false => "not started yet, ",
    };
    format!(
        "running for {} s: {started}{}, {}, {} s of the program's time",
        grouped(taken.as_secs()),
        count(progress.frames, "frame"),
        count(progress.messages, "message"),
        grouped(progress.time.as_secs()),
    )
}

/// Returns advice for a run that does not end.
fn hint(progress: &Progress) -> &'static str {
    match progress.has_loaded {
        true => {
            "the program is working, draws forever or waits for its user; --until frame:N or \
             time:S, or --timeout, ends a run, and --script plays the user"
        }
        false => "--timeout ends a run",
    }
}

/// Messages of a program on a terminal, each as a line that describes it.
#[derive(Debug, Default)]
pub(super) struct ShownMessages {
    is_in_line: bool,
}

impl Write for ShownMessages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut out = io::stderr().lock();
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            if !self.is_in_line {
                out.write_all(b"message: ")?;
            }
            out.write_all(line)?;
            self.is_in_line = !line.ends_with(b"\n");
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_run_says_how_far_it_is() {
        let now = || Progress {
            has_loaded: true,
            messages: 1,
            frames: 18_000,
            time: Duration::from_secs(300),
        };
        let (lines, told) = mpsc::channel();
        let patience = Duration::from_millis(1);
        let watch = Watch::with(now, Until::Idle, patience, move |line, hint| {
            // The test may have stopped receiving.
            let _ = lines.send((line.to_owned(), hint.map(str::to_owned)));
        });
        let (line, hint) = told.recv().unwrap();
        let expected = "running for 0 s: 18,000 frames, 1 message, 300 s of the program's time";
        assert_eq!(line, expected);
        assert!(hint.unwrap().contains("--until"));
        assert_eq!(told.recv().unwrap(), (expected.to_owned(), None));
        drop(watch);
        // The loop ends when the thread has ended and dropped its end of the channel.
        while told.try_recv().is_ok() {}
        assert_eq!(told.try_recv(), Err(mpsc::TryRecvError::Disconnected));
    }

    #[test]
    fn a_program_that_has_not_started_is_told_as_such() {
        let line = line(PATIENCE, &Progress::default());
        assert!(
            line.starts_with("running for 5 s: not started yet, 0 frames"),
            "{line}"
        );
    }
}
