//! Writes the lines of a trace.

use crate::output::Failure;
use pinnacle_runtime::interp::TraceSink;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes the lines of a trace. After a failure it stops writing, and the program continues.
pub(super) struct TraceWriter {
    out: Box<dyn Write>,
    /// The destination of the lines, for messages.
    name: String,
    failure: Option<io::Error>,
}

impl TraceWriter {
    pub(super) fn to_file(path: &Path) -> Result<TraceWriter, Failure> {
        let name = path.display().to_string();
        let file = File::create(path)
            .map_err(|error| Failure::new(format!("cannot write the trace to {name}: {error}")))?;
        Ok(TraceWriter {
            out: Box::new(BufWriter::with_capacity(1 << 16, file)),
            name,
            failure: None,
        })
    }

    /// Writes to standard error, one line at a time, so that trace and program output interleave
    /// correctly.
    pub(super) fn to_stderr() -> TraceWriter {
        TraceWriter {
            out: Box::new(io::LineWriter::new(io::stderr())),
            name: "standard error".into(),
            failure: None,
        }
    }

    pub(super) fn finish(mut self) -> Result<(), Failure> {
        let result = match self.failure.take() {
            Some(failure) => Err(failure),
            None => self.out.flush(),
        };
        result.map_err(|error| {
            Failure::new(format!("cannot write the trace to {}: {error}", self.name))
        })
    }
}

impl TraceSink for TraceWriter {
    fn line(&mut self, line: &str) {
        if self.failure.is_none() {
            self.failure = writeln!(self.out, "{line}").err();
        }
    }
}
