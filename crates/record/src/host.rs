//! The host of a recorded run: it counts calls, and ends a replay where the recording ends.

use crate::event::Kind;
use crate::recording::Ending;
use crate::tape::{ReplayStep, Tape};
use pinnacle_system::clock::Clock;
use pinnacle_system::host::{Action, AtRest, Host, HostContext, HostFunction};
use pinnacle_system::trap::TrapKind;
use std::sync::Arc;
use std::time::Duration;

/// A host whose calls a tape counts.
///
/// A replay ends with a trap after the call in which it departs from the recording. If the recorded
/// run was stopped, it ends after the last call that had returned by then.
#[derive(Debug)]
pub struct RecordedHost<H> {
    /// The wrapped host.
    pub inner: H,
    tape: Option<Tape>,
    page: Option<PageEngine>,
}

/// The engine of a page, as its replay imitates it.
#[derive(Clone, Debug)]
pub enum PageEngine {
    /// It ran one thread, and the browser ended its waits. The tape has what the program did next,
    /// so every wait is over at once. The engine of the replay reads this clock, which is not on
    /// the tape.
    OneThread(Arc<dyn Clock>),
    /// Its threads took turns, each until it waited. The tape has the readings of its clock and the
    /// events that ended waits for the host.
    Turns,
}

/// The number of the main thread, whose waits events end.
const MAIN: u32 = 0;

impl<H: Host> RecordedHost<H> {
    /// Wraps a host. Without a tape it only forwards calls.
    pub fn new(inner: H, tape: Option<Tape>) -> RecordedHost<H> {
        RecordedHost {
            inner,
            tape,
            page: None,
        }
    }

    /// Replays a run of a page with this engine.
    #[must_use]
    pub fn of_page(self, page: Option<PageEngine>) -> RecordedHost<H> {
        RecordedHost { page, ..self }
    }

    /// Makes a call unless the replay is over, and ends the replay if it is over afterwards.
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

/// Ends a replay whose recording is over.
fn end(reason: String) -> Action {
    match reason.as_str() {
        Ending::SAVED => Action::Exit(0),
        _ => Action::Trap(TrapKind::RecordingEnd(reason)),
    }
}

/// Changes a wait so that it is over at once, with the result of a wait whose deadline has passed.
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
            // The page waited for an event.
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
