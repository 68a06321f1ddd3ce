//! `nacl-irt-fdio` and `nacl-irt-dev-fdio`: operations on descriptors.

use super::call::{Call, DONE};
use super::layout::{self, STAT_SIZE};
use super::{Interface, interface};
use crate::Errno;
use crate::files::Whence;
use crate::host::Action;

pub(super) const FDIO_0_1: Interface = interface! { "nacl-irt-fdio-0.1":
    close(I32) -> I32,
    dup(I32, I32) -> I32,
    dup2(I32, I32) -> I32,
    read(I32, I32, I32, I32) -> I32,
    write(I32, I32, I32, I32) -> I32,
    seek(I32, I64, I32, I32) -> I32,
    fstat(I32, I32) -> I32,
    getdents(I32, I32, I32, I32) -> I32,
};

pub(super) const DEV_FDIO_0_1: Interface = interface! { "nacl-irt-dev-fdio-0.1" extends FDIO_0_1:
};

pub(super) const DEV_FDIO_0_2: Interface = interface! { "nacl-irt-dev-fdio-0.2" extends FDIO_0_1:
    fchdir(I32) -> I32,
    fchmod(I32, I32) -> I32,
    fsync(I32) -> I32,
    fdatasync(I32) -> I32,
    ftruncate(I32, I64) -> I32,
};

pub(super) const DEV_FDIO_0_3: Interface = interface! { "nacl-irt-dev-fdio-0.3" extends DEV_FDIO_0_2:
    isatty(I32, I32) -> I32,
};

pub(super) fn close(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.state.files.close(call.arg(0))?;
    DONE
}

fn dup(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.check_writable(1, 4)?;
    let copy = call.state.files.dup(call.arg(0))?;
    call.store_word(1, copy)?;
    DONE
}

fn dup2(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.state.files.dup2(call.arg(0), call.arg(1))?;
    DONE
}

/// Reads directly into the guest's memory, so that the host allocates nothing, whatever the length
/// is.
fn read(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.state.files.check_open(call.arg(0))?;
    call.check_writable(3, 4)?;
    let count = read_bytes(call)?;
    call.store_word(3, count)?;
    DONE
}

/// Reads to the address in the second argument. Returns the number of bytes.
pub(super) fn read_bytes(call: &mut Call<'_, '_>) -> Result<u32, Errno> {
    let (descriptor, address, len) = (call.arg(0), call.arg(1), call.transfer_len(2));
    call.state.files.check_open(descriptor)?;
    let files = &mut call.state.files;
    let memory = &mut *call.context.memory;
    let count = memory.receive(address, len, |buffer| files.read(descriptor, buffer))?;
    call.context.bytes += count as u64;
    Ok(count as u32)
}

fn write(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.state.files.check_open(call.arg(0))?;
    call.check_writable(3, 4)?;
    let count = write_bytes(call)?;
    call.store_word(3, count)?;
    DONE
}

/// Writes the bytes that the second argument points to. Returns their number.
pub(super) fn write_bytes(call: &mut Call<'_, '_>) -> Result<u32, Errno> {
    let (descriptor, address, len) = (call.arg(0), call.arg(1), call.transfer_len(2));
    call.state.files.check_open(descriptor)?;
    let files = &mut call.state.files;
    let memory = &mut *call.context.memory;
    let count = memory.lend(address, len, |bytes| files.write(descriptor, bytes))?;
    call.context.bytes += count as u64;
    Ok(count as u32)
}

fn seek(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.check_writable(3, 8)?;
    let whence = Whence::from_number(call.arg(2)).ok_or(Errno::EINVAL)?;
    let position = call
        .state
        .files
        .seek(call.arg(0), call.long_arg(1), whence)?;
    call.store(3, position.to_le_bytes())?;
    DONE
}

pub(super) fn fstat(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.check_writable(1, STAT_SIZE)?;
    let status = call.state.files.status_of(call.arg(0))?;
    call.store(1, layout::stat(&status))?;
    DONE
}

fn getdents(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.check_writable(3, 4)?;
    let filled = list_entries(call)?;
    call.store_word(3, filled)?;
    DONE
}

/// Writes directory entries to the address in the second argument: as many whole records as fit, or
/// none at the end of the directory. Returns the number of bytes.
pub(super) fn list_entries(call: &mut Call<'_, '_>) -> Result<u32, Errno> {
    let (descriptor, address, len) = (call.arg(0), call.arg(1), call.transfer_len(2));
    let files = &mut call.state.files;
    let filled = call.context.memory.receive(address, len, |buffer| {
        let mut filled = 0;
        while let Some((entry, offset)) = files.next_entry(descriptor)? {
            match layout::dirent(&mut buffer[filled..], entry.inode, offset, &entry.name) {
                Some(len) => filled += len,
                None if filled == 0 => return Err(Errno::EINVAL),
                None => break,
            }
            files.advance(descriptor)?;
        }
        Ok(filled)
    })?;
    Ok(filled as u32)
}

pub(super) fn fchdir(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.state.files.fchdir(call.arg(0))?;
    DONE
}

pub(super) fn fchmod(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.state.files.fchmod(call.arg(0), call.arg(1))?;
    DONE
}

pub(super) fn fsync(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.state.files.sync(call.arg(0), false)?;
    DONE
}

pub(super) fn fdatasync(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.state.files.sync(call.arg(0), true)?;
    DONE
}

fn ftruncate(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.state.files.ftruncate(call.arg(0), call.long_arg(1))?;
    DONE
}

fn isatty(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.check_writable(1, 4)?;
    let terminal = call.state.files.is_terminal(call.arg(0))?;
    call.store_word(1, terminal.into())?;
    DONE
}

#[cfg(test)]
mod tests {
    use super::super::harness::{Guest, OK, failed};
    use super::*;
    use crate::files::flags;

    const B: u32 = Guest::BUFFER;
    const RESULT: u32 = Guest::RESULT;

    #[test]
    fn reading_and_writing_the_standard_streams() {
        let mut guest = Guest::with_input("some input");
        assert_eq!(guest.call("nacl-irt-fdio-0.1.read", &[0, B, 4, RESULT]), OK);
        assert_eq!(guest.words(RESULT, 1), [4]);
        assert_eq!(guest.memory.bytes(B, 4).unwrap(), b"some");
        assert_eq!(
            guest.call("nacl-irt-fdio-0.1.write", &[1, B, 4, RESULT]),
            OK
        );
        assert_eq!(guest.output.take(), b"some");
        assert_eq!(guest.call("nacl-irt-fdio-0.1.close", &[1]), OK);
        let closed = guest.call("nacl-irt-fdio-0.1.write", &[1, B, 4, RESULT]);
        assert_eq!(closed, failed(Errno::EBADF));
    }

    #[test]
    fn bad_pointers_and_descriptors_are_errors() {
        let mut guest = Guest::with_input("input");
        let end = guest.memory.limit();
        for name in ["read", "write"] {
            let name = format!("nacl-irt-fdio-0.1.{name}");
            let stream = u32::from(name.ends_with("write"));
            assert_eq!(
                guest.call(&name, &[stream, 0, 4, RESULT]),
                failed(Errno::EFAULT)
            );
            assert_eq!(
                guest.call(&name, &[stream, end - 2, 4, RESULT]),
                failed(Errno::EFAULT)
            );
            assert_eq!(
                guest.call(&name, &[stream, B, u32::MAX, RESULT]),
                failed(Errno::EFAULT)
            );
            assert_eq!(guest.call(&name, &[stream, B, 4, 0]), failed(Errno::EFAULT));
            assert_eq!(guest.call(&name, &[77, B, 4, RESULT]), failed(Errno::EBADF));
            assert_eq!(
                guest.call(&name, &[u32::MAX, 0, 4, RESULT]),
                failed(Errno::EBADF)
            );
            assert_eq!(guest.call(&name, &[stream, 0, 0, RESULT]), OK);
            assert_eq!(guest.words(RESULT, 1), [0]);
        }
        assert!(
            guest.output.take().is_empty(),
            "nothing was written by a failed call"
        );
        let read = guest.call("nacl-irt-fdio-0.1.read", &[0, B, 100, RESULT]);
        assert_eq!(
            (read, guest.words(RESULT, 1)),
            (OK, vec![5]),
            "nothing was lost"
        );
        for (name, args) in [
            ("dup", &[1, 0][..]),
            ("fstat", &[1, 0]),
            ("fstat", &[1, end - 100]),
            ("isatty", &[1, 0]),
            ("getdents", &[1, 0, 100, RESULT]),
        ] {
            let answer = guest.call(&format!("nacl-irt-dev-fdio-0.3.{name}"), args);
            assert_eq!(answer, failed(Errno::EFAULT), "{name}");
        }
        for (name, args) in [
            ("close", &[9][..]),
            ("dup", &[9, RESULT]),
            ("dup2", &[9, 1]),
            ("fstat", &[9, B]),
            ("getdents", &[9, B, 100, RESULT]),
            ("fchdir", &[9]),
            ("fchmod", &[9, 0]),
            ("fsync", &[9]),
            ("fdatasync", &[9]),
            ("ftruncate", &[9, 0]),
            ("isatty", &[9, RESULT]),
            ("seek", &[9, 0, 0, RESULT]),
        ] {
            let answer = guest.call(&format!("nacl-irt-dev-fdio-0.3.{name}"), args);
            assert_eq!(answer, failed(Errno::EBADF), "{name}");
        }
    }

    #[test]
    fn the_status_of_standard_output_is_that_of_a_pipe() {
        let mut guest = Guest::new();
        guest.fill(B, 108, 0xff);
        assert_eq!(guest.call("nacl-irt-fdio-0.1.fstat", &[1, B]), OK);
        assert_eq!(guest.words(B + 16, 1), [0o010_666]);
        assert_eq!(guest.words(B + 48, 1), [4096]);
        assert_eq!(
            guest.words(B + 104, 1),
            [u32::MAX],
            "the structure has 104 bytes"
        );
        assert_eq!(guest.call("nacl-irt-dev-fdio-0.3.isatty", &[1, RESULT]), OK);
        assert_eq!(guest.words(RESULT, 1), [0]);
        let seek = guest.call("nacl-irt-fdio-0.1.seek", &[1, 0, 0, RESULT]);
        assert_eq!(seek, failed(Errno::ESPIPE));
    }

    #[test]
    fn offsets_have_64_bits() {
        let (tree, mut guest) = Guest::with_files();
        tree.insert("file", b"12345678").unwrap();
        let file = guest.open("/file", flags::READ_WRITE);
        let far = 0x1_0000_0003_u64;
        let seek = "nacl-irt-fdio-0.1.seek";
        assert_eq!(
            guest.call_wide(seek, &[file.into(), far, 0, RESULT.into()]),
            OK
        );
        assert_eq!(guest.words(RESULT, 2), [3, 1]);
        let back = (-0x1_0000_0001_i64) as u64;
        assert_eq!(
            guest.call_wide(seek, &[file.into(), back, 1, RESULT.into()]),
            OK
        );
        assert_eq!(guest.words(RESULT, 2), [2, 0]);
        assert_eq!(
            guest.call(seek, &[file, 0, 3, RESULT]),
            failed(Errno::EINVAL)
        );
        let truncate = "nacl-irt-dev-fdio-0.2.ftruncate";
        assert_eq!(guest.call(truncate, &[file, 3]), OK);
        assert_eq!(
            guest.call_wide(truncate, &[file.into(), u64::MAX]),
            failed(Errno::EINVAL)
        );
        assert_eq!(tree.contents("file").unwrap(), b"123");
    }

    #[test]
    fn directories_are_read_in_pages() {
        let (tree, mut guest) = Guest::with_files();
        for name in ["a", "bb", "a-longer-name"] {
            tree.insert(name, b"").unwrap();
        }
        let directory = guest.open("/", flags::DIRECTORY);
        let mut page = |room: u32| {
            let args = [directory, B, room, RESULT];
            let answer = guest.call("nacl-irt-fdio-0.1.getdents", &args);
            if answer != OK {
                return Err(answer);
            }
            let mut records = Vec::new();
            let (mut at, end) = (B, B + guest.words(RESULT, 1)[0]);
            while at < end {
                let len = u32::from(u16::from_le_bytes(guest.memory.load(at + 16).unwrap()));
                assert!(len.is_multiple_of(4));
                assert_ne!(
                    guest.words(at, 2),
                    [0, 0],
                    "an inode of 0 marks an unused record"
                );
                let name = guest.memory.c_string(at + 18, 256).unwrap().unwrap();
                let offset = guest.words(at + 8, 1)[0];
                records.push((offset, String::from_utf8(name).unwrap()));
                at += len;
            }
            assert_eq!(at, end);
            Ok(records)
        };
        let record = |offset, name: &str| (offset, name.to_string());
        assert_eq!(
            page(19),
            Err(failed(Errno::EINVAL)),
            "no record has so little room"
        );
        assert_eq!(page(0), Err(failed(Errno::EINVAL)));
        assert_eq!(page(63), Ok(vec![record(1, "."), record(2, "..")]));
        assert_eq!(page(24), Ok(vec![record(3, "a")]));
        assert_eq!(
            page(24),
            Err(failed(Errno::EINVAL)),
            "a long name does not fit"
        );
        let rest = vec![record(4, "a-longer-name"), record(5, "bb")];
        assert_eq!(page(1000), Ok(rest));
        assert_eq!(page(1000), Ok(vec![]));
        assert_eq!(page(0), Ok(vec![]));
        let answer = guest.call("nacl-irt-fdio-0.1.getdents", &[1, B, 100, RESULT]);
        assert_eq!(answer, failed(Errno::ENOTDIR));
    }

    #[test]
    fn dup_gives_a_descriptor_with_the_same_position() {
        let mut guest = Guest::with_input("abc");
        assert_eq!(guest.call("nacl-irt-fdio-0.1.dup", &[0, RESULT]), OK);
        assert_eq!(guest.words(RESULT, 1), [3]);
        assert_eq!(guest.call("nacl-irt-fdio-0.1.dup2", &[3, 20]), OK);
        assert_eq!(
            guest.call("nacl-irt-fdio-0.1.dup2", &[3, 4096]),
            failed(Errno::EBADF)
        );
        for (descriptor, byte) in [(0, b'a'), (3, b'b'), (20, b'c')] {
            assert_eq!(
                guest.call("nacl-irt-fdio-0.1.read", &[descriptor, B, 1, RESULT]),
                OK
            );
            assert_eq!(guest.memory.bytes(B, 1).unwrap(), [byte]);
        }
    }
}
