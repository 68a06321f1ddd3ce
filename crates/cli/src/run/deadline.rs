//! The time limit of a program.
//!
//! Engines check the clock while they run code. Other work cannot be interrupted, such as compiling
//! the program, or a host call that waits for a reader of its output. If the program has not ended
//! shortly after its limit, the process exits instead.

use super::{outcome, pepper};
use crate::output::{BAD_USE, Output};
use pinnacle_runtime::{Trap, TrapKind};
use std::io;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Time between the program's time limit and the end of the process. It lets engines report where
/// the program was stopped.
const PATIENCE: Duration = Duration::from_millis(150);

/// The same for Pepper programs, which need time to write pictures, sound and messages.
const PEPPER_PATIENCE: Duration = Duration::from_secs(3);

/// The program uses Pepper.
struct IsPepper;

/// The time limit of a program. The time includes reading its file.
pub(super) struct Deadline {
    began: Instant,
    timeout: Option<Duration>,
    /// The channel to the thread that waits for the limit. Dropping it ends the thread; a message
    /// says that the program uses Pepper.
    running: Option<Sender<IsPepper>>,
}

impl Deadline {
    /// Starts a program's time, with or without a limit.
    pub(super) fn new(timeout: Option<Duration>, output: &Output) -> Deadline {
        Deadline::since(Instant::now(), timeout, output)
    }

    /// Changes the limit. The time already used counts.
    pub(super) fn limit(&mut self, timeout: Option<Duration>, output: &Output) {
        if self.timeout != timeout {
            *self = Deadline::since(self.began, timeout, output);
        }
    }

    fn since(began: Instant, timeout: Option<Duration>, output: &Output) -> Deadline {
        let output = *output;
        let running = timeout.map(|timeout| {
            let (running, ended) = mpsc::channel();
            thread::spawn(move || {
                let mut patience = PATIENCE;
                let mut status = outcome::status_of(&TrapKind::Timeout);
                loop {
                    let limit = timeout.saturating_add(patience);
                    match ended.recv_timeout(limit.saturating_sub(began.elapsed())) {
                        Ok(IsPepper) => (patience, status) = (PEPPER_PATIENCE, pepper::TIMEOUT),
                        Err(RecvTimeoutError::Disconnected) => return,
                        Err(RecvTimeoutError::Timeout) => end_process(&output, status),
                    }
                }
            });
            running
        });
        Deadline {
            began,
            timeout,
            running,
        }
    }

    /// Returns the time that is left, or `None` without a limit.
    pub(super) fn left(&self) -> Option<Duration> {
        let timeout = self.timeout?;
        Some(timeout.saturating_sub(self.began.elapsed()))
    }

    /// Extends the time until the process ends, because the program uses Pepper.
    pub(super) fn extend_for_pepper(&self) {
        if let Some(running) = &self.running {
            // If the message is not received, the waiting thread ends the process.
            let _ = running.send(IsPepper);
        }
    }

    /// Removes the limit, after the program has ended.
    pub(super) fn stop(&mut self) {
        self.running = None;
    }
}

/// Exits after this time, with the status of a program that was stopped.
#[cfg(all(feature = "wasmtime", unix))]
pub(crate) fn end_process_after(timeout: Duration, output: Output) {
    thread::spawn(move || {
        thread::sleep(timeout);
        end_process(&output, outcome::status_of(&TrapKind::Timeout));
    });
}

/// Exits when standard input closes. Prints no reason, because nobody is left to read it.
pub(super) fn end_process_with_stdin() {
    thread::spawn(|| {
        // An error counts as the end too.
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        crate::scratch::remove_lasting();
        std::process::exit(i32::from(BAD_USE));
    });
}

fn end_process(output: &Output, status: u8) -> ! {
    let trap = Trap {
        kind: TrapKind::Timeout,
        thread: 0,
        stack: Vec::new(),
        omitted: 0,
    };
    outcome::report(&trap, output);
    super::unwritten::save("stopped by --timeout", output);
    crate::scratch::remove_lasting();
    std::process::exit(status.into());
}
