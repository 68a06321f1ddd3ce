//! Captures the beginning of a program's output. The rest is read and discarded, so that a program
//! that writes endlessly is not blocked and fills neither memory nor disk.

use std::io::{BufRead, BufReader, Read};

/// Maximum number of lines kept.
const MAX_LINES: usize = 12;

/// Maximum number of characters kept per line.
const MAX_LINE: usize = 200;

/// Maximum number of bytes examined per line: UTF-8 takes at most four per character.
const MAX_LINE_BYTES: usize = 4 * MAX_LINE;

/// The prefix of the line in which the command reports a failure.
const ERROR: &[u8] = b"error: ";

/// The part of a stream that is kept.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Heard {
    /// The first lines, shortened. Repeated lines are left out.
    pub(super) lines: Vec<String>,
    /// The last line of the stream that begins with `error: `.
    pub(super) error: Option<String>,
}

impl Heard {
    /// Reads a stream to its end or to the first read error.
    pub(super) fn of(stream: impl Read) -> Heard {
        let mut stream = BufReader::with_capacity(1 << 16, stream);
        let mut heard = Heard::default();
        let mut line = Vec::new();
        while let Ok(true) = next_line(&mut stream, &mut line) {
            let is_error = line.starts_with(ERROR);
            if !is_error && heard.lines.len() >= MAX_LINES {
                continue;
            }
            let text: String = String::from_utf8_lossy(&line)
                .trim_end_matches('\r')
                .chars()
                .take(MAX_LINE)
                .collect();
            if is_error {
                heard.error = Some(text.clone());
            }
            if heard.lines.len() < MAX_LINES && heard.lines.last() != Some(&text) {
                heard.lines.push(text);
            }
        }
        heard
    }
}

/// Reads a line and keeps its beginning. Returns false at the end of the stream.
fn next_line(stream: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
    line.clear();
    let mut is_there = false;
    loop {
        let bytes = stream.fill_buf()?;
        if bytes.is_empty() {
            return Ok(is_there);
        }
        is_there = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        let room = MAX_LINE_BYTES - line.len();
        line.extend_from_slice(&part[..part.len().min(room)]);
        let read = end.map_or(bytes.len(), |end| end + 1);
        stream.consume(read);
        if end.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_lines_are_kept_and_the_reason_wherever_it_is() {
        let text = format!(
            "{}\n{}error: why\nhint: x\n",
            "y".repeat(999),
            "a\nb\n".repeat(50)
        );
        let heard = Heard::of(text.as_bytes());
        assert_eq!(heard.lines.len(), MAX_LINES);
        assert_eq!(heard.lines[0], "y".repeat(MAX_LINE));
        assert_eq!(heard.error.as_deref(), Some("error: why"));
    }

    #[test]
    fn a_line_that_repeats_is_kept_once() {
        let text = format!("ready\n{}done\nframe\n", "frame\n".repeat(1000));
        let heard = Heard::of(text.as_bytes());
        assert_eq!(heard.lines, ["ready", "frame", "done", "frame"]);
    }

    #[test]
    fn a_line_without_end_takes_no_memory() {
        let endless = std::io::repeat(b'x').take(1 << 26);
        assert_eq!(Heard::of(endless).lines, ["x".repeat(MAX_LINE)]);
    }

    #[test]
    fn an_empty_stream_has_no_lines() {
        assert_eq!(Heard::of(&b""[..]), Heard::default());
    }
}
