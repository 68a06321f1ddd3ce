//! The result of `stat`.

use std::time::Duration;

/// The bits of a mode that give the type of the file. The guest uses five bits, one more than Unix.
pub const MODE_TYPE: u32 = 0o370_000;
/// A named pipe; also reported for streams that are not terminals.
pub const MODE_FIFO: u32 = 0o010_000;
/// A character device, such as a terminal.
pub const MODE_CHARACTER: u32 = 0o020_000;
/// A directory.
pub const MODE_DIRECTORY: u32 = 0o040_000;
/// An ordinary file.
pub const MODE_REGULAR: u32 = 0o100_000;
/// A symbolic link.
pub const MODE_LINK: u32 = 0o120_000;

/// The mode bits that a guest may set: the permissions, but not set-user-ID, set-group-ID or the
/// sticky bit.
pub const MODE_PERMISSIONS: u32 = 0o777;

/// A point in time as seconds since 1970 and nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Time {
    /// Seconds, negative before 1970.
    pub seconds: i64,
    /// Nanoseconds after the second.
    pub nanoseconds: u32,
}

impl From<Duration> for Time {
    /// Converts a duration since 1970.
    fn from(since: Duration) -> Time {
        Time {
            seconds: i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
            nanoseconds: since.subsec_nanos(),
        }
    }
}

/// The metadata of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Status {
    /// The number of the device that contains it.
    pub device: u64,
    /// Its number on that device.
    pub inode: u64,
    /// Type and permissions.
    pub mode: u32,
    /// Number of its hard links.
    pub links: u32,
    /// User ID of its owner.
    pub user: u32,
    /// Group ID of its owner.
    pub group: u32,
    /// The device that it represents, if it is a device.
    pub special_device: u64,
    /// Its length in bytes.
    pub size: u64,
    /// The preferred size of transfers in bytes.
    pub block_size: u32,
    /// The number of 512-byte blocks that it takes.
    pub blocks: u64,
    /// Time of the last access.
    pub accessed: Time,
    /// Time of the last change of its contents.
    pub modified: Time,
    /// Time of the last change of its contents or metadata.
    pub changed: Time,
}

/// The preferred size of transfers reported for every file.
pub const BLOCK_SIZE: u32 = 4096;

impl Status {
    /// Returns true if the file is a directory.
    pub fn is_directory(&self) -> bool {
        self.mode & MODE_TYPE == MODE_DIRECTORY
    }

    /// Returns true if it is an ordinary file.
    pub fn is_regular(&self) -> bool {
        self.mode & MODE_TYPE == MODE_REGULAR
    }

    /// Returns the status of a stream. The C library uses it to choose how it buffers output.
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

    /// Returns the status of a directory that exists only because trees are mounted below it.
    pub(super) fn of_virtual_directory(inode: u64) -> Status {
        Status {
            inode,
            mode: MODE_DIRECTORY | 0o555,
            links: 2,
            block_size: BLOCK_SIZE,
            ..Status::default()
        }
    }
}
