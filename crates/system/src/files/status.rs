//! What `stat` tells about a file.

use cap_std::fs::Metadata;
use std::time::{Duration, SystemTime};

/// The bits of a mode that say what kind of file it is. The guest has five,
/// one more than Unix.
pub const MODE_TYPE: u32 = 0o370_000;
/// A named pipe, or a stream that is not a terminal.
pub const MODE_FIFO: u32 = 0o010_000;
/// A character device, as a terminal.
pub const MODE_CHARACTER: u32 = 0o020_000;
/// A directory.
pub const MODE_DIRECTORY: u32 = 0o040_000;
/// An ordinary file.
pub const MODE_REGULAR: u32 = 0o100_000;
/// A symbolic link.
pub const MODE_LINK: u32 = 0o120_000;

/// Bits of a mode that a guest may set: the permissions, not the bits that
/// let a program run with the rights of its owner.
pub const MODE_PERMISSIONS: u32 = 0o777;

/// A point in time as seconds since 1970 and nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Time {
    /// Seconds, negative before 1970.
    pub seconds: i64,
    /// Nanoseconds after the second.
    pub nanoseconds: u32,
}

impl From<SystemTime> for Time {
    fn from(time: SystemTime) -> Time {
        match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => Time {
                seconds: after.as_secs() as i64,
                nanoseconds: after.subsec_nanos(),
            },
            Err(error) => {
                let before = error.duration();
                // Nanoseconds count forwards, so a fraction before 1970
                // belongs to the second that starts before it.
                let borrow = before.subsec_nanos() != 0;
                Time {
                    seconds: -(before.as_secs() as i64) - i64::from(borrow),
                    nanoseconds: (1_000_000_000 - before.subsec_nanos()) % 1_000_000_000,
                }
            }
        }
    }
}

impl Time {
    /// The time as the host counts it, unless it is out of its range.
    pub fn to_system(self) -> Option<SystemTime> {
        let whole = Duration::from_secs(self.seconds.unsigned_abs());
        let start = if self.seconds < 0 {
            SystemTime::UNIX_EPOCH.checked_sub(whole)
        } else {
            SystemTime::UNIX_EPOCH.checked_add(whole)
        };
        start?.checked_add(Duration::from_nanos(self.nanoseconds.into()))
    }
}

/// What is known about a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Status {
    /// The device that it lies on.
    pub device: u64,
    /// Its number there.
    pub inode: u64,
    /// Kind and permissions.
    pub mode: u32,
    /// How many names it has.
    pub links: u32,
    /// Its owner.
    pub user: u32,
    /// Its owner's group.
    pub group: u32,
    /// The device that it is, if it is one.
    pub special_device: u64,
    /// Its length in bytes.
    pub size: u64,
    /// The best length of a transfer.
    pub block_size: u32,
    /// The number of 512-byte blocks that it takes.
    pub blocks: u64,
    /// Last read.
    pub accessed: Time,
    /// Last written.
    pub modified: Time,
    /// Last change of the file or of what is known about it.
    pub changed: Time,
}

/// The transfer length reported for every file.
const BLOCK_SIZE: u32 = 4096;

impl Status {
    /// Whether the file is a directory.
    pub fn is_directory(&self) -> bool {
        self.mode & MODE_TYPE == MODE_DIRECTORY
    }

    /// Whether it is an ordinary file.
    pub fn is_regular(&self) -> bool {
        self.mode & MODE_TYPE == MODE_REGULAR
    }

    /// The status of a stream, which the C library asks for to choose how it
    /// buffers output.
    pub(super) fn of_stream(terminal: bool, descriptor: u32) -> Status {
        Status {
            inode: u64::from(descriptor) + 1,
            mode: if terminal {
                MODE_CHARACTER | 0o666
            } else {
                MODE_FIFO | 0o666
            },
            links: 1,
            block_size: BLOCK_SIZE,
            ..Status::default()
        }
    }

    /// The status of a directory that exists only because something is
    /// mounted below it.
    pub(super) fn of_virtual_directory(inode: u64) -> Status {
        Status {
            inode,
            mode: MODE_DIRECTORY | 0o555,
            links: 2,
            block_size: BLOCK_SIZE,
            ..Status::default()
        }
    }

    /// The status of a file of the host.
    #[cfg(unix)]
    pub(super) fn of_metadata(metadata: &Metadata) -> Status {
        use cap_std::fs::MetadataExt;
        let time = |seconds, nanoseconds| Time {
            seconds,
            nanoseconds: nanoseconds as u32,
        };
        Status {
            device: metadata.dev(),
            inode: metadata.ino(),
            // The kinds have the same numbers everywhere.
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

    /// The status of a file of the host, as far as it knows these things.
    #[cfg(not(unix))]
    pub(super) fn of_metadata(metadata: &Metadata) -> Status {
        let time = |time: std::io::Result<cap_std::time::SystemTime>| {
            time.map(|time| Time::from(time.into_std()))
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_before_1970_round_trip() {
        for (seconds, nanoseconds) in [(-2, 250_000_000), (-1, 0), (0, 0), (5, 999_999_999)] {
            let time = Time {
                seconds,
                nanoseconds,
            };
            assert_eq!(Time::from(time.to_system().unwrap()), time);
        }
    }
}
