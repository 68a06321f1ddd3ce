//! Wraps the host of a recorded run. It counts calls, and ends a replay where the recording ends.

use crate::event::Kind;
use crate::recording::Ending;
use crate::tape::{ReplayStep, Tape};
use pinnacle_system::clock::Clock;
use pinnacle_system::host::{Action, AtRest, Host, HostContext, HostFunction};
use pinnacle_system::trap::TrapKind;
use std::sync::Arc;
use std::time::Duration;

/// A host that counts calls on a tape.
///
/// A replay ends with a trap after the call in which it departs from the recording. If the recorded
/// run was stopped, the replay ends after the last call that had returned by then.
#[derive(Debug)]
pub struct RecordedHost<H> {
    /// The wrapped host.
    pub inner: H,
    tape: Option<Tape>,
    page: Option<PageEngine>,
}

/// The engine of a page, which a replay imitates.
#[derive(Clone, Debug)]
pub enum PageEngine {
    /// The engine ran a single thread, and the browser ended its waits. The following actions of
    /// the program are on the tape, so each wait of the replay ends at once. The engine of the
    /// replay uses this clock, which is not on the tape.
    OneThread(Arc<dyn Clock>),
    /// The threads took turns, and each ran until it waited. The readings of the engine's clock are
    /// on the tape, and so are the events that ended waits for the host.
    Turns,
}

/// The ID of the main thread, whose waits are ended by events.
const MAIN: u32 = 0;

impl<H: Host> RecordedHost<H> {
    /// Wraps a host. Without a tape, calls are only forwarded.
    pub fn new(inner: H, tape: Option<Tape>) -> RecordedHost<H> {
        RecordedHost {
            inner,
            tape,
            page: None,
        }
    }

    /// Imitates the engine of a page in a replay.
    #[must_use]
    pub fn of_page(self, page: Option<PageEngine>) -> RecordedHost<H> {
        RecordedHost { page, ..self }
    }

    /// Makes a call unless the replay is over. If the replay is over after the call, ends it.
    /// `function` is `None` if the call continues an earlier one.
    fn pass(&mut self, function: Option<usize>, call: impl FnOnce(&mut H) -> Action) -> Action {
        let Some(tape) = &self.tape else {
            return call(&mut self.inner);
        };
        if let Some(reason) = tape.has_ended() {
            return end(reason);
        }
        let action = call(&mut self.inner);
        let action = match &self.page {
            Some(PageEngine::OneThread(_)) => without_wait(action),
            Some(PageEngine::Turns) | None => action,
        };
        match tape.count_call() {
            ReplayStep::Continue => action,
            ReplayStep::Departed(mut departure) => {
                let functions = self.inner.functions();
                let function = function.and_then(|number| functions.get(number));
                departure.call = function.map(|function| function.name.clone().into_owned());
                Action::Trap(TrapKind::Departed(departure.to_string()))
            }
            ReplayStep::Ended(_) if matches!(action, Action::Exit(_) | Action::Trap(_)) => action,
            ReplayStep::Ended(reason) => end(reason),
        }
    }
}

/// Returns the action that ends a replay at the end of its recording.
fn end(reason: String) -> Action {
    match reason.as_str() {
        Ending::SAVED => Action::Exit(0),
        _ => Action::Trap(TrapKind::RecordingEnd(reason)),
    }
}

/// Changes a wait so that it ends at once, as if its deadline had passed.
fn without_wait(action: Action) -> Action {
    let deadline = Some(Duration::ZERO);
    match action {
        Action::Wait { .. } => Action::Wait { deadline },
        Action::Sleep(_) => Action::Sleep(Duration::ZERO),
        Action::FutexWait { address, value, .. } => Action::FutexWait {
            address,
            value,
            deadline,
        },
        other => other,
    }
}

impl<H: Host> Host for RecordedHost<H> {
    fn functions(&self) -> &[HostFunction] {
        self.inner.functions()
    }

    fn call(&mut self, function: usize, args: &[u64], context: &mut HostContext<'_>) -> Action {
        self.pass(Some(function), |host| host.call(function, args, context))
    }

    fn resume(&mut self, result: u64, context: &mut HostContext<'_>) -> Action {
        self.pass(None, |host| host.resume(result, context))
    }

    fn at_rest(&mut self) -> AtRest {
        if let (Some(PageEngine::Turns), Some(tape)) = (&self.page, &self.tape) {
            // The page waited here for an event.
            while let Some(answer) = tape.ask_rarely(Kind::Wake, &[], || None) {
                if answer.is_some() {
                    return AtRest::Wake(MAIN);
                }
            }
        }
        self.inner.at_rest()
    }

    fn switches_at_waits(&self) -> bool {
        matches!(self.page, Some(PageEngine::Turns)) || self.inner.switches_at_waits()
    }

    fn woken(&mut self) -> Option<u32> {
        match (&self.page, &self.tape) {
            (Some(PageEngine::Turns), Some(tape)) => {
                let answer = tape.ask_rarely(Kind::Wake, &[], || None).flatten();
                answer.map(|_| MAIN)
            }
            _ => self.inner.woken(),
        }
    }

    fn real_time(&self) -> Duration {
        match &self.page {
            Some(PageEngine::OneThread(clock)) => clock.real_time(),
            Some(PageEngine::Turns) | None => self.inner.real_time(),
        }
    }

    fn has_own_clock(&self) -> bool {
        self.inner.has_own_clock()
    }

    fn pass_time(&mut self, duration: Duration) {
        self.inner.pass_time(duration);
    }
}
