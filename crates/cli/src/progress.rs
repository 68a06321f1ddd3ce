//! Progress on standard error, for long work.
//!
//! A terminal gets a bar after half a second. Any other standard error, such as a log, gets a line
//! after twenty seconds and one every thirty seconds from then on. `PINNACLE_PROGRESS=never` shows
//! nothing.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Environment variable. The value `never` is for scripts that compare standard error.
const VARIABLE: &str = "PINNACLE_PROGRESS";

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// Interval between updates of the bar.
const TICK: Duration = Duration::from_millis(100);

/// Delay of the first line, and interval between lines.
#[derive(Clone, Copy, Debug)]
struct Lines {
    first: Duration,
    next: Duration,
}

const LINES: Lines = Lines {
    first: Duration::from_secs(20),
    next: Duration::from_secs(30),
};

/// Work on a number of files.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Dropped when the work is done, which wakes the thread. `None` if nothing is shown.
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts the progress display for this number of files.
    pub(crate) fn start(verb: &'static str, files: usize) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::hidden());
        let template = if files > 1 {
            "{spinner} {prefix} {msg} {wide_bar} {pos}/{len}"
        } else {
            "{spinner} {prefix} {msg} ({elapsed})"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(verb);
        if std::env::var_os(VARIABLE).is_some_and(|value| value == "never") {
            return Progress {
                bar,
                done: None,
                thread: None,
            };
        }
        let (done, wait) = mpsc::channel();
        let late = bar.clone();
        let is_terminal = io::stderr().is_terminal();
        let thread = thread::spawn(move || {
            if !is_terminal {
                write_lines(verb, &late, &wait, LINES, io::stderr());
            } else if wait.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                late.set_draw_target(ProgressDrawTarget::stderr());
                late.enable_steady_tick(TICK);
            }
        });
        Progress {
            bar,
            done: Some(done),
            thread: Some(thread),
        }
    }

    /// Shows the file that is being processed.
    pub(crate) fn file(&self, name: &str) {
        self.bar.set_message(name.to_owned());
    }

    /// Counts a file as done.
    pub(crate) fn advance(&self) {
        self.bar.inc(1);
    }

    /// Hides the bar while a function writes to the terminal.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    /// Waits for the thread, so that nothing is written after the work is done.
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(thread) = self.thread.take() {
            // If the thread failed to draw, the work is not affected.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}

/// Writes lines at the interval until the work is done.
fn write_lines(
    verb: &str,
    bar: &ProgressBar,
    wait: &Receiver<()>,
    lines: Lines,
    mut out: impl Write,
) {
    let mut patience = lines.first;
    while wait.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
        // The work continues even if the line cannot be written.
        let _ = writeln!(out, "{}", line(verb, bar));
        patience = lines.next;
    }
}

/// Returns a line about the progress.
fn line(verb: &str, bar: &ProgressBar) -> String {
    let seconds = bar.elapsed().as_secs();
    let (done, all) = (bar.position(), bar.length().unwrap_or(0));
    let message = bar.message();
    let file = if message.is_empty() {
        message
    } else {
        format!(" {message}")
    };
    if all > 1 {
        format!("{verb}{file}: {done} of {all} after {seconds} s")
    } else {
        format!("{verb}{file}: {seconds} s so far")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Processes three files, one of which is finished, for long enough to write some lines.
    #[test]
    fn a_log_gets_a_line_now_and_then() {
        let bar = ProgressBar::with_draw_target(Some(3), ProgressDrawTarget::hidden());
        bar.set_message("b.pexe".to_owned());
        bar.inc(1);
        let (done, wait) = mpsc::channel::<()>();
        let lines = Lines {
            first: Duration::ZERO,
            next: Duration::from_millis(1),
        };
        let mut out = Until {
            lines: 3,
            done: Some(done),
            text: Vec::new(),
        };
        write_lines("verifying", &bar, &wait, lines, &mut out);
        let text = String::from_utf8(out.text).unwrap();
        let expected = "verifying b.pexe: 1 of 3 after 0 s\n";
        assert_eq!(text, expected.repeat(3));
    }

    #[test]
    fn short_work_writes_nothing() {
        let bar = ProgressBar::hidden();
        let (done, wait) = mpsc::channel::<()>();
        drop(done);
        let mut out = Vec::new();
        write_lines("verifying", &bar, &wait, LINES, &mut out);
        assert_eq!(out, b"");
    }

    /// Ends the work after this number of lines.
    struct Until {
        lines: usize,
        done: Option<Sender<()>>,
        text: Vec<u8>,
    }

    impl Write for Until {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.text.extend_from_slice(bytes);
            if self.text.iter().filter(|&&byte| byte == b'\n').count() == self.lines {
                self.done = None;
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}
