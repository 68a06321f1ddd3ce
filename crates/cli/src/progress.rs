//! Progress on standard error, for work that takes long.
//!
//! Nothing is shown for the first half second, and nothing ever where standard
//! error is not a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(100);

/// Work on a number of files.
#[derive(Debug)]
pub(crate) struct Progress(Option<Shown>);

#[derive(Debug)]
struct Shown {
    bar: ProgressBar,
    /// Dropped when the work is done, which wakes the thread.
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Begins work on so many files.
    pub(crate) fn start(verb: &'static str, files: usize) -> Progress {
        if !io::stderr().is_terminal() {
            return Progress(None);
        }
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
        let (done, wait) = mpsc::channel();
        let late = bar.clone();
        let thread = thread::spawn(move || {
            if wait.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                late.set_draw_target(ProgressDrawTarget::stderr());
                late.enable_steady_tick(TICK);
            }
        });
        Progress(Some(Shown {
            bar,
            done: Some(done),
            thread: Some(thread),
        }))
    }

    /// Says which file is worked on.
    pub(crate) fn file(&self, name: &str) {
        if let Some(shown) = &self.0 {
            shown.bar.set_message(name.to_owned());
        }
    }

    /// Says that a file is done.
    pub(crate) fn advance(&self) {
        if let Some(shown) = &self.0 {
            shown.bar.inc(1);
        }
    }

    /// Writes to the terminal with the bar out of the way.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(shown) => shown.bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Shown {
    /// Waits for the thread, so that no bar appears after the work.
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(thread) = self.thread.take() {
            // A thread that failed to draw must not spoil the work.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}
