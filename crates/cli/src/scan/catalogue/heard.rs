//! The beginning of what a program writes. The rest is read and dropped, so that a program
//! that writes without end fills neither memory nor disk, and does not wait for a reader.

use std::io::{BufRead, BufReader, Read};

/// Lines that are kept.
const MAX_LINES: usize = 12;

/// Characters of each line that are kept.
const MAX_LINE: usize = 200;

/// Bytes of a line that are looked at: UTF-8 takes at most four for each character.
const MAX_LINE_BYTES: usize = 4 * MAX_LINE;

/// The beginning of the line with which the command says why it ends.
const ERROR: &[u8] = b"error: ";

/// The part of a stream that is kept.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Heard {
    /// The first lines, shortened. A line that repeats the one before it is not among them.
    pub(super) lines: Vec<String>,
    /// The last line that begins with `error: `, wherever it is.
    pub(super) error: Option<String>,
}

impl Heard {
    /// Reads a stream to its end. An error of reading ends it too.
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
