//! The guest's files.
//!
//! A guest has standard input, output and error ([`Stdio`]), the trees of files that are mounted
//! for it ([`Mount`]) and, if the embedder offers them, harmless devices. It has access to nothing
//! else. A path is first normalised as text ([`GuestPath`]). The mount table then finds its tree,
//! and that [`Tree`] performs the operation. [`MemoryTree`] is one implementation of trees; the
//! crate `folder` contains another, for folders of the machine.
//!
//! This module does not access the guest's memory: the IRT copies paths, bytes and structures.
//!
//! * `path`: guest paths;
//! * `tree`: the operations of a tree of files;
//! * `memory_tree`: a tree in memory;
//! * `mount`: the mount table;
//! * `stream`: the streams of descriptors 0, 1 and 2;
//! * `descriptors`: the table of descriptors;
//! * `open`: opening by path and flags;
//! * `handles`: operations on descriptors;
//! * `passing`: sockets whose messages carry open files; `messages`: their descriptors;
//! * `devices`: `/dev/null` and the like;
//! * `names`: operations on paths;
//! * `directory`: listings;
//! * `saved`: the descriptors in a saved state;
//! * `status`: the result of `stat`.

mod descriptors;
mod devices;
mod directory;
mod handles;
mod memory_tree;
mod messages;
mod mount;
mod names;
mod open;
mod passing;
mod path;
mod saved;
mod status;
mod stream;
mod tree;

pub use crate::Errno;
pub use descriptors::MAX_DESCRIPTORS;
pub use memory_tree::{MemoryTree, SavedContent, SavedNode, save_node, save_tree};
pub use mount::{Mount, MountedTwice};
pub use names::access_modes;
pub use open::flags;
pub use passing::{Arrived, MAX_PASSED, MaxWait, Message, MessageMachine, MessageSocket, Passed};
pub use path::{GuestPath, NAME_MAX, Resolved, link_ascent};
pub use status::{
    BLOCK_SIZE, MODE_CHARACTER, MODE_DIRECTORY, MODE_FIFO, MODE_LINK, MODE_PERMISSIONS,
    MODE_REGULAR, MODE_TYPE, Status, Time,
};
pub use stream::{Capture, Stdio, Stream, StreamDevice, retry, write_through};
pub use tree::{Directory, Entry, File, OpenRequest, Opened, SetTime, Tree, TreePath, Whence};

use crate::random::RandomSource;
use descriptors::{Descriptors, Object, OpenFile};
use devices::Devices;
use mount::MountTable;

/// Default limit in bytes for the names of open directories.
const DEFAULT_KEPT_LIMIT: usize = 64 << 20;

/// Ways in which a descriptor can be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// For reading.
    pub read: bool,
    /// For writing.
    pub write: bool,
}

/// All files and descriptors of a program.
#[derive(Debug)]
pub struct FileSystem {
    mounts: MountTable,
    descriptors: Descriptors,
    working_directory: GuestPath,
    /// The descriptor of the stream that was written to last, if no other file operation has
    /// followed.
    written: Option<u32>,
    /// Limit in bytes for the kept names of open directories.
    kept_limit: usize,
    /// True if the tree of devices is mounted.
    has_devices: bool,
    /// True while output to streams is discarded.
    is_muted: bool,
}

impl FileSystem {
    /// Mounts trees, and gives descriptors 0, 1 and 2 their streams.
    ///
    /// # Errors
    ///
    /// Fails if two trees have the same mount point.
    pub fn new(stdio: Stdio, mounts: Vec<Mount>) -> Result<FileSystem, MountedTwice> {
        let mounts = MountTable::new(mounts)?;
        let mut descriptors = Descriptors::default();
        for stream in [stdio.input, stdio.output, stdio.error] {
            let inserted = descriptors.insert(Object::Stream(stream));
            debug_assert!(inserted.is_ok(), "an empty table has room for three");
        }
        Ok(FileSystem {
            mounts,
            descriptors,
            working_directory: GuestPath::root(),
            written: None,
            kept_limit: DEFAULT_KEPT_LIMIT,
            has_devices: false,
            is_muted: false,
        })
    }

    /// Opens a file for the program at a given descriptor. A file that was open there is closed.
    ///
    /// # Errors
    ///
    /// Fails with `EBADF` if the descriptor is out of range.
    pub fn give(
        &mut self,
        descriptor: u32,
        file: Box<dyn File>,
        access: Access,
    ) -> Result<(), Errno> {
        let open = OpenFile {
            file,
            readable: access.read,
            writable: access.write,
            read_only_mount: false,
            _charge: None,
        };
        self.descriptors.insert_at(descriptor, Object::File(open))
    }

    /// Limits the memory for the names of open directories, in bytes.
    pub fn set_kept_limit(&mut self, bytes: usize) {
        self.kept_limit = bytes;
    }

    /// Offers `/dev/null`, `/dev/zero`, `/dev/full`, `/dev/random`, `/dev/urandom` and the standard
    /// streams in `/dev`, unless a mounted tree already provides `/dev` or lies below it. Random
    /// bytes come from the given source.
    pub fn offer_devices(&mut self, random: Box<dyn RandomSource>) {
        let tree = Box::new(Devices::new(random));
        self.has_devices |= self.mounts.add_unless_there(Mount {
            guest: devices::directory(),
            tree,
            read_only: false,
        });
    }

    /// Returns true if a tree other than the devices is mounted.
    pub fn has_mounts(&self) -> bool {
        self.mounts.len() > usize::from(self.has_devices)
    }

    /// Resolves a path of the program.
    fn resolve(&self, path: &[u8]) -> Result<Resolved, Errno> {
        self.working_directory.resolve(path)
    }
}
