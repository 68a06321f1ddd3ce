//! Host threads for threads of the guest: new ones, or ones whose guest thread has ended.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// Maximum number of host threads that are kept for further threads of the guest.
const MAX_IDLE: usize = 16;

/// The initial state of a thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// The address of its function, which is a `void ()`.
    pub(super) function: u32,
    /// The top of its stack.
    pub(super) stack: u32,
    pub(super) thread_pointer: u32,
}

/// A thread of the guest that a host thread runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct GuestThread {
    pub(super) number: u32,
    pub(super) start: Start,
}

/// Host threads whose guest thread has ended, which wait for another one. Starting a host thread
/// with its stack and what it needs to run code takes longer than many guest threads live.
#[derive(Debug, Default)]
pub(super) struct IdleThreads(Vec<IdleThread>);

#[derive(Debug)]
struct IdleThread {
    /// The number of its last guest thread.
    last: u32,
    handle: JoinHandle<()>,
    next: Sender<GuestThread>,
}

impl IdleThreads {
    /// Has a host thread run a guest thread. Returns its handle, or nothing if none is idle.
    pub(super) fn run(&mut self, guest: GuestThread) -> Option<JoinHandle<()>> {
        let idle = self.0.pop()?;
        let is_sent = idle.next.send(guest).is_ok();
        is_sent.then_some(idle.handle)
    }

    /// Returns true if no further host thread is kept.
    pub(super) fn are_enough(&self) -> bool {
        self.0.len() >= MAX_IDLE
    }

    /// Keeps the host thread whose guest thread `last` has ended. Returns the channel on which it
    /// receives the next one; the channel is closed when the host thread shall end.
    pub(super) fn keep(&mut self, last: u32, handle: JoinHandle<()>) -> Receiver<GuestThread> {
        let (next, receiver) = channel();
        self.0.push(IdleThread { last, handle, next });
        receiver
    }

    /// Has all host threads end. Returns their handles by the numbers of their last guest threads.
    pub(super) fn dismiss(&mut self) -> impl Iterator<Item = (u32, JoinHandle<()>)> {
        self.0.drain(..).map(|idle| (idle.last, idle.handle))
    }
}
