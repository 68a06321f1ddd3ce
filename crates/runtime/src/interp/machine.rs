//! A running program: its threads, and which of them runs.
//!
//! All guest threads run in one host thread, one after the other. Each gets a time slice measured
//! in executed instructions. With the same seed and the same answers from the host, every run is
//! the same. Without a seed the threads take turns; with one, the next thread is drawn at random
//! ([`Turns`]). The requests between a thread and the host are in
//! [`host_calls`](super::host_calls).

use super::debugger::Stopped;
use super::exec::execute;
use super::host_calls::Question;
use super::program::Program;
use super::report;
use super::thread::{Exit, Thread};
use super::tier_up::{Elsewhere, Tiers};
use super::trace::Tracer;
use super::{Called, Options, StartState};
use crate::host::Host;
use crate::memory::Memory;
use crate::trap::{Trap, TrapKind};
use pinnacle_pexe::ids::FuncId;
use pinnacle_pexe::types::Type;
use pinnacle_system::threads::{Next, Order, Resume, Threads};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The usual time slice while there are other threads, and the one while there are none.
const SHORT_SLICE: u32 = 20_000;
const LONG_SLICE: i64 = 2_000_000;

/// Interval at which a sleeping program checks for interruption.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(20);

/// The state of the present thread after a step.
pub(super) enum Step {
    /// The thread continues immediately.
    Continue,
    /// It has used up its time slice.
    Yield,
    /// It no longer runs, as [`Threads`] knows already.
    Stopped,
    /// It has ended, as [`Threads`] knows already.
    Ended,
    /// The program has ended.
    Exit(u8),
}

/// Reasons from outside to end a run.
struct TimeLimit {
    end: Option<Instant>,
    interrupt: Option<Arc<AtomicBool>>,
}

impl TimeLimit {
    /// Returns true if the time is up, or somebody interrupts.
    fn is_over(&self) -> bool {
        let interrupt = self.interrupt.as_ref();
        interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Returns how long to sleep at most before the next look.
    fn patience(&self) -> Duration {
        let end = self.end.map_or(Duration::MAX, |end| {
            end.saturating_duration_since(Instant::now())
        });
        match self.interrupt {
            Some(_) => end.min(INTERRUPT_INTERVAL),
            None => end,
        }
    }
}

pub(super) struct Machine<'p, 'r> {
    pub(super) program: &'p Program<'p>,
    pub(super) tiers: Tiers<'p>,
    pub(super) memory: &'r mut Memory,
    pub(super) host: &'r mut dyn Host,
    pub(super) tracer: Tracer<'r>,
    pub(super) threads: Threads,
    /// All threads except the running one, by number.
    pub(super) suspended: BTreeMap<u32, Thread<'p>>,
    pub(super) fuel: Option<u64>,
    limit: TimeLimit,
    /// The result of the main thread's function is an exit status.
    has_status: bool,
    /// The result of the main thread's function.
    returned: Option<[u64; 2]>,
    /// The thread pointer that the main thread starts with. After the main thread has returned, its
    /// final thread pointer.
    pub(super) thread_pointer: u32,
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
        let order = Order::of_turns(&*host, options.seed);
        Machine {
            program,
            tiers: Tiers::new(program, Elsewhere::Nothing),
            memory,
            host,
            tracer,
            threads: Threads::new(order),
            suspended: BTreeMap::new(),
            fuel: options.fuel,
            limit: TimeLimit {
                end: options
                    .timeout
                    .and_then(|timeout| Instant::now().checked_add(timeout)),
                interrupt: None,
            },
            has_status: false,
            returned: None,
            thread_pointer: 0,
        }
    }

    /// Stops when the flag is set.
    pub(super) fn interrupted_by(mut self, flag: Option<Arc<AtomicBool>>) -> Machine<'p, 'r> {
        self.limit.interrupt = flag;
        self
    }

    /// Runs the program from its entry function to its end.
    pub(super) fn run(&mut self, start: &StartState) -> Result<u8, Trap> {
        let signature = self.program.signature(start.entry);
        self.has_status = signature.result == Type::I32;
        let argument = [u64::from(start.argument)];
        let count = signature.params.len().min(1);
        self.start(start.entry, &argument[..count], start.stack.clone())?;
        self.schedule()
    }

    /// Runs one function in the main thread and gives its result's words.
    pub(super) fn call(
        &mut self,
        function: FuncId,
        args: &[u64],
        stack: Range<u32>,
    ) -> Result<Called, Trap> {
        self.start(function, args, stack)?;
        let status = self.schedule()?;
        let returned = self.returned.take();
        Ok(returned.map_or(Called::Exited(status), Called::Returned))
    }

    /// Makes the main thread.
    fn start(&mut self, entry: FuncId, args: &[u64], stack: Range<u32>) -> Result<(), Trap> {
        let prepared = self
            .tiers
            .call(entry)
            .map_err(|reason| unplaced(TrapKind::Unsupported(reason)))?;
        let id = self.threads.spawn();
        let mut thread = Thread::new(id, prepared, stack, self.thread_pointer);
        thread.registers[..args.len()].copy_from_slice(args);
        self.suspended.insert(id, thread);
        Ok(())
    }

    /// Runs one thread after the other until the program's end.
    fn schedule(&mut self) -> Result<u8, Trap> {
        loop {
            let limit = &self.limit;
            let next = self.threads.next(self.host, |host, mut pause| {
                if limit.is_over() {
                    return Err(TrapKind::Timeout);
                }
                if !host.has_own_clock() {
                    pause = pause.min(limit.patience());
                }
                host.pass_time(pause);
                Ok(())
            });
            let id = match next {
                Ok(Next::Run(id)) => id,
                Ok(Next::Exit(status)) => return Ok(status),
                // The thread that ran last has stopped, so there is room for another.
                Ok(Next::Deadlock | Next::Enough) => {
                    return Err(self.trap(None, TrapKind::Deadlock));
                }
                Err(kind) => return Err(self.trap(None, kind)),
            };
            let Some(mut thread) = self.suspended.remove(&id) else {
                self.threads.end(id);
                continue;
            };
            match self.turn(&mut thread)? {
                Step::Continue => self.threads.requeue_first(id),
                Step::Yield => self.threads.requeue(id, Resume::Code),
                Step::Stopped => {}
                Step::Ended => continue,
                Step::Exit(status) => return Ok(status),
            }
            self.suspended.insert(id, thread);
        }
    }

    /// The budget of a thread's turn.
    fn slice(&mut self) -> i64 {
        let slice = match self.threads.len() {
            ..=1 => LONG_SLICE,
            _ => i64::from(self.threads.slice(SHORT_SLICE)),
        };
        self.bounded(slice)
    }

    /// Limits a slice to the remaining fuel.
    fn bounded(&self, slice: i64) -> i64 {
        let fuel = self
            .fuel
            .map(|fuel| i64::try_from(fuel).unwrap_or(i64::MAX));
        fuel.map_or(slice, |fuel| slice.min(fuel))
    }

    /// Takes fuel.
    pub(super) fn burn(&mut self, units: u64) {
        if let Some(fuel) = &mut self.fuel {
            *fuel = fuel.saturating_sub(units);
        }
    }

    /// Runs a thread for a time slice at most.
    fn turn(&mut self, thread: &mut Thread<'p>) -> Result<Step, Trap> {
        let slice = self.slice();
        let mut left = slice;
        let mut step = match self.threads.running(thread.id) {
            Some(Resume::Return(value)) => {
                thread.finish(value);
                Step::Continue
            }
            Some(Resume::AskHost) => self.ask(thread, Question::Resume(0))?,
            Some(Resume::Code) | None => Step::Continue,
        };
        // If turns are drawn at random, every host call may switch threads.
        let is_drawn = self.threads.is_random() && self.threads.len() > 1;
        while let Step::Continue = step {
            left = self.bounded(left);
            let before = left;
            let exit = execute(
                self.program,
                &mut self.tiers,
                self.memory,
                thread,
                &mut self.tracer,
                &mut left,
            );
            self.burn(before.saturating_sub(left) as u64);
            step = match exit {
                Exit::Budget => {
                    if self.fuel == Some(0) {
                        return Err(self.trap(Some(thread), TrapKind::OutOfFuel));
                    }
                    self.check_time(thread)?;
                    if self.threads.preempts() {
                        self.threads.pass_time(self.host, slice as u64);
                        Step::Yield
                    } else {
                        left = slice;
                        Step::Continue
                    }
                }
                Exit::Trap(kind) => {
                    self.stand(thread, Some(&kind));
                    return Err(self.trap(Some(thread), kind));
                }
                Exit::Stopped => {
                    if !self.stand(thread, None) {
                        let kind = TrapKind::Host("the debugger has ended the program".into());
                        return Err(self.trap(Some(thread), kind));
                    }
                    Step::Continue
                }
                Exit::Finished(words) => {
                    if thread.leave_host_call() {
                        self.ask(thread, Question::Resume(words[0]))?
                    } else if thread.id == 0 {
                        self.returned = Some(words);
                        self.thread_pointer = thread.thread_pointer;
                        Step::Exit(if self.has_status { words[0] as u8 } else { 0 })
                    } else {
                        return Err(self.trap(Some(thread), TrapKind::ThreadReturned));
                    }
                }
                Exit::Away { function, .. } => {
                    let reason = format!("{function} is run by another engine");
                    return Err(self.trap(Some(thread), TrapKind::Unsupported(reason)));
                }
                Exit::Host {
                    function,
                    args,
                    result,
                } => {
                    thread.result = result;
                    let step = self.ask(thread, Question::Call(function, args))?;
                    if is_drawn {
                        return Ok(step);
                    }
                    step
                }
            };
        }
        Ok(step)
    }

    /// Lets the debugger inspect the program, which is stopped in a thread. Returns false if the
    /// program is to end.
    fn stand(&mut self, thread: &Thread<'p>, trap: Option<&TrapKind>) -> bool {
        let debugger = match trap {
            Some(_) => self.tracer.witness(),
            None => self.tracer.debugger(),
        };
        let Some(debugger) = debugger else {
            return true;
        };
        let others = self.suspended.values();
        let threads = std::iter::once(thread).chain(others);
        let threads = threads.map(|thread| (thread.id, report::places(thread).collect()));
        debugger.stopped(&mut Stopped {
            thread: thread.id,
            trap,
            threads: threads.collect(),
            memory: self.memory,
        })
    }

    /// A trap in a thread or, if none is given, in the first one that waits.
    pub(super) fn trap(&self, thread: Option<&Thread<'p>>, kind: TrapKind) -> Trap {
        match thread.or_else(|| self.suspended.values().next()) {
            Some(thread) => report::trap(self.program, thread, kind),
            None => unplaced(kind),
        }
    }

    /// Stops the run if it is to end from outside.
    pub(super) fn check_time(&self, thread: &Thread<'p>) -> Result<(), Trap> {
        match self.limit.is_over() {
            true => Err(self.trap(Some(thread), TrapKind::Timeout)),
            false => Ok(()),
        }
    }
}

/// A trap that happened nowhere.
fn unplaced(kind: TrapKind) -> Trap {
    Trap {
        kind,
        thread: 0,
        stack: Vec::new(),
        omitted: 0,
    }
}
