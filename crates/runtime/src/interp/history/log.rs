//! The log of a host's answers, which are repeated after a run has gone back.

use crate::host::{Action, AtRest, Host, HostContext, HostFunction};
use crate::memory::Change;
use crate::trap::TrapKind;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

/// The log of a host, shared by the host and the run's history.
pub(in crate::interp) type SharedLog = Rc<RefCell<Log>>;

/// An answer of a host.
#[derive(Clone)]
enum Answer {
    /// A call that returned without changing memory or waking a thread.
    Returned(u64),
    /// Any other call.
    Call(Box<Call>),
    AtRest(AtRest),
    Time(Duration),
    Woken(Option<u32>),
    TimePassed,
}

/// The effects of a call.
#[derive(Clone)]
struct Call {
    action: Action,
    changes: Vec<Change>,
    bytes: u64,
    wake: Vec<u32>,
}

impl Answer {
    fn size(&self) -> usize {
        let more = match self {
            Answer::Call(call) => {
                let changes: usize = call.changes.iter().map(Change::size).sum();
                size_of::<Call>() + changes + size_of_val(&*call.wake)
            }
            _ => 0,
        };
        size_of::<Answer>() + more
    }
}

/// The log: all answers in order.
#[derive(Default)]
pub(in crate::interp) struct Log {
    answers: VecDeque<Answer>,
    /// Number of answers that were dropped from the beginning.
    forgotten: u64,
    /// Index of the next answer, if the run has gone back.
    next: Option<usize>,
    /// Total size of the answers in bytes.
    size: usize,
    /// True if the run has asked a different question than the first time.
    has_departed: bool,
}

impl Log {
    /// Number of answers that the run has received so far.
    pub(super) fn position(&self) -> u64 {
        self.forgotten + self.next.unwrap_or(self.answers.len()) as u64
    }

    /// Returns the approximate size of the answers in bytes.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Goes back to the moment when the log had this number of answers.
    pub(super) fn go_to(&mut self, position: u64) {
        let index = position.saturating_sub(self.forgotten) as usize;
        self.next = (index < self.answers.len()).then_some(index);
    }

    /// Drops the answers before a position, which will not be needed again.
    pub(super) fn forget_before(&mut self, position: u64) {
        while self.forgotten < position
            && let Some(answer) = self.answers.pop_front()
        {
            self.forgotten += 1;
            self.size -= answer.size();
            self.next = self.next.map(|next| next.saturating_sub(1));
        }
    }

    /// Returns the next known answer; `None` if the host must be asked.
    fn known(&mut self) -> Option<Answer> {
        let index = self.next?;
        let answer = self.answers.get(index).cloned();
        self.next = Some(index + 1).filter(|&next| next < self.answers.len());
        answer
    }

    fn push(&mut self, answer: Answer) {
        self.size += answer.size();
        self.answers.push_back(answer);
    }

    /// Returns the known answer, or else asks the host. `take` extracts the value from a known
    /// answer. If that is the answer to another question, the next call of the host traps.
    fn known_or<T>(
        this: &RefCell<Log>,
        take: impl FnOnce(Answer) -> Option<T>,
        ask: impl FnOnce() -> T,
        keep: impl FnOnce(&T) -> Answer,
    ) -> T {
        let Some(known) = this.borrow_mut().known() else {
            let value = ask();
            this.borrow_mut().push(keep(&value));
            return value;
        };
        take(known).unwrap_or_else(|| {
            this.borrow_mut().has_departed = true;
            ask()
        })
    }
}

/// A host whose answers are logged.
pub(in crate::interp) struct LoggedHost<'h> {
    inner: &'h mut dyn Host,
    log: SharedLog,
}

impl<'h> LoggedHost<'h> {
    pub(in crate::interp) fn new(inner: &'h mut dyn Host, log: SharedLog) -> LoggedHost<'h> {
        LoggedHost { inner, log }
    }

    /// Answers a call from the log, or makes the call and logs the answer.
    fn pass(
        &mut self,
        context: &mut HostContext<'_>,
        call: impl FnOnce(&mut dyn Host, &mut HostContext<'_>) -> Action,
    ) -> Action {
        let known = self.log.borrow_mut().known();
        match known {
            _ if self.log.borrow().has_departed => return departed(),
            None => {}
            Some(Answer::Returned(value)) => return Action::Return(value),
            Some(Answer::Call(call)) => {
                for change in &call.changes {
                    context.memory.redo(change);
                }
                context.bytes += call.bytes;
                context.wake.extend(&call.wake);
                return call.action;
            }
            Some(_) => return departed(),
        }
        context.memory.begin_journal();
        let action = call(&mut *self.inner, context);
        let changes = context.memory.take_journal();
        let is_plain = changes.is_empty() && context.bytes == 0 && context.wake.is_empty();
        let answer = match &action {
            Action::Return(value) if is_plain => Answer::Returned(*value),
            _ => Answer::Call(Box::new(Call {
                // A module cannot be unloaded, so loading it is not repeated.
                action: match &action {
                    Action::Load(_) => Action::Return(0),
                    other => other.clone(),
                },
                changes,
                bytes: context.bytes,
                wake: context.wake.clone(),
            })),
        };
        self.log.borrow_mut().push(answer);
        action
    }
}

/// The action that ends a run which asks different questions after it has gone back.
fn departed() -> Action {
    let reason = "internal error: after going back, the run differs from the first time";
    Action::Trap(TrapKind::Host(reason.into()))
}

impl Host for LoggedHost<'_> {
    fn functions(&self) -> &[HostFunction] {
        self.inner.functions()
    }

    fn call(&mut self, function: usize, args: &[u64], context: &mut HostContext<'_>) -> Action {
        self.pass(context, |host, context| host.call(function, args, context))
    }

    fn resume(&mut self, result: u64, context: &mut HostContext<'_>) -> Action {
        self.pass(context, |host, context| host.resume(result, context))
    }

    fn at_rest(&mut self) -> AtRest {
        Log::known_or(
            &self.log,
            |answer| match answer {
                Answer::AtRest(rest) => Some(rest),
                _ => None,
            },
            || self.inner.at_rest(),
            |&rest| Answer::AtRest(rest),
        )
    }

    fn real_time(&self) -> Duration {
        Log::known_or(
            &self.log,
            |answer| match answer {
                Answer::Time(time) => Some(time),
                _ => None,
            },
            || self.inner.real_time(),
            |&time| Answer::Time(time),
        )
    }

    fn has_own_clock(&self) -> bool {
        self.inner.has_own_clock()
    }

    fn switches_at_waits(&self) -> bool {
        self.inner.switches_at_waits()
    }

    fn woken(&mut self) -> Option<u32> {
        Log::known_or(
            &self.log,
            |answer| match answer {
                Answer::Woken(thread) => Some(thread),
                _ => None,
            },
            || self.inner.woken(),
            |&thread| Answer::Woken(thread),
        )
    }

    fn pass_time(&mut self, duration: Duration) {
        Log::known_or(
            &self.log,
            |answer| matches!(answer, Answer::TimePassed).then_some(()),
            || self.inner.pass_time(duration),
            |()| Answer::TimePassed,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{Memory, PAGE_SIZE};
    use std::cell::Cell;

    /// A host whose clock advances with each question.
    #[derive(Default)]
    struct Clock {
        asked: Cell<u64>,
    }

    impl Host for Clock {
        fn functions(&self) -> &[HostFunction] {
            &[]
        }

        fn call(&mut self, _: usize, _: &[u64], _: &mut HostContext<'_>) -> Action {
            Action::Return(7)
        }

        fn real_time(&self) -> Duration {
            self.asked.set(self.asked.get() + 1);
            Duration::from_secs(self.asked.get())
        }

        fn pass_time(&mut self, _: Duration) {}
    }

    /// Calls the first function of a host.
    fn call(host: &mut LoggedHost<'_>) -> Action {
        let mut memory = Memory::new(2 * PAGE_SIZE).unwrap();
        let mut context = HostContext {
            memory: &mut memory,
            thread: 0,
            thread_pointer: 0,
            first_host_function: 0,
            bytes: 0,
            wake: Vec::new(),
        };
        host.call(0, &[], &mut context)
    }

    #[test]
    fn a_run_that_has_gone_back_gets_the_same_answers() {
        let mut clock = Clock::default();
        let log = SharedLog::default();
        let mut host = LoggedHost::new(&mut clock, SharedLog::clone(&log));
        let first = host.real_time();
        assert!(matches!(call(&mut host), Action::Return(7)));
        log.borrow_mut().go_to(0);
        assert_eq!(host.real_time(), first);
        assert!(matches!(call(&mut host), Action::Return(7)));
        assert!(host.real_time() > first, "it is new");
    }

    #[test]
    fn a_run_that_departs_from_its_log_ends() {
        let mut clock = Clock::default();
        let log = SharedLog::default();
        let mut host = LoggedHost::new(&mut clock, SharedLog::clone(&log));
        host.real_time();
        log.borrow_mut().go_to(0);
        // The logged clock reading does not answer this question.
        assert_eq!(host.woken(), None);
        let Action::Trap(TrapKind::Host(reason)) = call(&mut host) else {
            panic!("the run goes on");
        };
        assert!(reason.contains("differs from the first time"), "{reason}");
        assert!(matches!(call(&mut host), Action::Trap(_)), "it has ended");
    }

    #[test]
    fn a_call_in_the_place_of_another_question_ends_the_run() {
        let mut clock = Clock::default();
        let log = SharedLog::default();
        let mut host = LoggedHost::new(&mut clock, SharedLog::clone(&log));
        host.real_time();
        log.borrow_mut().go_to(0);
        assert!(matches!(call(&mut host), Action::Trap(_)));
    }
}
