//! What a thread asks the host for, and what the host asks for: the interpreter's side
//! of [`Host`](crate::host::Host).

use super::intrinsics::BYTES_PER_UNIT;
use super::machine::{Machine, Step};
use super::thread::Thread;
use crate::host::{Action, GuestCall, HostContext};
use crate::memory::PAGE_SIZE;
use crate::thread_budget;
use crate::trap::{Trap, TrapKind};
use crate::turns::On;
use pinnacle_pexe::types::Type;
use pinnacle_system::Errno;
use std::ops::Range;
use std::time::Duration;

/// The fuel that it takes to ask the host what comes next, so that a host which always
/// asks for more ends as well.
const RESUME_UNITS: u64 = 20;

/// What the host is asked.
pub(super) enum Question {
    /// A function of its own, by index, with the arguments in these registers.
    Call(usize, Range<usize>),
    /// What comes next, after a call of the program with a result.
    Resume(u64),
}

impl<'p> Machine<'p, '_> {
    /// Asks the host, and does what it says.
    pub(super) fn ask(
        &mut self,
        thread: &mut Thread<'p>,
        question: Question,
    ) -> Result<Step, Trap> {
        let mut context = HostContext {
            memory: self.memory,
            thread: thread.id,
            thread_pointer: thread.thread_pointer,
            first_host_function: self.program.signatures.len() as u32 + 1,
            bytes: 0,
            wake: Vec::new(),
        };
        let (action, is_resumed) = match question {
            Question::Call(function, registers) => {
                let args = &thread.registers[registers];
                let action = self.host.call(function, args, &mut context);
                if self.tracer.traces_host() {
                    let function = &self.host.functions()[function];
                    self.tracer.host(thread.id, function, args, &action);
                }
                (action, false)
            }
            Question::Resume(result) => (self.host.resume(result, &mut context), true),
        };
        let HostContext { bytes, wake, .. } = context;
        self.burn(bytes / BYTES_PER_UNIT);
        for id in wake {
            self.turns.wake_for_host(id);
        }
        self.check_time(Some(thread))?;
        if is_resumed {
            self.burn(RESUME_UNITS);
            if self.fuel == Some(0) {
                return Err(self.trap(Some(thread), TrapKind::OutOfFuel));
            }
        }
        if let Action::Return(value) = action {
            thread.finish(value);
            return Ok(Step::Continue);
        }
        self.act(thread, action)
            .map_err(|kind| self.trap(Some(thread), kind))
    }

    /// Does what the host asks for.
    fn act(&mut self, thread: &mut Thread<'p>, action: Action) -> Result<Step, TrapKind> {
        let result = match action {
            Action::Return(value) => value,
            Action::Exit(status) => return Ok(Step::End(status)),
            Action::SetThreadPointer(pointer) => {
                thread.thread_pointer = pointer;
                0
            }
            Action::Yield => {
                thread.finish(0);
                self.turns.pass_yield(self.host);
                return Ok(Step::Yield);
            }
            Action::Sleep(duration) => {
                let deadline = self.host.real_time().checked_add(duration);
                let deadline = deadline.unwrap_or(Duration::MAX);
                return Ok(self.wait(thread, On::Time, Some(deadline)));
            }
            Action::FutexWait {
                address,
                value,
                deadline,
            } => match self.memory.load_u32(address) {
                Err(_) => Errno::EFAULT.word(),
                Ok(found) if found != value => Errno::EAGAIN.word(),
                Ok(_) if deadline.is_some_and(|time| time <= self.host.real_time()) => {
                    Errno::ETIMEDOUT.word()
                }
                Ok(_) => return Ok(self.wait(thread, On::Futex(address), deadline)),
            },
            Action::FutexWake {
                address,
                count,
                woken,
            } => {
                let number = self.turns.wake_futex(address, count);
                let stored = self.memory.store_u32(woken, number);
                stored.map_or(Errno::EFAULT.word(), |()| 0)
            }
            Action::StartThread {
                start,
                stack,
                thread_pointer,
            } => self.start_thread(start, stack, thread_pointer)?,
            Action::ExitThread { flag } => {
                if flag != 0 {
                    self.memory.store_u32(flag, 0).map_err(TrapKind::Memory)?;
                }
                return Ok(Step::Gone);
            }
            Action::Call(call) => {
                self.call_program(thread, &call)?;
                return Ok(Step::Continue);
            }
            Action::Wait { deadline } => return Ok(self.wait(thread, On::Host, deadline)),
            Action::Load(module) => {
                self.program.load(module);
                0
            }
            Action::Trap(kind) => return Err(kind),
        };
        thread.finish(result);
        Ok(Step::Continue)
    }

    fn wait(&mut self, thread: &Thread<'p>, on: On, deadline: Option<Duration>) -> Step {
        self.turns.wait(thread.id, on, deadline);
        Step::Wait
    }

    /// Calls a function of the program in a thread that stands in one of the host.
    fn call_program(&mut self, thread: &mut Thread<'p>, call: &GuestCall) -> Result<(), TrapKind> {
        let function = self
            .program
            .function_at(call.address, call.params, call.result)?;
        let callee = self.tiers.call(function).map_err(TrapKind::Unsupported)?;
        match thread.enter_host_call(callee, call.words()) {
            true => Ok(()),
            false => Err(TrapKind::StackOverflow),
        }
    }

    /// Starts a thread; gives the result for its creator.
    fn start_thread(
        &mut self,
        start: u32,
        stack: u32,
        thread_pointer: u32,
    ) -> Result<u64, TrapKind> {
        // The one that runs counts too.
        let functions = self.program.signatures.len() + 1 + self.host.functions().len();
        let most = thread_budget::max_threads(self.memory.limit(), functions);
        if self.threads.len() + 1 >= most {
            return Ok(Errno::EAGAIN.word());
        }
        let function = self.program.function_at(start, &[], Type::Void)?;
        let prepared = self.tiers.call(function).map_err(TrapKind::Unsupported)?;
        let id = self.next_thread;
        self.next_thread += 1;
        // The program made the stack: where it ends is its own affair.
        let thread = Thread::new(id, prepared, PAGE_SIZE..stack, thread_pointer);
        self.threads.insert(id, thread);
        self.turns.queue(id);
        Ok(0)
    }
}
