//! Error numbers of the guest's C library.

use crate::memory::{Fault, TooFragmented};
use std::fmt;
use std::io::ErrorKind;

/// An error number of the guest; never zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Errno(u32);

macro_rules! errnos {
    ($($name:ident = $number:literal, $meaning:literal;)*) => {
        impl Errno {
            $(#[doc = concat!($meaning, ".")] pub const $name: Errno = Errno($number);)*

            /// Returns its name in the C library's headers.
            pub const fn name(self) -> &'static str {
                match self.0 {
                    $($number => stringify!($name),)*
                    _ => "unknown error",
                }
            }

            /// Returns the error with this number, if it exists.
            pub const fn from_number(number: u32) -> Option<Errno> {
                match number {
                    $($number => Some(Errno::$name),)*
                    _ => None,
                }
            }

            /// Returns a short description.
            pub const fn meaning(self) -> &'static str {
                match self.0 {
                    $($number => $meaning,)*
                    _ => "unknown error",
                }
            }
        }
    };
}

errnos! {
    EPERM = 1, "operation not permitted";
    ENOENT = 2, "no such file or directory";
    EINTR = 4, "interrupted";
    EIO = 5, "input or output error";
    ENXIO = 6, "no such device";
    ENOEXEC = 8, "not something that can be executed";
    EBADF = 9, "bad file descriptor";
    EAGAIN = 11, "try again";
    ENOMEM = 12, "out of memory";
    EACCES = 13, "permission denied";
    EFAULT = 14, "bad address";
    EBUSY = 16, "busy";
    EEXIST = 17, "file exists";
    EXDEV = 18, "rename or link between file systems";
    ENODEV = 19, "the device cannot do this";
    ENOTDIR = 20, "not a directory";
    EISDIR = 21, "is a directory";
    EINVAL = 22, "invalid argument";
    ENFILE = 23, "too many open files in the system";
    EMFILE = 24, "too many open files";
    ENOTTY = 25, "not a terminal";
    EFBIG = 27, "file too large";
    ENOSPC = 28, "no space left";
    ESPIPE = 29, "cannot seek";
    EROFS = 30, "read-only file system";
    EMLINK = 31, "too many links";
    EPIPE = 32, "broken pipe";
    ERANGE = 34, "result too large";
    EDEADLK = 35, "deadlock";
    ENAMETOOLONG = 36, "name too long";
    ENOLCK = 37, "no locks available";
    ENOSYS = 38, "not supported by this system";
    ENOTEMPTY = 39, "directory not empty";
    ELOOP = 40, "too many symbolic links";
    EOVERFLOW = 75, "value too large";
    EILSEQ = 84, "illegal byte sequence";
    EMSGSIZE = 90, "message too long";
    EOPNOTSUPP = 95, "operation not supported";
    ECONNRESET = 104, "connection reset";
    ETIMEDOUT = 110, "timed out";
    ESTALE = 116, "stale file handle";
    EDQUOT = 122, "disk quota exceeded";
}

impl Errno {
    /// Returns the number.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// Returns the number as the result of a host function.
    pub const fn word(self) -> u64 {
        self.0 as u64
    }
}

impl fmt::Display for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.meaning(), self.name())
    }
}

impl fmt::Debug for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::error::Error for Errno {}

impl From<Fault> for Errno {
    fn from(_: Fault) -> Errno {
        Errno::EFAULT
    }
}

impl From<TooFragmented> for Errno {
    fn from(_: TooFragmented) -> Errno {
        Errno::ENOMEM
    }
}

/// Converts an error if only its kind is known.
impl From<ErrorKind> for Errno {
    fn from(kind: ErrorKind) -> Errno {
        match kind {
            ErrorKind::NotFound => Errno::ENOENT,
            ErrorKind::PermissionDenied => Errno::EACCES,
            ErrorKind::AlreadyExists => Errno::EEXIST,
            ErrorKind::WouldBlock => Errno::EAGAIN,
            ErrorKind::NotADirectory => Errno::ENOTDIR,
            ErrorKind::IsADirectory => Errno::EISDIR,
            ErrorKind::DirectoryNotEmpty => Errno::ENOTEMPTY,
            ErrorKind::ReadOnlyFilesystem => Errno::EROFS,
            ErrorKind::InvalidInput => Errno::EINVAL,
            ErrorKind::InvalidFilename => Errno::EINVAL,
            ErrorKind::TimedOut => Errno::ETIMEDOUT,
            ErrorKind::StorageFull => Errno::ENOSPC,
            ErrorKind::QuotaExceeded => Errno::EDQUOT,
            ErrorKind::NotSeekable => Errno::ESPIPE,
            ErrorKind::FileTooLarge => Errno::EFBIG,
            ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => Errno::EBUSY,
            ErrorKind::CrossesDevices => Errno::EXDEV,
            ErrorKind::TooManyLinks => Errno::EMLINK,
            ErrorKind::BrokenPipe => Errno::EPIPE,
            ErrorKind::Interrupted => Errno::EINTR,
            ErrorKind::Unsupported => Errno::ENOSYS,
            ErrorKind::OutOfMemory => Errno::ENOMEM,
            _ => Errno::EIO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_errno_says_what_it_means() {
        assert_eq!(Errno::EROFS.to_string(), "read-only file system (EROFS)");
    }
}
