//! The format of messages between Native Client processes.
//!
//! A header of 16 bytes contains a magic number and the length of the descriptor data, both as
//! words. The data describes each open file in the message, ends with an end byte, and is padded to
//! a multiple of 16 bytes. The program's bytes follow.
//!
//! | tag | meaning | data after the tag |
//! |---|---|---|
//! | 0 | the invalid descriptor, without a file | none |
//! | 2 | a file | flags, and its access mode, 4 bytes each |
//! | 7 | memory | flags, 4 bytes, and its size, 8 bytes |
//! | 13 | a byte socket | flags, 4 bytes |
//! | 255 | the end | |

use crate::Errno;
use crate::files::{Access, MAX_PASSED, Passed};

/// The first word of every message.
const MAGIC: u32 = 0xd3c0_de01;

/// The size of the header in bytes. Descriptor data is padded to a multiple of it.
pub(super) const HEADER: usize = 16;

/// Maximum length of descriptor data: a tag and 12 bytes for each descriptor, and the end marker.
pub(super) const MAX_DESCRIPTOR_DATA: usize = (MAX_PASSED * 13 + 1).next_multiple_of(HEADER);

mod tags {
    pub(super) const INVALID: u8 = 0;
    pub(super) const FILE: u8 = 2;
    pub(super) const MEMORY: u8 = 7;
    pub(super) const SOCKET: u8 = 13;
    pub(super) const END: u8 = 0xff;
}

/// The access modes of a file, in the lowest bits of a word.
mod modes {
    pub(super) const READ_ONLY: u32 = 0;
    pub(super) const WRITE_ONLY: u32 = 1;
    pub(super) const READ_WRITE: u32 = 2;
    pub(super) const MASK: u32 = 3;
}

/// The descriptors of a message in order; `None` is the invalid descriptor.
pub(super) type Described = Vec<Option<Passed>>;

/// Writes the header and the descriptor data of a message.
pub(super) fn write(described: &[Option<Passed>], out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + HEADER, 0);
    for kind in described {
        let Some(kind) = kind else {
            out.push(tags::INVALID);
            continue;
        };
        out.push(match kind {
            Passed::Socket => tags::SOCKET,
            Passed::Memory(_) => tags::MEMORY,
            Passed::File(_) => tags::FILE,
        });
        out.extend([0; 4]);
        match *kind {
            Passed::Socket => {}
            Passed::Memory(bytes) => out.extend(bytes.to_le_bytes()),
            Passed::File(access) => out.extend(mode(access).to_le_bytes()),
        }
    }
    if !described.is_empty() {
        out.push(tags::END);
        let len = (out.len() - start).next_multiple_of(HEADER);
        out.resize(start + len, 0);
    }
    let data = (out.len() - start - HEADER) as u32;
    out[start..start + 4].copy_from_slice(&MAGIC.to_le_bytes());
    out[start + 4..start + 8].copy_from_slice(&data.to_le_bytes());
}

/// Reads the header and the descriptor data of a message. Also returns the offset of the program's
/// bytes.
///
/// # Errors
///
/// Fails with `EIO` if it is not a message, for example because the other end is closed.
pub(super) fn read(message: &[u8]) -> Result<(Described, usize), Errno> {
    let (header, rest) = message.split_first_chunk::<HEADER>().ok_or(Errno::EIO)?;
    let word = |at: usize| {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&header[at..at + 4]);
        u32::from_le_bytes(bytes)
    };
    if word(0) != MAGIC {
        return Err(Errno::EIO);
    }
    let len = word(4) as usize;
    let mut data = rest.get(..len).ok_or(Errno::EIO)?;
    let mut described = Vec::new();
    while let Some((&tag, after)) = data.split_first() {
        data = after;
        let kind = match tag {
            tags::END => break,
            tags::INVALID => None,
            tags::SOCKET => {
                take::<4>(&mut data)?;
                Some(Passed::Socket)
            }
            tags::MEMORY => {
                take::<4>(&mut data)?;
                Some(Passed::Memory(u64::from_le_bytes(take(&mut data)?)))
            }
            tags::FILE => {
                take::<4>(&mut data)?;
                let mode = u32::from_le_bytes(take(&mut data)?);
                Some(Passed::File(access(mode)?))
            }
            _ => return Err(Errno::EIO),
        };
        if described.len() == MAX_PASSED {
            return Err(Errno::EIO);
        }
        described.push(kind);
    }
    Ok((described, HEADER + len))
}

/// Takes the next bytes of descriptor data.
fn take<const N: usize>(data: &mut &[u8]) -> Result<[u8; N], Errno> {
    let (bytes, rest) = data.split_first_chunk::<N>().ok_or(Errno::EIO)?;
    *data = rest;
    Ok(*bytes)
}

fn mode(access: Access) -> u32 {
    match (access.read, access.write) {
        (true, true) => modes::READ_WRITE,
        (false, true) => modes::WRITE_ONLY,
        (_, false) => modes::READ_ONLY,
    }
}

fn access(mode: u32) -> Result<Access, Errno> {
    let mode = mode & modes::MASK;
    match mode {
        modes::READ_ONLY | modes::WRITE_ONLY | modes::READ_WRITE => Ok(Access {
            read: mode != modes::WRITE_ONLY,
            write: mode != modes::READ_ONLY,
        }),
        _ => Err(Errno::EIO),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: Passed = Passed::File(Access {
        read: true,
        write: false,
    });

    #[test]
    fn a_message_without_descriptors_has_a_header_of_sixteen_bytes() {
        let mut out = Vec::new();
        write(&[], &mut out);
        assert_eq!(
            out,
            [1, 0xde, 0xc0, 0xd3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        );
        assert_eq!(read(&out), Ok((vec![], 16)));
    }

    #[test]
    fn descriptors_are_described_as_the_original_did() {
        let mut out = Vec::new();
        write(&[Some(Passed::Memory(0x1_0000)), Some(READ)], &mut out);
        let memory = [7, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
        let file = [2, 0, 0, 0, 0, 0, 0, 0, 0];
        let data = [&memory[..], &file, &[0xff], &[0; 9]].concat();
        assert_eq!(out[..8], [1, 0xde, 0xc0, 0xd3, 32, 0, 0, 0]);
        assert_eq!(out[16..], data);
    }

    #[test]
    fn written_messages_are_read_back() {
        let kinds = [
            Some(Passed::Socket),
            None,
            Some(READ),
            Some(Passed::Memory(7)),
        ];
        let mut out = Vec::new();
        write(&kinds, &mut out);
        let end = out.len();
        out.extend(b"bytes");
        assert_eq!(read(&out), Ok((kinds.to_vec(), end)));
        let eight = [Some(Passed::Memory(u64::MAX)); MAX_PASSED];
        out.clear();
        write(&eight, &mut out);
        assert_eq!(out.len(), HEADER + MAX_DESCRIPTOR_DATA);
        assert_eq!(read(&out), Ok((eight.to_vec(), out.len())));
    }

    #[test]
    fn hostile_messages_are_errors() {
        let mut good = Vec::new();
        write(&[Some(Passed::Memory(7)), Some(READ)], &mut good);
        let changed = |at: usize, byte: u8| {
            let mut bad = good.clone();
            bad[at] = byte;
            read(&bad)
        };
        assert!(read(&good).is_ok());
        for len in 0..good.len() {
            assert_eq!(read(&good[..len]), Err(Errno::EIO), "cut to {len} bytes");
        }
        for (at, byte) in [
            (0, 0),           // the magic number
            (4, 33),          // more descriptor data than there is
            (7, 0xff),        // far more
            (4, 20),          // data that ends within a descriptor
            (HEADER, 14),     // a tag that is never sent
            (HEADER, 0x80),   // no tag
            (HEADER + 18, 3), // a mode that is none
        ] {
            assert_eq!(changed(at, byte), Err(Errno::EIO), "byte {at} is {byte}");
        }
        let mut many = good[..HEADER].to_vec();
        many.extend([tags::INVALID; 16]);
        many[4] = 16;
        assert_eq!(read(&many), Err(Errno::EIO), "more than eight");
    }
}
