//! Requests from a thread to the host, and from the host to a thread: the interpreter's side of
//! [`Host`](crate::host::Host).

use super::intrinsics::BYTES_PER_UNIT;
use super::machine::{Machine, Step};
use super::thread::Thread;
use crate::host::{Action, GuestCall, HostContext, ThreadStart};
use crate::memory::PAGE_SIZE;
use crate::thread_budget;
use crate::trap::{Trap, TrapKind};
use pinnacle_pexe::types::Type;
use pinnacle_system::Errno;
use pinnacle_system::threads::Outcome;
use std::ops::Range;

/// Fuel for each request to the host for its next action, so that a host that always returns
/// another one ends too.
const RESUME_UNITS: u64 = 20;

/// A question to the host.
pub(super) enum Question {
    /// Call one of the host's functions, by index, with the arguments in these registers.
    Call(usize, Range<usize>),
    /// Ask for the next action, after a call of the program has returned this result.
    Resume(u64),
}

impl<'p> Machine<'p, '_> {
    /// Calls the host and carries out its actions.
    pub(super) fn ask(
        &mut self,
        thread: &mut Thread<'p>,
        mut question: Question,
    ) -> Result<Step, Trap> {
        loop {
            let action = self.question(thread, question)?;
            let result = match action {
                Action::Return(value) => {
                    thread.finish(value);
                    return Ok(Step::Continue);
                }
                Action::RestartThread(ThreadStart {
                    start,
                    stack,
                    thread_pointer,
                }) => self.start_thread(start, stack, thread_pointer),
                action => {
                    let acted = self.act(thread, action);
                    return acted.map_err(|kind| self.trap(Some(thread), kind));
                }
            };
            question = Question::Resume(result.map_err(|kind| self.trap(Some(thread), kind))?);
        }
    }

    /// Calls the host. Returns its action.
    fn question(&mut self, thread: &mut Thread<'p>, question: Question) -> Result<Action, Trap> {
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
        self.bound_history();
        self.charge_fuel(bytes / BYTES_PER_UNIT);
        for id in wake {
            self.threads.wake_for_host(id);
        }
        self.check_time(thread)?;
        if is_resumed {
            self.charge_fuel(RESUME_UNITS);
            if self.fuel == Some(0) {
                return Err(self.trap(Some(thread), TrapKind::OutOfFuel));
            }
        }
        Ok(action)
    }

    /// Performs an action that the host requests.
    fn act(&mut self, thread: &mut Thread<'p>, action: Action) -> Result<Step, TrapKind> {
        let outcome = self
            .threads
            .perform(thread.id, action, self.host, self.memory);
        let action = match outcome {
            Outcome::Return(value) => {
                thread.finish(value);
                return Ok(Step::Continue);
            }
            Outcome::Stopped => return Ok(Step::Stopped),
            Outcome::Ended => return Ok(Step::Ended),
            Outcome::Exit(status) => return Ok(Step::Exit(status)),
            Outcome::Rest(action) => action,
        };
        let result = match action {
            Action::SetThreadPointer(pointer) => {
                thread.thread_pointer = pointer;
                0
            }
            Action::StartThread {
                start,
                stack,
                thread_pointer,
            } => self.start_thread(start, stack, thread_pointer)?,
            Action::Call(call) => {
                self.call_program(thread, &call)?;
                return Ok(Step::Continue);
            }
            Action::Load(module) => {
                self.program.load(module);
                0
            }
            Action::Trap(kind) => return Err(kind),
            // The others were carried out.
            _ => 0,
        };
        thread.finish(result);
        Ok(Step::Continue)
    }

    /// Calls a function of the program in a thread that is inside a host function.
    fn call_program(&mut self, thread: &mut Thread<'p>, call: &GuestCall) -> Result<(), TrapKind> {
        let function = self
            .program
            .function_at(call.address, call.params, call.result)?;
        let callee = self.tiers.call(function).map_err(TrapKind::Unsupported)?;
        self.count_host_call(thread, callee);
        match thread.enter_host_call(callee, call.words()) {
            true => Ok(()),
            false => Err(TrapKind::StackOverflow),
        }
    }

    /// Starts a thread. Returns the result for its creator.
    fn start_thread(
        &mut self,
        start: u32,
        stack: u32,
        thread_pointer: u32,
    ) -> Result<u64, TrapKind> {
        let functions = self.program.signatures.len() + 1 + self.host.functions().len();
        let most = thread_budget::max_threads(self.memory.limit(), functions);
        if self.threads.len() >= most {
            return Ok(Errno::EAGAIN.word());
        }
        let function = self.program.function_at(start, &[], Type::Void)?;
        let prepared = self.tiers.call(function).map_err(TrapKind::Unsupported)?;
        let id = self.threads.spawn();
        // The program allocated the stack and is responsible for its limit.
        let mut thread = Thread::new(id, prepared, PAGE_SIZE..stack, thread_pointer);
        self.give_first_turn(&mut thread);
        self.suspended.insert(id, thread);
        Ok(0)
    }
}
