//! The side of the debugger: the protocol, by `gdbstub`.

use crate::request::{Request, Stop};
use gdbstub::common::{Signal, Tid};
use gdbstub::conn::{Connection, ConnectionExt};
use gdbstub::stub::run_blocking::{BlockingEventLoop, Event, WaitForStopReasonError};
use gdbstub::stub::{DisconnectReason, GdbStub, MultiThreadStopReason};
use gdbstub::target::ext::base::BaseOps;
use gdbstub::target::ext::base::multithread::{
    MultiThreadBase, MultiThreadResume, MultiThreadResumeOps, MultiThreadSchedulerLocking,
    MultiThreadSchedulerLockingOps, MultiThreadSingleStep, MultiThreadSingleStepOps,
};
use gdbstub::target::ext::breakpoints::{
    Breakpoints, BreakpointsOps, HwWatchpoint, HwWatchpointOps, SwBreakpoint, SwBreakpointOps,
    WatchKind,
};
use gdbstub::target::{Target, TargetError, TargetResult};
use gdbstub_arch::x86::X86_SSE;
use gdbstub_arch::x86::reg::X86CoreRegs;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// Polling interval for data of the debugger while the program runs.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The program has ended, or goes on without a debugger.
const GONE: &str = "the program is not there";

/// Speaks with a debugger until it leaves or the program ends.
pub(crate) fn serve(
    stream: TcpStream,
    requests: Sender<Request>,
    stops: Receiver<Stop>,
    interrupt: Arc<AtomicBool>,
) {
    let mut remote = Remote {
        requests,
        stops,
        interrupt,
        step: None,
    };
    let end = GdbStub::new(stream).run_blocking::<Loop>(&mut remote);
    let last = match end {
        Ok(DisconnectReason::Kill) => Request::Kill,
        _ => Request::Detach,
    };
    // If the program has ended, this is not needed.
    let _ = remote.requests.send(last);
}

/// The program, as the protocol sees it.
struct Remote {
    requests: Sender<Request>,
    stops: Receiver<Stop>,
    interrupt: Arc<AtomicBool>,
    /// The thread that makes one step when the program goes on.
    step: Option<u32>,
}

impl Remote {
    /// Sends a request and waits for its answer.
    fn ask<T>(&self, request: impl FnOnce(Sender<T>) -> Request) -> Result<T, &'static str> {
        let (answer, answered) = mpsc::channel();
        self.requests.send(request(answer)).map_err(|_| GONE)?;
        answered.recv().map_err(|_| GONE)
    }
}

/// The number of a thread for the protocol, which counts from 1.
fn tid(thread: u32) -> Tid {
    let number = usize::try_from(thread).unwrap_or(0).saturating_add(1);
    Tid::new(number).unwrap_or(Tid::MIN)
}

fn thread(tid: Tid) -> u32 {
    u32::try_from(tid.get() - 1).unwrap_or(u32::MAX)
}

impl Target for Remote {
    type Arch = X86_SSE;
    type Error = &'static str;

    fn base_ops(&mut self) -> BaseOps<'_, Self::Arch, Self::Error> {
        BaseOps::MultiThread(self)
    }

    fn support_breakpoints(&mut self) -> Option<BreakpointsOps<'_, Self>> {
        Some(self)
    }
}

impl MultiThreadBase for Remote {
    fn read_registers(&mut self, regs: &mut X86CoreRegs, tid: Tid) -> TargetResult<(), Self> {
        let found = self.ask(|answer| Request::Registers(thread(tid), answer));
        let found = found.map_err(TargetError::Fatal)?;
        let found = found.ok_or(TargetError::NonFatal)?;
        *regs = X86CoreRegs {
            eip: found.pc,
            esp: found.sp,
            ..X86CoreRegs::default()
        };
        Ok(())
    }

    /// No register can be changed: they only say where the program is.
    fn write_registers(&mut self, _: &X86CoreRegs, _: Tid) -> TargetResult<(), Self> {
        Err(TargetError::NonFatal)
    }

    fn read_addrs(&mut self, start: u32, data: &mut [u8], _: Tid) -> TargetResult<usize, Self> {
        let bytes = self.ask(|answer| Request::Read(start, data.len(), answer));
        let bytes = bytes.map_err(TargetError::Fatal)?;
        if bytes.is_empty() {
            return Err(TargetError::NonFatal);
        }
        let count = bytes.len().min(data.len());
        data[..count].copy_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn write_addrs(&mut self, start: u32, data: &[u8], _: Tid) -> TargetResult<(), Self> {
        let done = self.ask(|answer| Request::Write(start, data.to_vec(), answer));
        match done.map_err(TargetError::Fatal)? {
            true => Ok(()),
            false => Err(TargetError::NonFatal),
        }
    }

    fn list_active_threads(&mut self, register: &mut dyn FnMut(Tid)) -> Result<(), Self::Error> {
        for thread in self.ask(Request::Threads)? {
            register(tid(thread));
        }
        Ok(())
    }

    fn support_resume(&mut self) -> Option<MultiThreadResumeOps<'_, Self>> {
        Some(self)
    }
}

impl MultiThreadResume for Remote {
    fn resume(&mut self) -> Result<(), Self::Error> {
        let step = self.step;
        let sent = self.requests.send(Request::Resume { step });
        sent.map_err(|_| GONE)
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

    fn support_scheduler_locking(&mut self) -> Option<MultiThreadSchedulerLockingOps<'_, Self>> {
        Some(self)
    }
}

impl MultiThreadSingleStep for Remote {
    fn set_resume_action_step(&mut self, tid: Tid, _: Option<Signal>) -> Result<(), Self::Error> {
        self.step = Some(thread(tid));
        Ok(())
    }
}

/// A step ends before another thread gets its turn, so nothing needs to be locked for it.
impl MultiThreadSchedulerLocking for Remote {
    fn set_resume_action_scheduler_lock(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

impl Breakpoints for Remote {
    fn support_sw_breakpoint(&mut self) -> Option<SwBreakpointOps<'_, Self>> {
        Some(self)
    }

    fn support_hw_watchpoint(&mut self) -> Option<HwWatchpointOps<'_, Self>> {
        Some(self)
    }
}

impl SwBreakpoint for Remote {
    fn add_sw_breakpoint(&mut self, address: u32, _: usize) -> TargetResult<bool, Self> {
        let done = self.ask(|answer| Request::AddBreakpoint(address, answer));
        done.map_err(TargetError::Fatal)
    }

    fn remove_sw_breakpoint(&mut self, address: u32, _: usize) -> TargetResult<bool, Self> {
        let done = self.ask(|answer| Request::RemoveBreakpoint(address, answer));
        done.map_err(TargetError::Fatal)
    }
}

/// Changes are watched, since what reads memory leaves no trace in it.
impl HwWatchpoint for Remote {
    fn add_hw_watchpoint(
        &mut self,
        address: u32,
        count: u32,
        kind: WatchKind,
    ) -> TargetResult<bool, Self> {
        if kind != WatchKind::Write {
            return Ok(false);
        }
        let done = self.ask(|answer| Request::Watch(address, count, answer));
        done.map_err(TargetError::Fatal)
    }

    fn remove_hw_watchpoint(
        &mut self,
        address: u32,
        count: u32,
        _: WatchKind,
    ) -> TargetResult<bool, Self> {
        let done = self.ask(|answer| Request::Unwatch(address, count, answer));
        done.map_err(TargetError::Fatal)
    }
}

/// Waits for the program and the debugger at the same time.
enum Loop {}

impl BlockingEventLoop for Loop {
    type Target = Remote;
    type Connection = TcpStream;
    type StopReason = MultiThreadStopReason<u32>;

    fn wait_for_stop_reason(
        target: &mut Remote,
        conn: &mut TcpStream,
    ) -> Result<
        Event<Self::StopReason>,
        WaitForStopReasonError<<Remote as Target>::Error, <TcpStream as Connection>::Error>,
    > {
        loop {
            match target.stops.recv_timeout(POLL_INTERVAL) {
                Ok(stop) => return Ok(Event::TargetStopped(reason(stop))),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(WaitForStopReasonError::Target(GONE));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            let waiting = conn.peek().map_err(WaitForStopReasonError::Connection)?;
            // Looking has made the connection one that never waits.
            conn.set_nonblocking(false)
                .map_err(WaitForStopReasonError::Connection)?;
            if waiting.is_some() {
                let byte = ConnectionExt::read(conn);
                let byte = byte.map_err(WaitForStopReasonError::Connection)?;
                return Ok(Event::IncomingData(byte));
            }
        }
    }

    fn on_interrupt(target: &mut Remote) -> Result<Option<Self::StopReason>, &'static str> {
        target.interrupt.store(true, Ordering::Relaxed);
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
        Stop::Exited(status) => MultiThreadStopReason::Exited(status),
        Stop::Terminated(signal) => MultiThreadStopReason::Terminated(gdb_signal(signal)),
    }
}

/// A signal of Linux by the number that gdb has for it.
fn gdb_signal(signal: u8) -> Signal {
    match signal {
        7 => Signal::SIGBUS,
        other => Signal(other),
    }
}
