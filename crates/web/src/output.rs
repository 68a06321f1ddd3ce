//! What a program writes to its standard streams: lines for the console of its worker,
//! where those find it who look for faults. Pages see nothing of it.

use crate::outside;
use pinnacle_system::Errno;
use pinnacle_system::files::{Stdio, Stream, StreamDevice};

/// A line that is longer is cut into several.
const LONGEST_LINE: usize = 8192;

/// Standard input is at its end.
pub(crate) fn stdio() -> Stdio {
    Stdio {
        input: Stream::null(),
        output: Stream::new(Output::default()),
        error: Stream::new(Output::default()),
    }
}

#[derive(Debug, Default)]
struct Output {
    line: Vec<u8>,
}

impl StreamDevice for Output {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
            }
            if byte == b'\n' || self.line.len() == LONGEST_LINE {
                outside::print(&String::from_utf8_lossy(&self.line));
                self.line.clear();
            }
        }
        Ok(bytes.len())
    }
}
