//! The interface of a session for front ends.

use crate::back::BackStep;
use crate::request::Request;
use crate::step::Step;
use pinnacle_runtime::interp::CallPlace;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};

/// An error: the program has ended or continues without a debugger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone;

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the program has ended, or runs without a debugger")
    }
}

impl std::error::Error for Gone {}

/// A handle to a [`Session`](crate::Session). Requests for calls and memory are answered while the
/// program is stopped. Breakpoints and watched memory can also be changed while it runs, and it can
/// be interrupted, because it checks for requests before each instruction.
#[derive(Clone, Debug)]
pub struct Remote {
    requests: Sender<Request>,
    /// Set when a request has been sent.
    attention: Arc<AtomicBool>,
}

impl Remote {
    pub(crate) fn new(requests: Sender<Request>, attention: Arc<AtomicBool>) -> Remote {
        Remote {
            requests,
            attention,
        }
    }

    /// Sends a request and waits for its answer.
    fn ask<T>(&self, request: impl FnOnce(Sender<T>) -> Request) -> Result<T, Gone> {
        let (answer, answered) = mpsc::channel();
        self.send(request(answer))?;
        answered.recv().map_err(|_| Gone)
    }

    fn send(&self, request: Request) -> Result<(), Gone> {
        self.requests.send(request).map_err(|_| Gone)?;
        self.attention.store(true, Ordering::Release);
        Ok(())
    }

    /// Returns the threads with their calls, innermost first.
    ///
    /// # Errors
    ///
    /// Fails if the program has ended, as all requests do.
    pub fn threads(&self) -> Result<Vec<(u32, Vec<CallPlace>)>, Gone> {
        self.ask(Request::Threads)
    }

    /// Reads memory, up to the first byte that is not readable.
    ///
    /// # Errors
    ///
    /// Fails if the program has ended.
    pub fn read(&self, address: u32, count: usize) -> Result<Vec<u8>, Gone> {
        self.ask(|answer| Request::Read(address, count, answer))
    }

    /// Writes memory. Returns false if that is not possible.
    ///
    /// # Errors
    ///
    /// Fails if the program has ended.
    pub fn write(&self, address: u32, bytes: Vec<u8>) -> Result<bool, Gone> {
        self.ask(|answer| Request::Write(address, bytes, answer))
    }

    /// Returns the message of the trap at which the program is stopped, if any.
    ///
    /// # Errors
    ///
    /// Fails if the program has ended.
    pub fn trap(&self) -> Result<Option<String>, Gone> {
        self.ask(Request::Trap)
    }

    /// Sets a breakpoint. Returns false if no instruction has this address.
    ///
    /// # Errors
    ///
    /// Fails if the program has ended.
    pub fn add_breakpoint(&self, address: u32) -> Result<bool, Gone> {
        self.ask(|answer| Request::AddBreakpoint(address, answer))
    }

    /// Removes a breakpoint. Returns false if there was none.
    ///
    /// # Errors
    ///
    /// Fails if the program has ended.
    pub fn remove_breakpoint(&self, address: u32) -> Result<bool, Gone> {
        self.ask(|answer| Request::RemoveBreakpoint(address, answer))
    }

    /// Replaces all breakpoints.
    ///
    /// # Errors
    ///
    /// Fails if the program has ended.
    pub fn set_breakpoints(&self, addresses: HashSet<u32>) -> Result<(), Gone> {
        self.send(Request::Breakpoints(addresses))
    }

    /// Watches memory for changes. Returns false if it cannot be read, or is too large.
    ///
    /// # Errors
    ///
    /// Fails if the program has ended.
    pub fn watch(&self, address: u32, count: u32) -> Result<bool, Gone> {
        self.ask(|answer| Request::Watch(address, count, answer))
    }

    /// Stops watching memory. Returns false if it was not watched.
    ///
    /// # Errors
    ///
    /// Fails if the program has ended.
    pub fn unwatch(&self, address: u32, count: u32) -> Result<bool, Gone> {
        self.ask(|answer| Request::Unwatch(address, count, answer))
    }

    /// Continues the program, or performs a step.
    ///
    /// # Errors
    ///
    /// Fails if the program has ended.
    pub fn resume(&self, step: Option<Step>) -> Result<(), Gone> {
        self.send(Request::Resume(step))
    }

    /// Makes the program go back by a step, or to the previous stop. A run that is not
    /// [repeatable](crate::Session::with_past) does not move.
    ///
    /// # Errors
    ///
    /// Fails if the program has ended.
    pub fn go_back(&self, step: Option<BackStep>) -> Result<(), Gone> {
        self.send(Request::Back(step))
    }

    /// Stops the program at its next instruction. A program that waits, for example for input,
    /// stops later.
    pub fn interrupt(&self) {
        // A program that has ended cannot be interrupted.
        let _ = self.send(Request::Interrupt);
    }

    /// Ends the program.
    pub fn kill(&self) {
        // The program may have ended.
        let _ = self.send(Request::Kill);
    }

    /// Lets the program continue without the debugger.
    pub fn detach(&self) {
        // The program may have ended.
        let _ = self.send(Request::Detach);
    }
}
