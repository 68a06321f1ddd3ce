//! The guest's files.
//!
//! Nothing of the host is reachable but standard input, output and error, and
//! the folders that were opened for the guest ([`MountSpec`]). A path is first
//! resolved by its text ([`GuestPath`]), then the mount table finds the folder
//! that it leads into, and from there cap-std keeps it inside: neither `..`
//! nor symbolic links lead out.
//!
//! This module knows nothing of the guest's memory: the IRT copies paths,
//! bytes and structures.
//!
//! * `path`: guest paths;
//! * `mount`: opened folders;
//! * `stdio`: the streams behind descriptors 0, 1 and 2;
//! * `descriptors`: the table of descriptors;
//! * `open`: opening by path and flags;
//! * `handles`: operations on descriptors;
//! * `names`: operations on paths;
//! * `directory`: listings;
//! * `status`: what `stat` tells.

mod descriptors;
mod directory;
mod handles;
mod mount;
mod names;
mod open;
mod path;
mod status;
mod stdio;

#[cfg(test)]
mod tests;

pub use crate::Errno;
pub use descriptors::MAX_DESCRIPTORS;
pub use directory::Entry;
pub use handles::Whence;
pub use mount::{MountError, MountSpec, MountSpecError};
pub use names::access_modes;
pub use open::flags;
pub use path::{GuestPath, NAME_MAX, Resolved};
pub use status::{
    MODE_CHARACTER, MODE_DIRECTORY, MODE_FIFO, MODE_LINK, MODE_PERMISSIONS, MODE_REGULAR,
    MODE_TYPE, Status, Time,
};
pub use stdio::{Capture, Stdio, Stream};

use descriptors::{Descriptors, Object};
use mount::MountTable;

/// All files and descriptors of a program.
#[derive(Debug)]
pub struct FileSystem {
    mounts: MountTable,
    descriptors: Descriptors,
    working_directory: GuestPath,
}

impl FileSystem {
    /// Opens the folders, and gives descriptors 0, 1 and 2 their streams.
    pub fn new(stdio: Stdio, folders: &[MountSpec]) -> Result<FileSystem, MountError> {
        let mounts = MountTable::open(folders)?;
        let mut descriptors = Descriptors::default();
        for stream in [stdio.input, stdio.output, stdio.error] {
            // An empty table has room for three.
            let _ = descriptors.insert(Object::Stream(stream));
        }
        Ok(FileSystem {
            mounts,
            descriptors,
            working_directory: GuestPath::root(),
        })
    }

    /// Whether any folder of the host is open to the program.
    pub fn has_folders(&self) -> bool {
        !self.mounts.is_empty()
    }

    /// Resolves a path that the program gives.
    fn resolve(&self, path: &[u8]) -> Result<Resolved, Errno> {
        self.working_directory.resolve(path)
    }
}
