//! `nacl-irt-thread`: starting and ending threads, which the engine does.

use super::call::{Call, DONE};
use super::{Interface, interface};
use crate::Errno;
use crate::host::{Action, MAX_THREADS, ThreadStart};
use crate::memory::Access;
use crate::trap::TrapKind;
use std::collections::BTreeMap;

pub(super) const THREAD_0_1: Interface = interface! { "nacl-irt-thread-0.1":
    thread_create(I32, I32, I32) -> I32,
    thread_exit(I32) -> Void,
    thread_nice(I32) -> I32,
};

/// The starts of threads that run, by thread pointer. Saved states need them.
#[derive(Debug, Default)]
pub(super) struct Starts(BTreeMap<u32, ThreadStart>);

impl Starts {
    /// Records a start. If a program keeps failing to start threads with new pointers, the map
    /// becomes full and ignores further starts. Those threads cannot be saved.
    pub(super) fn record(&mut self, start: ThreadStart) {
        if self.0.len() < 2 * MAX_THREADS || self.0.contains_key(&start.thread_pointer) {
            self.0.insert(start.thread_pointer, start);
        }
    }

    fn forget(&mut self, thread_pointer: u32) {
        self.0.remove(&thread_pointer);
    }

    /// Returns the start of the thread with this pointer.
    pub(super) fn of(&self, thread_pointer: u32) -> Option<ThreadStart> {
        self.0.get(&thread_pointer).copied()
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

/// The function returns no result that could report a bad pointer, and the thread cannot continue
/// after it. So a bad pointer is a trap, in this function only.
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

/// Threads take turns, so priorities have no effect.
fn thread_nice(_: &mut Call<'_, '_>) -> Result<Action, Errno> {
    DONE
}

#[cfg(test)]
mod tests {
    use super::super::harness::{Guest, OK};
    use super::*;

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
