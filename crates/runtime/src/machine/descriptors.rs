//! Descriptors of this process that are passed to a program.

use super::messages;
use pinnacle_system::Errno;
use pinnacle_system::files::{Access, FileSystem};
use std::fmt;
use std::fs::File;
use std::io;
use std::str::FromStr;

/// A file, pipe or socket of this process that has a descriptor in the program. Both share the file
/// position.
#[derive(Debug)]
pub struct Descriptor {
    guest: u32,
    file: File,
}

impl Descriptor {
    /// Passes an open file to the program as descriptor `guest`; below 3, it replaces a standard
    /// stream. The program can use it in the modes in which it is open.
    ///
    /// A read of the program waits for the file, and with it every thread of the program that
    /// calls the host. Only the end of this process stops it.
    pub fn new(guest: u32, file: impl Into<File>) -> Descriptor {
        let file = file.into();
        Descriptor { guest, file }
    }

    /// Passes a descriptor that this process has inherited to the program. It is duplicated, and
    /// stays open here.
    ///
    /// # Errors
    ///
    /// Fails if this process has no such descriptor, or the system cannot duplicate one by its
    /// number.
    pub fn inherited(spec: DescriptorSpec) -> io::Result<Descriptor> {
        Ok(Descriptor::new(spec.guest, duplicate(spec.host)?))
    }

    /// Opens it for a program.
    pub(super) fn give(self, files: &mut FileSystem) -> Result<(), Errno> {
        let access = access(&self.file);
        let file = messages::given(self.file);
        files.give(self.guest, file, access)
    }

    /// The number of the program.
    pub(super) fn guest(&self) -> u32 {
        self.guest
    }
}

/// A descriptor of the program and one of this process, parsed from `GUEST:HOST`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DescriptorSpec {
    /// The number of the program, less than 4096.
    pub guest: u32,
    /// The number in this process.
    pub host: u32,
}

/// The text is not `GUEST:HOST`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DescriptorSpecError(String);

impl fmt::Display for DescriptorSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected GUEST:HOST, two descriptor numbers below 4096, found {:?}",
            self.0
        )
    }
}

impl std::error::Error for DescriptorSpecError {}

impl FromStr for DescriptorSpec {
    type Err = DescriptorSpecError;

    fn from_str(text: &str) -> Result<DescriptorSpec, DescriptorSpecError> {
        let number = |text: &str| {
            let number: u32 = text.parse().ok()?;
            (number < pinnacle_system::files::MAX_DESCRIPTORS as u32).then_some(number)
        };
        let spec = text.split_once(':').and_then(|(guest, host)| {
            Some(DescriptorSpec {
                guest: number(guest)?,
                host: number(host)?,
            })
        });
        spec.ok_or_else(|| DescriptorSpecError(text.to_owned()))
    }
}

/// Duplicates a descriptor of this process by its number, without unsafe code.
#[cfg(target_os = "linux")]
fn duplicate(host: u32) -> io::Result<File> {
    use rustix::process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};
    let number = i32::try_from(host).map_err(|_| io::ErrorKind::InvalidInput)?;
    let process = pidfd_open(getpid(), PidfdFlags::empty())?;
    Ok(pidfd_getfd(process, number, PidfdGetfdFlags::empty())?.into())
}

/// To open one there duplicates it.
#[cfg(all(unix, not(target_os = "linux")))]
fn duplicate(host: u32) -> io::Result<File> {
    let path = format!("/dev/fd/{host}");
    let both = File::options().read(true).write(true).open(&path);
    both.or_else(|_| File::open(&path))
        .or_else(|_| File::options().write(true).open(&path))
}

#[cfg(not(unix))]
fn duplicate(_: u32) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(unix)]
fn access(file: &File) -> Access {
    use rustix::fs::OFlags;
    // If the access mode is unknown, errors appear on use.
    let flags = rustix::fs::fcntl_getfl(file).unwrap_or(OFlags::RDWR);
    let mode = flags & OFlags::ACCMODE;
    Access {
        read: mode != OFlags::WRONLY,
        write: mode != OFlags::RDONLY,
    }
}

#[cfg(not(unix))]
fn access(_: &File) -> Access {
    Access {
        read: true,
        write: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_numbers_have_to_be_those_of_descriptors() {
        let spec = |text: &str| DescriptorSpec::from_str(text).ok();
        let expected = DescriptorSpec { guest: 5, host: 3 };
        assert_eq!(spec("5:3"), Some(expected));
        for text in [
            "", "5", "5:", ":3", "5:3:1", "-1:3", "4096:3", "5:4096", "a:b",
        ] {
            assert_eq!(spec(text), None, "{text}");
        }
    }
}
