//! The side of the debugger: speaks the protocol, with `gdbstub`.

use crate::stack::{FIRST, Stack};
use gdbstub::common::{Signal, Tid};
use gdbstub::conn::{Connection, ConnectionExt};
use gdbstub::stub::run_blocking::{BlockingEventLoop, Event, WaitForStopReasonError};
use gdbstub::stub::{DisconnectReason, GdbStub, MultiThreadStopReason};
use gdbstub::target::ext::base::BaseOps;
use gdbstub::target::ext::base::multithread::{
    MultiThreadBase, MultiThreadResume, MultiThreadResumeOps, MultiThreadSchedulerLocking,
    MultiThreadSchedulerLockingOps, MultiThreadSingleStep, MultiThreadSingleStepOps,
};
use gdbstub::target::ext::base::reverse_exec::{
    ReplayLogPosition, ReverseCont, ReverseContOps, ReverseStep, ReverseStepOps,
};
use gdbstub::target::ext::breakpoints::{
    Breakpoints, BreakpointsOps, HwWatchpoint, HwWatchpointOps, SwBreakpoint, SwBreakpointOps,
    WatchKind,
};
use gdbstub::target::{Target, TargetError, TargetResult};
use gdbstub_arch::x86::X86_SSE;
use gdbstub_arch::x86::reg::X86CoreRegs;
use pinnacle_debug::{Addresses, CODE_BASE};
use pinnacle_debugger::{BackStep, Gone, Remote, Step, Stop};
use std::collections::BTreeMap;
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Polling interval for data of the debugger while the program runs.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The byte that debuggers see for an instruction. They search the start of a function for its
/// prologue, and `nop` is not part of one.
const CODE_BYTE: u8 = 0x90;

/// Speaks with a debugger until it leaves or the program ends.
pub(crate) fn serve(stream: TcpStream, mut program: Program) {
    let end = GdbStub::new(stream).run_blocking::<Loop>(&mut program);
    match end {
        Ok(DisconnectReason::Kill) => program.remote.kill(),
        _ => program.remote.detach(),
    }
}

/// The program as the target of the protocol.
pub(crate) struct Program {
    remote: Remote,
    stops: Receiver<Stop>,
    addresses: Addresses,
    /// The stacks of the threads, if they were requested since the program stopped.
    stacks: Option<BTreeMap<u32, Stack>>,
    /// The thread that executes one step when the program continues.
    step: Option<u32>,
    /// True if the program can go back.
    repeatable: bool,
}

impl Program {
    pub(crate) fn new(
        remote: Remote,
        stops: Receiver<Stop>,
        addresses: Addresses,
        repeatable: bool,
    ) -> Program {
        Program {
            remote,
            stops,
            addresses,
            stacks: None,
            step: None,
            repeatable,
        }
    }

    fn go_back(&mut self, stepping: Option<u32>) -> Result<(), Gone> {
        self.stacks = None;
        self.remote.go_back(stepping.map(BackStep::Instruction))
    }

    fn stacks(&mut self) -> Result<&BTreeMap<u32, Stack>, Gone> {
        let stacks = match self.stacks.take() {
            Some(stacks) => stacks,
            None => {
                let threads = self.remote.threads()?;
                let stacks = threads.iter().filter_map(|(thread, places)| {
                    Some((*thread, Stack::new(*thread, places, &self.addresses)?))
                });
                stacks.collect()
            }
        };
        Ok(self.stacks.insert(stacks))
    }

    /// Reads up to `count` bytes from an address on, and stops at the first that cannot be read.
    /// They are from the memory of the program, from its code and from the stacks.
    fn read(&mut self, start: u32, count: usize) -> Result<Vec<u8>, Gone> {
        let mut bytes = Vec::new();
        if start < CODE_BASE {
            let below = usize::try_from(CODE_BASE - start).unwrap_or(usize::MAX);
            bytes = self.remote.read(start, count.min(below))?;
            if bytes.len() < below {
                return Ok(bytes);
            }
        }
        let end = self.addresses.end();
        let stacks = self.stacks()?;
        let byte = |address: u32| {
            if address < end {
                return Some(CODE_BYTE);
            }
            let byte = stacks.values().find_map(|stack| stack.byte(address));
            // Unused stack is zero, because lldb reads more than it needs.
            byte.or((address >= FIRST).then_some(0))
        };
        let rest = count.saturating_sub(bytes.len());
        let above = (start.max(CODE_BASE)..=u32::MAX).take(rest);
        bytes.extend(above.map_while(byte));
        Ok(bytes)
    }
}

/// Returns the number of a thread in the protocol, which counts from 1.
fn tid(thread: u32) -> Tid {
    let number = usize::try_from(thread).unwrap_or(0).saturating_add(1);
    Tid::new(number).unwrap_or(Tid::MIN)
}

fn thread(tid: Tid) -> u32 {
    u32::try_from(tid.get() - 1).unwrap_or(u32::MAX)
}

impl Target for Program {
    type Arch = X86_SSE;
    type Error = Gone;

    fn base_ops(&mut self) -> BaseOps<'_, Self::Arch, Self::Error> {
        BaseOps::MultiThread(self)
    }

    fn support_breakpoints(&mut self) -> Option<BreakpointsOps<'_, Self>> {
        Some(self)
    }
}

impl MultiThreadBase for Program {
    fn read_registers(&mut self, regs: &mut X86CoreRegs, tid: Tid) -> TargetResult<(), Self> {
        let stacks = self.stacks().map_err(TargetError::Fatal)?;
        let stack = stacks.get(&thread(tid)).ok_or(TargetError::NonFatal)?;
        let found = stack.registers();
        *regs = X86CoreRegs {
            eip: found.pc,
            esp: found.sp,
            ..X86CoreRegs::default()
        };
        Ok(())
    }

    /// Registers cannot be changed: they only show where the program is.
    fn write_registers(&mut self, _: &X86CoreRegs, _: Tid) -> TargetResult<(), Self> {
        Err(TargetError::NonFatal)
    }

    fn read_addrs(&mut self, start: u32, data: &mut [u8], _: Tid) -> TargetResult<usize, Self> {
        let bytes = self.read(start, data.len());
        let bytes = bytes.map_err(TargetError::Fatal)?;
        if bytes.is_empty() {
            return Err(TargetError::NonFatal);
        }
        let count = bytes.len().min(data.len());
        data[..count].copy_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn write_addrs(&mut self, start: u32, data: &[u8], _: Tid) -> TargetResult<(), Self> {
        let done = self.remote.write(start, data.to_vec());
        match done.map_err(TargetError::Fatal)? {
            true => Ok(()),
            false => Err(TargetError::NonFatal),
        }
    }

    fn list_active_threads(&mut self, register: &mut dyn FnMut(Tid)) -> Result<(), Self::Error> {
        for thread in self.stacks()?.keys() {
            register(tid(*thread));
        }
        Ok(())
    }

    fn support_resume(&mut self) -> Option<MultiThreadResumeOps<'_, Self>> {
        Some(self)
    }
}

impl MultiThreadResume for Program {
    fn resume(&mut self) -> Result<(), Self::Error> {
        self.stacks = None;
        self.remote.resume(self.step.map(Step::Instruction))
    }

    fn clear_resume_actions(&mut self) -> Result<(), Self::Error> {
        self.step = None;
        Ok(())
    }

    fn set_resume_action_continue(&mut self, _: Tid, _: Option<Signal>) -> Result<(), Self::Error> {
        Ok(())
    }

    fn support_single_step(&mut self) -> Option<MultiThreadSingleStepOps<'_, Self>> {
        Some(self)
    }

    fn support_reverse_step(&mut self) -> Option<ReverseStepOps<'_, Tid, Self>> {
        match self.repeatable {
            true => Some(self),
            false => None,
        }
    }

    fn support_reverse_cont(&mut self) -> Option<ReverseContOps<'_, Tid, Self>> {
        match self.repeatable {
            true => Some(self),
            false => None,
        }
    }

    fn support_scheduler_locking(&mut self) -> Option<MultiThreadSchedulerLockingOps<'_, Self>> {
        Some(self)
    }
}

impl MultiThreadSingleStep for Program {
    fn set_resume_action_step(&mut self, tid: Tid, _: Option<Signal>) -> Result<(), Self::Error> {
        self.step = Some(thread(tid));
        Ok(())
    }
}

impl ReverseStep<Tid> for Program {
    fn reverse_step(&mut self, tid: Tid) -> Result<(), Self::Error> {
        self.go_back(Some(thread(tid)))
    }
}

impl ReverseCont<Tid> for Program {
    fn reverse_cont(&mut self) -> Result<(), Self::Error> {
        self.go_back(None)
    }
}

/// A step ends before another thread's turn, so it needs no locking of the scheduler.
impl MultiThreadSchedulerLocking for Program {
    fn set_resume_action_scheduler_lock(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

impl Breakpoints for Program {
    fn support_sw_breakpoint(&mut self) -> Option<SwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_watchpoint(&mut self) -> Option<HwWatchpointOps<'_, Self>> {
        Some(self)
    }
}

impl SwBreakpoint for Program {
    fn add_sw_breakpoint(&mut self, address: u32, _: usize) -> TargetResult<bool, Self> {
        let done = self.remote.add_breakpoint(address);
        done.map_err(TargetError::Fatal)
    }

    fn remove_sw_breakpoint(&mut self, address: u32, _: usize) -> TargetResult<bool, Self> {
        let done = self.remote.remove_breakpoint(address);
        done.map_err(TargetError::Fatal)
    }
}

/// Only writes can be watched, because reads do not change memory.
impl HwWatchpoint for Program {
    fn add_hw_watchpoint(
        &mut self,
        address: u32,
        count: u32,
        kind: WatchKind,
    ) -> TargetResult<bool, Self> {
        if kind != WatchKind::Write {
            return Ok(false);
        }
        let done = self.remote.watch(address, count);
        done.map_err(TargetError::Fatal)
    }

    fn remove_hw_watchpoint(
        &mut self,
        address: u32,
        count: u32,
        _: WatchKind,
    ) -> TargetResult<bool, Self> {
        let done = self.remote.unwatch(address, count);
        done.map_err(TargetError::Fatal)
    }
}

/// Waits for the program and the debugger at the same time.
enum Loop {}

impl BlockingEventLoop for Loop {
    type Target = Program;
    type Connection = TcpStream;
    type StopReason = MultiThreadStopReason<u32>;

    fn wait_for_stop_reason(
        target: &mut Program,
        conn: &mut TcpStream,
    ) -> Result<
        Event<Self::StopReason>,
        WaitForStopReasonError<<Program as Target>::Error, <TcpStream as Connection>::Error>,
    > {
        loop {
            match target.stops.recv_timeout(POLL_INTERVAL) {
                Ok(stop) => return Ok(Event::TargetStopped(reason(stop))),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(WaitForStopReasonError::Target(Gone));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let waiting = conn.peek().map_err(WaitForStopReasonError::Connection)?;
            // `peek` has made the connection non-blocking.
            conn.set_nonblocking(false)
                .map_err(WaitForStopReasonError::Connection)?;
            if waiting.is_some() {
                let byte = ConnectionExt::read(conn);
                let byte = byte.map_err(WaitForStopReasonError::Connection)?;
                return Ok(Event::IncomingData(byte));
            }
        }
    }

    fn on_interrupt(target: &mut Program) -> Result<Option<Self::StopReason>, Gone> {
        target.remote.interrupt();
        Ok(None)
    }
}

fn reason(stop: Stop) -> MultiThreadStopReason<u32> {
    let signalled = |thread, signal| MultiThreadStopReason::SignalWithThread {
        tid: tid(thread),
        signal,
    };
    match stop {
        Stop::Step(thread) => signalled(thread, Signal::SIGTRAP),
        Stop::Breakpoint(thread) => MultiThreadStopReason::SwBreak(tid(thread)),
        Stop::Watch(thread, addr) => MultiThreadStopReason::Watch {
            tid: tid(thread),
            kind: WatchKind::Write,
            addr,
        },
        Stop::Interrupt(thread) => signalled(thread, Signal::SIGINT),
        Stop::Trap(thread, signal) => signalled(thread, gdb_signal(signal)),
        Stop::Begin(thread) => MultiThreadStopReason::ReplayLog {
            tid: Some(tid(thread)),
            pos: ReplayLogPosition::Begin,
        },
        Stop::End(thread) => MultiThreadStopReason::ReplayLog {
            tid: Some(tid(thread)),
            pos: ReplayLogPosition::End,
        },
        Stop::Exited(status) => MultiThreadStopReason::Exited(status),
        Stop::Terminated(signal) => MultiThreadStopReason::Terminated(gdb_signal(signal)),
    }
}

/// Converts the number of a Linux signal to gdb's number.
fn gdb_signal(signal: u8) -> Signal {
    match signal {
        7 => Signal::SIGBUS,
        other => Signal(other),
    }
}
