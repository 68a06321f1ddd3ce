//! Recognises the shell script lines that may precede a program in its file, so that the system can
//! execute it.
//!
//! All readers of programs skip these lines with [`program`]. `pinnacle_driver` writes them.

use crate::header::MAGIC;

/// The first two lines, which identify such a file.
pub const MARK: &[u8] = b"#!/bin/sh\n# A program of Portable Native Client follows these lines.\n";

/// Maximum size of the lines in bytes.
pub const MAX_LENGTH: usize = 4096;

/// Returns the program in a file, without the launcher lines if it has them.
#[must_use]
pub fn program(file: &[u8]) -> &[u8] {
    &file[offset(file)..]
}

/// Returns the size in bytes of the launcher lines before a program, or 0 if there are none.
#[must_use]
pub fn offset(file: &[u8]) -> usize {
    if !file.starts_with(MARK) {
        return 0;
    }
    let head = &file[..file.len().min(MAX_LENGTH)];
    let begins =
        |place: &usize| head[..*place].ends_with(b"\n") && head[*place..].starts_with(MAGIC);
    (MARK.len()..head.len()).find(begins).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_after_its_lines() {
        let mut file = [MARK, b"# INFO:size[4]\nexec pinnacle run -- \"$0\"\n"].concat();
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
        let mut far = MARK.to_vec();
        far.resize(MAX_LENGTH, b'#');
        far.extend_from_slice(b"\nPEXE");
        assert_eq!(offset(&far), 0);
    }
}
