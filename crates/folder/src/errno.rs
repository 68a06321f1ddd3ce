//! Converts errors of this machine to the guest's error numbers.

use pinnacle_system::Errno;
use std::io;

/// Converts an error of this machine to the guest's error number. A path that leads out of its
/// folder gives `EACCES`.
#[allow(clippy::needless_pass_by_value, reason = "it is what `map_err` calls")]
pub fn errno(error: io::Error) -> Errno {
    from_system(&error).unwrap_or_else(|| error.kind().into())
}

/// Converts an error that has an error number of this machine.
#[cfg(unix)]
fn from_system(error: &io::Error) -> Option<Errno> {
    use rustix::io::Errno as Host;
    // The numbers differ between Unix systems, so errors are matched by their names.
    const TABLE: &[(Host, Errno)] = &[
        (Host::PERM, Errno::EPERM),
        (Host::NOENT, Errno::ENOENT),
        (Host::INTR, Errno::EINTR),
        (Host::IO, Errno::EIO),
        (Host::NXIO, Errno::ENXIO),
        (Host::BADF, Errno::EBADF),
        (Host::AGAIN, Errno::EAGAIN),
        (Host::NOMEM, Errno::ENOMEM),
        (Host::ACCESS, Errno::EACCES),
        (Host::FAULT, Errno::EFAULT),
        (Host::BUSY, Errno::EBUSY),
        (Host::TXTBSY, Errno::EBUSY),
        (Host::EXIST, Errno::EEXIST),
        (Host::XDEV, Errno::EXDEV),
        (Host::NODEV, Errno::ENODEV),
        (Host::NOTDIR, Errno::ENOTDIR),
        (Host::ISDIR, Errno::EISDIR),
        (Host::INVAL, Errno::EINVAL),
        (Host::NFILE, Errno::ENFILE),
        (Host::MFILE, Errno::EMFILE),
        (Host::NOTTY, Errno::ENOTTY),
        (Host::FBIG, Errno::EFBIG),
        (Host::NOSPC, Errno::ENOSPC),
        (Host::SPIPE, Errno::ESPIPE),
        (Host::ROFS, Errno::EROFS),
        (Host::MLINK, Errno::EMLINK),
        (Host::PIPE, Errno::EPIPE),
        (Host::RANGE, Errno::ERANGE),
        (Host::DEADLK, Errno::EDEADLK),
        (Host::NAMETOOLONG, Errno::ENAMETOOLONG),
        (Host::NOLCK, Errno::ENOLCK),
        (Host::NOSYS, Errno::ENOSYS),
        (Host::NOTEMPTY, Errno::ENOTEMPTY),
        (Host::LOOP, Errno::ELOOP),
        (Host::OVERFLOW, Errno::EOVERFLOW),
        (Host::ILSEQ, Errno::EILSEQ),
        (Host::OPNOTSUPP, Errno::EOPNOTSUPP),
        (Host::CONNRESET, Errno::ECONNRESET),
        (Host::TIMEDOUT, Errno::ETIMEDOUT),
        (Host::STALE, Errno::ESTALE),
        (Host::DQUOT, Errno::EDQUOT),
    ];
    let host = Host::from_io_error(error)?;
    TABLE
        .iter()
        .find(|(entry, _)| *entry == host)
        .map(|&(_, errno)| errno)
}

/// Other systems only provide the kind of an error.
#[cfg(not(unix))]
fn from_system(_: &io::Error) -> Option<Errno> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_host_keep_their_meaning() {
        let missing = std::fs::File::open("no/such/file/anywhere").unwrap_err();
        assert_eq!(errno(missing), Errno::ENOENT);
        assert_eq!(
            errno(io::Error::from(io::ErrorKind::BrokenPipe)),
            Errno::EPIPE
        );
        assert_eq!(errno(io::Error::other("anything")), Errno::EIO);
    }
}
