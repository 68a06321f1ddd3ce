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
use crate::host::{Action, Host, HostContext, MAX_THREADS};
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
}

#[derive(Clone, Copy)]
struct Wait {
    /// The futex's address; none for a sleep.
    address: Option<u32>,
    deadline: Option<Duration>,
    /// Waits are numbered, so that the first to come is the first woken.
    order: u64,
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
            let id = self.next_ready()?;
            match self.slice(id)? {
                Exit::Finished(words) if id == 0 => return Ok(Called::Returned(words)),
                exit => {
                    let step = self.after(id, exit)?;
                    if let Step::End(status) = step {
                        return Ok(Called::Exited(status));
                    }
                    self.requeue(id, &step);
                }
            }
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
        let slot = Slot {
            thread,
            result: 0,
            wait: None,
        };
        Ok(&mut self.threads.entry(0).insert_entry(slot).into_mut().thread)
    }

    fn schedule(&mut self) -> Result<u8, Trap> {
        loop {
            let id = self.next_ready()?;
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
            let is_sleep = self.threads[&id]
                .wait
                .is_some_and(|wait| wait.address.is_none());
            self.wake(id, if is_sleep { 0 } else { Errno::ETIMEDOUT.word() });
        }
    }

    fn wake(&mut self, id: u32, result: u64) {
        self.set_result(id, result);
        if let Some(slot) = self.threads.get_mut(&id) {
            slot.wait = None;
            self.ready.push_back(id);
        }
    }

    /// The thread that runs next; sleeps while all wait for a time.
    fn next_ready(&mut self) -> Result<u32, Trap> {
        loop {
            if self.threads.len() > 1 || self.ready.is_empty() {
                self.wake_expired();
            }
            if !self.ready.is_empty() {
                let index = self.draw(self.ready.len() as u64) as usize;
                if let Some(id) = self.ready.remove(index) {
                    return Ok(id);
                }
            }
            let waits = self.threads.values().filter_map(|slot| slot.wait?.deadline);
            let Some(next) = waits.min() else {
                return Err(self.trap(0, TrapKind::Deadlock));
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

    /// Runs a thread for its time slice at most.
    fn slice(&mut self, id: u32) -> Result<Exit, Trap> {
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
            return Ok(Exit::Budget);
        };
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
        Ok(exit)
    }

    // What a thread asks for.

    fn after(&mut self, id: u32, exit: Exit) -> Result<Step, Trap> {
        match exit {
            Exit::Budget => Ok(Step::Yield),
            Exit::Trap(kind) => Err(self.trap(id, kind)),
            Exit::Finished(words) if id == 0 => {
                Ok(Step::End(if self.has_status { words[0] as u8 } else { 0 }))
            }
            Exit::Finished(_) => Err(self.trap(id, TrapKind::ThreadReturned)),
            Exit::Away { function, .. } => {
                let reason = format!("{function} is run by another engine");
                Err(self.trap(id, TrapKind::Unsupported(reason)))
            }
            Exit::Host {
                function,
                args,
                result,
            } => {
                if let Some(slot) = self.threads.get_mut(&id) {
                    slot.result = result;
                }
                let thread_pointer = self
                    .threads
                    .get(&id)
                    .map_or(0, |slot| slot.thread.thread_pointer);
                let mut context = HostContext {
                    memory: self.memory,
                    thread: id,
                    thread_pointer,
                    first_host_function: self.program.signatures.len() as u32 + 1,
                    bytes: 0,
                    wake: Vec::new(),
                };
                let action = self.host.call(function, &args, &mut context);
                let cost = context.bytes / BYTES_PER_UNIT;
                if let Some(fuel) = &mut self.fuel {
                    *fuel = fuel.saturating_sub(cost);
                }
                self.tracer
                    .host(id, &self.host.functions()[function], &args, &action);
                self.check_time(id)?;
                self.act(id, action).map_err(|kind| self.trap(id, kind))
            }
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

    fn wait(&mut self, id: u32, address: Option<u32>, deadline: Option<Duration>) -> Step {
        let order = self.next_wait;
        self.next_wait += 1;
        if let Some(slot) = self.threads.get_mut(&id) {
            slot.wait = Some(Wait {
                address,
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
                self.wait(id, None, Some(deadline.unwrap_or(Duration::MAX)))
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
                Ok(_) => self.wait(id, Some(address), deadline),
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
                        (wait.address == Some(address)).then_some((wait.order, id))
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
        let number = self.program.info.signatures.borrow_mut().intern(&signature);
        let Target::Function(function) = self.program.resolve(start, number, false, &mut [])?
        else {
            return Err(TrapKind::BadFunctionAddress(Some(start)));
        };
        let prepared = self
            .tiers
            .call(FuncId(function))
            .map_err(TrapKind::Unsupported)?;
        let new = self.next_thread;
        self.next_thread += 1;
        // The program made the stack: where it ends is its own affair.
        let thread = Thread::new(new, prepared, PAGE_SIZE..stack, thread_pointer);
        self.threads.insert(
            new,
            Slot {
                thread,
                result: 0,
                wait: None,
            },
        );
        self.ready.push_back(new);
        Ok(self.finish(id, 0))
    }
}
