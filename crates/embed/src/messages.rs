//! A queue of the program's messages for the embedder.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum total size of messages that wait for the embedder, in bytes.
const MAX_BYTES: usize = 256 << 20;

/// Lines of JSON that one thread writes and another takes.
#[derive(Clone, Default, Debug)]
pub(crate) struct Messages(Arc<Mutex<Vec<u8>>>);

impl Messages {
    /// Takes the messages so far, each as JSON.
    pub(crate) fn take(&self) -> Vec<String> {
        let bytes = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let text = String::from_utf8_lossy(&bytes);
        text.lines().map(str::to_owned).collect()
    }
}

impl Write for Messages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if held.len().saturating_add(bytes.len()) > MAX_BYTES {
            let limit = MAX_BYTES >> 20;
            return Err(io::Error::other(format!(
                "more than {limit} MiB of messages wait"
            )));
        }
        held.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
