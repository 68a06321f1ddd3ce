//! The standard streams of a program. A page only receives their output if it runs the program as a
//! command-line program.

use crate::outside;
use pinnacle_system::Errno;
use pinnacle_system::files::{Stdio, Stream, StreamDevice};

/// Returns the streams of a program with this input.
pub(crate) fn stdio(input: Vec<u8>) -> Stdio {
    Stdio {
        input: Stream::bytes(input),
        output: Stream::new(Output { is_error: false }),
        error: Stream::new(Output { is_error: true }),
    }
}

#[derive(Debug)]
struct Output {
    is_error: bool,
}

impl StreamDevice for Output {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        outside::write(self.is_error, bytes);
        Ok(bytes.len())
    }
}
