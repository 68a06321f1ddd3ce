//! Where the guest's standard input, output and error go.

use crate::Errno;
use std::fmt;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A stream of bytes. One that goes only one way keeps the default for the other.
pub trait StreamDevice: Send {
    /// Reads some bytes; none at the end.
    ///
    /// # Errors
    ///
    /// Fails with the error code for the guest's `read`.
    fn read(&mut self, _buffer: &mut [u8]) -> Result<usize, Errno> {
        Err(Errno::EBADF)
    }

    /// Takes some bytes, and returns their number. They are handed on at once, or at the latest
    /// when [`StreamDevice::hand_on`] asks for it.
    ///
    /// # Errors
    ///
    /// Fails with the error code for the guest's `write`.
    fn write(&mut self, _bytes: &[u8]) -> Result<usize, Errno> {
        Err(Errno::EBADF)
    }

    /// Hands on what was written and has waited. One that hands on at once has nothing
    /// to do.
    fn hand_on(&mut self) {}

    /// Returns true if it is a terminal.
    fn is_terminal(&self) -> bool {
        false
    }
}

/// A stream of bytes that a descriptor refers to.
pub struct Stream(Box<dyn StreamDevice>);

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").finish_non_exhaustive()
    }
}

impl Default for Stream {
    fn default() -> Stream {
        Stream::null()
    }
}

impl Stream {
    /// A stream that does what a device does.
    pub fn new(device: impl StreamDevice + 'static) -> Stream {
        Stream(Box::new(device))
    }

    /// Returns a stream that is empty and discards everything written.
    pub fn null() -> Stream {
        Stream::new(Null)
    }

    /// Reads from anything.
    pub fn reader(reader: impl Read + Send + 'static) -> Stream {
        Stream::new(Reader(reader))
    }

    /// Reads as the given bytes.
    pub fn bytes(bytes: impl Into<Vec<u8>>) -> Stream {
        Stream::reader(io::Cursor::new(bytes.into()))
    }

    /// Writes to anything, and flushes it after every write.
    pub fn writer(writer: impl Write + Send + 'static) -> Stream {
        Stream::new(Writer(writer))
    }

    /// Returns true if it is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.0.is_terminal()
    }

    /// Reads some bytes; none at the end.
    ///
    /// # Errors
    ///
    /// Fails as [`StreamDevice::read`] does.
    pub fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno> {
        self.0.read(buffer)
    }

    /// Takes some bytes, and returns their number.
    ///
    /// # Errors
    ///
    /// Fails as [`StreamDevice::write`] does.
    pub fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        self.0.write(bytes)
    }

    /// Hands on what was written and has waited.
    pub fn hand_on(&mut self) {
        self.0.hand_on();
    }
}

struct Null;

impl StreamDevice for Null {
    fn read(&mut self, _: &mut [u8]) -> Result<usize, Errno> {
        Ok(0)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        Ok(bytes.len())
    }
}

struct Reader<R>(R);

impl<R: Read + Send> StreamDevice for Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno> {
        retry(|| self.0.read(buffer)).map_err(|error| error.kind().into())
    }
}

struct Writer<W>(W);

impl<W: Write + Send> StreamDevice for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        write_through(&mut self.0, bytes, |error| error.kind().into())
    }
}

/// Repeats an operation that a signal interrupts.
///
/// # Errors
///
/// Any other of the operation.
pub fn retry<T>(mut operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match operation() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Writes some bytes and hands them on at once. Returns their number.
///
/// # Errors
///
/// Fails with the writer's error as an `errno`.
pub fn write_through(
    writer: &mut dyn Write,
    bytes: &[u8],
    errno: impl Fn(io::Error) -> Errno,
) -> Result<usize, Errno> {
    let written = retry(|| writer.write(bytes)).map_err(&errno)?;
    match retry(|| writer.flush()).map_err(&errno) {
        // The writer keeps what it could not pass on yet, so the bytes count
        // as written: the guest must not send them again.
        Ok(()) | Err(Errno::EAGAIN) => Ok(written),
        Err(errno) => Err(errno),
    }
}

/// The streams of descriptors 0, 1 and 2.
#[derive(Debug, Default)]
pub struct Stdio {
    /// Standard input, descriptor 0.
    pub input: Stream,
    /// Standard output, descriptor 1.
    pub output: Stream,
    /// Standard error, descriptor 2.
    pub error: Stream,
}

/// A growing buffer that takes what a program writes, and can be read by
/// another owner of it.
#[derive(Clone, Debug, Default)]
pub struct Capture(Arc<Mutex<Vec<u8>>>);

impl Capture {
    /// An empty buffer.
    pub fn new() -> Capture {
        Capture::default()
    }

    /// A stream that writes into it.
    pub fn stream(&self) -> Stream {
        Stream::new(self.clone())
    }

    /// Takes what has been written so far.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl StreamDevice for Capture {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        let mut buffer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        buffer.extend_from_slice(bytes);
        Ok(bytes.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails in turn with each of its errors, then takes three bytes at once.
    struct Reluctant(Vec<io::ErrorKind>);

    impl Write for Reluctant {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.0.pop() {
                Some(kind) => Err(kind.into()),
                None => Ok(bytes.len().min(3)),
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn interrupted_writes_are_repeated_and_short_ones_reported() {
        let kinds = vec![io::ErrorKind::Interrupted, io::ErrorKind::Interrupted];
        let mut stream = Stream::writer(Reluctant(kinds));
        assert_eq!(stream.write(b"hello"), Ok(3));
    }

    #[test]
    fn a_broken_pipe_is_reported() {
        let mut stream = Stream::writer(Reluctant(vec![io::ErrorKind::BrokenPipe]));
        assert_eq!(stream.write(b"hello"), Err(Errno::EPIPE));
    }

    #[test]
    fn streams_go_one_way() {
        assert_eq!(Stream::bytes("x").write(b"y"), Err(Errno::EBADF));
        assert_eq!(Capture::new().stream().read(&mut [0]), Err(Errno::EBADF));
    }
}
