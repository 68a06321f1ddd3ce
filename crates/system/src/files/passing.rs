//! Sockets of the machine that carry messages, and the open files in them.
//!
//! The form of the messages is up to their senders and receivers.

use super::Access;
use super::tree::File;
use crate::Errno;
use std::any::Any;
use std::fmt;

/// Maximum number of open files that go with one message.
pub const MAX_PASSED: usize = 8;

/// The type of an open file, as its receiver learns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passed {
    /// A socket that carries messages.
    Socket,
    /// Memory of this many bytes.
    Memory(u64),
    /// A file that is open in these ways.
    File(Access),
}

/// An open file that came with a message.
pub trait Arrived: Send + fmt::Debug {
    /// Opens it for a program as what the sender says that it is.
    ///
    /// # Errors
    ///
    /// Fails with `EIO` if it is something else.
    fn open(self: Box<Self>, kind: Passed) -> Result<Box<dyn File>, Errno>;
}

/// A message that has been received.
#[derive(Debug)]
pub struct Message {
    /// Its length in bytes, from the start of the buffer.
    pub len: usize,
    /// The open files that came with it, at most [`MAX_PASSED`].
    pub files: Vec<Box<dyn Arrived>>,
    /// The message had more bytes than the buffer.
    pub is_cut: bool,
    /// More files came with it than there may be; the rest is closed.
    pub lacks_files: bool,
}

/// The time that a call waits for the other end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// Not at all.
    None,
    /// Less than one hundredth of a second, since others wait for their turn.
    Short,
    /// As long as it takes.
    Endless,
}

/// A connected socket that keeps the bounds of messages.
pub trait MessageSocket {
    /// Returns true if open files can go with a message.
    fn carries_files(&self) -> bool;

    /// Sends a message with open files, as [`File::passed`](super::File::passed) gives them.
    ///
    /// # Errors
    ///
    /// Fails with `EAGAIN` if the other end takes none in time, `EMSGSIZE` if the message is too
    /// long for the machine, and those of the connection.
    fn send(&self, bytes: &[u8], files: &[&dyn Any], patience: Patience) -> Result<(), Errno>;

    /// Receives the next message; it has no bytes if the other end is closed.
    ///
    /// # Errors
    ///
    /// Fails with `EAGAIN` if none comes in time, and those of the connection.
    fn receive(&self, buffer: &mut [u8], patience: Patience) -> Result<Message, Errno>;
}

/// The machine that makes sockets and memory for programs.
pub trait MessageMachine: Send {
    /// Makes two sockets that are connected with each other and carry bytes only.
    fn socket_pair(&self) -> Result<[Box<dyn File>; 2], Errno>;

    /// Makes memory that can be passed on and mapped by several processes, of zeros.
    fn memory(&self, bytes: u64) -> Result<Box<dyn File>, Errno>;
}
