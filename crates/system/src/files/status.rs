//! The result of `stat`.

use std::time::Duration;

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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Time {
    /// Seconds, negative before 1970.
    pub seconds: i64,
    /// Nanoseconds after the second.
    pub nanoseconds: u32,
}

impl From<Duration> for Time {
    /// So long after 1970.
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
    /// The device that it lies on.
    pub device: u64,
    /// Its number there.
    pub inode: u64,
    /// Kind and permissions.
    pub mode: u32,
    /// Number of its names.
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
}
