//! The standard streams of programs.

use pinnacle_runtime::files::{Stdio, Stream};
use pinnacle_runtime::machine;
use std::fmt;
use std::sync::Arc;

/// Makes the streams of each run of a program.
#[derive(Clone)]
pub(super) struct Streams(pub(super) Arc<dyn Fn() -> Stdio + Send + Sync>);

impl fmt::Debug for Streams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Streams").finish_non_exhaustive()
    }
}

/// The destination of a program's standard output.
#[derive(Clone, Copy, Default, Debug)]
pub(super) enum StandardOutput {
    /// Standard output, buffered because nothing else writes to it. With a trace it is not
    /// buffered.
    #[default]
    Gathered,
    /// Standard output, unbuffered, because the browser's console writes lines to it too.
    AtOnce,
    /// Standard error, because messages go to standard output.
    ToError,
}

impl StandardOutput {
    /// The streams of a program.
    pub(super) fn stdio(self, is_traced: bool) -> Stdio {
        match self {
            StandardOutput::Gathered if !is_traced => machine::gathering_stdio(),
            StandardOutput::Gathered | StandardOutput::AtOnce => machine::stdio(),
            StandardOutput::ToError => Stdio {
                output: Stream::writer(std::io::stderr()),
                ..machine::stdio()
            },
        }
    }
}
