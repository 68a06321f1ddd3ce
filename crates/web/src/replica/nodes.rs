//! Files and directories by number, their paths, and the changes for the keeper. `news` applies
//! changes by others.

mod news;
mod saved;

use super::{Change, Keeper};
use pinnacle_system::Errno;
use pinnacle_system::clock::Clock;
use pinnacle_system::files::{BLOCK_SIZE, MODE_DIRECTORY, MODE_REGULAR, Status, Time, TreePath};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of a node. Numbers are never reused.
pub(super) type Id = u64;

pub(super) const ROOT: Id = 1;

/// Maximum total size in bytes of files that are being written.
const MOST_IN_MEMORY: u64 = 512 << 20;

pub(super) enum Content {
    Directory(BTreeMap<Box<str>, Id>),
    /// A file that is being written.
    Bytes(Vec<u8>),
    /// A file whose contents the keeper has.
    Kept {
        contents: u32,
        size: u64,
    },
}

impl Content {
    pub(super) fn directory() -> Content {
        Content::Directory(BTreeMap::new())
    }

    fn size(&self) -> u64 {
        match self {
            Content::Directory(_) => 0,
            Content::Bytes(bytes) => bytes.len() as u64,
            Content::Kept { size, .. } => *size,
        }
    }
}

pub(super) struct Node {
    pub(super) content: Content,
    /// The directory that contains it, and its name there; `None` if it was removed.
    place: Option<(Id, Box<str>)>,
    handles: u32,
    /// Number of handles that can write.
    writers: u32,
    accessed: Time,
    modified: Time,
    /// The number of the program's last change to the node.
    changed: u64,
    version: u64,
    /// True if the program has opened, created or moved the node, so that saved states contain it.
    is_used: bool,
}

/// The result of resolving a path.
pub(super) struct Found {
    parent: Id,
    name: Box<str>,
    pub(super) id: Option<Id>,
}

/// All nodes of a tree.
pub(super) struct Nodes {
    nodes: BTreeMap<Id, Node>,
    next: Id,
    device: u64,
    keeper: Box<dyn Keeper>,
    clock: Arc<dyn Clock>,
    /// Total size in bytes of the files that are being written.
    in_memory: u64,
    /// The number of the last change, and the number up to which the keeper has made all changes.
    last: u64,
    settled: u64,
    /// Names that the program has removed from directories, each with the number of the change,
    /// until the keeper has made it.
    removed: BTreeMap<(Id, Box<str>), u64>,
    /// The nodes of a restored state by their numbers in it, for files that were open.
    numbers: BTreeMap<u64, Id>,
}

impl Nodes {
    pub(super) fn new(device: u64, keeper: Box<dyn Keeper>, clock: Arc<dyn Clock>) -> Nodes {
        let mut nodes = Nodes {
            nodes: BTreeMap::new(),
            next: ROOT,
            device,
            keeper,
            clock,
            in_memory: 0,
            last: 0,
            settled: 0,
            removed: BTreeMap::new(),
            numbers: BTreeMap::new(),
        };
        nodes.new_node(Content::directory(), Some((ROOT, Box::default())));
        nodes
    }

    pub(super) fn is_ready(&self) -> bool {
        self.keeper.is_ready()
    }

    pub(super) fn now(&self) -> Time {
        self.clock.real_time().into()
    }

    fn new_node(&mut self, content: Content, place: Option<(Id, Box<str>)>) -> Id {
        let id = self.next;
        self.next += 1;
        let now = self.now();
        let node = Node {
            content,
            place,
            handles: 0,
            writers: 0,
            accessed: now,
            modified: now,
            changed: 0,
            version: 0,
            is_used: false,
        };
        self.nodes.insert(id, node);
        id
    }

    pub(super) fn node(&self, id: Id) -> &Node {
        self.nodes
            .get(&id)
            .expect("what has a name or a handle is there")
    }

    fn node_mut(&mut self, id: Id) -> &mut Node {
        let node = self.nodes.get_mut(&id);
        node.expect("what has a name or a handle is there")
    }

    pub(super) fn is_directory(&self, id: Id) -> bool {
        matches!(self.node(id).content, Content::Directory(_))
    }

    pub(super) fn names(&self, id: Id) -> Result<&BTreeMap<Box<str>, Id>, Errno> {
        match &self.node(id).content {
            Content::Directory(names) => Ok(names),
            _ => Err(Errno::ENOTDIR),
        }
    }

    fn names_mut(&mut self, id: Id) -> &mut BTreeMap<Box<str>, Id> {
        match &mut self.node_mut(id).content {
            Content::Directory(names) => names,
            _ => unreachable!("a name stands in a directory"),
        }
    }

    /// Resolves a path. Fails with `EINVAL` for a name that is not valid Unicode, which the storage
    /// cannot contain.
    pub(super) fn find(&self, path: &TreePath) -> Result<Found, Errno> {
        let mut found = Found {
            parent: ROOT,
            name: Box::default(),
            id: Some(ROOT),
        };
        for name in &path.names {
            let parent = found.id.ok_or(Errno::ENOENT)?;
            let name = str::from_utf8(name).map_err(|_| Errno::EINVAL)?;
            found = Found {
                parent,
                name: name.into(),
                id: self.names(parent)?.get(name).copied(),
            };
        }
        Ok(found)
    }

    /// Returns the node at a path, which must exist.
    pub(super) fn existing(&self, path: &TreePath) -> Result<Id, Errno> {
        let id = self.find(path)?.id.ok_or(Errno::ENOENT)?;
        match path.directory && !self.is_directory(id) {
            true => Err(Errno::ENOTDIR),
            false => Ok(id),
        }
    }

    /// Returns the path of a node, or `None` if it was removed.
    fn path(&self, id: Id) -> Option<String> {
        let mut names = Vec::new();
        let mut at = id;
        while at != ROOT {
            let (parent, name) = self.nodes.get(&at)?.place.as_ref()?;
            names.push(&**name);
            at = *parent;
        }
        let names = names.into_iter().rev();
        Some(names.flat_map(|name| ["/", name]).collect())
    }

    /// Reports a change of a node to the keeper, unless the node no longer has a name.
    pub(super) fn tell(&mut self, id: Id, change: Change<'_>) {
        if let Some(path) = self.path(id) {
            self.last = self.keeper.change(&path, change);
            let last = self.last;
            let node = self.node_mut(id);
            (node.changed, node.is_used) = (last, true);
        }
    }

    /// Creates a node at a free location.
    pub(super) fn insert(&mut self, at: &Found, content: Content) -> Result<Id, Errno> {
        if at.name.is_empty() {
            return Err(Errno::EEXIST);
        }
        self.names(at.parent)?;
        let id = self.new_node(content, Some((at.parent, at.name.clone())));
        self.names_mut(at.parent).insert(at.name.clone(), id);
        self.node_mut(at.parent).modified = self.now();
        Ok(id)
    }

    /// Removes a name, and its node if it is not open.
    fn detach(&mut self, id: Id) {
        if let Some((parent, name)) = self.node_mut(id).place.take() {
            let now = self.now();
            self.names_mut(parent).remove(&name);
            self.node_mut(parent).modified = now;
        }
        self.drop_if_unused(id);
    }

    /// Removes a file or an empty directory.
    pub(super) fn remove(&mut self, id: Id) -> Result<(), Errno> {
        if id == ROOT {
            return Err(Errno::EBUSY);
        }
        self.tell(id, Change::Remove);
        if let Some(place) = self.node(id).place.clone() {
            self.removed.insert(place, self.last);
        }
        self.detach(id);
        Ok(())
    }

    /// Moves a node, replacing a file or an empty directory.
    pub(super) fn rename(&mut self, id: Id, to: &Found) -> Result<(), Errno> {
        if id == ROOT || to.name.is_empty() {
            return Err(Errno::EBUSY);
        }
        if to.id == Some(id) {
            return Ok(());
        }
        let mut above = to.parent;
        while above != ROOT {
            if above == id {
                return Err(Errno::EINVAL);
            }
            above = self
                .node(above)
                .place
                .as_ref()
                .map_or(ROOT, |place| place.0);
        }
        self.names(to.parent)?;
        if let Some(there) = to.id {
            match (self.is_directory(id), self.is_directory(there)) {
                (false, true) => return Err(Errno::EISDIR),
                (true, false) => return Err(Errno::ENOTDIR),
                (true, true) if !self.names(there)?.is_empty() => return Err(Errno::ENOTEMPTY),
                _ => self.detach(there),
            }
        }
        let old = self.path(id).ok_or(Errno::ENOENT)?;
        let place = self.node_mut(id).place.take();
        if let Some((parent, name)) = &place {
            self.names_mut(*parent).remove(name);
        }
        self.node_mut(id).place = Some((to.parent, to.name.clone()));
        self.names_mut(to.parent).insert(to.name.clone(), id);
        self.tell(id, Change::MoveFrom(&old));
        if let Some(place) = place {
            self.removed.insert(place, self.last);
        }
        Ok(())
    }

    /// Reads bytes of contents from an offset.
    pub(super) fn read(&self, contents: u32, at: u64, buffer: &mut [u8]) -> Result<(), Errno> {
        match self.keeper.read(contents, at, buffer) {
            true => Ok(()),
            false => Err(Errno::EIO),
        }
    }

    /// Returns the bytes of a file that will be written, with capacity for a number of further
    /// bytes.
    fn bytes(&mut self, id: Id, more: u64) -> Result<&mut Vec<u8>, Errno> {
        let content = &self.node(id).content;
        let (kept, size) = match content {
            Content::Directory(_) => return Err(Errno::EISDIR),
            Content::Bytes(_) => (None, 0),
            Content::Kept { contents, size } => (Some(*contents), *size),
        };
        let needed = size.saturating_add(more);
        if needed > MOST_IN_MEMORY.saturating_sub(self.in_memory) {
            return Err(Errno::ENOSPC);
        }
        if let Some(contents) = kept {
            let mut bytes = Vec::new();
            bytes
                .try_reserve_exact(needed as usize)
                .map_err(|_| Errno::ENOSPC)?;
            bytes.resize(size as usize, 0);
            self.read(contents, 0, &mut bytes)?;
            self.keeper.forget(contents);
            self.in_memory += size;
            self.node_mut(id).content = Content::Bytes(bytes);
        }
        let Content::Bytes(bytes) = &mut self.node_mut(id).content else {
            return Err(Errno::EISDIR);
        };
        bytes
            .try_reserve(more as usize)
            .map_err(|_| Errno::ENOSPC)?;
        Ok(bytes)
    }

    /// Replaces the contents of a file.
    fn replace(&mut self, id: Id, content: Content) {
        let size = |content: &Content| match content {
            Content::Bytes(bytes) => bytes.len() as u64,
            _ => 0,
        };
        let new = size(&content);
        let old = std::mem::replace(&mut self.node_mut(id).content, content);
        self.in_memory = self.in_memory - size(&old) + new;
        if let Content::Kept { contents, .. } = old {
            self.keeper.forget(contents);
        }
    }

    /// Truncates a file, or extends it with zeros.
    pub(super) fn set_length(&mut self, id: Id, length: u64) -> Result<(), Errno> {
        let size = match self.node(id).content {
            Content::Directory(_) => return Err(Errno::EISDIR),
            ref content => content.size(),
        };
        match length {
            0 => self.replace(id, Content::Bytes(Vec::new())),
            _ => {
                let bytes = self.bytes(id, length.saturating_sub(size))?;
                bytes.resize(length as usize, 0);
                self.in_memory = self.in_memory - size + length;
            }
        }
        self.touched(id);
        self.tell(id, Change::SetLength(length));
        Ok(())
    }

    /// Writes bytes at an offset.
    pub(super) fn write(&mut self, id: Id, at: u64, bytes: &[u8]) -> Result<(), Errno> {
        let size = self.node(id).content.size();
        let end = at.checked_add(bytes.len() as u64).ok_or(Errno::EFBIG)?;
        let more = end.saturating_sub(size);
        let content = self.bytes(id, more)?;
        content.resize((size + more) as usize, 0);
        content[at as usize..end as usize].copy_from_slice(bytes);
        self.in_memory += more;
        self.touched(id);
        self.tell(id, Change::Write(at, bytes));
        Ok(())
    }

    fn touched(&mut self, id: Id) {
        self.node_mut(id).modified = self.now();
    }

    pub(super) fn set_times(&mut self, id: Id, accessed: Time, modified: Time) {
        let node = self.node_mut(id);
        node.accessed = accessed;
        node.modified = modified;
    }

    pub(super) fn opened(&mut self, id: Id, writes: bool) {
        let node = self.node_mut(id);
        node.is_used |= !matches!(node.content, Content::Directory(_));
        node.handles += 1;
        node.writers += u32::from(writes);
    }

    pub(super) fn closed(&mut self, id: Id, writes: bool) {
        let node = self.node_mut(id);
        node.handles -= 1;
        node.writers -= u32::from(writes);
        self.close_if_unused(id);
        self.drop_if_unused(id);
    }

    /// Reports to the keeper that a file has no writers left, so that it need not be in memory.
    pub(super) fn close_if_unused(&mut self, id: Id) {
        let node = self.node(id);
        if node.writers == 0 && matches!(node.content, Content::Bytes(_)) {
            self.tell(id, Change::Close);
        }
    }

    fn drop_if_unused(&mut self, id: Id) {
        let node = self.node(id);
        if node.place.is_none() && node.handles == 0 {
            self.replace(id, Content::directory());
            self.nodes.remove(&id);
        }
    }

    pub(super) fn status(&self, id: Id) -> Status {
        let node = self.node(id);
        let size = node.content.size();
        Status {
            device: self.device,
            inode: id,
            mode: match node.content {
                Content::Directory(_) => MODE_DIRECTORY | 0o755,
                _ => MODE_REGULAR | 0o644,
            },
            links: 1,
            size,
            block_size: BLOCK_SIZE,
            blocks: size.div_ceil(512),
            accessed: node.accessed,
            modified: node.modified,
            changed: node.modified,
            ..Status::default()
        }
    }

    pub(super) fn settled(&mut self, until: u64) {
        self.settled = until.max(self.settled);
        self.removed.retain(|_, number| *number > until);
    }

    pub(super) fn progress(&self) -> (u64, u64) {
        (self.last, self.settled)
    }
}
