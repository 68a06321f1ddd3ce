//! The guest's standard input, output and error.

use crate::Errno;
use std::fmt;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A stream of bytes. A stream with only one direction uses the default method for the other.
pub trait StreamDevice: Send {
    /// Reads some bytes. Returns 0 at the end.
    ///
    /// # Errors
    ///
    /// Fails with the error code for the guest's `read`.
    fn read(&mut self, _buffer: &mut [u8]) -> Result<usize, Errno> {
        Err(Errno::EBADF)
    }

    /// Accepts some bytes, and returns their number. They are passed on immediately, or in the next
    /// call of [`StreamDevice::hand_on`].
    ///
    /// # Errors
    ///
    /// Fails with the error code for the guest's `write`.
    fn write(&mut self, _bytes: &[u8]) -> Result<usize, Errno> {
        Err(Errno::EBADF)
    }

    /// Passes on buffered output. A device that does not buffer need not implement it.
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
    /// Creates a stream from a device.
    pub fn new(device: impl StreamDevice + 'static) -> Stream {
        Stream(Box::new(device))
    }

    /// Returns a stream that is always at its end and discards everything written.
    pub fn null() -> Stream {
        Stream::new(Null)
    }

    /// Creates a stream that reads from a reader.
    pub fn reader(reader: impl Read + Send + 'static) -> Stream {
        Stream::new(Reader(reader))
    }

    /// Creates a stream that reads the given bytes.
    pub fn bytes(bytes: impl Into<Vec<u8>>) -> Stream {
        Stream::reader(io::Cursor::new(bytes.into()))
    }

    /// Creates a stream that writes to a writer, and flushes it after every write.
    pub fn writer(writer: impl Write + Send + 'static) -> Stream {
        Stream::new(Writer(writer))
    }

    /// Returns true if it is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.0.is_terminal()
    }

    /// Reads some bytes. Returns 0 at the end.
    ///
    /// # Errors
    ///
    /// Fails as [`StreamDevice::read`] does.
    pub fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno> {
        self.0.read(buffer)
    }

    /// Accepts some bytes, and returns their number.
    ///
    /// # Errors
    ///
    /// Fails as [`StreamDevice::write`] does.
    pub fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        self.0.write(bytes)
    }

    /// Passes on buffered output.
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

/// Repeats an operation while a signal interrupts it.
///
/// # Errors
///
/// Fails with any other error of the operation.
pub fn retry<T>(mut operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match operation() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// Writes some bytes and flushes the writer. Returns the number of bytes written.
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
        // The writer has buffered the bytes that it could not pass on yet. They count as written,
        // because the guest must not write them again.
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

/// A growing buffer for the output of a program. Clones share it, so another owner can read it.
#[derive(Clone, Debug, Default)]
pub struct Capture(Arc<Mutex<Vec<u8>>>);

impl Capture {
    /// Creates an empty buffer.
    pub fn new() -> Capture {
        Capture::default()
    }

    /// Returns a stream that writes to the buffer.
    pub fn stream(&self) -> Stream {
        Stream::new(self.clone())
    }

    /// Removes and returns the output so far.
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

    /// A writer that fails with each of its errors in turn, then accepts three bytes at a time.
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
