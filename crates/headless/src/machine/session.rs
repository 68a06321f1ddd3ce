//! Runs in steps: the program pauses in between, while the embedder posts messages and reads the
//! picture.

use super::Machine;
use crate::picture::Picture;
use crate::script::Script;
use pinnacle_pepper::message::Message;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The state of a run in steps, shared by the program's thread and the controlling thread.
#[derive(Clone, Debug)]
pub struct Session(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    phase: Mutex<Phase>,
    changed: Condvar,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The program runs.
    Running,
    /// The program is waiting for the next step.
    Paused,
    /// The program must end.
    Closing,
    /// The program has ended.
    Ended,
}

/// Why a step has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// The program has nothing left to do, or the step's time is up.
    Paused,
    /// The program has ended.
    Ended,
    /// The program is still running.
    Late,
}

impl Session {
    /// Creates a session for a program that is about to run.
    pub(super) fn new() -> Session {
        Session(Arc::new(Shared {
            phase: Mutex::new(Phase::Running),
            changed: Condvar::new(),
        }))
    }

    /// Waits until the program has paused or ended, at most for this time.
    pub fn wait(&self, timeout: Option<Duration>) -> Pause {
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let mut phase = self.lock();
        loop {
            match *phase {
                Phase::Paused => return Pause::Paused,
                Phase::Ended => return Pause::Ended,
                Phase::Running | Phase::Closing => {}
            }
            let changed = &self.0.changed;
            let Some(deadline) = deadline else {
                phase = changed.wait(phase).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Pause::Late;
            }
            let waited = changed.wait_timeout(phase, left);
            phase = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Continues a paused program.
    fn resume(&self) {
        self.change(|phase| match phase {
            Phase::Paused => Phase::Running,
            other => other,
        });
    }

    /// Asks the program to end when it next pauses or waits for an event.
    pub fn close(&self) {
        self.change(|phase| match phase {
            Phase::Ended => Phase::Ended,
            _ => Phase::Closing,
        });
    }

    /// Records that the program has ended. The engine that runs it must call this.
    pub fn end(&self) {
        self.change(|_| Phase::Ended);
    }

    /// Blocks the program's thread until the next step.
    pub(super) fn pause(&self) {
        self.change(|phase| match phase {
            Phase::Running => Phase::Paused,
            other => other,
        });
        let mut phase = self.lock();
        while *phase == Phase::Paused {
            let waited = self.0.changed.wait(phase);
            phase = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns true if the program must end.
    pub(super) fn is_closing(&self) -> bool {
        *self.lock() == Phase::Closing
    }

    fn change(&self, change: impl FnOnce(Phase) -> Phase) {
        let mut phase = self.lock();
        *phase = change(*phase);
        drop(phase);
        self.0.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Phase> {
        self.0.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Machine {
    /// Makes this a run in steps: from now on the program pauses when it has nothing left to do,
    /// instead of ending.
    pub fn session(&self) -> Session {
        let mut state = self.lock();
        state.session.get_or_insert_with(Session::new).clone()
    }

    /// Adds a message, which the page posts in the next step.
    pub fn deliver(&self, message: Message) {
        self.lock().posts.push_back(message);
    }

    /// Adds the steps of a script, which are executed after the posted messages. Times are counted
    /// from the creation of the machine.
    pub fn act(&self, script: Script) {
        self.lock().script.extend(script.steps);
    }

    /// Resumes the program until it has nothing left to do, for at most this much program time.
    pub fn resume(&self, at_most: Duration) {
        let mut state = self.lock();
        state.pause_at = Some(state.seen.saturating_add(at_most));
        let session = state.session.clone();
        drop(state);
        if let Some(session) = session {
            session.resume();
        }
    }

    /// Removes and returns the machine's errors so far, such as a file that could not be written.
    pub fn failures(&self) -> Vec<String> {
        std::mem::take(&mut self.lock().outcome.failures)
    }

    /// Returns the picture that the element shows now. The machine must have been created with
    /// [`keeps_picture`](super::Settings::keeps_picture).
    ///
    /// # Errors
    ///
    /// Fails if the picture does not fit in the memory that the program has left.
    pub fn picture(&self) -> Result<Picture, String> {
        let state = self.lock();
        let view = state.view;
        state.pictures.picture(&view)
    }
}
