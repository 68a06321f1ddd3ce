//! The files of a tree in memory: nodes by number, their names, and their sizes.

use crate::Errno;
use crate::clock::Clock;
use crate::files::{BLOCK_SIZE, MODE_DIRECTORY, MODE_LINK, MODE_REGULAR, Status, Time, TreePath};
use crate::memory_budget::{Charge, MemoryBudget, OutOfBudget};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The number of a node. Numbers are never reused.
pub(super) type Inode = u64;

/// The root directory.
pub(super) const ROOT: Inode = 1;

/// Cost in bytes of a node, without contents.
pub(super) const NODE_COST: u64 = 192;

/// Cost in bytes of a name, without its characters.
pub(super) const NAME_COST: u64 = 64;

/// Maximum number of symbolic links followed on the way to a file.
const MAX_LINKS: u32 = 40;

/// The kinds of nodes.
pub(super) enum Content {
    File(Vec<u8>),
    Directory(BTreeMap<Box<[u8]>, Inode>),
    Link(Box<[u8]>),
}

impl Content {
    /// Returns the size in bytes that counts towards the limit.
    fn size(&self) -> u64 {
        match self {
            Content::File(bytes) => bytes.len() as u64,
            Content::Directory(_) => 0,
            Content::Link(target) => target.len() as u64,
        }
    }

    pub(super) fn is_directory(&self) -> bool {
        matches!(self, Content::Directory(_))
    }
}

pub(super) struct Node {
    pub(super) content: Content,
    pub(super) permissions: u32,
    /// Number of its names.
    pub(super) names: u32,
    /// Number of open files and directories that refer to it.
    pub(super) handles: u32,
    pub(super) accessed: Time,
    pub(super) modified: Time,
    pub(super) changed: Time,
}

/// The result of resolving a path.
pub(super) struct Found {
    /// The directories on the path, starting with the root. The last one contains the name.
    above: Vec<Inode>,
    /// The last name; empty if the path leads to the last directory itself.
    name: Box<[u8]>,
    /// The node at this location, if it exists.
    pub(super) inode: Option<Inode>,
}

impl Found {
    /// Returns the number of directories between the root and the name.
    pub(super) fn depth(&self) -> usize {
        self.above.len() - 1
    }

    fn parent(&self) -> Inode {
        self.above.last().copied().unwrap_or(ROOT)
    }
}

/// All nodes of a tree.
pub(super) struct Store {
    pub(super) nodes: BTreeMap<Inode, Node>,
    pub(super) next: Inode,
    device: u64,
    pub(super) used: u64,
    limit: u64,
    /// Allocated bytes beyond the lengths of files.
    pub(super) slack: u64,
    budget: MemoryBudget,
    /// Bytes taken from the budget: `used` and `slack`.
    charge: Charge,
    clock: Arc<dyn Clock>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("nodes", &self.nodes.len())
            .field("used", &self.used)
            .finish_non_exhaustive()
    }
}

impl Store {
    /// Creates an empty root directory.
    pub(super) fn new(
        device: u64,
        limit: u64,
        clock: Arc<dyn Clock>,
        budget: &MemoryBudget,
    ) -> Store {
        let mut store = Store {
            nodes: BTreeMap::new(),
            next: ROOT,
            device,
            used: 0,
            limit,
            slack: 0,
            charge: budget.empty_charge(),
            budget: budget.clone(),
            clock,
        };
        let root = store.new_node(Content::Directory(BTreeMap::new()), 0o755);
        debug_assert_eq!(root, ROOT);
        store.node_mut(root).names = 1;
        store
    }

    /// Returns the size of all files in bytes.
    pub(super) fn used(&self) -> u64 {
        self.used
    }

    /// Returns the number of further bytes that files may take.
    pub(super) fn room(&self) -> u64 {
        let room = self.limit.saturating_sub(self.used);
        room.min(self.budget.room())
    }

    fn now(&self) -> Time {
        self.clock.real_time().into()
    }

    /// Returns the node of a name or a handle, which always exists.
    pub(super) fn node(&self, inode: Inode) -> &Node {
        let node = self.nodes.get(&inode);
        node.expect("what has a name or a handle is there")
    }

    fn node_mut(&mut self, inode: Inode) -> &mut Node {
        let node = self.nodes.get_mut(&inode);
        node.expect("what has a name or a handle is there")
    }

    /// Returns the names in a directory.
    pub(super) fn entries(&self, inode: Inode) -> Result<&BTreeMap<Box<[u8]>, Inode>, Errno> {
        match &self.node(inode).content {
            Content::Directory(entries) => Ok(entries),
            Content::File(_) | Content::Link(_) => Err(Errno::ENOTDIR),
        }
    }

    fn entries_mut(&mut self, inode: Inode) -> &mut BTreeMap<Box<[u8]>, Inode> {
        match &mut self.node_mut(inode).content {
            Content::Directory(entries) => entries,
            Content::File(_) | Content::Link(_) => unreachable!("a name stands in a directory"),
        }
    }

    pub(super) fn is_directory(&self, inode: Inode) -> bool {
        self.node(inode).content.is_directory()
    }

    /// Charges bytes, if there is room for them.
    pub(super) fn charge(&mut self, bytes: u64) -> Result<(), Errno> {
        if bytes > self.limit.saturating_sub(self.used) {
            return Err(Errno::ENOSPC);
        }
        self.charge
            .resize(self.used + bytes + self.slack)
            .map_err(|OutOfBudget| Errno::ENOSPC)?;
        self.used += bytes;
        Ok(())
    }

    /// Releases charged bytes.
    fn discharge(&mut self, bytes: u64) {
        self.used -= bytes;
        self.settle();
    }

    /// Updates the charge to the current use. After a rename to a longer name, this may fail; a
    /// later change then charges the difference.
    pub(super) fn settle(&mut self) {
        let _ = self.charge.resize(self.used + self.slack);
    }

    /// Resolves a path. With `follow`, a symbolic link at its end is followed.
    pub(super) fn walk(&self, path: &TreePath, follow: bool) -> Result<Found, Errno> {
        let mut pending: Vec<&[u8]> = path.names.iter().rev().map(AsRef::as_ref).collect();
        let mut above = vec![ROOT];
        let mut links = 0;
        while let Some(name) = pending.pop() {
            let parent = above.last().copied().unwrap_or(ROOT);
            let is_last = pending.is_empty();
            // Components that are not names come from symbolic links.
            match name {
                b"" | b"." => continue,
                b".." if above.len() == 1 => return Err(Errno::EACCES),
                b".." => {
                    above.pop();
                    continue;
                }
                _ => {}
            }
            let found = |above, inode| Found {
                above,
                name: name.into(),
                inode,
            };
            let Some(&inode) = self.entries(parent)?.get(name) else {
                return if is_last {
                    Ok(found(above, None))
                } else {
                    Err(Errno::ENOENT)
                };
            };
            match &self.node(inode).content {
                Content::Link(target) if follow || !is_last => {
                    links += 1;
                    if links > MAX_LINKS {
                        return Err(Errno::ELOOP);
                    }
                    if target.starts_with(b"/") {
                        return Err(Errno::EACCES);
                    }
                    pending.extend(target.split(|&byte| byte == b'/').rev());
                }
                _ if is_last => return Ok(found(above, Some(inode))),
                Content::Directory(_) => above.push(inode),
                Content::File(_) | Content::Link(_) => return Err(Errno::ENOTDIR),
            }
        }
        Ok(Found {
            inode: above.last().copied(),
            name: Box::default(),
            above,
        })
    }

    /// Returns the node at a path, which must exist.
    pub(super) fn existing(&self, path: &TreePath, follow: bool) -> Result<Inode, Errno> {
        let found = self.walk(path, follow || path.directory)?;
        let inode = found.inode.ok_or(Errno::ENOENT)?;
        if path.directory && !self.is_directory(inode) {
            return Err(Errno::ENOTDIR);
        }
        Ok(inode)
    }

    fn new_node(&mut self, content: Content, permissions: u32) -> Inode {
        let inode = self.next;
        self.next += 1;
        let now = self.now();
        self.nodes.insert(
            inode,
            Node {
                content,
                permissions,
                names: 0,
                handles: 0,
                accessed: now,
                modified: now,
                changed: now,
            },
        );
        inode
    }

    /// Creates a node at a free location.
    pub(super) fn create(
        &mut self,
        at: &Found,
        content: Content,
        permissions: u32,
    ) -> Result<Inode, Errno> {
        if at.inode.is_some() {
            return Err(Errno::EEXIST);
        }
        let name = NAME_COST + at.name.len() as u64;
        self.charge(NODE_COST + content.size() + name)?;
        let inode = self.new_node(content, permissions);
        self.insert_name(at, inode);
        Ok(inode)
    }

    /// Adds a name for a node at a free location.
    pub(super) fn add_name(&mut self, at: &Found, inode: Inode) -> Result<(), Errno> {
        if at.inode.is_some() {
            return Err(Errno::EEXIST);
        }
        self.charge(NAME_COST + at.name.len() as u64)?;
        self.insert_name(at, inode);
        Ok(())
    }

    fn insert_name(&mut self, at: &Found, inode: Inode) {
        let old = self.entries_mut(at.parent()).insert(at.name.clone(), inode);
        debug_assert!(old.is_none(), "nothing has this name");
        self.node_mut(inode).names += 1;
        self.touch(at.parent(), true);
        self.touch(inode, false);
    }

    /// Removes a name, and its node if nothing else refers to it.
    pub(super) fn remove_name(&mut self, at: &Found) -> Result<(), Errno> {
        if at.name.is_empty() {
            return Err(Errno::EBUSY);
        }
        let inode = self.entries_mut(at.parent()).remove(&at.name);
        let inode = inode.ok_or(Errno::ENOENT)?;
        self.discharge(NAME_COST + at.name.len() as u64);
        self.touch(at.parent(), true);
        self.touch(inode, false);
        self.node_mut(inode).names -= 1;
        self.forget_if_unused(inode);
        Ok(())
    }

    /// Moves a node to another location, replacing the node there.
    pub(super) fn rename(&mut self, old: &Found, new: &Found) -> Result<(), Errno> {
        let inode = old.inode.ok_or(Errno::ENOENT)?;
        if old.name.is_empty() || new.name.is_empty() {
            return Err(Errno::EBUSY);
        }
        if new.inode == Some(inode) {
            return Ok(());
        }
        if new.above.contains(&inode) {
            return Err(Errno::EINVAL);
        }
        match (self.is_directory(inode), new.inode) {
            (true, Some(target)) if !self.entries(target)?.is_empty() => {
                return Err(Errno::ENOTEMPTY);
            }
            (false, Some(target)) if self.is_directory(target) => return Err(Errno::EISDIR),
            _ => {}
        }
        // A handle keeps the node alive while it has no name.
        self.node_mut(inode).handles += 1;
        self.remove_name(old)?;
        if new.inode.is_some() {
            self.remove_name(new)?;
        }
        // The new name may be longer and exceed the limit slightly, which is allowed.
        self.used += NAME_COST + new.name.len() as u64;
        self.settle();
        self.insert_name(new, inode);
        self.close(inode);
        Ok(())
    }

    /// Records a change of a node's metadata, and with `contents` of its contents.
    pub(super) fn touch(&mut self, inode: Inode, contents: bool) {
        let now = self.now();
        let node = self.node_mut(inode);
        node.changed = now;
        if contents {
            node.modified = now;
        }
    }

    /// Records that a node was read. As on current systems, the time changes only at the first read
    /// after a change.
    pub(super) fn note_read(&mut self, inode: Inode) {
        let node = self.node(inode);
        if node.accessed <= node.modified {
            self.node_mut(inode).accessed = self.now();
        }
    }

    /// Adds a handle to a node.
    pub(super) fn open(&mut self, inode: Inode) {
        self.node_mut(inode).handles += 1;
    }

    /// Removes a handle from a node.
    pub(super) fn close(&mut self, inode: Inode) {
        self.node_mut(inode).handles -= 1;
        self.forget_if_unused(inode);
    }

    fn forget_if_unused(&mut self, inode: Inode) {
        let node = self.node(inode);
        if node.names == 0 && node.handles == 0 {
            let size = NODE_COST + node.content.size();
            if let Content::File(bytes) = &node.content {
                self.slack -= (bytes.capacity() - bytes.len()) as u64;
            }
            self.nodes.remove(&inode);
            self.discharge(size);
        }
    }

    /// Returns the bytes of a file.
    pub(super) fn bytes(&self, inode: Inode) -> Result<&Vec<u8>, Errno> {
        match &self.node(inode).content {
            Content::File(bytes) => Ok(bytes),
            Content::Directory(_) => Err(Errno::EISDIR),
            Content::Link(_) => Err(Errno::EINVAL),
        }
    }

    /// Returns the bytes of a file for changes that keep its length.
    pub(super) fn bytes_mut(&mut self, inode: Inode) -> Result<&mut [u8], Errno> {
        self.bytes_vec_mut(inode).map(Vec::as_mut_slice)
    }

    fn bytes_vec_mut(&mut self, inode: Inode) -> Result<&mut Vec<u8>, Errno> {
        match &mut self.node_mut(inode).content {
            Content::File(bytes) => Ok(bytes),
            Content::Directory(_) => Err(Errno::EISDIR),
            Content::Link(_) => Err(Errno::EINVAL),
        }
    }

    /// Truncates a file, or extends it with zeros.
    pub(super) fn set_length(&mut self, inode: Inode, length: u64) -> Result<(), Errno> {
        let file = self.bytes(inode)?;
        let (old, capacity) = (file.len() as u64, file.capacity() as u64);
        let target = usize::try_from(length).map_err(|_| Errno::EFBIG)?;
        if length.saturating_sub(old) > self.limit.saturating_sub(self.used) {
            return Err(Errno::ENOSPC);
        }
        let (used, slack) = (self.used - old, self.slack - (capacity - old));
        // A growing file gets a quarter more than it needs, so that its bytes are rarely moved. A
        // file that shrinks to less than half of its buffer releases the rest.
        let planned = match length {
            _ if length > capacity => [length + length / 4, length],
            _ if length < capacity / 2 => [length; 2],
            _ => [capacity; 2],
        };
        let fits = |planned: &u64| self.charge.resize(used + slack + planned).is_ok();
        let Some(planned) = planned.into_iter().find(fits) else {
            return Err(Errno::ENOSPC);
        };
        let bytes = self.bytes_vec_mut(inode)?;
        let resized = match usize::try_from(planned) {
            Ok(planned) if planned > bytes.capacity() => {
                bytes.try_reserve_exact(planned - bytes.len()).is_ok()
            }
            _ => true,
        };
        if resized {
            bytes.resize(target, 0);
        }
        if planned < capacity {
            bytes.shrink_to(target);
        }
        let (length, capacity) = (bytes.len() as u64, bytes.capacity() as u64);
        self.used = used + length;
        self.slack = slack + (capacity - length);
        self.settle();
        match resized {
            true => Ok(()),
            false => Err(Errno::ENOSPC),
        }
    }

    pub(super) fn set_permissions(&mut self, inode: Inode, permissions: u32) {
        self.node_mut(inode).permissions = permissions;
        self.touch(inode, false);
    }

    pub(super) fn permissions(&self, inode: Inode) -> u32 {
        self.node(inode).permissions
    }

    /// Sets the access and modification times of a node; `None` means now.
    pub(super) fn set_times(
        &mut self,
        inode: Inode,
        accessed: Option<Time>,
        modified: Option<Time>,
    ) {
        let now = self.now();
        let node = self.node_mut(inode);
        node.accessed = accessed.unwrap_or(now);
        node.modified = modified.unwrap_or(now);
        node.changed = now;
    }

    pub(super) fn status(&self, inode: Inode) -> Status {
        let node = self.node(inode);
        let (kind, links) = match &node.content {
            Content::File(_) => (MODE_REGULAR, node.names),
            Content::Directory(_) => (MODE_DIRECTORY, node.names + 1),
            Content::Link(_) => (MODE_LINK, node.names),
        };
        let size = node.content.size();
        Status {
            device: self.device,
            inode,
            mode: kind | node.permissions,
            links,
            size,
            block_size: BLOCK_SIZE,
            blocks: size.div_ceil(512),
            accessed: node.accessed,
            modified: node.modified,
            changed: node.changed,
            ..Status::default()
        }
    }
}
