//! Output of a program whose run is repeated under a debugger: each byte is shown once.

use pinnacle_runtime::files::{Stdio, Stream, StreamDevice};
use pinnacle_system::Errno;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The outputs of all runs of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    output: Count,
    error: Count,
    messages: Count,
    console: Count,
}

/// The bytes that some run has shown.
type Count = Arc<AtomicU64>;

impl Shown {
    /// The streams of one more run.
    pub(super) fn stdio(&self, stdio: Stdio) -> Stdio {
        let once = |count: &Count, stream| {
            Stream::new(Once {
                inner: stream,
                count: Arc::clone(count),
                at: 0,
            })
        };
        Stdio {
            input: stdio.input,
            output: once(&self.output, stdio.output),
            error: once(&self.error, stdio.error),
        }
    }

    /// The messages of one more run of a program of the browser.
    pub(super) fn messages(&self, writer: Box<dyn Write + Send>) -> Box<dyn Write + Send> {
        Box::new(Once {
            inner: writer,
            count: Arc::clone(&self.messages),
            at: 0,
        })
    }

    /// Decides which console lines to show in another run: it returns true for those that no
    /// earlier run has shown.
    pub(super) fn console(&self) -> impl FnMut() -> bool + Send + 'static {
        let (count, mut at) = (Arc::clone(&self.console), 0);
        move || {
            at += 1;
            count.fetch_max(at, Ordering::Relaxed) < at
        }
    }
}

/// The output of one run, without the bytes that an earlier run has shown.
struct Once<W> {
    inner: W,
    count: Count,
    /// The bytes of this run.
    at: u64,
}

impl<W> Once<W> {
    /// Takes the bytes at the beginning that an earlier run has shown, or else hands the bytes to
    /// `write`. Returns the number of bytes that were taken.
    fn write_new<E>(
        &mut self,
        bytes: &[u8],
        write: impl FnOnce(&mut W, &[u8]) -> Result<usize, E>,
    ) -> Result<usize, E> {
        let left = self.count.load(Ordering::Relaxed).saturating_sub(self.at);
        let known = usize::try_from(left).map_or(bytes.len(), |left| left.min(bytes.len()));
        let taken = match known {
            0 => write(&mut self.inner, bytes)?,
            known => known,
        };
        self.at += taken as u64;
        self.count.fetch_max(self.at, Ordering::Relaxed);
        Ok(taken)
    }
}

impl StreamDevice for Once<Stream> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Errno> {
        self.inner.read(buffer)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<usize, Errno> {
        self.write_new(bytes, Stream::write)
    }

    fn hand_on(&mut self) {
        self.inner.hand_on();
    }

    fn is_terminal(&self) -> bool {
        self.inner.is_terminal()
    }
}

impl Write for Once<Box<dyn Write + Send>> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_new(bytes, Write::write)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_runtime::files::Capture;

    #[test]
    fn a_repeated_run_shows_only_what_is_new() {
        let (shown, capture) = (Shown::default(), Capture::new());
        let run = |texts: &[&str]| {
            let mut streams = shown.stdio(Stdio {
                input: Stream::null(),
                output: capture.stream(),
                error: Stream::null(),
            });
            for text in texts {
                let mut rest = text.as_bytes();
                while !rest.is_empty() {
                    let count = streams.output.write(rest).unwrap();
                    rest = &rest[count..];
                }
            }
        };
        run(&["one ", "two "]);
        run(&["one"]);
        run(&["one two three"]);
        assert_eq!(capture.take(), b"one two three");
    }

    #[test]
    fn a_line_of_the_console_is_shown_once() {
        let shown = Shown::default();
        let mut first = shown.console();
        assert!(first() && first());
        let mut second = shown.console();
        assert!(!second() && !second() && second());
    }
}
