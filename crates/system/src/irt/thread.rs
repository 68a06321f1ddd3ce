//! `nacl-irt-thread`: starts and ends threads. The engine does the work.

use super::call::{Call, DONE};
use super::{Interface, interface};
use crate::Errno;
use crate::host::{Action, MAX_THREADS, ThreadStart};
use crate::memory::Access;
use crate::state::Refusal;
use crate::trap::TrapKind;
use std::collections::BTreeMap;

pub(super) const THREAD_0_1: Interface = interface! { "nacl-irt-thread-0.1":
    thread_create(I32, I32, I32) -> I32,
    thread_exit(I32) -> Void,
    thread_nice(I32) -> I32,
};

/// The last wait of a thread that the IRT knows of.
#[derive(Clone, Copy, Debug)]
enum Wait {
    /// The thread has slept, or still sleeps.
    Sleep,
    /// The thread has waited on a futex, which another thread must wake.
    Futex,
}

/// A thread that has started and has not ended.
#[derive(Clone, Copy, Debug)]
struct Running {
    start: ThreadStart,
    wait: Option<Wait>,
}

/// The starts of the program's threads, by thread pointer. Saved states need them.
#[derive(Debug, Default)]
pub(super) struct Starts(BTreeMap<u32, Running>);

impl Starts {
    /// Records a start. If a program keeps failing to start threads with new pointers, the map
    /// becomes full and further starts are ignored. Those threads cannot be saved.
    pub(super) fn record(&mut self, start: ThreadStart) {
        if self.0.len() < 2 * MAX_THREADS || self.0.contains_key(&start.thread_pointer) {
            let running = Running { start, wait: None };
            self.0.insert(start.thread_pointer, running);
        }
    }

    /// Records that a thread is sleeping.
    pub(super) fn sleeps(&mut self, thread_pointer: u32) {
        self.waits(thread_pointer, Wait::Sleep);
    }

    /// Records that a thread is waiting for another one.
    pub(super) fn waits_for_another(&mut self, thread_pointer: u32) {
        self.waits(thread_pointer, Wait::Futex);
    }

    fn waits(&mut self, thread_pointer: u32, wait: Wait) {
        if let Some(running) = self.0.get_mut(&thread_pointer) {
            running.wait = Some(wait);
        }
    }

    fn forget(&mut self, thread_pointer: u32) {
        self.0.remove(&thread_pointer);
    }

    /// Returns the start of the thread with this pointer.
    pub(super) fn of(&self, thread_pointer: u32) -> Option<ThreadStart> {
        self.0.get(&thread_pointer).map(|running| running.start)
    }

    /// Returns the reason why threads other than these prevent saving. A thread that sleeps or
    /// computes may soon end, so saving can be tried again. A worker that waits for work may wait
    /// forever.
    pub(super) fn refusal(&self, resting: &[u32]) -> Refusal {
        let others = self.0.iter().filter(|(one, _)| !resting.contains(one));
        let waits: Vec<Option<Wait>> = others.map(|(_, running)| running.wait).collect();
        let has_slept = waits.iter().any(|wait| matches!(wait, Some(Wait::Sleep)));
        if waits.iter().any(|wait| matches!(wait, Some(Wait::Futex))) {
            return Refusal::of(
                "a thread in its own functions, which last waited for a lock, a condition \
                 variable, a semaphore or the end of a thread",
            );
        }
        Refusal::for_now(match has_slept {
            true => "a thread in its own functions, which last slept",
            false => "a thread that runs its own functions",
        })
    }
}

pub(super) fn thread_create(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let [start, stack, thread_pointer] = [0, 1, 2].map(|index| call.arg(index));
    call.state.has_threads = true;
    call.state.threads += 1;
    call.state.starts.record(ThreadStart {
        start,
        stack,
        thread_pointer,
    });
    Ok(Action::StartThread {
        start,
        stack,
        thread_pointer,
    })
}

/// Ends the thread. The function has no result that could report an invalid pointer, and the thread
/// cannot continue after it. So an invalid pointer is a trap, in this function only.
pub(super) fn thread_exit(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let flag = call.arg(0);
    if flag != 0
        && let Err(fault) = call.memory().check(flag, 4, Access::Write)
    {
        return Ok(Action::Trap(TrapKind::Memory(fault)));
    }
    call.state.second_pointers.remove(&call.context.thread);
    call.state.threads = call.state.threads.saturating_sub(1);
    call.state.starts.forget(call.context.thread_pointer);
    Ok(Action::ExitThread { flag })
}

/// Does nothing. Threads take turns, so priorities have no effect.
fn thread_nice(_: &mut Call<'_, '_>) -> Result<Action, Errno> {
    DONE
}

#[cfg(test)]
mod tests {
    use super::super::harness::{Guest, OK};
    use super::*;

    #[test]
    fn a_refusal_says_where_a_thread_waits() {
        let mut starts = Starts::default();
        for thread_pointer in [16, 32] {
            starts.record(ThreadStart {
                start: 1,
                stack: 2,
                thread_pointer,
            });
        }
        let refusal = |starts: &Starts| {
            let refusal = starts.refusal(&[16]);
            (refusal.to_string(), refusal.passes())
        };
        starts.waits_for_another(16);
        let runs = "a thread that runs its own functions".to_string();
        assert_eq!(refusal(&starts), (runs, true), "the other one rests");
        starts.sleeps(32);
        let sleeps = "a thread in its own functions, which last slept".to_string();
        assert_eq!(refusal(&starts), (sleeps, true));
        starts.waits_for_another(32);
        let (text, passes) = refusal(&starts);
        assert!(text.contains("a condition variable"), "{text}");
        assert!(!passes, "a worker may wait for ever");
    }

    #[test]
    fn threads_are_left_to_the_engine() {
        let mut guest = Guest::new();
        let create = guest.call("nacl-irt-thread-0.1.thread_create", &[7, 8, 9]);
        assert_eq!(
            create,
            Action::StartThread {
                start: 7,
                stack: 8,
                thread_pointer: 9
            }
        );
        let exit = "nacl-irt-thread-0.1.thread_exit";
        assert_eq!(guest.call(exit, &[0]), Action::ExitThread { flag: 0 });
        let flag = Guest::BUFFER;
        assert_eq!(guest.call(exit, &[flag]), Action::ExitThread { flag });
        assert!(matches!(
            guest.call(exit, &[4]),
            Action::Trap(TrapKind::Memory(_))
        ));
        assert_eq!(
            guest.call("nacl-irt-thread-0.1.thread_nice", &[u32::MAX - 4]),
            OK
        );
    }
}
