//! The end of a program's time.
//!
//! Engines look at the clock while they run code. What else takes time, such as to
//! compile the program, or a call of the host that waits for somebody to read its output,
//! cannot be interrupted: if the program has not ended a little after its time, the process
//! ends instead.

use super::{outcome, pepper};
use crate::output::{BAD_USE, Output};
use pinnacle_runtime::{Trap, TrapKind};
use std::io;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Time beyond a program's limit until the process ends, in which engines can report where it was.
const PATIENCE: Duration = Duration::from_millis(150);

/// The same for programs of the browser, of which pictures, sound and messages are kept.
const PEPPER_PATIENCE: Duration = Duration::from_secs(3);

/// The program is one of the browser.
struct IsPepper;

/// The time that a program has, which begins before its file is read.
pub(super) struct Deadline {
    began: Instant,
    timeout: Option<Duration>,
    /// The thread that waits for the end of the time sees that it is dropped, or receives that the
    /// program is one of the browser.
    running: Option<Sender<IsPepper>>,
}

impl Deadline {
    /// Begins a program's time, of any length without a limit.
    pub(super) fn new(timeout: Option<Duration>, output: &Output) -> Deadline {
        Deadline::since(Instant::now(), timeout, output)
    }

    /// Sets another limit; the time goes on.
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

    /// The remaining time.
    pub(super) fn left(&self) -> Option<Duration> {
        let timeout = self.timeout?;
        Some(timeout.saturating_sub(self.began.elapsed()))
    }

    /// The program is one of the browser.
    pub(super) fn is_pepper(&self) {
        if let Some(running) = &self.running {
            // If it is not received, the waiting thread ends the process.
            let _ = running.send(IsPepper);
        }
    }

    /// The program has ended: what comes now takes the time that it needs.
    pub(super) fn stop(&mut self) {
        self.running = None;
    }
}

/// Ends the process after a time, as a program that is stopped.
#[cfg(all(feature = "wasmtime", unix))]
pub(crate) fn end_process_after(timeout: Duration, output: Output) {
    thread::spawn(move || {
        thread::sleep(timeout);
        end_process(&output, outcome::status_of(&TrapKind::Timeout));
    });
}

/// Ends the process when standard input ends. There is no reader left for a reason.
pub(super) fn end_process_with_stdin() {
    thread::spawn(|| {
        // An error is an end too.
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
