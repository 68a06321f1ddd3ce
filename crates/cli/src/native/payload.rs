//! The form of an executable with a program.
//!
//! It is the file of this command, a header, code, and the program that the
//! code was made from, for messages. The header has the lengths of code and
//! program and a SHA-256 sum of all that follows the sum. The place of the
//! header is in the mark, a piece of this command's data.

use sha2::{Digest, Sha256};
use std::fs::File;
use std::hint::black_box;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// The mark. Its last eight bytes are where in the file the header is, or 0 if
/// there is none.
static MARK: [u8; MARK_SIZE] = *b"\x7fpinnacle: a program may follow here\0\x01\0\0\0\0\0\0\0\0";

const MARK_SIZE: usize = 46;

/// The part of the mark that is the same in every file.
const MARK_TEXT: usize = MARK_SIZE - 8;

const MAGIC: &[u8; 16] = b"pinnacle app 1\r\n";
const SUM_AT: usize = MAGIC.len();
const CODE_SIZE_AT: usize = SUM_AT + 32;
const PROGRAM_SIZE_AT: usize = CODE_SIZE_AT + 8;
const HEADER: usize = PROGRAM_SIZE_AT + 8;

/// Where in the file of this command the header of its program is; none for
/// the command itself.
pub(crate) fn program_offset() -> Option<u64> {
    // What the compiler sees in the mark is not what may be in the file.
    let mark = black_box(&MARK);
    let mut offset = [0; 8];
    offset.copy_from_slice(&mark[MARK_TEXT..]);
    Some(u64::from_le_bytes(offset)).filter(|&offset| offset != 0)
}

/// Where the mark is, in a file that has it once.
fn find_mark(file: &[u8]) -> Option<usize> {
    let text = &black_box(&MARK)[..MARK_TEXT];
    let mut places = file
        .windows(MARK_SIZE)
        .enumerate()
        .filter(|(_, window)| window[0] == text[0] && window.starts_with(text));
    let (place, _) = places.next()?;
    places.next().is_none().then_some(place)
}

/// Whether a file has the mark once, so that a program can be added.
pub(super) fn has_one_mark(file: &[u8]) -> bool {
    find_mark(file).is_some()
}

/// Writes an executable: this command with a program.
///
/// # Errors
///
/// Those of writing, and `InvalidData` if the command has no mark.
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
    bytes: Vec<u8>,
    code_size: usize,
}

impl Payload {
    /// Reads the program of an executable; none if it is not whole.
    pub(super) fn read(mut file: File, offset: u64) -> io::Result<Option<Payload>> {
        let size = file.metadata()?.len();
        let Some(left) = size.checked_sub(offset + HEADER as u64) else {
            return Ok(None);
        };
        file.seek(SeekFrom::Start(offset))?;
        let mut found = [0; HEADER];
        file.read_exact(&mut found)?;
        let length = |at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&found[at..at + 8]);
            u64::from_le_bytes(word)
        };
        let (code_size, program_size) = (length(CODE_SIZE_AT), length(PROGRAM_SIZE_AT));
        let fits = code_size
            .checked_add(program_size)
            .filter(|&sum| sum <= left);
        let Some(total) = fits.filter(|_| found.starts_with(MAGIC)) else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(total as usize)?;
        file.take(total).read_to_end(&mut bytes)?;
        let payload = Payload {
            bytes,
            code_size: code_size as usize,
        };
        let is_whole = payload.bytes.len() as u64 == total
            && header(payload.code(), payload.program()) == found;
        Ok(is_whole.then_some(payload))
    }

    /// The machine code, as `Code::to_bytes` gives it.
    pub(super) fn code(&self) -> &[u8] {
        &self.bytes[..self.code_size]
    }

    /// The file that it was made from.
    pub(super) fn program(&self) -> &[u8] {
        &self.bytes[self.code_size..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with the mark between other bytes.
    fn command() -> Vec<u8> {
        [b"code", &MARK[..], b"data"].concat()
    }

    fn read(file: &[u8], offset: u64) -> Option<Payload> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("app");
        std::fs::write(&path, file).unwrap();
        Payload::read(File::open(path).unwrap(), offset).unwrap()
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

        let payload = read(&app, offset as u64).unwrap();
        assert_eq!(payload.code(), b"machine code");
        assert_eq!(payload.program(), b"pexe");
        for at in offset..app.len() {
            let mut damaged = app.clone();
            damaged[at] ^= 0x40;
            assert!(read(&damaged, offset as u64).is_none(), "byte {at}");
            assert!(
                read(&app[..at], offset as u64).is_none(),
                "cut to {at} bytes"
            );
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
    fn this_command_has_no_program() {
        assert_eq!(program_offset(), None);
    }
}
