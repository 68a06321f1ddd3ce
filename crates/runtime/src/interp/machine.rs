//! A running program: its threads, and the scheduler.
//!
//! All guest threads run in one host thread, one after the other. Each gets a time slice measured
//! in executed instructions, or in rounds like in machine code. With the same seed and the same
//! answers from the host, every run is the same. Without a seed the threads take turns; with one,
//! the next thread is drawn at random ([`Turns`]). The requests between a thread and the host are
//! in [`host_calls`](super::host_calls).

use super::debugger::{Debugger, StopAction, Stopped};
use super::exec::execute;
use super::history::{History, Snapshot, Turn};
use super::host_calls::Question;
use super::prepared::Prepared;
use super::program::Program;
use super::report;
use super::thread::{Exit, SavedThread, Thread};
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

/// The average time slice while there are several threads, and the time slice of a single thread.
const SHORT_SLICE: u32 = 20_000;
const LONG_SLICE: i64 = 2_000_000;

/// Interval at which a sleeping program checks for interruption.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(20);

/// The state of the current thread after a step.
pub(super) enum Step {
    /// The thread continues immediately.
    Continue,
    /// It has used up its time slice.
    Yield,
    /// It has stopped, and is registered in [`Threads`] as waiting.
    Stopped,
    /// It has ended, and is removed from [`Threads`].
    Ended,
    /// The program has ended.
    Exit(u8),
    /// The run has gone back. The current thread object is from a later moment.
    WentBack,
}

/// External reasons to end a run.
struct TimeLimit {
    end: Option<Instant>,
    interrupt: Option<Arc<AtomicBool>>,
}

impl TimeLimit {
    /// Returns true if the run has reached its time limit or was interrupted.
    fn is_over(&self) -> bool {
        let interrupt = self.interrupt.as_ref();
        interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Returns the maximum time to sleep before the next check.
    fn longest_sleep(&self) -> Duration {
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
    /// The length of a turn in rounds, if turns are counted in rounds.
    turn_length: Option<u32>,
    limit: TimeLimit,
    /// True if the result of the main thread's function is an exit status.
    has_status: bool,
    /// The result of the main thread's function.
    returned: Option<[u64; 2]>,
    /// The main thread's initial thread pointer; after the main thread has returned, its final one.
    pub(super) thread_pointer: u32,
    /// The history, if a debugger may go back.
    history: Option<History<'p>>,
    /// The thread that runs next, after the run has gone back.
    resumed: Option<(u32, Turn)>,
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
            turn_length: options.turn_length,
            limit: TimeLimit {
                end: options
                    .timeout
                    .and_then(|timeout| Instant::now().checked_add(timeout)),
                interrupt: None,
            },
            has_status: false,
            returned: None,
            thread_pointer: 0,
            history: None,
            resumed: None,
        }
    }

    /// Lets a debugger go back.
    pub(super) fn with_history(mut self, history: History<'p>) -> Machine<'p, 'r> {
        self.history = Some(history);
        self
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
        loop {
            let end = self.schedule();
            if !self.goes_back_from(&end) {
                return end;
            }
        }
    }

    /// Asks the debugger at the end of a run whether to go back. Returns true if the run has gone
    /// back.
    fn goes_back_from(&mut self, end: &Result<u8, Trap>) -> bool {
        if self.history.is_none() || matches!(end, Err(trap) if trap.kind == TrapKind::Timeout) {
            return false;
        }
        let moment = self.tracer.debugger().and_then(Debugger::ends);
        moment.is_some_and(|moment| self.go_back(moment))
    }

    /// Runs one function in the main thread. Returns the words of its result.
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
        let id = match self.turn_length {
            Some(_) => self.threads.spawn_running(),
            None => self.threads.spawn(),
        };
        let mut thread = Thread::new(id, prepared, stack, self.thread_pointer);
        thread.registers[..args.len()].copy_from_slice(args);
        self.give_first_turn(&mut thread);
        // In machine code the main thread runs at once, and no turn is drawn for it.
        self.resumed = self.turn_length.map(|length| {
            let turn = Turn {
                slice: length.into(),
                left: thread.rounds_left,
                is_drawn: false,
            };
            (id, turn)
        });
        self.suspended.insert(id, thread);
        Ok(())
    }

    /// Gives a new thread the rounds of its first turn.
    pub(super) fn give_first_turn(&self, thread: &mut Thread<'p>) {
        if let Some(length) = self.turn_length {
            thread.rounds_left = i64::from(length) - thread.function.weight;
        }
    }

    /// Counts the call of a function by the host.
    pub(super) fn count_host_call(&self, thread: &mut Thread<'p>, callee: &Prepared) {
        if self.turn_length.is_some() {
            thread.owed += callee.weight;
        }
    }

    /// Runs threads in turn until the program ends.
    fn schedule(&mut self) -> Result<u8, Trap> {
        loop {
            if let Some((id, turn)) = self.resumed.take() {
                match self.run_for_a_turn(id, Some(turn))? {
                    Some(status) => return Ok(status),
                    None => continue,
                }
            }
            let limit = &self.limit;
            let next = self.threads.next(self.host, |host, mut pause| {
                if limit.is_over() {
                    return Err(TrapKind::Timeout);
                }
                if !host.has_own_clock() {
                    pause = pause.min(limit.longest_sleep());
                }
                host.pass_time(pause);
                Ok(())
            });
            let id = match next {
                Ok(Next::Run(id)) => id,
                Ok(Next::Exit(status)) => return Ok(status),
                // The last thread has stopped, so another one may start.
                Ok(Next::Deadlock | Next::Enough) => {
                    return Err(self.trap(None, TrapKind::Deadlock));
                }
                Err(kind) => return Err(self.trap(None, kind)),
            };
            if let Some(status) = self.run_for_a_turn(id, None)? {
                return Ok(status);
            }
        }
    }

    /// Runs a thread for a turn, or for the rest of the turn in which it was saved. Returns the
    /// exit status if the program ends.
    fn run_for_a_turn(&mut self, id: u32, rest: Option<Turn>) -> Result<Option<u8>, Trap> {
        let Some(mut thread) = self.suspended.remove(&id) else {
            self.threads.end(id);
            return Ok(None);
        };
        match self.turn(&mut thread, rest)? {
            Step::Continue => self.threads.requeue_first(id),
            Step::Yield => self.threads.requeue(id, Resume::Code),
            Step::Stopped => {}
            Step::Ended | Step::WentBack => return Ok(None),
            Step::Exit(status) => return Ok(Some(status)),
        }
        self.suspended.insert(id, thread);
        Ok(None)
    }

    /// Returns the budget for a thread's turn.
    fn slice(&mut self) -> i64 {
        let slice = match (self.turn_length, self.threads.len()) {
            (Some(length), _) => i64::from(length),
            (None, ..=1) => LONG_SLICE,
            (None, _) => i64::from(self.threads.slice(SHORT_SLICE)),
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

    /// Subtracts from the fuel.
    pub(super) fn charge_fuel(&mut self, units: u64) {
        if let Some(fuel) = &mut self.fuel {
            *fuel = fuel.saturating_sub(units);
        }
    }

    /// Runs a thread for at most one time slice.
    fn turn(&mut self, thread: &mut Thread<'p>, rest: Option<Turn>) -> Result<Step, Trap> {
        let (mut step, turn) = match rest {
            Some(rest) => (Step::Continue, rest),
            None => self.begin_turn(thread)?,
        };
        let Turn {
            slice,
            mut left,
            is_drawn,
        } = turn;
        while let Step::Continue = step {
            left = self.bounded(left - std::mem::take(&mut thread.owed));
            // If turns are counted in rounds, a turn that is used up ends at the next counting
            // point.
            let granted = match self.turn_length {
                Some(_) => left.max(0),
                None => left,
            };
            let mut remaining = granted;
            let exit = execute(
                self.program,
                &mut self.tiers,
                self.memory,
                thread,
                &mut self.tracer,
                &mut remaining,
            );
            let used = granted.saturating_sub(remaining) + std::mem::take(&mut thread.owed);
            self.charge_fuel(used as u64);
            left -= used;
            step = match exit {
                Exit::Budget => {
                    if self.fuel == Some(0) {
                        return Err(self.trap(Some(thread), TrapKind::OutOfFuel));
                    }
                    self.check_time(thread)?;
                    left = slice;
                    if self.threads.preempts() {
                        self.threads.pass_time(self.host, slice as u64);
                        Step::Yield
                    } else {
                        Step::Continue
                    }
                }
                Exit::Trap(kind) => match self.ask_debugger(thread, Some(&kind)) {
                    StopAction::GoBack(moment) if self.go_back(moment) => Step::WentBack,
                    _ => return Err(self.trap(Some(thread), kind)),
                },
                Exit::Stopped => match self.ask_debugger(thread, None) {
                    StopAction::Continue => Step::Continue,
                    StopAction::Snapshot(moment) => {
                        // The debugger will be asked about this instruction again.
                        thread.pc -= 1;
                        let turn = Turn {
                            slice,
                            left,
                            is_drawn,
                        };
                        self.take_snapshot(moment, thread, turn);
                        Step::Continue
                    }
                    StopAction::GoBack(moment) if self.go_back(moment) => Step::WentBack,
                    StopAction::End | StopAction::GoBack(_) => {
                        let kind = TrapKind::Host("the debugger has ended the program".into());
                        return Err(self.trap(Some(thread), kind));
                    }
                },
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
        thread.rounds_left = left;
        Ok(step)
    }

    /// Begins the turn of a thread, and passes it the result that it was waiting for.
    fn begin_turn(&mut self, thread: &mut Thread<'p>) -> Result<(Step, Turn), Trap> {
        let slice = self.slice();
        let step = match self.threads.running(thread.id) {
            Some(Resume::Return(value)) => {
                thread.finish(value);
                Step::Continue
            }
            Some(Resume::AskHost) => self.ask(thread, Question::Resume(0))?,
            Some(Resume::Code) | None => Step::Continue,
        };
        let turn = Turn {
            slice,
            // In machine code, a thread continues its turn after it has waited.
            left: match self.turn_length {
                Some(_) => thread.rounds_left,
                None => slice,
            },
            // If turns are drawn at random, every host call may switch threads.
            is_drawn: self.turn_length.is_none()
                && self.threads.is_random()
                && self.threads.len() > 1,
        };
        Ok((step, turn))
    }

    /// Takes a snapshot for the history, between two instructions of a thread.
    fn take_snapshot(&mut self, moment: u64, thread: &Thread<'p>, turn: Turn) {
        let Some(history) = &mut self.history else {
            return;
        };
        let before = history.last().map(|snapshot| &snapshot.memory);
        // Other threads may change a native region at any time, so such a run has no snapshots.
        let Some(memory) = self.memory.snapshot(before) else {
            return;
        };
        let threads = std::iter::once(thread).chain(self.suspended.values());
        let saved = threads.map(|thread| (thread.id, SavedThread::of(thread)));
        let snapshot = Snapshot {
            moment,
            answers: history.answers(),
            running: thread.id,
            turn,
            saved: saved.collect(),
            threads: self.threads.clone(),
            fuel: self.fuel,
            memory,
        };
        history.keep(snapshot);
    }

    /// Asks the debugger for a snapshot if the history has grown much since the last one.
    pub(super) fn bound_history(&mut self) {
        let history = self.history.as_ref();
        if history.is_some_and(History::needs_snapshot)
            && let Some(debugger) = self.tracer.debugger()
        {
            debugger.needs_snapshot();
        }
    }

    /// Goes back to the last snapshot at or before a moment. Returns false if there is none.
    fn go_back(&mut self, moment: u64) -> bool {
        let history = self.history.as_ref();
        let Some((snapshot, is_first)) = history.and_then(|history| history.go_to(moment)) else {
            return false;
        };
        self.memory.return_to(&snapshot.memory);
        self.threads.clone_from(&snapshot.threads);
        let threads = snapshot.saved.iter();
        self.suspended = threads.map(|(&id, saved)| (id, saved.thread())).collect();
        self.fuel = snapshot.fuel;
        self.returned = None;
        self.resumed = Some((snapshot.running, snapshot.turn));
        let moment = snapshot.moment;
        if let Some(debugger) = self.tracer.debugger() {
            debugger.has_gone_back(moment, is_first, self.memory);
        }
        true
    }

    /// Lets the debugger inspect the program, which has stopped in a thread. Returns how it
    /// continues.
    fn ask_debugger(&mut self, thread: &Thread<'p>, trap: Option<&TrapKind>) -> StopAction {
        let debugger = match trap {
            Some(_) => self.tracer.witness(),
            None => self.tracer.debugger(),
        };
        let Some(debugger) = debugger else {
            return StopAction::Continue;
        };
        let others = self.suspended.values();
        let threads = std::iter::once(thread).chain(others);
        let threads = threads.map(|thread| (thread.id, report::places_with_values(thread)));
        debugger.stopped(&mut Stopped {
            thread: thread.id,
            trap,
            threads: threads.collect(),
            memory: self.memory,
        })
    }

    /// Makes a trap in a thread. If none is given, uses the first waiting thread.
    pub(super) fn trap(&self, thread: Option<&Thread<'p>>, kind: TrapKind) -> Trap {
        match thread.or_else(|| self.suspended.values().next()) {
            Some(thread) => report::trap(self.program, thread, kind),
            None => unplaced(kind),
        }
    }

    /// Fails if the time limit is reached or the run was interrupted.
    pub(super) fn check_time(&self, thread: &Thread<'p>) -> Result<(), Trap> {
        match self.limit.is_over() {
            true => Err(self.trap(Some(thread), TrapKind::Timeout)),
            false => Ok(()),
        }
    }
}

/// Makes a trap without a position.
fn unplaced(kind: TrapKind) -> Trap {
    Trap {
        kind,
        thread: 0,
        stack: Vec::new(),
        omitted: 0,
    }
}
