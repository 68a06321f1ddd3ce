//! Where the guest's standard input, output and error go.

use crate::Errno;
use std::fmt;
use std::io::{self, IsTerminal, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A stream of bytes behind a descriptor.
#[derive(Default)]
pub enum Stream {
    /// Reads as ended; takes and forgets what is written.
    #[default]
    Null,
    /// The host's standard input.
    HostInput,
    /// The host's standard output.
    HostOutput,
    /// The host's standard error.
    HostError,
    /// Reads from anything.
    Reader(Box<dyn Read + Send>),
    /// Writes to anything, and flushes it after every write.
    Writer(Box<dyn Write + Send>),
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stream::Null => "Null",
            Stream::HostInput => "HostInput",
            Stream::HostOutput => "HostOutput",
            Stream::HostError => "HostError",
            Stream::Reader(_) => "Reader",
            Stream::Writer(_) => "Writer",
        })
    }
}

impl Stream {
    /// A stream that reads as the given bytes.
    pub fn bytes(bytes: impl Into<Vec<u8>>) -> Stream {
        Stream::Reader(Box::new(io::Cursor::new(bytes.into())))
    }

    /// Whether a person sits at the other end.
    pub fn is_terminal(&self) -> bool {
        match self {
            Stream::HostInput => io::stdin().is_terminal(),
            Stream::HostOutput => io::stdout().is_terminal(),
            Stream::HostError => io::stderr().is_terminal(),
            Stream::Null | Stream::Reader(_) | Stream::Writer(_) => false,
        }
    }

    /// Reads some bytes; none at the end.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno> {
        match self {
            Stream::Null => Ok(0),
            Stream::HostInput => retry(|| io::stdin().lock().read(buffer)),
            Stream::Reader(reader) => retry(|| reader.read(buffer)),
            Stream::HostOutput | Stream::HostError | Stream::Writer(_) => Err(Errno::EBADF),
        }
    }

    /// Writes some bytes and hands them on at once.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        match self {
            Stream::Null => Ok(bytes.len()),
            Stream::HostOutput => write_through(&mut io::stdout().lock(), bytes),
            Stream::HostError => write_through(&mut io::stderr().lock(), bytes),
            Stream::Writer(writer) => write_through(writer, bytes),
            Stream::HostInput | Stream::Reader(_) => Err(Errno::EBADF),
        }
    }
}

/// Repeats an operation that a signal interrupts.
pub(super) fn retry<T>(mut operation: impl FnMut() -> io::Result<T>) -> Result<T, Errno> {
    loop {
        match operation() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result.map_err(Errno::from),
        }
    }
}

fn write_through(writer: &mut dyn Write, bytes: &[u8]) -> Result<usize, Errno> {
    let written = retry(|| writer.write(bytes))?;
    match retry(|| writer.flush()) {
        // The writer keeps what it could not pass on yet, so the bytes count
        // as written: the guest must not send them again.
        Ok(()) | Err(Errno::EAGAIN) => Ok(written),
        Err(errno) => Err(errno),
    }
}

/// What stands behind descriptors 0, 1 and 2.
#[derive(Debug, Default)]
pub struct Stdio {
    /// Standard input, descriptor 0.
    pub input: Stream,
    /// Standard output, descriptor 1.
    pub output: Stream,
    /// Standard error, descriptor 2.
    pub error: Stream,
}

impl Stdio {
    /// The host's own.
    pub fn inherit() -> Stdio {
        Stdio {
            input: Stream::HostInput,
            output: Stream::HostOutput,
            error: Stream::HostError,
        }
    }
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
        Stream::Writer(Box::new(self.clone()))
    }

    /// Takes what has been written so far.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Capture {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
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
        let mut stream = Stream::Writer(Box::new(Reluctant(kinds)));
        assert_eq!(stream.write(b"hello"), Ok(3));
    }

    #[test]
    fn a_broken_pipe_is_reported() {
        let mut stream = Stream::Writer(Box::new(Reluctant(vec![io::ErrorKind::BrokenPipe])));
        assert_eq!(stream.write(b"hello"), Err(Errno::EPIPE));
    }

    #[test]
    fn streams_go_one_way() {
        assert_eq!(Stream::bytes("x").write(b"y"), Err(Errno::EBADF));
        assert_eq!(Capture::new().stream().read(&mut [0]), Err(Errno::EBADF));
    }
}
