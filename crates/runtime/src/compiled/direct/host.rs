//! Calls of the host's functions by machine code.

use super::Direct;
use super::code::{HostCalls, MachineCode, Reply};
use super::threads::{self, placed};
use crate::compiled::common_actions::{Calling, Performed};
use crate::compiled::guest_threads::Start;
use crate::compiled::shared_state::{End, Parking, Shared};
use crate::compiled::stop::{Cause, Ended, Stop};
use crate::host::{Action, Host, MAX_THREADS};
use crate::irt::Irt;
use crate::trap::TrapKind;
use pinnacle_system::Errno;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// A thread of the program, as seen by the host.
pub(super) struct Caller<'a, C: MachineCode> {
    shared: &'a Arc<Shared<Irt, Direct<C>>>,
    thread: u32,
    /// A copy of the code's variable.
    thread_pointer: Cell<u32>,
    parking: Arc<Parking>,
    /// The reason why the host stopped the thread.
    stop: RefCell<Option<Stop>>,
}

impl<'a, C: MachineCode> Caller<'a, C> {
    pub(super) fn new(
        shared: &'a Arc<Shared<Irt, Direct<C>>>,
        thread: u32,
        thread_pointer: u32,
        parking: Arc<Parking>,
    ) -> Caller<'a, C> {
        Caller {
            shared,
            thread,
            thread_pointer: Cell::new(thread_pointer),
            parking,
            stop: RefCell::new(None),
        }
    }

    /// Returns the reason why the host stopped the thread, if it did.
    pub(super) fn into_stop(self) -> Option<Stop> {
        self.stop.into_inner()
    }

    fn answer(&self, function: u32, arguments: &[u64]) -> Result<Reply, Ended> {
        let calling = Calling {
            thread: self.thread,
            thread_pointer: self.thread_pointer.get(),
            parking: &self.parking,
            first_host_function: self.shared.engine.layout.first_host_function,
        };
        let performed = self.shared.ask(&calling, |host, context| {
            host.call(function as usize, arguments, context)
        })?;
        Ok(match performed {
            Performed::Result(value) => Reply::Value(value),
            Performed::Rest(action) => self.act(action),
            // The IRT never calls the program. Only its system calls return `Wait`, and they are
            // not available here.
            Performed::AskHost => self.stop(TrapKind::Unsupported("a wait of the host".into())),
        })
    }

    /// Carries out the actions that engines handle differently.
    fn act(&self, action: Action) -> Reply {
        match action {
            Action::SetThreadPointer(pointer) => {
                self.thread_pointer.set(pointer);
                Reply::ThreadPointer(pointer)
            }
            Action::StartThread {
                start,
                stack,
                thread_pointer,
            } => {
                // Its type is checked when it is called.
                let first = self.shared.engine.layout.first_host_function;
                if start == 0 || start >= first {
                    return self.stop(TrapKind::BadFunctionAddress(Some(start)));
                }
                Reply::Value(self.start_thread(Start {
                    function: start,
                    stack,
                    thread_pointer,
                }))
            }
            Action::Trap(kind) => self.stop(kind),
            // The IRT requests no calls.
            action => self.stop(TrapKind::Unsupported(format!("{action:?}"))),
        }
    }

    fn start_thread(&self, start: Start) -> u64 {
        if !self.shared.engine.layout.may_have_threads {
            return Errno::EAGAIN.word();
        }
        let mut state = self.shared.lock();
        state.reap();
        if state.threads.len() < MAX_THREADS && threads::start(self.shared, &mut state, start) {
            0
        } else {
            Errno::EAGAIN.word()
        }
    }

    /// Records where this thread is, if the program was stopped from outside of any thread and this
    /// thread was chosen to report it.
    fn place_end(&self) {
        let mut state = self.shared.lock();
        if let Some(End::Stop(end)) = &mut state.end
            && end.is_unplaced_in(self.thread)
        {
            let places = self.shared.engine.code.places();
            end.place(placed(
                Cause::Known(TrapKind::Deadlock),
                self.thread,
                places,
            ));
        }
    }

    fn stop(&self, kind: TrapKind) -> Reply {
        let places = self.shared.engine.code.places();
        let stop = placed(Cause::Known(kind), self.thread, places);
        *self.stop.borrow_mut() = Some(stop);
        Reply::Leave
    }
}

impl<C: MachineCode> HostCalls for Caller<'_, C> {
    fn argument_count(&self, function: u32) -> usize {
        let counts = &self.shared.engine.argument_counts;
        counts.get(function as usize).copied().unwrap_or(0)
    }

    fn call(&self, function: u32, arguments: &[u64]) -> Reply {
        self.answer(function, arguments).unwrap_or_else(|Ended| {
            self.place_end();
            Reply::Leave
        })
    }
}
