//! Host folders that are opened for a guest, and the syntax that describes them.

use pinnacle_folder::Folder;
use pinnacle_record::Tape;
use pinnacle_system::Errno;
use pinnacle_system::files::{GuestPath, Mount, MountedTwice};
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;

/// A folder to be opened, as `HOST[::GUEST][:ro]` describes it.
///
/// Without a guest path the folder appears under the name that the host uses
/// for it, seen from `/`, where the guest starts: `data` is found both as
/// `data` and as `/data`, and `.` is the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MountSpec {
    /// The folder of the host.
    pub host: PathBuf,
    /// Its path in the guest.
    pub guest: GuestPath,
    /// True if the guest may not change the folder.
    pub read_only: bool,
}

/// An error in the description of a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MountSpecError {
    /// The host path is missing.
    NoHost(String),
    /// The host path is not valid on this system.
    BadHost(String),
    /// No guest path follows `::`.
    NoGuest(String),
    /// The guest path cannot be one.
    BadGuest(String, Errno),
    /// The text after a single colon is not `ro`.
    UnknownOption(String, String),
}

impl fmt::Display for MountSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MountSpecError::NoHost(text) => write!(f, "{text:?} has no host folder")?,
            MountSpecError::BadHost(text) => {
                write!(
                    f,
                    "the folder in {text:?} has a name that this system does not support"
                )?;
            }
            MountSpecError::NoGuest(text) => {
                write!(f, "{text:?} has no path for the program after \"::\"")?;
            }
            MountSpecError::BadGuest(text, errno) => {
                write!(
                    f,
                    "the path for the program in {text:?} cannot be used: {errno}"
                )?;
            }
            MountSpecError::UnknownOption(text, option) => {
                write!(
                    f,
                    "unknown option {option:?} in {text:?}; \"ro\" is the only one"
                )?;
            }
        }
        f.write_str(" (expected HOST[::GUEST][:ro])")
    }
}

impl std::error::Error for MountSpecError {}

impl FromStr for MountSpec {
    type Err = MountSpecError;

    fn from_str(text: &str) -> Result<MountSpec, MountSpecError> {
        MountSpec::from_os(OsStr::new(text))
    }
}

impl MountSpec {
    /// Parses a description, which need not be Unicode.
    ///
    /// # Errors
    ///
    /// Fails if the description is malformed.
    pub fn from_os(text: &OsStr) -> Result<MountSpec, MountSpecError> {
        let shown = || text.to_string_lossy().into_owned();
        let (host, rest) = match split_once(text.as_encoded_bytes(), b"::") {
            Some((host, rest)) => (host, Some(rest)),
            None => (text.as_encoded_bytes(), None),
        };
        // The option follows the last part, so a host path may contain colons if it is followed by
        // a guest path.
        let (last, option) = match split_once(rest.unwrap_or(host), b":") {
            Some((last, option)) => (last, Some(option)),
            None => (rest.unwrap_or(host), None),
        };
        let read_only = match option {
            None => false,
            Some(b"ro") => true,
            Some(option) => {
                let option = String::from_utf8_lossy(option).into_owned();
                return Err(MountSpecError::UnknownOption(shown(), option));
            }
        };
        let host = if rest.is_some() { host } else { last };
        if host.is_empty() {
            return Err(MountSpecError::NoHost(shown()));
        }
        if last.is_empty() {
            return Err(MountSpecError::NoGuest(shown()));
        }
        let guest = GuestPath::root()
            .resolve(last)
            .map_err(|errno| MountSpecError::BadGuest(shown(), errno))?
            .path;
        let host = path(host).ok_or_else(|| MountSpecError::BadHost(shown()))?;
        Ok(MountSpec {
            host,
            guest,
            read_only,
        })
    }
}

/// Splits bytes at the first occurrence of a separator.
fn split_once<'t>(text: &'t [u8], separator: &[u8]) -> Option<(&'t [u8], &'t [u8])> {
    let mut windows = text.windows(separator.len());
    let at = windows.position(|window| window == separator)?;
    Some((&text[..at], &text[at + separator.len()..]))
}

/// Converts a part of a system string to a path.
#[cfg(unix)]
fn path(bytes: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    Some(OsStr::from_bytes(bytes).into())
}

/// Converts a part of a system string to a path, on systems where paths are Unicode.
#[cfg(not(unix))]
fn path(bytes: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(bytes).ok().map(PathBuf::from)
}

/// A folder that could not be opened for the guest.
#[derive(Debug)]
pub enum MountError {
    /// The host refused.
    Open {
        /// The folder.
        host: PathBuf,
        /// Its reason.
        reason: io::Error,
    },
    /// Two folders would appear under the same path.
    Twice(MountedTwice),
    /// The guest's working folder is not in one of its folders.
    Start {
        /// The folder's name for the guest.
        folder: String,
        /// The error that the guest would get.
        reason: Errno,
    },
    /// The program cannot have a descriptor with this number.
    Descriptor(u32),
}

impl fmt::Display for MountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MountError::Open { host, reason } => {
                write!(
                    f,
                    "cannot open the folder {} for the program: {reason}",
                    host.display()
                )
            }
            MountError::Twice(error) => error.fmt(f),
            MountError::Descriptor(number) => write!(
                f,
                "the program cannot have a descriptor {number}, expected less than 4096"
            ),
            MountError::Start { folder, reason } => {
                write!(
                    f,
                    "the program cannot start in the folder {folder}: {reason}"
                )
            }
        }
    }
}

impl std::error::Error for MountError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            MountError::Open { reason, .. } => Some(reason),
            MountError::Twice(error) => error.source(),
            MountError::Start { .. } | MountError::Descriptor(_) => None,
        }
    }
}

impl From<MountedTwice> for MountError {
    fn from(error: MountedTwice) -> MountError {
        MountError::Twice(error)
    }
}

impl MountSpec {
    /// Returns true if `other` contains this folder and shows it in the same way: under the same
    /// name, and equally writable. Then this folder need not be opened, and files can be moved
    /// between the two.
    #[must_use]
    pub fn is_within(&self, other: &MountSpec) -> bool {
        let (Ok(inner), Ok(outer)) = (self.host.canonicalize(), other.host.canonicalize()) else {
            return false;
        };
        let Ok(rest) = inner.strip_prefix(outer) else {
            return false;
        };
        let mut path = other.guest.to_bytes();
        path.push(b'/');
        path.extend_from_slice(rest.as_os_str().as_encoded_bytes());
        let guest = GuestPath::root().resolve(&path);
        let is_deeper = rest.components().next().is_some();
        is_deeper
            && self.read_only == other.read_only
            && guest.is_ok_and(|guest| guest.path == self.guest)
    }

    /// Opens the folder. A tape records its answers; a replay answers from the tape and opens
    /// nothing.
    ///
    /// # Errors
    ///
    /// Fails if the machine refuses.
    pub(super) fn open(&self, tape: Option<&Tape>) -> Result<Mount, MountError> {
        let on_tape = |tape, outside| {
            pinnacle_record::mounted(tape, self.guest.clone(), self.read_only, outside)
        };
        if let Some(tape) = tape.filter(|tape| tape.is_replay()) {
            return Ok(on_tape(tape, None));
        }
        let folder = Folder::open(&self.host).map_err(|reason| MountError::Open {
            host: self.host.clone(),
            reason,
        })?;
        if let Some(tape) = tape {
            return Ok(on_tape(tape, Some(Box::new(folder))));
        }
        Ok(Mount {
            guest: self.guest.clone(),
            tree: Box::new(folder),
            read_only: self.read_only,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> (String, String, bool) {
        let spec: MountSpec = text.parse().unwrap();
        (
            spec.host.display().to_string(),
            spec.guest.to_string(),
            spec.read_only,
        )
    }

    #[test]
    fn a_folder_is_described_in_up_to_three_parts() {
        assert_eq!(spec("data"), ("data".into(), "/data".into(), false));
        assert_eq!(spec("."), (".".into(), "/".into(), false));
        assert_eq!(spec("../data:ro"), ("../data".into(), "/data".into(), true));
        assert_eq!(spec("/var/x::/y"), ("/var/x".into(), "/y".into(), false));
        assert_eq!(spec("/var/x::y:ro"), ("/var/x".into(), "/y".into(), true));
        assert_eq!(spec("a:b::/"), ("a:b".into(), "/".into(), false));
    }

    #[test]
    fn a_bad_description_says_what_is_wrong() {
        let error = |text: &str| text.parse::<MountSpec>().unwrap_err().to_string();
        assert!(error("").contains("no host folder"));
        assert!(error("::/x").contains("no host folder"));
        assert!(error("x::").contains("no path for the program"));
        assert!(error("x:rw").contains("unknown option \"rw\""));
        assert!(error("x::/y:ro:ro").contains("unknown option \"ro:ro\""));
    }

    #[cfg(unix)]
    #[test]
    fn names_need_not_be_unicode() {
        use std::os::unix::ffi::OsStrExt;
        let spec = MountSpec::from_os(OsStr::from_bytes(b"\xff::/x:ro")).unwrap();
        assert_eq!(spec.host.as_os_str().as_bytes(), b"\xff");
        assert!(spec.read_only);
    }

    #[test]
    fn a_missing_folder_is_named() {
        let spec: MountSpec = "no/such/folder".parse().unwrap();
        let error = spec.open(None).unwrap_err();
        assert!(error.to_string().contains("no/such/folder"), "{error}");
    }
}
