//! The file format of an executable with a program.
//!
//! It consists of a copy of this command, a header, machine code, and the program that the code was
//! compiled from, for messages. The header has the lengths of code and program and a SHA-256 sum of
//! everything after the sum. The mark, which is part of this command's data, holds the offset of
//! the header.

use pinnacle_runtime::compiled::{OwnFile, Trusted};
use sha2::{Digest, Sha256};
use std::hint::black_box;
use std::io::{self, Write};
use std::ops::Range;

/// The mark. Its last eight bytes are the offset of the header in the file, or 0 if there is no
/// header.
static MARK: [u8; MARK_SIZE] = *b"\x7fpinnacle: a program may follow here\0\x01\0\0\0\0\0\0\0\0";

const MARK_SIZE: usize = 46;

/// The part of the mark that is the same in every file.
const MARK_TEXT: usize = MARK_SIZE - 8;

const MAGIC: &[u8; 16] = b"pinnacle app 1\r\n";
const SUM_AT: usize = MAGIC.len();
const CODE_SIZE_AT: usize = SUM_AT + 32;
const PROGRAM_SIZE_AT: usize = CODE_SIZE_AT + 8;
const HEADER: usize = PROGRAM_SIZE_AT + 8;

/// Returns the offset of the program's header in this executable; `None` for the command itself.
pub(crate) fn program_offset() -> Option<u64> {
    // The file may have other contents here than the compiler knows.
    let mark = black_box(&MARK);
    let mut offset = [0; 8];
    offset.copy_from_slice(&mark[MARK_TEXT..]);
    Some(u64::from_le_bytes(offset)).filter(|&offset| offset != 0)
}

/// Returns the offset of the mark, if the file contains it exactly once.
fn find_mark(file: &[u8]) -> Option<usize> {
    let text = &black_box(&MARK)[..MARK_TEXT];
    let mut places = file
        .windows(MARK_SIZE)
        .enumerate()
        .filter(|(_, window)| window[0] == text[0] && window.starts_with(text));
    let (place, _) = places.next()?;
    places.next().is_none().then_some(place)
}

/// Returns true if a file has the mark once, so that a program can be added.
pub(super) fn has_one_mark(file: &[u8]) -> bool {
    find_mark(file).is_some()
}

/// Returns true if a file is an executable with a program, made by this or another version of the
/// command.
pub(crate) fn has_program(file: &[u8]) -> bool {
    let offset = |mark: usize| file.get(mark + MARK_TEXT..mark + MARK_SIZE);
    find_mark(file)
        .and_then(offset)
        .is_some_and(|offset| offset.iter().any(|&byte| byte != 0))
}

/// The program in an executable, of this command or another version; `None` if there is none, or it
/// is not whole. The machine code next to it may be from any version, and is left alone.
pub(crate) fn program_in(file: &[u8]) -> Option<&[u8]> {
    let mark = find_mark(file)?;
    let mut offset = [0; 8];
    offset.copy_from_slice(file.get(mark + MARK_TEXT..mark + MARK_SIZE)?);
    let start = usize::try_from(u64::from_le_bytes(offset)).ok()?;
    let payload = file.get(start..).filter(|_| start > 0)?;
    let parts = find_parts(payload)?;
    Some(&payload[parts.program])
}

/// Writes an executable: this command with a program.
///
/// # Errors
///
/// Fails if writing fails, and with `InvalidData` if the command has no mark.
pub(super) fn write(
    out: &mut dyn Write,
    command: &[u8],
    code: &[u8],
    program: &[u8],
) -> io::Result<()> {
    let no_mark = || io::Error::new(io::ErrorKind::InvalidData, "no place for a program");
    let mark = find_mark(command).ok_or_else(no_mark)?;
    let (before, after) = command.split_at(mark + MARK_TEXT);
    out.write_all(before)?;
    out.write_all(&(command.len() as u64).to_le_bytes())?;
    out.write_all(&after[8..])?;
    out.write_all(&header(code, program))?;
    out.write_all(code)?;
    out.write_all(program)
}

/// Returns the number of bytes after the copy of the command.
pub(super) fn size(code: &[u8], program: &[u8]) -> usize {
    HEADER + code.len() + program.len()
}

fn header(code: &[u8], program: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..SUM_AT].copy_from_slice(MAGIC);
    header[CODE_SIZE_AT..PROGRAM_SIZE_AT].copy_from_slice(&(code.len() as u64).to_le_bytes());
    header[PROGRAM_SIZE_AT..].copy_from_slice(&(program.len() as u64).to_le_bytes());
    let sum = Sha256::new()
        .chain_update(&header[CODE_SIZE_AT..])
        .chain_update(code)
        .chain_update(program);
    header[SUM_AT..CODE_SIZE_AT].copy_from_slice(&sum.finalize());
    header
}

/// The program of an executable, in memory.
pub(super) struct Payload {
    file: OwnFile,
    parts: Parts,
}

/// The offsets of its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Parts {
    code: Range<usize>,
    program: Range<usize>,
}

impl Payload {
    /// Reads the program of this executable. Returns `None` if it is not whole.
    pub(super) fn read(offset: u64) -> io::Result<Option<Payload>> {
        let file = OwnFile::read_from(offset)?;
        let parts = find_parts(file.bytes());
        Ok(parts.map(|parts| Payload { file, parts }))
    }

    /// Returns the machine code, in the form of `Code::to_bytes`.
    pub(super) fn code(&self) -> Option<Trusted<'_>> {
        self.file.code(self.parts.code.clone())
    }

    /// Returns the `.pexe` file from which it was made.
    pub(super) fn program(&self) -> &[u8] {
        &self.file.bytes()[self.parts.program.clone()]
    }
}

/// Finds the parts in bytes that begin with a header; `None` if they are incomplete.
fn find_parts(bytes: &[u8]) -> Option<Parts> {
    let (found, rest) = bytes.split_at_checked(HEADER)?;
    let size = |at: usize| {
        let mut word = [0; 8];
        word.copy_from_slice(&found[at..at + 8]);
        usize::try_from(u64::from_le_bytes(word)).ok()
    };
    let (code, rest) = rest.split_at_checked(size(CODE_SIZE_AT)?)?;
    let program = rest.get(..size(PROGRAM_SIZE_AT)?)?;
    let end = HEADER + code.len();
    (header(code, program) == found).then_some(Parts {
        code: HEADER..end,
        program: end..end + program.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a file that contains the mark.
    fn command() -> Vec<u8> {
        [b"code", &MARK[..], b"data"].concat()
    }

    #[test]
    fn a_program_is_found_again_and_any_damage_too() {
        let command = command();
        let offset = command.len();
        let mut app = Vec::new();
        write(&mut app, &command, b"machine code", b"pexe").unwrap();
        let place = 4 + MARK_TEXT;
        assert_eq!(app[place..place + 8], (offset as u64).to_le_bytes());
        assert_eq!(app[..place], command[..place]);
        assert_eq!(app[place + 8..offset], command[place + 8..]);

        assert_eq!(program_in(&app), Some(&b"pexe"[..]));
        assert_eq!(program_in(&app[..app.len() - 1]), None);
        assert_eq!(program_in(&command), None);

        let app = &app[offset..];
        let parts = find_parts(app).unwrap();
        assert_eq!(&app[parts.code.clone()], b"machine code");
        assert_eq!(&app[parts.program.clone()], b"pexe");
        assert_eq!(find_parts(&[app, b"more"].concat()), Some(parts));
        for at in 0..app.len() {
            let mut damaged = app.to_vec();
            damaged[at] ^= 0x40;
            assert!(find_parts(&damaged).is_none(), "byte {at}");
            assert!(find_parts(&app[..at]).is_none(), "cut to {at} bytes");
        }
    }

    #[test]
    fn a_command_has_the_mark_once() {
        assert!(has_one_mark(&command()));
        assert!(!has_one_mark(b"code"));
        assert!(!has_one_mark(&[command(), command()].concat()));
        assert!(write(&mut Vec::new(), b"code", b"", b"").is_err());
    }

    #[test]
    fn a_command_without_a_program() {
        assert_eq!(program_offset(), None);
    }
}
