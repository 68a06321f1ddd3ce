//! `pinnacle demangle`: translates mangled C++ names.

use crate::output::{Failure, Output};
use clap::Args;
use std::borrow::Cow;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

/// Maximum length of a line in bytes. A longer line is processed in parts.
const MAX_LINE: u64 = 1 << 20;

/// Demangle C++ names.
///
/// Without names, copies standard input and demangles the words in it that begin with _Z.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  pinnacle demangle _ZN5Shape4areaEv
  pinnacle strings hello.pexe | pinnacle demangle

Exit status:
  0  success
  2  wrong usage, or the input cannot be read")]
pub(crate) struct Arguments {
    /// Mangled C++ names.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<ExitCode, Failure> {
    if arguments.names.is_empty() {
        output.show(copy)?;
    } else {
        output.show(|out| {
            let mut names = arguments.names.iter();
            names.try_for_each(|name| writeln!(out, "{}", pinnacle_debug::demangle(name)))
        })?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Copies standard input line by line.
fn copy(out: &mut dyn Write) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut part = io::Read::take(&mut input, MAX_LINE);
        if part.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        out.write_all(&replaced(&line))?;
    }
}

/// Returns the line with the mangled names in it replaced.
fn replaced(line: &[u8]) -> Cow<'_, [u8]> {
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$".contains(&byte);
    let mut text = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.windows(2).position(|pair| pair == b"_Z") {
        let is_start = start == 0 || !is_of_name(rest[start - 1]);
        let (before, name) = rest.split_at(start);
        let length = name.iter().take_while(|byte| is_of_name(**byte)).count();
        // A name may have a suffix such as `.llvm.1`, but a full stop at the end belongs to the
        // sentence.
        let length = name[..length]
            .iter()
            .rposition(|byte| *byte != b'.')
            .map_or(length, |last| last + 1);
        let (name, after) = name.split_at(length);
        text.extend_from_slice(before);
        match std::str::from_utf8(name) {
            Ok(name) if is_start => {
                text.extend_from_slice(pinnacle_debug::demangle(name).as_bytes());
            }
            _ => text.extend_from_slice(name),
        }
        rest = after;
    }
    if text.is_empty() {
        return Cow::Borrowed(line);
    }
    text.extend_from_slice(rest);
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_within_a_line_are_replaced() {
        let shown = |text: &str| String::from_utf8_lossy(&replaced(text.as_bytes())).into_owned();
        assert_eq!(
            shown("at _Z4areav+4, _ZN1A1bEi."),
            "at area()+4, A::b(int)."
        );
        assert_eq!(shown("a_Z4areav _Z nothing"), "a_Z4areav _Z nothing");
        assert_eq!(shown(""), "");
    }
}
