//! Sockets of the machine whose messages can carry open files.
//!
//! The senders and receivers define the format of messages.

use super::Access;
use super::tree::File;
use crate::Errno;
use std::any::Any;
use std::fmt;

/// Maximum number of open files in one message.
pub const MAX_PASSED: usize = 8;

/// The type of an open file in a message, as reported to its receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passed {
    /// A message socket.
    Socket,
    /// Memory of this many bytes.
    Memory(u64),
    /// A file with these access rights.
    File(Access),
}

/// An open file that was received in a message.
pub trait Arrived: Send + fmt::Debug {
    /// Opens the file for a program, as the type that the sender reported.
    ///
    /// # Errors
    ///
    /// Fails with `EIO` if the file has another type.
    fn open(self: Box<Self>, kind: Passed) -> Result<Box<dyn File>, Errno>;
}

/// A received message.
#[derive(Debug)]
pub struct Message {
    /// The length of the message in bytes, which are at the start of the buffer.
    pub len: usize,
    /// The open files in the message, at most [`MAX_PASSED`].
    pub files: Vec<Box<dyn Arrived>>,
    /// True if the message was longer than the buffer.
    pub is_cut: bool,
    /// True if the message contained more than [`MAX_PASSED`] files. The others were closed.
    pub lacks_files: bool,
}

/// Maximum time for which a call waits for the other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MaxWait {
    /// Not at all.
    None,
    /// Less than a hundredth of a second, because other threads are waiting for their turn.
    Short,
    /// Without limit.
    Unlimited,
}

/// A connected socket that preserves message boundaries.
pub trait MessageSocket {
    /// Returns true if messages can carry open files.
    fn carries_files(&self) -> bool;

    /// Sends a message with open files from [`File::passed`](super::File::passed).
    ///
    /// # Errors
    ///
    /// Fails with `EAGAIN` if the other end does not accept it in time, with `EMSGSIZE` if the
    /// message is too long for the machine, and with errors of the connection.
    fn send(&self, bytes: &[u8], files: &[&dyn Any], max_wait: MaxWait) -> Result<(), Errno>;

    /// Receives the next message. It is empty if the peer has closed the socket.
    ///
    /// # Errors
    ///
    /// Fails with `EAGAIN` if none arrives in time, and with errors of the connection.
    fn receive(&self, buffer: &mut [u8], max_wait: MaxWait) -> Result<Message, Errno>;
}

/// Creates sockets and memory for programs.
pub trait MessageMachine: Send {
    /// Creates two connected sockets that carry bytes only.
    fn socket_pair(&self) -> Result<[Box<dyn File>; 2], Errno>;

    /// Creates zeroed memory that can be passed on and mapped by several processes.
    fn memory(&self, bytes: u64) -> Result<Box<dyn File>, Errno>;
}
