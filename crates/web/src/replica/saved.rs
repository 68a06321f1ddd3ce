//! The files of the origin in a saved state. It contains only files that the program has used,
//! because others may belong to other programs.
//!
//! A restored file is written to the storage and replaces one with the same name. Other files are
//! kept.

use super::Replica;
use super::handles::{Handle, OpenFile};
use super::nodes::{Content, ROOT};
use pinnacle_system::Errno;
use pinnacle_system::files::{
    File, MODE_PERMISSIONS, MemoryTree, OpenRequest, Opened, SavedContent, SavedNode, Tree,
    TreePath, save_node, save_tree,
};
use pinnacle_system::state::{Reader, Refusal, Unusable, Writer};

/// Maximum size in bytes of all files in a state.
const MAX_SAVED: u64 = 256 << 20;

fn damaged(_: Errno) -> Unusable {
    Unusable::damaged("its files are inconsistent")
}

impl Replica {
    pub(super) fn save_used(&self, to: &mut Writer) -> Result<(), Refusal> {
        let nodes = self.lock();
        let saved = nodes.used();
        save_tree(nodes.next_id(), saved.len(), to);
        let mut size = 0;
        for &id in &saved {
            let status = nodes.status(id);
            let node = SavedNode {
                inode: id,
                permissions: status.mode & MODE_PERMISSIONS,
                times: [status.accessed, status.modified, status.changed],
            };
            size += status.size;
            if size > MAX_SAVED {
                return Err(Refusal::of("more than 256 MiB in files"));
            }
            let read;
            let names: Vec<(&[u8], u64)>;
            let content = match &nodes.node(id).content {
                Content::Directory(entries) => {
                    let entries = entries.iter().filter(|(_, id)| saved.contains(id));
                    names = entries.map(|(name, &id)| (name.as_bytes(), id)).collect();
                    SavedContent::Directory(&names)
                }
                Content::Bytes(bytes) => SavedContent::File(bytes),
                &Content::Kept { contents, size } => {
                    let mut bytes = vec![0; size as usize];
                    let changed = |_| Refusal::of("a file that is being changed");
                    nodes.read(contents, 0, &mut bytes).map_err(changed)?;
                    read = bytes;
                    SavedContent::File(&read)
                }
            };
            save_node(&node, content, to);
        }
        Ok(())
    }

    pub(super) fn restore_used(&self, from: &mut Reader) -> Result<(), Unusable> {
        let mut nodes = self.lock();
        let tree = MemoryTree::new(0, 2 * MAX_SAVED, nodes.clock());
        tree.restore(from)?;
        nodes.forget_numbers();
        let mut directories = vec![(TreePath::default(), ROOT)];
        while let Some((path, parent)) = directories.pop() {
            for name in names(&tree, &path).map_err(damaged)? {
                let mut path = path.clone();
                path.names.push(name.clone().into());
                let status = tree.status(&path, false).map_err(damaged)?;
                let name = str::from_utf8(&name).map_err(|_| damaged(Errno::EINVAL))?;
                let (content, is_directory) = match (status.is_directory(), status.is_regular()) {
                    (true, _) => (Content::directory(), true),
                    (_, true) => (Content::Bytes(bytes(&tree, &path).map_err(damaged)?), false),
                    // Programs in pages cannot create entries of other kinds.
                    _ => continue,
                };
                let id = nodes.put_saved(parent, name, content).map_err(damaged)?;
                nodes.set_times(id, status.accessed, status.modified);
                nodes.number(status.inode, id);
                if is_directory {
                    directories.push((path, id));
                }
            }
        }
        for inode in tree.nameless() {
            let Some(mut file) = tree.reopen(inode, false) else {
                continue;
            };
            let content = read_all(&mut *file).map_err(damaged)?;
            let id = nodes.put_nameless(content);
            nodes.number(inode, id);
        }
        Ok(())
    }

    pub(super) fn reopen_saved(&self, inode: u64, append: bool) -> Option<Box<dyn File>> {
        let mut nodes = self.lock();
        let id = nodes.numbered(inode)?;
        if nodes.is_directory(id) {
            return None;
        }
        let handle = Handle::new(&self.0, &mut nodes, id, true);
        Some(Box::new(OpenFile::new(handle, append)))
    }
}

fn opened(tree: &MemoryTree, path: &TreePath) -> Result<Opened, Errno> {
    let request = OpenRequest {
        read: true,
        ..OpenRequest::default()
    };
    tree.open(path, &request)
}

fn names(tree: &MemoryTree, path: &TreePath) -> Result<Vec<Vec<u8>>, Errno> {
    let Opened::Directory(directory) = opened(tree, path)? else {
        return Err(Errno::ENOTDIR);
    };
    let entries = directory.entries()?.into_iter();
    Ok(entries.map(|entry| entry.name).collect())
}

fn bytes(tree: &MemoryTree, path: &TreePath) -> Result<Vec<u8>, Errno> {
    match opened(tree, path)? {
        Opened::File(mut file) => read_all(&mut *file),
        Opened::Directory(_) => Err(Errno::EISDIR),
    }
}

fn read_all(file: &mut dyn File) -> Result<Vec<u8>, Errno> {
    let mut bytes = vec![0; file.status()?.size as usize];
    let mut done = 0;
    while done < bytes.len() {
        match file.read(&mut bytes[done..])? {
            0 => return Err(Errno::EIO),
            count => done += count,
        }
    }
    Ok(bytes)
}
