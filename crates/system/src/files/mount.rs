//! The folders of the host that are opened for the guest, and where it finds
//! them.

use super::path::{GuestPath, Resolved, host_path};
use crate::Errno;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// A folder to be opened, as `HOST[::GUEST][:ro]` describes it.
///
/// Without a guest path the folder appears under the name that the host uses
/// for it, seen from `/`, where the guest starts: `data` is found both as
/// `data` and as `/data`, and `.` is the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MountSpec {
    /// The folder of the host.
    pub host: PathBuf,
    /// Where the guest finds it.
    pub guest: GuestPath,
    /// Whether the guest may not change anything in it.
    pub read_only: bool,
}

/// What is wrong with the description of a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MountSpecError {
    /// There is no host path.
    NoHost(String),
    /// There is `::`, but no guest path after it.
    NoGuest(String),
    /// The guest path cannot be one.
    BadGuest(String, Errno),
    /// Something other than `ro` follows a single colon.
    UnknownOption(String, String),
}

impl fmt::Display for MountSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MountSpecError::NoHost(text) => write!(f, "{text:?} names no folder of the host")?,
            MountSpecError::NoGuest(text) => {
                write!(f, "{text:?} has no path for the program after \"::\"")?;
            }
            MountSpecError::BadGuest(text, errno) => {
                write!(
                    f,
                    "the path for the program in {text:?} is not usable: {errno}"
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
        let (host, rest) = match text.split_once("::") {
            Some((host, rest)) => (host, Some(rest)),
            None => (text, None),
        };
        // The option follows the last part, so a host path may have colons
        // when a guest path comes after it.
        let (last, option) = match rest.unwrap_or(host).split_once(':') {
            Some((last, option)) => (last, Some(option)),
            None => (rest.unwrap_or(host), None),
        };
        let read_only = match option {
            None => false,
            Some("ro") => true,
            Some(option) => {
                return Err(MountSpecError::UnknownOption(text.into(), option.into()));
            }
        };
        let host = if rest.is_some() { host } else { last };
        if host.is_empty() {
            return Err(MountSpecError::NoHost(text.into()));
        }
        if last.is_empty() {
            return Err(MountSpecError::NoGuest(text.into()));
        }
        let guest = GuestPath::root()
            .resolve(last.as_bytes())
            .map_err(|errno| MountSpecError::BadGuest(text.into(), errno))?
            .path;
        Ok(MountSpec {
            host: host.into(),
            guest,
            read_only,
        })
    }
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
    /// Two folders would appear in the same place.
    Twice {
        /// The place.
        guest: GuestPath,
    },
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
            MountError::Twice { guest } => {
                write!(f, "two folders are to appear to the program as {guest}")
            }
        }
    }
}

impl std::error::Error for MountError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            MountError::Open { reason, .. } => Some(reason),
            MountError::Twice { .. } => None,
        }
    }
}

/// An opened folder.
#[derive(Debug)]
pub(super) struct Mount {
    pub(super) guest: GuestPath,
    pub(super) directory: Dir,
    pub(super) read_only: bool,
}

/// Where a path leads.
#[derive(Debug)]
pub(super) enum Place {
    /// Into an opened folder; the path is relative to it, `.` for itself.
    Mounted(Arc<Mount>, PathBuf),
    /// To a directory that is there only to hold mounted folders.
    Virtual,
    /// Nowhere.
    Nothing,
}

impl Place {
    /// The folder and the path in it, for operations that change something
    /// and so need more than a virtual directory.
    pub(super) fn writable(self) -> Result<(Arc<Mount>, PathBuf), Errno> {
        match self {
            Place::Mounted(mount, _) if mount.read_only => Err(Errno::EROFS),
            Place::Mounted(mount, path) => Ok((mount, path)),
            Place::Virtual | Place::Nothing => Err(Errno::EACCES),
        }
    }

    /// As [`Place::writable`], for operations that name an entry of a
    /// directory, which a mounted folder as a whole is not.
    pub(super) fn entry(self) -> Result<(Arc<Mount>, PathBuf), Errno> {
        if let Place::Mounted(_, path) = &self
            && path == Path::new(".")
        {
            return Err(Errno::EBUSY);
        }
        self.writable()
    }
}

/// All opened folders.
#[derive(Debug, Default)]
pub(super) struct MountTable {
    /// The longest guest paths first, so that the first match is the one.
    mounts: Vec<Arc<Mount>>,
}

impl MountTable {
    pub(super) fn open(specs: &[MountSpec]) -> Result<MountTable, MountError> {
        let mut mounts: Vec<Arc<Mount>> = Vec::new();
        for spec in specs {
            if mounts.iter().any(|mount| mount.guest == spec.guest) {
                return Err(MountError::Twice {
                    guest: spec.guest.clone(),
                });
            }
            let directory =
                Dir::open_ambient_dir(&spec.host, ambient_authority()).map_err(|reason| {
                    MountError::Open {
                        host: spec.host.clone(),
                        reason,
                    }
                })?;
            mounts.push(Arc::new(Mount {
                guest: spec.guest.clone(),
                directory,
                read_only: spec.read_only,
            }));
        }
        mounts.sort_by_key(|mount| std::cmp::Reverse(mount.guest.len()));
        Ok(MountTable { mounts })
    }

    /// Whether no folder is opened at all.
    pub(super) fn is_empty(&self) -> bool {
        self.mounts.is_empty()
    }

    /// Where a path leads.
    pub(super) fn place(&self, resolved: &Resolved) -> Result<Place, Errno> {
        for mount in &self.mounts {
            if let Some(rest) = resolved.path.strip_prefix(&mount.guest) {
                let path = host_path(rest, resolved.directory)?;
                return Ok(Place::Mounted(mount.clone(), path));
            }
        }
        Ok(if self.is_virtual(&resolved.path) {
            Place::Virtual
        } else {
            Place::Nothing
        })
    }

    /// Whether a directory is there even if no folder has it: the root, and
    /// what lies on the way to a mounted folder.
    pub(super) fn is_virtual(&self, path: &GuestPath) -> bool {
        path.is_root()
            || self
                .mounts
                .iter()
                .any(|mount| mount.guest.strip_prefix(path).is_some())
    }

    /// The names in a directory that lead to mounted folders.
    pub(super) fn names_below(&self, path: &GuestPath) -> Vec<Vec<u8>> {
        let mut names: Vec<Vec<u8>> = self
            .mounts
            .iter()
            .filter_map(|mount| mount.guest.strip_prefix(path)?.first())
            .map(|name| name.to_vec())
            .collect();
        names.sort();
        names.dedup();
        names
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
        assert!(error("").contains("names no folder"));
        assert!(error("::/x").contains("names no folder"));
        assert!(error("x::").contains("no path for the program"));
        assert!(error("x:rw").contains("unknown option \"rw\""));
        assert!(error("x::/y:ro:ro").contains("unknown option \"ro:ro\""));
    }

    #[test]
    fn a_missing_folder_is_named() {
        let spec: MountSpec = "no/such/folder".parse().unwrap();
        let error = MountTable::open(&[spec]).unwrap_err();
        assert!(error.to_string().contains("no/such/folder"), "{error}");
    }
}
