//! Programs that a system executes: a few lines for the shell before the file of a
//! program, which have `pinnacle run` run it.
//!
//! What reads programs begins behind these lines, at [`program`].

use crate::header::MAGIC;

/// The first two lines, by which such a file is known.
const MARK: &[u8] = b"#!/bin/sh\n# A program of Portable Native Client follows these lines.\n";

/// The options of `pinnacle run` for a program that a shell starts as any other: it has the
/// folder in which it is started and the variables around it, and what is given beside.
pub const OPTIONS: &str = "--dir \"$PWD\" --cwd \"$PWD\" --env-all $PINNACLE_RUN_OPTIONS";

/// The lines are no more than this many bytes.
const LONGEST: usize = 4096;

/// The lines that run the program behind them by a command, which is given as the
/// shell reads it, with [`OPTIONS`]. What a file of machine code would
/// show of itself, as texts of one line, stands in comments as far as there is room.
#[must_use]
pub fn lines(command: &str, shown: &[String]) -> Vec<u8> {
    let mut lines = MARK.to_vec();
    for text in shown {
        if lines.len() + text.len() < LONGEST / 2 && !text.contains('\n') {
            lines.extend_from_slice(format!("# {text}\n").as_bytes());
        }
    }
    let script = format!("exec {command} run {OPTIONS} -- \"$0\" \"$@\"\n");
    lines.extend_from_slice(script.as_bytes());
    lines
}

/// The file of the program in a file that may have such lines before it; the whole
/// file if it has none.
#[must_use]
pub fn program(file: &[u8]) -> &[u8] {
    &file[offset(file)..]
}

/// How many bytes the lines before a program take: none where there are none.
#[must_use]
pub fn offset(file: &[u8]) -> usize {
    if !file.starts_with(MARK) {
        return 0;
    }
    let head = &file[..file.len().min(LONGEST)];
    let begins =
        |place: &usize| head[..*place].ends_with(b"\n") && head[*place..].starts_with(MAGIC);
    (MARK.len()..head.len()).find(begins).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_behind_its_lines() {
        let mut file = lines(
            "'/a b/pinnacle'",
            &["INFO:size[4]".into(), "PEXE\nx".into()],
        );
        let length = file.len();
        file.extend_from_slice(b"PEXE and more");
        assert_eq!(offset(&file), length);
        assert_eq!(program(&file), b"PEXE and more");
    }

    #[test]
    fn other_files_begin_where_they_begin() {
        for file in [&b""[..], b"PEXE", b"#!/bin/sh\nPEXE", MARK] {
            assert_eq!(program(file), file);
        }
        let mut far = lines("x", &[]);
        far.resize(LONGEST, b'#');
        far.extend_from_slice(b"\nPEXE");
        assert_eq!(offset(&far), 0);
    }
}
