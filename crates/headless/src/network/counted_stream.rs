//! A TCP stream that charges the bytes it reads to the memory budget, until the message to which
//! they belong is complete.
//!
//! A server may send a WebSocket message in any number of pieces, without ever ending it. If the
//! budget is exhausted, the stream fails.

use pinnacle_system::memory_budget::Charge;
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tungstenite::stream::NoDelay;

/// Charge for received bytes that are not part of an event yet.
#[derive(Clone, Debug)]
pub(super) struct Received(Arc<Mutex<Charge>>);

impl Received {
    pub(super) fn new(charge: Charge) -> Received {
        Received(Arc::new(Mutex::new(charge)))
    }

    /// Called when a message is complete. From now on its event is charged instead.
    pub(super) fn complete(&self) {
        let mut charge = self.lock();
        let all = charge.bytes();
        charge.shrink(all);
    }

    /// Releases the charge for a control frame, which may arrive between the parts of a message.
    pub(super) fn drop_frame(&self, payload: usize) {
        /// Size of the frame's header in bytes.
        const HEADER: u64 = 2;
        let mut charge = self.lock();
        let frame = charge.bytes().min(payload as u64 + HEADER);
        charge.shrink(frame);
    }

    fn lock(&self) -> MutexGuard<'_, Charge> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A stream that charges the bytes that it reads.
#[derive(Debug)]
pub(super) struct CountedStream {
    pub(super) stream: TcpStream,
    pub(super) received: Received,
}

impl Read for CountedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        match self.received.lock().grow(count as u64) {
            Ok(()) => Ok(count),
            Err(_) => Err(ErrorKind::OutOfMemory.into()),
        }
    }
}

impl Write for CountedStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl NoDelay for CountedStream {
    fn set_nodelay(&mut self, is_set: bool) -> io::Result<()> {
        self.stream.set_nodelay(is_set)
    }
}
