//! Messages of a program of the browser, until Python takes them.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Maximum number of bytes of waiting messages. Sending more fails.
const MAX_WAITING: usize = 256 << 20;

/// The end of a run.
#[derive(Clone, Debug)]
pub(crate) enum End {
    /// The program ended by itself or was closed, with this status.
    Exited(u8),
    /// It did not start, or it trapped. The text says why.
    Failed(String),
}

/// Messages, and whether the program has ended.
#[derive(Clone, Default)]
pub(crate) struct Messages(Arc<Shared>);

#[derive(Default)]
struct Shared {
    content: Mutex<Content>,
    changed: Condvar,
}

#[derive(Default)]
struct Content {
    /// Each a line of JSON.
    lines: VecDeque<String>,
    /// The beginning of a line.
    begun: Vec<u8>,
    bytes: usize,
    end: Option<End>,
}

/// Why a wait is over.
#[derive(Debug)]
pub(crate) enum Waited {
    /// A message came.
    Message(String),
    /// The program has ended, and all its messages are taken.
    Ended(End),
    /// The time is over.
    TimeOut,
}

impl Messages {
    /// Takes all that are there.
    pub(crate) fn take(&self) -> Vec<String> {
        let mut content = self.lock();
        content.bytes = 0;
        content.lines.drain(..).collect()
    }

    /// Waits for the next message, but no longer than this.
    pub(crate) fn wait(&self, at_most: Duration) -> Waited {
        let is_quiet = |content: &mut Content| content.lines.is_empty() && content.end.is_none();
        let mut content = self.wait_while(at_most, is_quiet);
        if let Some(line) = content.lines.pop_front() {
            content.bytes -= line.len();
            return Waited::Message(line);
        }
        match &content.end {
            Some(end) => Waited::Ended(end.clone()),
            None => Waited::TimeOut,
        }
    }

    /// Waits for the end of the program, but no longer than this.
    pub(crate) fn wait_for_end(&self, at_most: Duration) -> Option<End> {
        let content = self.wait_while(at_most, |content| content.end.is_none());
        content.end.clone()
    }

    /// The end of the program, if it has ended.
    pub(crate) fn end(&self) -> Option<End> {
        self.lock().end.clone()
    }

    /// The program has ended. The first report wins.
    pub(crate) fn finish(&self, end: End) {
        self.lock().end.get_or_insert(end);
        self.0.changed.notify_all();
    }

    /// Says that the program has ended when the thread that runs it ends, however that is.
    pub(crate) fn finish_with_thread(&self) -> FinishWithThread {
        FinishWithThread(self.clone())
    }

    fn wait_while(
        &self,
        at_most: Duration,
        condition: impl FnMut(&mut Content) -> bool,
    ) -> MutexGuard<'_, Content> {
        // No wait overflows the clock.
        let most = at_most.min(Duration::from_secs(1 << 30));
        let (content, _) = self
            .0
            .changed
            .wait_timeout_while(self.lock(), most, condition)
            .unwrap_or_else(PoisonError::into_inner);
        content
    }

    fn lock(&self) -> MutexGuard<'_, Content> {
        // Each change is a single step, so a panic elsewhere leaves no harm.
        let content = self.0.content.lock();
        content.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says that a program has ended when it is dropped, if nobody has said so.
pub(crate) struct FinishWithThread(Messages);

impl Drop for FinishWithThread {
    fn drop(&mut self) {
        let text = "the thread of the program ended unexpectedly";
        self.0.finish(End::Failed(text.into()));
    }
}

/// A machine writes messages as lines.
impl Write for Messages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut content = self.lock();
        if content.bytes + content.begun.len() + bytes.len() > MAX_WAITING {
            return Err(io::Error::other("too many messages wait to be read"));
        }
        content.begun.extend_from_slice(bytes);
        while let Some(end) = content.begun.iter().position(|&byte| byte == b'\n') {
            let rest = content.begun.split_off(end + 1);
            let line = std::mem::replace(&mut content.begun, rest);
            let line = String::from_utf8_lossy(&line[..end]).into_owned();
            content.bytes += line.len();
            content.lines.push_back(line);
        }
        drop(content);
        self.0.changed.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
