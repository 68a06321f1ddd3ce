//! This process's standard streams.

use super::gathering::Gathering;
use pinnacle_folder::errno;
use pinnacle_system::Errno;
use pinnacle_system::files::{Stdio, Stream, StreamDevice, retry, write_through};
use std::io::{self, IsTerminal, Read};

/// This process's own standard input, output and error. What is written goes out at
/// once.
pub fn stdio() -> Stdio {
    Stdio {
        input: Stream::new(Input),
        output: Stream::new(Output),
        error: Stream::new(Error),
    }
}

/// The same, but output that goes to no terminal is gathered where many writes follow one
/// another: it goes out a millisecond later, or as soon as the program asks for anything
/// else, or when the stream is dropped. Who writes there too before that would be early.
/// Why something could not be written that was gathered is the answer to the next write.
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
