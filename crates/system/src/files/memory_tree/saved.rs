//! A tree of files in a saved state: all nodes with their numbers, contents and times.

use super::store::{Content, Inode, NAME_COST, NODE_COST, Node, ROOT, Store};
use crate::files::Time;
use crate::state::{Reader, Unusable, Writer};
use std::collections::BTreeMap;

/// Maximum number of nodes, and of names in a directory.
const MAX_NODES: usize = 1 << 24;

/// Maximum length of a name or of the target of a link.
const MAX_NAME: usize = 1 << 16;

/// Maximum size of a file.
const MAX_FILE: usize = u32::MAX as usize - 1;

/// The latest time of a file, in seconds since 1970. From this number on, a `double` cannot
/// represent fractions of a second.
const MAX_SECONDS: u64 = 1 << 53;

const FILE: u8 = 0;
const DIRECTORY: u8 = 1;
const LINK: u8 = 2;

fn damaged() -> Unusable {
    Unusable::damaged("its files are inconsistent")
}

fn save_time(time: Time, to: &mut Writer) {
    to.number(time.seconds as u64);
    to.word(time.nanoseconds);
}

fn read_time(from: &mut Reader) -> Result<Time, Unusable> {
    let (seconds, nanoseconds) = (from.number()?, from.word()?);
    match seconds < MAX_SECONDS && nanoseconds < 1_000_000_000 {
        true => Ok(Time {
            seconds: seconds as i64,
            nanoseconds,
        }),
        false => Err(damaged()),
    }
}

/// The metadata of a file or directory in a saved state.
#[derive(Clone, Copy, Debug)]
pub struct SavedNode {
    /// The node's number. The root has number 1.
    pub inode: u64,
    /// Its permissions.
    pub permissions: u32,
    /// Times of the last access, of the last change of the contents, and of the last change of the
    /// contents or the metadata.
    pub times: [Time; 3],
}

/// The content of a file or directory in a saved state.
#[derive(Clone, Copy, Debug)]
pub enum SavedContent<'a> {
    /// The bytes of a file.
    File(&'a [u8]),
    /// The names in a directory, with the numbers of their nodes.
    Directory(&'a [(&'a [u8], u64)]),
    /// The target of a symbolic link.
    Link(&'a [u8]),
}

/// Starts a tree in a saved state with this number of nodes, whose numbers are below `next`. Trees
/// that are not in memory are saved in the same form, so that every host can read them.
pub fn save_tree(next: u64, nodes: usize, to: &mut Writer) {
    to.number(next);
    to.count(nodes);
}

/// Writes a node of a tree to a saved state.
pub fn save_node(node: &SavedNode, content: SavedContent<'_>, to: &mut Writer) {
    to.number(node.inode);
    to.word(node.permissions);
    node.times.iter().for_each(|&time| save_time(time, to));
    match content {
        SavedContent::File(bytes) => {
            to.byte(FILE);
            to.bytes(bytes);
        }
        SavedContent::Link(target) => {
            to.byte(LINK);
            to.bytes(target);
        }
        SavedContent::Directory(entries) => {
            to.byte(DIRECTORY);
            to.count(entries.len());
            for (name, inode) in entries {
                to.bytes(name);
                to.number(*inode);
            }
        }
    }
}

impl Store {
    /// Writes all nodes.
    pub(super) fn save(&self, to: &mut Writer) {
        save_tree(self.next, self.nodes.len(), to);
        for (&inode, node) in &self.nodes {
            let saved = SavedNode {
                inode,
                permissions: node.permissions,
                times: [node.accessed, node.modified, node.changed],
            };
            let names: Vec<(&[u8], u64)>;
            let content = match &node.content {
                Content::File(bytes) => SavedContent::File(bytes),
                Content::Link(target) => SavedContent::Link(target),
                Content::Directory(entries) => {
                    names = entries
                        .iter()
                        .map(|(name, &node)| (&**name, node))
                        .collect();
                    SavedContent::Directory(&names)
                }
            };
            save_node(&saved, content, to);
        }
    }

    /// Returns the numbers of the files that have no name but are open.
    pub(super) fn nameless(&self) -> Vec<Inode> {
        let nodes = self.nodes.iter().filter(|(_, node)| node.names == 0);
        nodes.map(|(&inode, _)| inode).collect()
    }

    /// Replaces all nodes. Fails if a node is open.
    pub(super) fn restore(&mut self, from: &mut Reader) -> Result<(), Unusable> {
        if self.nodes.values().any(|node| node.handles > 0) {
            return Err(Unusable::because(
                "the program opened a file before the point where it can continue from a saved \
                 state",
            ));
        }
        self.nodes.clear();
        (self.used, self.slack) = (0, 0);
        self.settle();
        self.next = from.number()?;
        if self.next > u64::MAX / 2 {
            return Err(damaged());
        }
        for _ in 0..from.count(MAX_NODES)? {
            let inode = from.number()?;
            let node = self.read_node(from)?;
            if inode >= self.next || self.nodes.insert(inode, node).is_some() {
                return Err(damaged());
            }
        }
        self.check()
    }

    fn read_node(&mut self, from: &mut Reader) -> Result<Node, Unusable> {
        let permissions = from.word()?;
        let [accessed, modified, changed] = [read_time(from)?, read_time(from)?, read_time(from)?];
        // The root is not charged.
        let mut cost = if self.nodes.is_empty() { 0 } else { NODE_COST };
        let content = match from.byte()? {
            FILE => {
                let mut bytes = from.bytes(MAX_FILE)?;
                bytes.shrink_to_fit();
                cost += bytes.len() as u64;
                self.slack += (bytes.capacity() - bytes.len()) as u64;
                Content::File(bytes)
            }
            LINK => {
                let target = from.bytes(MAX_NAME)?;
                cost += target.len() as u64;
                Content::Link(target.into())
            }
            DIRECTORY => {
                let mut entries = BTreeMap::new();
                for _ in 0..from.count(MAX_NODES)? {
                    let name: Box<[u8]> = from.bytes(MAX_NAME)?.into();
                    let is_name = !matches!(&*name, b"" | b"." | b"..") && !name.contains(&b'/');
                    // Names are charged one by one, so a directory that is too large fails before
                    // it is read.
                    self.take(NAME_COST + name.len() as u64)?;
                    if !is_name || entries.insert(name, from.number()?).is_some() {
                        return Err(damaged());
                    }
                }
                Content::Directory(entries)
            }
            _ => return Err(damaged()),
        };
        self.take(cost)?;
        Ok(Node {
            content,
            permissions: permissions & 0o7777,
            names: 0,
            handles: 0,
            accessed,
            modified,
            changed,
        })
    }

    fn take(&mut self, bytes: u64) -> Result<(), Unusable> {
        self.charge(bytes).map_err(|_| {
            Unusable::because("the memory limit is too small for the files of the saved state")
        })
    }

    /// Sets the number of names of each node. Fails unless each directory has exactly one name and
    /// can be reached from the root.
    fn check(&mut self) -> Result<(), Unusable> {
        let mut names: BTreeMap<Inode, u32> = BTreeMap::from([(ROOT, 1)]);
        let mut below = vec![ROOT];
        while let Some(inode) = below.pop() {
            let node = self.nodes.get(&inode).ok_or_else(damaged)?;
            let Content::Directory(entries) = &node.content else {
                continue;
            };
            for &inode in entries.values() {
                let count = names.entry(inode).or_default();
                *count += 1;
                if *count == 1 {
                    below.push(inode);
                }
            }
        }
        for (inode, node) in &mut self.nodes {
            node.names = names.get(inode).copied().unwrap_or(0);
            if node.content.is_directory() && node.names != 1 {
                return Err(damaged());
            }
        }
        match self.nodes.contains_key(&ROOT) && self.is_directory(ROOT) {
            true => Ok(()),
            false => Err(damaged()),
        }
    }

    /// Returns true if a node exists and is a file.
    pub(super) fn is_file(&self, inode: Inode) -> bool {
        let node = self.nodes.get(&inode);
        node.is_some_and(|node| matches!(node.content, Content::File(_)))
    }
}

#[cfg(test)]
mod tests {
    use crate::clock::VirtualClock;
    use crate::files::{MemoryTree, OpenRequest, Opened, Tree, TreePath};
    use crate::memory_budget::MemoryBudget;
    use crate::state::Writer;
    use crate::state::tests::{Kept, reader};
    use std::sync::Arc;

    fn tree(budget: u64) -> MemoryTree {
        let budget = MemoryBudget::new(budget);
        MemoryTree::within(1, 1 << 20, Arc::new(VirtualClock::new()), &budget)
    }

    fn path(text: &str) -> TreePath {
        TreePath::new(text.as_bytes()).unwrap()
    }

    fn saved(tree: &MemoryTree) -> Vec<u8> {
        let kept = Kept::default();
        let mut to = Writer::new(kept.clone());
        Tree::save(tree, &mut to).unwrap();
        to.finish().unwrap();
        kept.bytes()
    }

    /// Returns a tree with an open file that has no name.
    fn example() -> (MemoryTree, Opened, u64) {
        let tree = tree(1 << 20);
        tree.insert("folder/file", b"bytes").unwrap();
        tree.insert("gone", b"still here").unwrap();
        tree.make_symbolic_link(b"folder/file", &path("/link"))
            .unwrap();
        tree.link(&path("/folder/file"), &path("/second")).unwrap();
        let request = OpenRequest {
            read: true,
            ..OpenRequest::default()
        };
        let open = tree.open(&path("/gone"), &request).unwrap();
        let inode = tree.status(&path("/gone"), true).unwrap().inode;
        tree.remove_file(&path("/gone")).unwrap();
        (tree, open, inode)
    }

    #[test]
    fn files_come_back_with_their_numbers_times_and_size() {
        let (old, _open, inode) = example();
        let state = saved(&old);
        let new = tree(1 << 20);
        new.insert("other", b"that goes").unwrap();
        new.restore(&mut reader(&state)).unwrap();
        for name in ["/", "/folder", "/folder/file", "/link", "/second"] {
            let [old, new] = [&old, &new].map(|tree| tree.status(&path(name), false));
            assert_eq!(old, new, "{name}");
        }
        assert!(new.status(&path("/other"), false).is_err());
        assert_eq!(new.contents("/link").unwrap(), b"bytes");
        assert_eq!(new.used(), old.used());
        assert_eq!(saved(&new), state, "it can be saved again");
        let mut file = new.reopen(inode, false).unwrap();
        let mut bytes = [0; 10];
        assert_eq!(file.read(&mut bytes), Ok(10));
        assert_eq!(&bytes, b"still here");
    }

    #[test]
    fn damaged_trees_are_refused_without_harm() {
        let state = saved(&example().0);
        for len in 0..state.len() {
            assert!(
                tree(1 << 20).restore(&mut reader(&state[..len])).is_err(),
                "{len}"
            );
        }
        for bit in 0..8 * state.len() {
            let mut bytes = state.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let tree = tree(1 << 20);
            if tree.restore(&mut reader(&bytes)).is_ok() {
                for name in ["/", "/folder/file", "/link", "/second"] {
                    let _ = tree.status(&path(name), true);
                    let _ = tree.remove_file(&path(name));
                }
                let _ = tree.remove_directory(&path("/folder"));
            }
        }
    }

    #[test]
    fn files_without_room_in_the_budget_are_refused() {
        let state = saved(&example().0);
        let error = tree(700).restore(&mut reader(&state)).unwrap_err();
        assert!(error.to_string().contains("memory limit"), "{error}");
    }
}
