//! Finds the part of an ELF executable that is loaded when it runs, and the name of its loader.

use std::borrow::Cow;
use std::ops::Range;

/// Offsets in the header of a 64-bit ELF file.
const PROGRAM_HEADERS_AT: usize = 0x20;
const SECTION_HEADERS_AT: usize = 0x28;
const PROGRAM_HEADER_SIZE_AT: usize = 0x36;
const PROGRAM_HEADER_COUNT_AT: usize = 0x38;
const SECTION_HEADER_COUNT_AT: usize = 0x3c;
const SECTION_NAMES_AT: usize = 0x3e;
const HEADER_SIZE: usize = 0x40;

/// The type of a program header that names the loader of the executable.
const INTERPRETER: usize = 3;

/// Offsets in a program header.
const OFFSET_AT: usize = 0x08;
const FILE_SIZE_AT: usize = 0x20;

/// Returns an executable up to its last loaded byte, without the symbols and debug information
/// after it. Anything but 64-bit little-endian ELF is returned unchanged.
pub(super) fn loaded_part(file: &[u8]) -> Cow<'_, [u8]> {
    match end_of_segments(file) {
        Some(end) => {
            let mut part = file[..end].to_vec();
            part[SECTION_HEADERS_AT..SECTION_HEADERS_AT + 8].fill(0);
            part[SECTION_HEADER_COUNT_AT..SECTION_NAMES_AT + 2].fill(0);
            Cow::Owned(part)
        }
        None => Cow::Borrowed(file),
    }
}

/// Moves the name of the loader to another offset. Returns the bytes that must be written there,
/// which are empty if the file names no loader.
///
/// With the name at the very end, the system refuses to run a truncated file. Otherwise it would
/// map the remaining part and run it until it touches the missing part.
pub(super) fn move_interpreter(file: &mut [u8], end: usize) -> Vec<u8> {
    let Some((header, name)) = interpreter(file) else {
        return Vec::new();
    };
    let name = file[name].to_vec();
    let place = header + OFFSET_AT;
    file[place..place + 8].copy_from_slice(&(end as u64).to_le_bytes());
    name
}

/// Returns the offset of the program header for the loader, and the range of the loader's name.
fn interpreter(file: &[u8]) -> Option<(usize, Range<usize>)> {
    end_of_segments(file)?;
    let headers = number(file, PROGRAM_HEADERS_AT, 8)?;
    let size = number(file, PROGRAM_HEADER_SIZE_AT, 2)?;
    let count = number(file, PROGRAM_HEADER_COUNT_AT, 2)?;
    let mut places = (0..count).map(|index| headers + index * size);
    let header = places.find(|&at| number(file, at, 4) == Some(INTERPRETER))?;
    let start = number(file, header + OFFSET_AT, 8)?;
    let len = number(file, header + FILE_SIZE_AT, 8)?;
    Some((header, start..start + len))
}

/// Returns the end of the last segment of an ELF file.
fn end_of_segments(file: &[u8]) -> Option<usize> {
    if !file.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let headers = number(file, PROGRAM_HEADERS_AT, 8)?;
    let size = number(file, PROGRAM_HEADER_SIZE_AT, 2)?;
    let count = number(file, PROGRAM_HEADER_COUNT_AT, 2)?;
    let mut end = headers
        .checked_add(size.checked_mul(count)?)?
        .max(HEADER_SIZE);
    for index in 0..count {
        let header = file.get(headers + index * size..)?;
        let segment =
            number(header, OFFSET_AT, 8)?.checked_add(number(header, FILE_SIZE_AT, 8)?)?;
        end = end.max(segment);
    }
    (count > 0 && end <= file.len()).then_some(end)
}

fn number(bytes: &[u8], at: usize, len: usize) -> Option<usize> {
    let mut word = [0; 8];
    word[..len].copy_from_slice(bytes.get(at..)?.get(..len)?);
    usize::try_from(u64::from_le_bytes(word)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes an ELF file of this size with these segments, each an offset and a size.
    fn file(segments: &[(u64, u64)], len: usize) -> Vec<u8> {
        let mut file = vec![0xaa; len];
        file[..6].copy_from_slice(b"\x7fELF\x02\x01");
        let mut put = |at: usize, bytes: &[u8]| file[at..at + bytes.len()].copy_from_slice(bytes);
        put(PROGRAM_HEADERS_AT, &(HEADER_SIZE as u64).to_le_bytes());
        put(PROGRAM_HEADER_SIZE_AT, &56_u16.to_le_bytes());
        put(
            PROGRAM_HEADER_COUNT_AT,
            &(segments.len() as u16).to_le_bytes(),
        );
        for (index, (offset, size)) in segments.iter().enumerate() {
            let header = HEADER_SIZE + 56 * index;
            put(header + OFFSET_AT, &offset.to_le_bytes());
            put(header + FILE_SIZE_AT, &size.to_le_bytes());
        }
        file
    }

    #[test]
    fn bytes_after_the_last_segment_are_dropped() {
        let whole = file(&[(0, 300), (512, 88), (400, 0)], 1000);
        let part = loaded_part(&whole);
        assert_eq!(part.len(), 600);
        assert_eq!(part[SECTION_HEADERS_AT..][..8], [0; 8]);
        assert_eq!(part[SECTION_HEADER_COUNT_AT..HEADER_SIZE], [0; 4]);
        assert_eq!(part[HEADER_SIZE..], whole[HEADER_SIZE..600]);
    }

    #[test]
    fn the_name_of_the_loader_goes_to_the_end() {
        let mut command = file(&[(0, 300), (280, 12)], 600);
        let header = HEADER_SIZE + 56;
        command[header..header + 4].copy_from_slice(&(INTERPRETER as u32).to_le_bytes());
        command[280..292].copy_from_slice(b"/lib/loader\0");
        assert_eq!(move_interpreter(&mut command, 1234), b"/lib/loader\0");
        assert_eq!(number(&command, header + OFFSET_AT, 8), Some(1234));
        let mut other = file(&[(0, 300)], 600);
        assert_eq!(move_interpreter(&mut other, 1234), b"");
    }

    #[test]
    fn unknown_segments_stay() {
        let mut other = file(&[(0, 300)], 1000);
        other[4] = 1;
        for whole in [
            b"MZ".to_vec(),
            b"\x7fELF\x02\x01".to_vec(),
            other,
            file(&[], 1000),
            file(&[(0, 1001)], 1000),
            file(&[(u64::MAX, 2)], 1000),
        ] {
            assert_eq!(*loaded_part(&whole), *whole);
        }
    }

    #[test]
    fn this_executable_is_understood() {
        if !cfg!(all(target_os = "linux", target_pointer_width = "64")) {
            println!("skipped: not an ELF file");
            return;
        }
        let whole = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert!(loaded_part(&whole).len() < whole.len());
    }
}
