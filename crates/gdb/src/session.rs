//! The side of the interpreter.

use crate::request::{Request, Stop};
use crate::server::serve;
use crate::stack::{FIRST, Stack};
use crate::watched::Watched;
use pinnacle_debug::{Addresses, CODE_BASE};
use pinnacle_pexe::ids::{FuncId, InstId};
use pinnacle_runtime::Memory;
use pinnacle_runtime::interp::{Debugger, Stopped};
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

/// Instructions between two looks whether the user interrupts the program.
const INTERRUPT_INTERVAL: u32 = 1024;

/// The byte that is shown for an instruction: debuggers look for the code with which functions
/// begin, and `nop` is none of it.
const CODE_BYTE: u8 = 0x90;

/// A port on which debuggers are awaited. It is of this machine alone.
#[derive(Debug)]
pub struct Listener(TcpListener);

impl Listener {
    /// Opens a port; 0 stands for a free one.
    ///
    /// # Errors
    ///
    /// If the port is not free.
    pub fn open(port: u16) -> io::Result<Listener> {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map(Listener)
    }

    /// The number of the port.
    ///
    /// # Errors
    ///
    /// If the system does not say.
    pub fn port(&self) -> io::Result<u16> {
        self.0.local_addr().map(|address| address.port())
    }

    /// Waits for a debugger. The program then stands at its first instruction.
    ///
    /// # Errors
    ///
    /// If the connection fails.
    pub fn accept(self, addresses: Addresses) -> io::Result<Session> {
        let (stream, _) = self.0.accept()?;
        stream.set_nodelay(true)?;
        let (requests, received) = mpsc::channel();
        let (stops, stopped) = mpsc::channel();
        let interrupt = Arc::new(AtomicBool::new(false));
        let flag = interrupt.clone();
        let server = thread::spawn(move || serve(stream, requests, stopped, flag));
        Ok(Session {
            addresses,
            requests: received,
            stops,
            interrupt,
            server: Some(server),
            breakpoints: HashSet::new(),
            watched: Watched::default(),
            step: None,
            reason: None,
            is_first: true,
            is_detached: false,
            passed: 0,
        })
    }
}

/// The connection of a run with a debugger.
#[derive(Debug)]
pub struct Session {
    addresses: Addresses,
    requests: Receiver<Request>,
    stops: Sender<Stop>,
    interrupt: Arc<AtomicBool>,
    server: Option<JoinHandle<()>>,
    breakpoints: HashSet<u32>,
    watched: Watched,
    /// The thread that stands again after one instruction.
    step: Option<u32>,
    /// Why the run is about to stand.
    reason: Option<Stop>,
    /// True until the first stop.
    is_first: bool,
    is_detached: bool,
    /// Instructions since the last look at `interrupt`.
    passed: u32,
}

impl Session {
    /// Tells the debugger that the program has ended: with a status, or as if by a signal.
    pub fn finish(mut self, end: Result<u8, u8>) {
        // There is no receiver if the debugger has left.
        let _ = self.stops.send(match end {
            Ok(status) => Stop::Exited(status),
            Err(signal) => Stop::Terminated(signal),
        });
        if let Some(server) = self.server.take() {
            // What still asks gets no answer, and ends.
            drop(self.requests);
            let _ = server.join();
        }
    }
}

impl Debugger for Session {
    fn stops_at(&mut self, thread: u32, function: FuncId, inst: InstId, memory: &Memory) -> bool {
        if self.is_detached {
            return false;
        }
        if self.is_first {
            return true;
        }
        if let Some(address) = self.watched.change(memory) {
            self.reason = Some(Stop::Watch(thread, address));
            return true;
        }
        let address = self.addresses.of_inst(function, inst);
        if address.is_some_and(|address| self.breakpoints.contains(&address)) {
            self.reason = Some(Stop::Breakpoint(thread));
            return true;
        }
        if self.step == Some(thread) {
            self.reason = Some(Stop::Step(thread));
            return true;
        }
        self.passed += 1;
        if self.passed >= INTERRUPT_INTERVAL {
            self.passed = 0;
            if self.interrupt.swap(false, Ordering::Relaxed) {
                self.reason = Some(Stop::Interrupt(thread));
                return true;
            }
        }
        false
    }

    fn stopped(&mut self, stopped: &mut Stopped<'_>) -> bool {
        if self.is_detached {
            return true;
        }
        let thread = stopped.thread;
        let reason = match stopped.trap {
            Some(trap) => Some(Stop::Trap(thread, trap.signal())),
            None => self.reason.take(),
        };
        // At the first stop the debugger does not wait for one.
        let is_first = std::mem::take(&mut self.is_first);
        if !is_first
            && self
                .stops
                .send(reason.unwrap_or(Stop::Step(thread)))
                .is_err()
        {
            self.is_detached = true;
            return true;
        }
        self.step = None;
        let stacks = stopped.threads.iter().filter_map(|(thread, places)| {
            Some((*thread, Stack::new(*thread, places, &self.addresses)?))
        });
        let stacks: BTreeMap<u32, Stack> = stacks.collect();
        loop {
            let Ok(request) = self.requests.recv() else {
                self.is_detached = true;
                return true;
            };
            // An answer without a receiver is not needed.
            let _ = match request {
                Request::Registers(thread, answer) => {
                    let stack = stacks.get(&thread);
                    answer.send(stack.map(Stack::registers)).is_ok()
                }
                Request::Read(address, count, answer) => {
                    let end = self.addresses.end();
                    answer
                        .send(read(stopped.memory, &stacks, end, address, count))
                        .is_ok()
                }
                Request::Write(address, bytes, answer) => answer
                    .send(stopped.memory.write(address, &bytes).is_ok())
                    .is_ok(),
                Request::Threads(answer) => answer.send(stacks.keys().copied().collect()).is_ok(),
                Request::AddBreakpoint(address, answer) => {
                    let is_code = self.addresses.target(address).is_some();
                    if is_code {
                        self.breakpoints.insert(address);
                    }
                    answer.send(is_code).is_ok()
                }
                Request::RemoveBreakpoint(address, answer) => {
                    answer.send(self.breakpoints.remove(&address)).is_ok()
                }
                Request::Watch(address, count, answer) => answer
                    .send(self.watched.add(stopped.memory, address, count))
                    .is_ok(),
                Request::Unwatch(address, count, answer) => {
                    answer.send(self.watched.remove(address, count)).is_ok()
                }
                Request::Resume { step } => {
                    // The debugger's own writes are not changes.
                    self.watched.change(stopped.memory);
                    self.step = step;
                    return true;
                }
                Request::Kill => {
                    self.is_detached = true;
                    return false;
                }
                Request::Detach => {
                    self.is_detached = true;
                    return true;
                }
            };
        }
    }
}

/// Bytes from an address on, up to the first that cannot be read.
fn read(
    memory: &Memory,
    stacks: &BTreeMap<u32, Stack>,
    code_end: u32,
    address: u32,
    count: usize,
) -> Vec<u8> {
    let byte = |address: u32| {
        if address < CODE_BASE {
            return memory.load::<1>(address).ok().map(|[byte]| byte);
        }
        if address < code_end {
            return Some(CODE_BYTE);
        }
        let byte = stacks.values().find_map(|stack| stack.byte(address));
        // lldb reads more than it needs.
        byte.or((address >= FIRST).then_some(0))
    };
    (address..=u32::MAX).take(count).map_while(byte).collect()
}
