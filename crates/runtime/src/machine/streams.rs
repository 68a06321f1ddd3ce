//! This process's standard streams.

use pinnacle_folder::errno;
use pinnacle_system::Errno;
use pinnacle_system::files::{Stdio, Stream, StreamDevice, retry, write_through};
use std::io::{self, IsTerminal, Read};

/// This process's own standard input, output and error.
pub fn stdio() -> Stdio {
    Stdio {
        input: Stream::new(Input),
        output: Stream::new(Output),
        error: Stream::new(Error),
    }
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
        write_through(&mut io::stdout().lock(), bytes, errno)
    }

    fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }
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
