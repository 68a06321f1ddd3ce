//! Messages on a stream: a header with the length, an empty line, and JSON.

use serde_json::Value;
use std::fmt;
use std::io::{self, BufRead, Read, Write};

/// Maximum length of a message in bytes.
const MAX_LENGTH: u64 = 1 << 24;

/// Maximum length of a header line in bytes.
const MAX_LINE: u64 = 1024;

/// Maximum number of header lines.
const MAX_LINES: usize = 16;

/// The reason why a message cannot be read.
#[derive(Debug)]
pub enum WireError {
    /// The stream failed.
    Io(io::Error),
    /// The header does not follow the protocol.
    Header(&'static str),
    /// The message is too long. Contains its length in bytes.
    TooLong(u64),
    /// The message is not JSON.
    Json(serde_json::Error),
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WireError::Io(error) => write!(f, "cannot read a message: {error}"),
            WireError::Header(reason) => write!(f, "a message has a bad header: {reason}"),
            WireError::TooLong(length) => write!(
                f,
                "a message has {length} bytes, more than the limit of {MAX_LENGTH}"
            ),
            WireError::Json(error) => write!(f, "a message is not JSON: {error}"),
        }
    }
}

impl std::error::Error for WireError {}

/// Reads a message. Returns `None` at the end of the stream.
pub(crate) fn read(input: &mut impl BufRead) -> Result<Option<Value>, WireError> {
    let Some(length) = header(input)? else {
        return Ok(None);
    };
    if length > MAX_LENGTH {
        return Err(WireError::TooLong(length));
    }
    let mut bytes = Vec::new();
    let read = input.take(length).read_to_end(&mut bytes);
    read.map_err(WireError::Io)?;
    if (bytes.len() as u64) < length {
        return Err(WireError::Header("the stream ends within a message"));
    }
    serde_json::from_slice(&bytes)
        .map(Some)
        .map_err(WireError::Json)
}

/// Reads a header, and returns the length of the message; `None` at the end of the stream.
fn header(input: &mut impl BufRead) -> Result<Option<u64>, WireError> {
    let mut length = None;
    for number in 0..MAX_LINES {
        let mut line = Vec::new();
        let read = input.take(MAX_LINE).read_until(b'\n', &mut line);
        if read.map_err(WireError::Io)? == 0 && number == 0 {
            return Ok(None);
        }
        let Some(line) = line.strip_suffix(b"\n") else {
            return Err(WireError::Header("a line does not end"));
        };
        let line = line.trim_ascii();
        if line.is_empty() {
            return length
                .ok_or(WireError::Header("it has no Content-Length"))
                .map(Some);
        }
        let line = std::str::from_utf8(line).map_err(|_| WireError::Header("it is not text"))?;
        let Some((name, value)) = line.split_once(':') else {
            return Err(WireError::Header("a line has no colon"));
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            let value = value.trim().parse();
            let value = value.map_err(|_| WireError::Header("Content-Length is not a number"))?;
            length = Some(value);
        }
    }
    Err(WireError::Header("it has too many lines"))
}

/// Writes a message.
pub(crate) fn write(out: &mut dyn Write, message: &Value) -> io::Result<()> {
    let bytes = serde_json::to_vec(message)?;
    write!(out, "Content-Length: {}\r\n\r\n", bytes.len())?;
    out.write_all(&bytes)?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read_all(mut bytes: &[u8]) -> Result<Vec<Value>, WireError> {
        let mut messages = Vec::new();
        while let Some(message) = read(&mut bytes)? {
            messages.push(message);
        }
        Ok(messages)
    }

    #[test]
    fn messages_that_are_written_are_read() {
        let messages = [json!({"seq": 1, "text": "grün"}), json!([])];
        let mut bytes = Vec::new();
        for message in &messages {
            write(&mut bytes, message).unwrap();
        }
        assert_eq!(read_all(&bytes).unwrap(), messages);
        let other = b"X: y\r\ncontent-length:  2\n\r\n{}";
        assert_eq!(read_all(other).unwrap(), [json!({})]);
    }

    #[test]
    fn bad_messages_are_refused() {
        let lines = "A: b\r\n".repeat(20);
        let long = format!("{}: 2\r\n\r\n{{}}", "a".repeat(2000));
        let nested = "[".repeat(10_000);
        let nested = format!("Content-Length: 10000\r\n\r\n{nested}");
        for (bytes, reason) in [
            ("\r\n{}", "no Content-Length"),
            ("Content-Length 2\r\n\r\n{}", "no colon"),
            ("Content-Length: -2\r\n\r\n{}", "not a number"),
            (
                "Content-Length: 99999999999999999999\r\n\r\n",
                "not a number",
            ),
            ("Content-Length: 4294967296\r\n\r\n", "more than"),
            ("Content-Length: 3\r\n\r\n{}", "ends within"),
            ("Content-Length: 2\r\n\r\n{]", "not JSON"),
            ("Content-Length: 2", "does not end"),
            ("\u{1F600}: 1\r\n\r\n1", "no Content-Length"),
            (&lines, "too many lines"),
            (&long, "does not end"),
            (&nested, "not JSON"),
        ] {
            let error = read_all(bytes.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
        assert!(read_all(b"\xFF: 1\r\n\r\n").is_err());
    }
}
