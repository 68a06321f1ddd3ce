//! The connection to the editor.

use crate::wire;
use serde_json::{Value, json};
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The editor, which receives events and answers. Clones send to the same one.
#[derive(Clone)]
pub struct Client(Arc<Mutex<Inner>>);

struct Inner {
    out: Box<dyn Write + Send>,
    /// The number of the last message.
    seq: u64,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").finish_non_exhaustive()
    }
}

impl Client {
    pub(crate) fn new(out: Box<dyn Write + Send>) -> Client {
        Client(Arc::new(Mutex::new(Inner { out, seq: 0 })))
    }

    fn send(&self, mut message: Value) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        inner.seq += 1;
        message["seq"] = inner.seq.into();
        // An editor that has left also closes its side, which ends the session.
        let _ = wire::write(&mut *inner.out, &message);
    }

    pub(crate) fn event(&self, event: &str, body: &Value) {
        self.send(json!({"type": "event", "event": event, "body": body}));
    }

    /// Shows text in the editor, in a category: `console`, `stdout` or `stderr`.
    pub fn output(&self, category: &str, text: &str) {
        self.event("output", &json!({"category": category, "output": text}));
    }

    pub(crate) fn answer(&self, request: &Value, result: Result<Value, String>) {
        let mut message = json!({
            "type": "response",
            "request_seq": request["seq"],
            "command": request["command"],
            "success": result.is_ok(),
        });
        match result {
            Ok(Value::Null) => {}
            Ok(body) => message["body"] = body,
            Err(reason) => {
                message["body"] = json!({"error": {"id": 1, "format": text_of_format(&reason)}});
                message["message"] = reason.into();
            }
        }
        self.send(message);
    }
}

/// Replaces braces, which mark variables in the protocol, with parentheses.
fn text_of_format(text: &str) -> String {
    text.replace('{', "(").replace('}', ")")
}

/// An output stream of the program that the editor shows. A character whose bytes are written
/// separately is shown once it is complete.
#[derive(Debug)]
pub struct OutputWriter {
    client: Client,
    category: &'static str,
    /// The first bytes of an incomplete character.
    begun: Vec<u8>,
}

impl OutputWriter {
    /// Makes a stream of a category; see [`Client::output`].
    #[must_use]
    pub fn new(client: Client, category: &'static str) -> OutputWriter {
        OutputWriter {
            client,
            category,
            begun: Vec::new(),
        }
    }
}

impl Write for OutputWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let complete = match std::str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        let rest = self.begun.split_off(complete);
        let text = std::mem::replace(&mut self.begun, rest);
        if !text.is_empty() {
            let text = String::from_utf8_lossy(&text);
            self.client.output(self.category, &text);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
