//! Converts paths, times, permissions and metadata between this machine and the guest.

use cap_std::fs::Metadata;
use pinnacle_system::Errno;
#[cfg(unix)]
use pinnacle_system::files::MODE_TYPE;
use pinnacle_system::files::{BLOCK_SIZE, Status, Time, TreePath};
#[cfg(not(unix))]
use pinnacle_system::files::{MODE_DIRECTORY, MODE_LINK, MODE_REGULAR};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// Converts a path in a tree to a relative path on this machine.
///
/// # Errors
///
/// Fails if the name is not valid on this machine.
pub fn host_path(path: &TreePath) -> Result<PathBuf, Errno> {
    let mut text = path.names.join(&b'/');
    if text.is_empty() {
        text.push(b'.');
    } else if path.directory {
        text.push(b'/');
    }
    path_from_bytes(text)
}

/// Converts a path of the guest to a path on this machine.
#[cfg(unix)]
pub(super) fn path_from_bytes(bytes: Vec<u8>) -> Result<PathBuf, Errno> {
    use std::os::unix::ffi::OsStringExt;
    Ok(std::ffi::OsString::from_vec(bytes).into())
}

/// Converts a path of the guest to a path on this machine, where paths are Unicode.
#[cfg(not(unix))]
pub(super) fn path_from_bytes(bytes: Vec<u8>) -> Result<PathBuf, Errno> {
    String::from_utf8(bytes)
        .map(PathBuf::from)
        .map_err(|_| Errno::EILSEQ)
}

/// Converts a file name or path of this machine to the guest's bytes.
#[cfg(unix)]
pub(super) fn bytes_from_os(name: &std::ffi::OsStr) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt;
    name.as_bytes().to_vec()
}

/// Converts a file name or path of this machine to the guest's bytes, with `/` as the separator.
#[cfg(not(unix))]
pub(super) fn bytes_from_os(name: &std::ffi::OsStr) -> Vec<u8> {
    name.to_string_lossy().replace('\\', "/").into_bytes()
}

/// Converts a time of this machine.
#[cfg(any(test, not(unix)))]
pub(super) fn from_system(time: SystemTime) -> Time {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => Time {
            seconds: after.as_secs() as i64,
            nanoseconds: after.subsec_nanos(),
        },
        Err(error) => {
            let before = error.duration();
            // Nanoseconds count forwards, so a time before 1970 with a fraction belongs to the
            // second that starts before it.
            let borrow = before.subsec_nanos() != 0;
            Time {
                seconds: -(before.as_secs() as i64) - i64::from(borrow),
                nanoseconds: (1_000_000_000 - before.subsec_nanos()) % 1_000_000_000,
            }
        }
    }
}

/// Converts a time to the system's type. Returns `None` if it is out of range.
pub(super) fn to_system(time: Time) -> Option<SystemTime> {
    let whole = Duration::from_secs(time.seconds.unsigned_abs());
    let start = if time.seconds < 0 {
        SystemTime::UNIX_EPOCH.checked_sub(whole)
    } else {
        SystemTime::UNIX_EPOCH.checked_add(whole)
    };
    start?.checked_add(Duration::from_nanos(time.nanoseconds.into()))
}

/// Converts the metadata of a file of this machine.
#[cfg(unix)]
pub(super) fn status(metadata: &Metadata) -> Status {
    use cap_std::fs::MetadataExt;
    let time = |seconds, nanoseconds| Time {
        seconds,
        nanoseconds: nanoseconds as u32,
    };
    Status {
        device: metadata.dev(),
        inode: metadata.ino(),
        // File types have the same numbers on all Unix systems.
        mode: metadata.mode() & (MODE_TYPE | 0o7777),
        links: metadata.nlink().try_into().unwrap_or(u32::MAX),
        user: metadata.uid(),
        group: metadata.gid(),
        special_device: metadata.rdev(),
        size: metadata.size(),
        block_size: BLOCK_SIZE,
        blocks: metadata.blocks(),
        accessed: time(metadata.atime(), metadata.atime_nsec()),
        modified: time(metadata.mtime(), metadata.mtime_nsec()),
        changed: time(metadata.ctime(), metadata.ctime_nsec()),
    }
}

/// Converts the metadata of a file. Fields that this machine lacks have fixed values.
#[cfg(not(unix))]
pub(super) fn status(metadata: &Metadata) -> Status {
    let time = |time: std::io::Result<cap_std::time::SystemTime>| {
        time.map(|time| from_system(time.into_std()))
            .unwrap_or_default()
    };
    let kind = if metadata.is_dir() {
        MODE_DIRECTORY
    } else if metadata.is_symlink() {
        MODE_LINK
    } else {
        MODE_REGULAR
    };
    let permissions = if metadata.permissions().readonly() {
        0o555
    } else {
        0o777
    };
    Status {
        mode: kind | permissions,
        links: 1,
        size: metadata.len(),
        block_size: BLOCK_SIZE,
        blocks: metadata.len().div_ceil(512),
        accessed: time(metadata.accessed()),
        modified: time(metadata.modified()),
        changed: time(metadata.modified()),
        ..Status::default()
    }
}

/// Returns the permissions of this machine for a mode.
#[cfg(unix)]
pub(super) fn permissions(_: std::fs::Permissions, mode: u32) -> std::fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(mode)
}

/// Returns the permissions of this machine that are closest to a mode.
#[cfg(not(unix))]
pub(super) fn permissions(current: std::fs::Permissions, mode: u32) -> std::fs::Permissions {
    let mut permissions = current;
    permissions.set_readonly(mode & 0o222 == 0);
    permissions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_before_1970_round_trip() {
        // Times on Windows have a resolution of 100 ns.
        for (seconds, nanoseconds) in [(-2, 250_000_000), (-1, 0), (0, 0), (5, 999_999_900)] {
            let time = Time {
                seconds,
                nanoseconds,
            };
            assert_eq!(from_system(to_system(time).unwrap()), time);
        }
    }
}
