//! A running program: its threads, who of them runs, and what the host asks for.
//!
//! All guest threads run in one thread of the host, one after the other, for
//! a time slice each that is measured in executed instructions. With the same
//! seed and the same answers of the host, every run is the same. Without a
//! seed the threads take turns; with one, the next to run and the length of
//! its slice are drawn by lot.

use super::exec::execute;
use super::intrinsics::BYTES_PER_UNIT;
use super::program::{Program, Target};
use super::report;
use super::thread::{Exit, Thread};
use super::tier_up::Tiers;
use super::trace::Tracer;
use super::{Called, Options, StartState};
use crate::host::{Action, AtRest, GuestCall, Host, HostContext, MAX_THREADS};
use crate::memory::{Memory, PAGE_SIZE};
use crate::trap::{Trap, TrapKind};
use pinnacle_base::random::SplitMix64;
use pinnacle_pexe::ids::FuncId;
use pinnacle_pexe::types::{Signature, Type};
use pinnacle_system::Errno;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Calls of the program at most that the host has asked for within one another.
const HOST_CALL_LIMIT: usize = 64;

/// A time slice while there are other threads, and while there are none.
const SHORT_SLICE: i64 = 20_000;
const LONG_SLICE: i64 = 2_000_000;

/// How often a program that sleeps looks whether it is interrupted.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(20);

/// A thread and what it waits for.
struct Slot<'p> {
    thread: Thread<'p>,
    /// The register for the result of the host function that it is in.
    result: u16,
    wait: Option<Wait>,
    /// What the thread was in when the host had it call the program, the
    /// innermost call last.
    suspended: Vec<Suspended<'p>>,
    /// The host is to be asked what comes next.
    is_resumed: bool,
}

/// A thread that stands in a host function which calls the program.
struct Suspended<'p> {
    thread: Thread<'p>,
    result: u16,
}

impl<'p> Slot<'p> {
    fn new(thread: Thread<'p>) -> Slot<'p> {
        Slot {
            thread,
            result: 0,
            wait: None,
            suspended: Vec::new(),
            is_resumed: false,
        }
    }
}

/// What a thread waits for, beside its deadline.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    /// Nothing else.
    Time,
    /// The futex at an address.
    Futex(u32),
    /// What the host will say.
    Host,
}

#[derive(Clone, Copy)]
struct Wait {
    on: On,
    deadline: Option<Duration>,
    /// Waits are numbered, so that the first to come is the first woken.
    order: u64,
}

/// What the host is asked.
#[derive(Clone, Copy)]
enum Question<'a> {
    /// A function of its own, by index, with arguments.
    Call(usize, &'a [u64]),
    /// What comes next, after a call of the program with a result.
    Resume(u64),
}

/// What becomes of the present thread after a step.
enum Step {
    /// It goes on at once.
    Continue,
    /// It goes on when its turn comes.
    Yield,
    /// It waits, or is gone.
    Stop,
    /// The program has ended.
    End(u8),
}

/// What runs next.
enum Next {
    Thread(u32),
    /// Nothing: the program has ended.
    End(u8),
}

pub(super) struct Machine<'p, 'r> {
    program: &'p Program<'p>,
    tiers: Tiers<'p>,
    memory: &'r mut Memory,
    host: &'r mut dyn Host,
    tracer: Tracer<'r>,
    threads: BTreeMap<u32, Slot<'p>>,
    ready: VecDeque<u32>,
    next_thread: u32,
    next_wait: u64,
    random: Option<SplitMix64>,
    fuel: Option<u64>,
    end: Option<Instant>,
    interrupt: Option<Arc<AtomicBool>>,
    /// The result of the main thread's function is an exit status.
    has_status: bool,
}

impl<'p, 'r> Machine<'p, 'r> {
    pub(super) fn new(
        program: &'p Program<'p>,
        options: &Options,
        memory: &'r mut Memory,
        host: &'r mut dyn Host,
        tracer: Tracer<'r>,
    ) -> Machine<'p, 'r> {
        program.set_host(host.functions());
        Machine {
            program,
            tiers: Tiers::new(program),
            memory,
            host,
            tracer,
            threads: BTreeMap::new(),
            ready: VecDeque::new(),
            next_thread: 0,
            next_wait: 0,
            random: (options.seed != 0).then(|| SplitMix64::new(options.seed)),
            fuel: options.fuel,
            end: options
                .timeout
                .and_then(|timeout| Instant::now().checked_add(timeout)),
            interrupt: None,
            has_status: false,
        }
    }

    /// Stops when the flag is set.
    pub(super) fn interrupted_by(mut self, flag: Option<Arc<AtomicBool>>) -> Machine<'p, 'r> {
        self.interrupt = flag;
        self
    }

    /// Runs the program from its entry function to its end.
    pub(super) fn run(&mut self, start: &StartState) -> Result<u8, Trap> {
        let signature = self.program.info.module.signature(start.entry);
        self.has_status = signature.result == Type::I32;
        let thread = self.main_thread(start.entry, start.stack.clone())?;
        if !signature.params.is_empty() {
            thread.registers[0] = u64::from(start.argument);
        }
        self.schedule()
    }

    /// Runs one function in the main thread and gives its result's words.
    pub(super) fn call(
        &mut self,
        function: FuncId,
        args: &[u64],
        stack: std::ops::Range<u32>,
    ) -> Result<Called, Trap> {
        let thread = self.main_thread(function, stack)?;
        thread.registers[..args.len()].copy_from_slice(args);
        loop {
            let id = match self.next_ready()? {
                Next::Thread(id) => id,
                Next::End(status) => return Ok(Called::Exited(status)),
            };
            let is_outermost = id == 0 && self.threads[&id].suspended.is_empty();
            let step = match self.slice(id)? {
                Some(Exit::Finished(words)) if is_outermost => return Ok(Called::Returned(words)),
                exit => self.after(id, exit)?,
            };
            if let Step::End(status) = step {
                return Ok(Called::Exited(status));
            }
            self.requeue(id, &step);
        }
    }

    fn main_thread(
        &mut self,
        entry: FuncId,
        stack: std::ops::Range<u32>,
    ) -> Result<&mut Thread<'p>, Trap> {
        let prepared = self.tiers.call(entry).map_err(|reason| Trap {
            kind: TrapKind::Unsupported(reason),
            thread: 0,
            stack: Vec::new(),
            omitted: 0,
        })?;
        self.next_thread = 1;
        self.ready.push_back(0);
        let thread = Thread::new(0, prepared, stack, 0);
        let slot = Slot::new(thread);
        Ok(&mut self.threads.entry(0).insert_entry(slot).into_mut().thread)
    }

    fn schedule(&mut self) -> Result<u8, Trap> {
        loop {
            let id = match self.next_ready()? {
                Next::Thread(id) => id,
                Next::End(status) => return Ok(status),
            };
            let exit = self.slice(id)?;
            let step = self.after(id, exit)?;
            if let Step::End(status) = step {
                return Ok(status);
            }
            self.requeue(id, &step);
        }
    }

    fn requeue(&mut self, id: u32, step: &Step) {
        match step {
            Step::Continue => self.ready.push_front(id),
            Step::Yield => self.ready.push_back(id),
            Step::Stop | Step::End(_) => {}
        }
    }

    /// A trap in a thread, or in the first there is.
    fn trap(&self, id: u32, kind: TrapKind) -> Trap {
        match self
            .threads
            .get(&id)
            .or_else(|| self.threads.values().next())
        {
            Some(slot) => report::trap(self.program, &slot.thread, kind),
            None => Trap {
                kind,
                thread: id,
                stack: Vec::new(),
                omitted: 0,
            },
        }
    }

    /// A number drawn by lot, below a bound.
    fn draw(&mut self, bound: u64) -> u64 {
        match &mut self.random {
            Some(random) => random.next_word() % bound.max(1),
            None => 0,
        }
    }

    // Time.

    fn check_time(&self, id: u32) -> Result<(), Trap> {
        let interrupt = self.interrupt.as_ref();
        if interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(self.trap(id, TrapKind::Timeout));
        }
        match self.end {
            Some(end) if Instant::now() >= end => Err(self.trap(id, TrapKind::Timeout)),
            _ => Ok(()),
        }
    }

    /// The waiting threads whose time has come are ready again.
    fn wake_expired(&mut self) {
        let mut expired: Vec<(Duration, u64, u32)> = Vec::new();
        let mut now = None;
        for (&id, slot) in &self.threads {
            if let Some(Wait {
                deadline: Some(deadline),
                order,
                ..
            }) = slot.wait
            {
                let now = *now.get_or_insert_with(|| self.host.real_time());
                if deadline <= now {
                    expired.push((deadline, order, id));
                }
            }
        }
        expired.sort_unstable();
        for (_, _, id) in expired {
            let is_futex = self.threads[&id]
                .wait
                .is_some_and(|wait| matches!(wait.on, On::Futex(_)));
            self.wake(id, if is_futex { Errno::ETIMEDOUT.word() } else { 0 });
        }
    }

    /// A thread that waits goes on, with a result for the function that it is in
    /// if the host is not asked.
    fn wake(&mut self, id: u32, result: u64) {
        let Some(slot) = self.threads.get_mut(&id) else {
            return;
        };
        let Some(wait) = slot.wait.take() else {
            return;
        };
        slot.is_resumed = wait.on == On::Host;
        self.ready.push_back(id);
        if wait.on != On::Host {
            self.set_result(id, result);
        }
    }

    /// Wakes those of the threads that wait for the host.
    fn wake_for_host(&mut self, threads: Vec<u32>) {
        for id in threads {
            let wait = self.threads.get(&id).and_then(|slot| slot.wait);
            if wait.is_some_and(|wait| wait.on == On::Host) {
                self.wake(id, 0);
            }
        }
    }

    /// The thread that runs next; sleeps while all wait for a time.
    fn next_ready(&mut self) -> Result<Next, Trap> {
        loop {
            if self.threads.len() > 1 || self.ready.is_empty() {
                self.wake_expired();
            }
            if !self.ready.is_empty() {
                let index = self.draw(self.ready.len() as u64) as usize;
                if let Some(id) = self.ready.remove(index) {
                    return Ok(Next::Thread(id));
                }
            }
            let waits = self.threads.values().filter_map(|slot| slot.wait?.deadline);
            let Some(next) = waits.min() else {
                match self.host.at_rest() {
                    AtRest::Deadlock => return Err(self.trap(0, TrapKind::Deadlock)),
                    AtRest::Exit(status) => return Ok(Next::End(status)),
                    AtRest::Wake(id) => self.wake_for_host(vec![id]),
                }
                self.check_time(0)?;
                continue;
            };
            self.check_time(0)?;
            let mut pause = next.saturating_sub(self.host.real_time());
            if let Some(end) = self.end {
                pause = pause.min(end.saturating_duration_since(Instant::now()));
            }
            if self.interrupt.is_some() {
                pause = pause.min(INTERRUPT_INTERVAL);
            }
            self.host.pass_time(pause);
        }
    }

    /// Runs a thread for its time slice at most; not at all if the host is to be
    /// asked what comes next in it.
    fn slice(&mut self, id: u32) -> Result<Option<Exit>, Trap> {
        let mut slice = if self.threads.len() > 1 {
            SHORT_SLICE
        } else {
            LONG_SLICE
        };
        if self.random.is_some() && self.threads.len() > 1 {
            slice = 1 + self.draw(2 * SHORT_SLICE as u64) as i64;
        }
        if let Some(fuel) = self.fuel {
            slice = slice.min(i64::try_from(fuel).unwrap_or(i64::MAX));
        }
        let Some(slot) = self.threads.get_mut(&id) else {
            return Ok(Some(Exit::Budget));
        };
        if std::mem::take(&mut slot.is_resumed) {
            return Ok(None);
        }
        let mut left = slice;
        let exit = execute(
            self.program,
            &mut self.tiers,
            self.memory,
            &mut slot.thread,
            &mut self.tracer,
            &mut left,
        );
        if let Some(fuel) = &mut self.fuel {
            *fuel = fuel.saturating_sub(slice.saturating_sub(left) as u64);
        }
        if let Exit::Budget = exit {
            if self.fuel == Some(0) {
                return Err(self.trap(id, TrapKind::OutOfFuel));
            }
            self.check_time(id)?;
        }
        Ok(Some(exit))
    }

    // What a thread asks for.

    fn after(&mut self, id: u32, exit: Option<Exit>) -> Result<Step, Trap> {
        match exit {
            None => self.ask(id, Question::Resume(0)),
            Some(Exit::Budget) => Ok(Step::Yield),
            Some(Exit::Trap(kind)) => Err(self.trap(id, kind)),
            Some(Exit::Finished(words)) if self.leave_call(id) => {
                self.ask(id, Question::Resume(words[0]))
            }
            Some(Exit::Finished(words)) if id == 0 => {
                Ok(Step::End(if self.has_status { words[0] as u8 } else { 0 }))
            }
            Some(Exit::Finished(_)) => Err(self.trap(id, TrapKind::ThreadReturned)),
            Some(Exit::Away { function, .. }) => {
                let reason = format!("{function} is run by another engine");
                Err(self.trap(id, TrapKind::Unsupported(reason)))
            }
            Some(Exit::Host {
                function,
                args,
                result,
            }) => {
                if let Some(slot) = self.threads.get_mut(&id) {
                    slot.result = result;
                }
                self.ask(id, Question::Call(function, &args))
            }
        }
    }

    /// Asks the host, and does what it says.
    fn ask(&mut self, id: u32, question: Question<'_>) -> Result<Step, Trap> {
        let slot = self.threads.get(&id);
        let mut context = HostContext {
            memory: self.memory,
            thread: id,
            thread_pointer: slot.map_or(0, |slot| slot.thread.thread_pointer),
            first_host_function: self.program.signatures.len() as u32 + 1,
            bytes: 0,
            wake: Vec::new(),
        };
        let action = match question {
            Question::Call(function, args) => self.host.call(function, args, &mut context),
            Question::Resume(result) => self.host.resume(result, &mut context),
        };
        let (cost, wake) = (context.bytes / BYTES_PER_UNIT, context.wake);
        if let Some(fuel) = &mut self.fuel {
            *fuel = fuel.saturating_sub(cost);
        }
        if let Question::Call(function, args) = question {
            let function = &self.host.functions()[function];
            self.tracer.host(id, function, args, &action);
        }
        self.wake_for_host(wake);
        self.check_time(id)?;
        self.act(id, action).map_err(|kind| self.trap(id, kind))
    }

    /// A call of the program that the host asked for has returned: the thread
    /// stands in the host function again. Says whether there was one.
    fn leave_call(&mut self, id: u32) -> bool {
        let Some(slot) = self.threads.get_mut(&id) else {
            return false;
        };
        let Some(Suspended { mut thread, result }) = slot.suspended.pop() else {
            return false;
        };
        thread.thread_pointer = slot.thread.thread_pointer;
        thread.activations = slot.thread.activations;
        slot.thread = thread;
        slot.result = result;
        true
    }

    /// Calls a function of the program in a thread that stands in a host function.
    fn enter_call(&mut self, id: u32, call: &GuestCall) -> Result<Step, TrapKind> {
        let function = self.function_at(call.address, &call.signature())?;
        let prepared = self.tiers.call(function).map_err(TrapKind::Unsupported)?;
        let Some(slot) = self.threads.get_mut(&id) else {
            return Ok(Step::Stop);
        };
        if slot.suspended.len() == HOST_CALL_LIMIT {
            return Err(TrapKind::StackOverflow);
        }
        let outer = &slot.thread;
        let stack = outer.stack_limit..outer.sp;
        let mut thread = Thread::new(id, prepared, stack, outer.thread_pointer);
        thread.activations = outer.activations;
        thread.registers[..call.words().len()].copy_from_slice(call.words());
        let result = slot.result;
        let thread = std::mem::replace(&mut slot.thread, thread);
        slot.suspended.push(Suspended { thread, result });
        Ok(Step::Continue)
    }

    /// The function of the program that has an address and a type.
    fn function_at(&mut self, address: u32, signature: &Signature) -> Result<FuncId, TrapKind> {
        let number = self.program.info.signatures.borrow_mut().intern(signature);
        match self.program.resolve(address, number, false, &mut [])? {
            Target::Function(function) => Ok(FuncId(function)),
            _ => Err(TrapKind::BadFunctionAddress(Some(address))),
        }
    }

    fn set_result(&mut self, id: u32, value: u64) {
        if let Some(slot) = self.threads.get_mut(&id) {
            let register = slot.thread.base + usize::from(slot.result);
            slot.thread.registers[register] = value;
        }
    }

    fn finish(&mut self, id: u32, value: u64) -> Step {
        self.set_result(id, value);
        Step::Continue
    }

    fn wait(&mut self, id: u32, on: On, deadline: Option<Duration>) -> Step {
        let order = self.next_wait;
        self.next_wait += 1;
        if let Some(slot) = self.threads.get_mut(&id) {
            slot.wait = Some(Wait {
                on,
                deadline,
                order,
            });
        }
        Step::Stop
    }

    fn act(&mut self, id: u32, action: Action) -> Result<Step, TrapKind> {
        Ok(match action {
            Action::Return(value) => self.finish(id, value),
            Action::Exit(status) => Step::End(status),
            Action::SetThreadPointer(pointer) => {
                if let Some(slot) = self.threads.get_mut(&id) {
                    slot.thread.thread_pointer = pointer;
                }
                self.finish(id, 0)
            }
            Action::Yield => {
                self.set_result(id, 0);
                Step::Yield
            }
            Action::Sleep(duration) => {
                let deadline = self.host.real_time().checked_add(duration);
                self.wait(id, On::Time, Some(deadline.unwrap_or(Duration::MAX)))
            }
            Action::FutexWait {
                address,
                value,
                deadline,
            } => match self.memory.load_u32(address) {
                Err(_) => self.finish(id, Errno::EFAULT.word()),
                Ok(found) if found != value => self.finish(id, Errno::EAGAIN.word()),
                Ok(_) if deadline.is_some_and(|time| time <= self.host.real_time()) => {
                    self.finish(id, Errno::ETIMEDOUT.word())
                }
                Ok(_) => self.wait(id, On::Futex(address), deadline),
            },
            Action::FutexWake {
                address,
                count,
                woken,
            } => {
                let mut waiting: Vec<(u64, u32)> = self
                    .threads
                    .iter()
                    .filter_map(|(&id, slot)| {
                        let wait = slot.wait?;
                        (wait.on == On::Futex(address)).then_some((wait.order, id))
                    })
                    .collect();
                waiting.sort_unstable();
                waiting.truncate(count as usize);
                for &(_, sleeper) in &waiting {
                    self.wake(sleeper, 0);
                }
                match self.memory.store_u32(woken, waiting.len() as u32) {
                    Ok(()) => self.finish(id, 0),
                    Err(_) => self.finish(id, Errno::EFAULT.word()),
                }
            }
            Action::StartThread {
                start,
                stack,
                thread_pointer,
            } => self.start_thread(id, start, stack, thread_pointer)?,
            Action::ExitThread { flag } => {
                if flag != 0 {
                    self.memory.store_u32(flag, 0).map_err(TrapKind::Memory)?;
                }
                self.threads.remove(&id);
                if self.threads.is_empty() {
                    Step::End(0)
                } else {
                    Step::Stop
                }
            }
            Action::Call(call) => self.enter_call(id, &call)?,
            Action::Wait { deadline } => self.wait(id, On::Host, deadline),
            Action::Trap(kind) => return Err(kind),
        })
    }

    fn start_thread(
        &mut self,
        id: u32,
        start: u32,
        stack: u32,
        thread_pointer: u32,
    ) -> Result<Step, TrapKind> {
        if self.threads.len() >= MAX_THREADS {
            return Ok(self.finish(id, Errno::EAGAIN.word()));
        }
        let signature = Signature {
            result: Type::Void,
            params: Box::default(),
        };
        let function = self.function_at(start, &signature)?;
        let prepared = self.tiers.call(function).map_err(TrapKind::Unsupported)?;
        let new = self.next_thread;
        self.next_thread += 1;
        // The program made the stack: where it ends is its own affair.
        let thread = Thread::new(new, prepared, PAGE_SIZE..stack, thread_pointer);
        self.threads.insert(new, Slot::new(thread));
        self.ready.push_back(new);
        Ok(self.finish(id, 0))
    }
}
