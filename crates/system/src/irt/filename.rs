//! `nacl-irt-filename` and `nacl-irt-dev-filename`: operations on paths.

use super::call::{Call, DONE};
use super::layout::{self, STAT_SIZE, TIME_SIZE};
use super::{Interface, interface};
use crate::Errno;
use crate::host::Action;

pub(super) const FILENAME_0_1: Interface = interface! { "nacl-irt-filename-0.1":
    open(I32, I32, I32, I32) -> I32,
    stat(I32, I32) -> I32,
};

pub(super) const DEV_FILENAME_0_2: Interface = interface! {
    "nacl-irt-dev-filename-0.2" extends FILENAME_0_1:
    mkdir(I32, I32) -> I32,
    rmdir(I32) -> I32,
    chdir(I32) -> I32,
    getcwd(I32, I32) -> I32,
    unlink(I32) -> I32,
};

pub(super) const DEV_FILENAME_0_3: Interface = interface! {
    "nacl-irt-dev-filename-0.3" extends DEV_FILENAME_0_2:
    truncate(I32, I64) -> I32,
    lstat(I32, I32) -> I32,
    link(I32, I32) -> I32,
    rename(I32, I32) -> I32,
    symlink(I32, I32) -> I32,
    chmod(I32, I32) -> I32,
    access(I32, I32) -> I32,
    readlink(I32, I32, I32, I32) -> I32,
    utimes(I32, I32) -> I32,
};

fn open(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.check_writable(3, 4)?;
    let (path, flags, mode) = (call.path(0)?, call.arg(1), call.arg(2));
    let descriptor = call.state.files.open(&path, flags, mode)?;
    call.store_word(3, descriptor)?;
    DONE
}

pub(super) fn stat(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    status(call, true)
}

pub(super) fn lstat(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    status(call, false)
}

fn status(call: &mut Call<'_, '_>, follow: bool) -> Result<Action, Errno> {
    call.check_writable(1, STAT_SIZE)?;
    let status = call.state.files.status(&call.path(0)?, follow)?;
    call.store(1, layout::stat(&status))?;
    DONE
}

pub(super) fn mkdir(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (path, mode) = (call.path(0)?, call.arg(1));
    call.state.files.mkdir(&path, mode)?;
    DONE
}

pub(super) fn rmdir(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let path = call.path(0)?;
    call.state.files.rmdir(&path)?;
    DONE
}

pub(super) fn chdir(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let path = call.path(0)?;
    call.state.files.chdir(&path)?;
    DONE
}

pub(super) fn getcwd(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (address, room) = (call.arg(0), call.arg(1));
    if room == 0 {
        return Err(Errno::EINVAL);
    }
    let mut path = call.state.files.getcwd();
    path.push(0);
    if path.len() > room as usize {
        return Err(Errno::ERANGE);
    }
    call.memory().write(address, &path)?;
    DONE
}

pub(super) fn unlink(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let path = call.path(0)?;
    call.state.files.unlink(&path)?;
    DONE
}

fn truncate(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (path, length) = (call.path(0)?, call.long_arg(1));
    call.state.files.truncate(&path, length)?;
    DONE
}

pub(super) fn link(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (old, new) = (call.path(0)?, call.path(1)?);
    call.state.files.link(&old, &new)?;
    DONE
}

pub(super) fn rename(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (old, new) = (call.path(0)?, call.path(1)?);
    call.state.files.rename(&old, &new)?;
    DONE
}

pub(super) fn symlink(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (target, link) = (call.path(0)?, call.path(1)?);
    call.state.files.symlink(&target, &link)?;
    DONE
}

pub(super) fn chmod(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (path, mode) = (call.path(0)?, call.arg(1));
    call.state.files.chmod(&path, mode)?;
    DONE
}

pub(super) fn access(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (path, mode) = (call.path(0)?, call.arg(1));
    call.state.files.access(&path, mode)?;
    DONE
}

fn readlink(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    call.check_writable(3, 4)?;
    let len = read_target(call)?;
    call.store_word(3, len)?;
    DONE
}

/// Writes as much of a link's target as fits, without a zero byte. Returns the number of bytes.
pub(super) fn read_target(call: &mut Call<'_, '_>) -> Result<u32, Errno> {
    let (address, room) = (call.arg(1), call.transfer_len(2));
    let target = call.state.files.readlink(&call.path(0)?)?;
    let len = target.len().min(room as usize);
    call.memory().write(address, &target[..len])?;
    Ok(len as u32)
}

pub(super) fn utimes(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (path, address) = (call.path(0)?, call.arg(1));
    let times = if address == 0 {
        None
    } else {
        let bytes: [u8; 2 * TIME_SIZE as usize] = call.memory().load(address)?;
        let (accessed, modified) = bytes.split_at(TIME_SIZE as usize);
        let time =
            |bytes: &[u8]| layout::read_timeval(bytes.try_into().map_err(|_| Errno::EINVAL)?);
        Some((time(accessed)?, time(modified)?))
    };
    call.state.files.utimes(&path, times)?;
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
    fn files_are_opened_and_described() {
        let (tree, mut guest) = Guest::with_files();
        let path = guest.string("/new");
        let create = flags::CREATE | flags::WRITE_ONLY;
        let args = [path, create, 0o600, RESULT];
        assert_eq!(guest.call("nacl-irt-filename-0.1.open", &args), OK);
        assert_eq!(guest.words(RESULT, 1), [3]);
        tree.insert("new", b"12345").unwrap();
        guest.fill(B, 104, 0xff);
        for name in [
            "filename-0.1.stat",
            "dev-filename-0.2.stat",
            "dev-filename-0.3.lstat",
        ] {
            assert_eq!(guest.call(&format!("nacl-irt-{name}"), &[path, B]), OK);
            assert_eq!(guest.words(B + 40, 2), [5, 0]);
            assert_eq!(guest.words(B + 20, 1), [1]);
            assert_eq!(guest.words(B + 16, 1), [0o100_600]);
        }
    }

    #[test]
    fn bad_pointers_are_errors() {
        let (tree, mut guest) = Guest::with_files();
        let path = guest.string("/new");
        let create = flags::CREATE | flags::WRITE_ONLY;
        let fault = failed(Errno::EFAULT);
        let call = |guest: &mut Guest, name: &str, args: &[u32]| {
            guest.call(&format!("nacl-irt-dev-filename-0.3.{name}"), args)
        };
        assert_eq!(call(&mut guest, "open", &[path, create, 0o600, 0]), fault);
        assert!(
            tree.contents("new").is_err(),
            "nothing was done before the error"
        );
        assert_eq!(call(&mut guest, "open", &[path, create, 0o600, RESULT]), OK);
        for name in [
            "stat", "mkdir", "rmdir", "chdir", "unlink", "truncate", "lstat", "link", "rename",
            "symlink", "chmod", "access", "utimes",
        ] {
            assert_eq!(call(&mut guest, name, &[0, B]), fault, "{name}");
        }
        for name in ["link", "rename", "symlink"] {
            assert_eq!(call(&mut guest, name, &[path, 0]), fault, "{name}");
        }
        assert_eq!(call(&mut guest, "stat", &[path, 0]), fault);
        assert_eq!(call(&mut guest, "utimes", &[path, 4]), fault);
        assert_eq!(call(&mut guest, "getcwd", &[0, 10]), fault);
        assert_eq!(call(&mut guest, "readlink", &[0, B, 10, RESULT]), fault);
        assert_eq!(call(&mut guest, "readlink", &[path, B, 10, 0]), fault);
    }

    #[test]
    fn a_path_has_an_end_and_a_greatest_length() {
        let (_tree, mut guest) = Guest::with_files();
        guest.fill(B, 5000, b'/');
        let stat = guest.call("nacl-irt-filename-0.1.stat", &[B, Guest::TABLE]);
        assert_eq!(stat, failed(Errno::ENAMETOOLONG));
        let empty = guest.string("");
        let stat = guest.call("nacl-irt-filename-0.1.stat", &[empty, Guest::TABLE]);
        assert_eq!(stat, failed(Errno::ENOENT));
    }

    #[test]
    fn the_working_directory_is_written_if_there_is_room() {
        let (_tree, mut guest) = Guest::with_files();
        let path = guest.string("/sub");
        assert_eq!(
            guest.call("nacl-irt-dev-filename-0.2.mkdir", &[path, 0o755]),
            OK
        );
        assert_eq!(guest.call("nacl-irt-dev-filename-0.2.chdir", &[path]), OK);
        let getcwd = "nacl-irt-dev-filename-0.2.getcwd";
        assert_eq!(guest.call(getcwd, &[B, 0]), failed(Errno::EINVAL));
        assert_eq!(guest.call(getcwd, &[B, 4]), failed(Errno::ERANGE));
        assert_eq!(guest.call(getcwd, &[B, 5]), OK);
        assert_eq!(guest.memory.bytes(B, 5).unwrap(), b"/sub\0");
        assert_eq!(guest.call("nacl-irt-dev-filename-0.2.rmdir", &[path]), OK);
    }

    #[test]
    fn file_times_are_read_as_two_timevals() {
        let (_tree, mut guest) = Guest::with_files();
        guest.open("/file", flags::CREATE | flags::WRITE_ONLY);
        let path = guest.string("/file");
        for (index, word) in [100, 0, 5, 0, 200, 0, 999_999, 0].into_iter().enumerate() {
            guest.memory.store_u32(B + 4 * index as u32, word).unwrap();
        }
        let utimes = "nacl-irt-dev-filename-0.3.utimes";
        assert_eq!(guest.call(utimes, &[path, B]), OK);
        let stat = Guest::TABLE;
        assert_eq!(guest.call("nacl-irt-filename-0.1.stat", &[path, stat]), OK);
        assert_eq!(
            guest.words(stat + 56, 8),
            [100, 0, 5000, 0, 200, 0, 999_999_000, 0]
        );
        guest.memory.store_u32(B + 8, 1_000_000).unwrap();
        assert_eq!(guest.call(utimes, &[path, B]), failed(Errno::EINVAL));
        assert_eq!(guest.call(utimes, &[path, 0]), OK);
    }

    #[test]
    fn the_target_of_a_link_is_cut_to_the_room() {
        let (_tree, mut guest) = Guest::with_files();
        let link = guest.string("/link");
        let target = guest.string("target");
        assert_eq!(
            guest.call("nacl-irt-dev-filename-0.3.symlink", &[target, link]),
            OK
        );
        guest.fill(B, 10, 0xff);
        let readlink = "nacl-irt-dev-filename-0.3.readlink";
        assert_eq!(guest.call(readlink, &[link, B, 3, RESULT]), OK);
        assert_eq!(guest.memory.bytes(B, 4).unwrap(), b"tar\xff");
        assert_eq!(guest.call(readlink, &[link, B, 100, RESULT]), OK);
        assert_eq!(guest.words(RESULT, 1), [6]);
    }
}
