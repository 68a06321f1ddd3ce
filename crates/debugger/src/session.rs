//! The interface of a session for the interpreter.

use crate::past::{Passed, Past, Way};
use crate::remote::Remote;
use crate::request::{Request, Stop};
use crate::step::Step;
use crate::stops::Wanted;
use crate::watched::Watched;
use pinnacle_debug::Addresses;
use pinnacle_pexe::ids::{FuncId, InstId};
use pinnacle_runtime::Memory;
use pinnacle_runtime::interp::{Debugger, Point, StopAction, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

/// The result of a request if the front end may view an earlier moment.
enum Viewing {
    /// The request was answered.
    Done,
    /// The request needs the memory at the viewed moment, so the run goes there. This is the moment
    /// of the snapshot to restore.
    Leaves(u64),
    /// The request must be handled for the current moment.
    Open(Request),
}

/// A debugged run.
#[derive(Debug)]
pub struct Session {
    addresses: Addresses,
    requests: Receiver<Request>,
    stops: Sender<Stop>,
    attention: Arc<AtomicBool>,
    /// The addresses of the breakpoints, in ascending order.
    breakpoints: Vec<u32>,
    /// The function of the last instruction, and the address of the first instruction of that
    /// function.
    function: Option<(FuncId, u32)>,
    watched: Watched,
    step: Option<Step>,
    /// The past, if the run can go back.
    past: Option<Past>,
    /// The reason for the next stop.
    reason: Option<Stop>,
    /// True until the first stop.
    is_first: bool,
    /// True if the front end already knows about the next stop.
    is_known: bool,
    /// A request that is answered at the next stop.
    delayed: Option<Request>,
    is_killed: bool,
    is_detached: bool,
}

impl Session {
    /// Creates a session for a program with these instruction addresses. Also returns a handle to
    /// it and a channel with its stops, in order. The program first stops at its first instruction;
    /// this stop is not sent.
    #[must_use]
    pub fn new(addresses: Addresses) -> (Session, Remote, Receiver<Stop>) {
        let (requests, received) = mpsc::channel();
        let (stops, stopped) = mpsc::channel();
        let attention = Arc::new(AtomicBool::new(false));
        let remote = Remote::new(requests, attention.clone());
        let session = Session {
            addresses,
            requests: received,
            stops,
            attention,
            breakpoints: Vec::new(),
            function: None,
            watched: Watched::default(),
            step: None,
            past: None,
            reason: None,
            is_first: true,
            is_known: false,
            delayed: None,
            is_killed: false,
            is_detached: false,
        };
        (session, remote, stopped)
    }

    /// Allows the session to go back. Memory can then not be changed.
    #[must_use]
    pub fn with_past(mut self) -> Session {
        self.past = Some(Past::new());
        self
    }

    /// Notifies the front end that the program has ended: with an exit status, or as if by a
    /// signal.
    pub fn finish(self, end: Result<u8, u8>) {
        // The front end may no longer listen.
        let _ = self.stops.send(match end {
            Ok(status) => Stop::Exited(status),
            Err(signal) => Stop::Terminated(signal),
        });
    }

    /// Returns the address of an instruction. Consecutive instructions are usually in the same
    /// function, whose address is cached.
    fn address_of(&mut self, point: Point) -> Option<u32> {
        let start = match self.function {
            Some((function, start)) if function == point.function => start,
            _ => {
                let start = self.addresses.of_inst(point.function, InstId(0))?;
                self.function = Some((point.function, start));
                start
            }
        };
        start.checked_add(point.inst.0)
    }

    /// Handles the requests that are allowed while the program runs. Returns true if the program
    /// must stop.
    fn attend(&mut self, point: Point, memory: &Memory) -> bool {
        let mut stands = false;
        while let Ok(request) = self.requests.try_recv() {
            match self.change(request, memory) {
                None => {
                    if let Some(past) = &mut self.past {
                        past.forget_stops();
                    }
                }
                Some(Request::Interrupt) => {
                    self.reason = Some(Stop::Interrupt(point.thread));
                    stands = true;
                }
                Some(Request::Kill) => {
                    self.is_killed = true;
                    stands = true;
                }
                Some(Request::Detach) => self.is_detached = true,
                // Other requests are not answered while the program runs.
                Some(_) => {}
            }
        }
        stands
    }

    /// Answers a request if the front end views an earlier moment than the current one.
    fn view(&mut self, request: Request) -> Viewing {
        let Some(past) = &mut self.past else {
            return Viewing::Open(request);
        };
        let Some(threads) = past.viewed() else {
            return Viewing::Open(request);
        };
        match request {
            Request::Threads(answer) => {
                // If nobody waits for the result, it is dropped.
                let _ = answer.send(threads.clone());
                Viewing::Done
            }
            Request::Read(..)
            | Request::Write(..)
            | Request::Watch(..)
            | Request::Trap(_)
            | Request::Resume(_) => {
                self.delayed = Some(request);
                Viewing::Leaves(past.go_to_viewed())
            }
            other => Viewing::Open(other),
        }
    }

    /// Handles changes of breakpoints and watched memory, and returns any other request.
    fn change(&mut self, request: Request, memory: &Memory) -> Option<Request> {
        // If nobody waits for the result, it is dropped.
        let _ = match request {
            Request::AddBreakpoint(address, answer) => {
                let is_code = self.addresses.target(address).is_some();
                if is_code && let Err(place) = self.breakpoints.binary_search(&address) {
                    self.breakpoints.insert(place, address);
                }
                answer.send(is_code)
            }
            Request::RemoveBreakpoint(address, answer) => {
                let place = self.breakpoints.binary_search(&address);
                answer.send(place.map(|place| self.breakpoints.remove(place)).is_ok())
            }
            Request::Breakpoints(addresses) => {
                self.breakpoints = addresses.into_iter().collect();
                self.breakpoints.sort_unstable();
                Ok(())
            }
            Request::Watch(address, count, answer) => {
                answer.send(self.watched.add(memory, address, count))
            }
            Request::Unwatch(address, count, answer) => {
                answer.send(self.watched.remove(address, count))
            }
            other => return Some(other),
        };
        None
    }
}

impl Debugger for Session {
    fn stops_at(&mut self, point: Point, memory: &mut Memory) -> bool {
        if self.is_detached {
            return false;
        }
        if let Some(past) = &mut self.past
            && past.pass_unseen(point.thread)
        {
            return false;
        }
        let address = self.address_of(point);
        let breakpoints = &self.breakpoints;
        let is_breakpoint =
            || address.is_some_and(|address| breakpoints.binary_search(&address).is_ok());
        let passed = match &mut self.past {
            Some(past) => past.pass(point, memory, &mut self.watched, address, is_breakpoint),
            None => Passed::Forward,
        };
        if self.is_first || matches!(passed, Passed::Snapshot) {
            return true;
        }
        // This happens before every instruction, and a load is cheaper than an exchange.
        if self.attention.load(Ordering::Relaxed)
            && self.attention.swap(false, Ordering::Acquire)
            && self.attend(point, memory)
        {
            return true;
        }
        match passed {
            Passed::Forward => {}
            Passed::GoesOn => return false,
            Passed::GoesBack | Passed::Kept | Passed::Snapshot => return true,
            Passed::Arrived(stop) => {
                self.reason = stop;
                self.is_known = stop.is_none();
                return true;
            }
        }
        if let Some(address) = self.watched.change(memory) {
            self.reason = Some(Stop::Watch(point.thread, address));
            return true;
        }
        if address.is_some_and(|address| self.breakpoints.binary_search(&address).is_ok()) {
            self.reason = Some(Stop::Breakpoint(point.thread));
            return true;
        }
        let ends = |step: &Step| step.ends_at(point, address);
        if self.step.as_ref().is_some_and(ends) {
            self.reason = Some(Stop::Step(point.thread));
            return true;
        }
        false
    }

    fn stopped(&mut self, stopped: &mut Stopped<'_>) -> StopAction {
        if self.is_killed {
            self.is_detached = true;
            return StopAction::End;
        }
        if self.is_detached {
            return StopAction::Continue;
        }
        if let Some(past) = &mut self.past {
            if let Some(moment) = past.takes_snapshot() {
                return StopAction::Snapshot(moment);
            }
            if let Some(moment) = past.leaves() {
                return StopAction::GoBack(moment);
            }
            if self.reason.is_none() && stopped.trap.is_none() && past.keeps(&mut stopped.threads) {
                return StopAction::Continue;
            }
            past.stands(stopped.trap.is_some());
        }
        let thread = stopped.thread;
        let reason = match stopped.trap {
            Some(trap) => Some(Stop::Trap(thread, trap.signal())),
            None => self.reason.take(),
        };
        // At the first stop, the front end is not waiting for an event.
        let is_known = std::mem::take(&mut self.is_known);
        let is_first = std::mem::take(&mut self.is_first) || is_known;
        if !is_first
            && self
                .stops
                .send(reason.unwrap_or(Stop::Step(thread)))
                .is_err()
        {
            self.is_detached = true;
            return StopAction::Continue;
        }
        self.step = None;
        loop {
            let request = match self.delayed.take() {
                Some(request) => Ok(request),
                None => self.requests.recv(),
            };
            let Ok(request) = request else {
                self.is_detached = true;
                return StopAction::Continue;
            };
            let request = match self.view(request) {
                Viewing::Done => continue,
                Viewing::Leaves(moment) => return StopAction::GoBack(moment),
                Viewing::Open(request) => request,
            };
            let Some(request) = self.change(request, stopped.memory) else {
                continue;
            };
            // If nobody waits for the result, it is dropped.
            let _ = match request {
                Request::Threads(answer) => answer.send(stopped.threads.clone()).is_ok(),
                Request::Read(address, count, answer) => {
                    answer.send(read(stopped.memory, address, count)).is_ok()
                }
                Request::Write(address, bytes, answer) => {
                    // Repeating the run would undo the change.
                    let done = self.past.is_none() && stopped.memory.write(address, &bytes).is_ok();
                    // A write by the debugger does not count as a change of watched memory.
                    self.watched.change(stopped.memory);
                    answer.send(done).is_ok()
                }
                Request::Trap(answer) => {
                    let trap = stopped.trap.map(ToString::to_string);
                    answer.send(trap).is_ok()
                }
                Request::Resume(step) => {
                    self.step = step;
                    return StopAction::Continue;
                }
                Request::Back(step) => match &mut self.past {
                    Some(past) => {
                        let wanted = Wanted {
                            breakpoints: self.breakpoints.clone(),
                            watched: self.watched.parts(),
                        };
                        match past.go_back(step, wanted, stopped.memory) {
                            Way::Stands(stop) => self.stops.send(stop).is_ok(),
                            Way::To(moment) => return StopAction::GoBack(moment),
                        }
                    }
                    None => self.stops.send(Stop::Step(thread)).is_ok(),
                },
                Request::Kill => {
                    self.is_detached = true;
                    return StopAction::End;
                }
                Request::Detach => {
                    self.is_detached = true;
                    return StopAction::Continue;
                }
                // The breakpoint is already set.
                _ => true,
            };
        }
    }
    fn goes_back(&self) -> bool {
        self.past.is_some()
    }

    fn has_gone_back(&mut self, moment: u64, is_first: bool, memory: &mut Memory) {
        if let Some(past) = &mut self.past {
            past.has_gone_back((moment, is_first), memory, &mut self.watched);
        }
    }

    fn needs_snapshot(&mut self) {
        if let Some(past) = &mut self.past {
            past.needs_snapshot();
        }
    }

    fn ends(&mut self) -> Option<u64> {
        match &mut self.past {
            Some(past) if !self.is_detached => past.ends(),
            _ => None,
        }
    }
}

/// Returns the bytes from an address on, up to the first one that is not readable.
fn read(memory: &Memory, address: u32, count: usize) -> Vec<u8> {
    let byte = |address: u32| memory.load::<1>(address).ok().map(|[byte]| byte);
    (address..=u32::MAX).take(count).map_while(byte).collect()
}
