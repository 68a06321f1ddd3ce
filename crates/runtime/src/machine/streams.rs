//! This process's standard streams.

use super::gathering::Gathering;
use pinnacle_folder::errno;
use pinnacle_system::Errno;
use pinnacle_system::files::{Stdio, Stream, StreamDevice, retry, write_through};
use std::io::{self, IsTerminal, Read};

/// This process's own standard input, output and error. Output is not buffered.
pub fn stdio() -> Stdio {
    Stdio {
        input: Stream::new(Input),
        output: Stream::new(Output),
        error: Stream::new(Error),
    }
}

/// Like [`stdio`], but output that does not go to a terminal is buffered if many writes follow one
/// another. The buffer is flushed after a millisecond, when the program makes any other request, or
/// when the stream is dropped. Others who write to the same file in between come first. If a flush
/// fails, the next write returns its error.
pub fn gathering_stdio() -> Stdio {
    let mut stdio = stdio();
    if !io::stdout().is_terminal() {
        stdio.output = Stream::new(Gathering::new(write_output));
    }
    stdio
}

struct Input;

impl StreamDevice for Input {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno> {
        retry(|| io::stdin().lock().read(buffer)).map_err(errno)
    }

    fn is_terminal(&self) -> bool {
        io::stdin().is_terminal()
    }
}

struct Output;

impl StreamDevice for Output {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        write_output(bytes)
    }

    fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }
}

fn write_output(bytes: &[u8]) -> Result<usize, Errno> {
    write_through(&mut io::stdout().lock(), bytes, errno)
}

struct Error;

impl StreamDevice for Error {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        write_through(&mut io::stderr().lock(), bytes, errno)
    }

    fn is_terminal(&self) -> bool {
        io::stderr().is_terminal()
    }
}
