//! The nodes that a saved state contains, and the nodes that it restores.

use super::super::Change;
use super::{Content, Found, Id, Nodes, ROOT};
use pinnacle_system::Errno;
use pinnacle_system::clock::Clock;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Nodes {
    /// Returns the nodes that the program has used, and the directories that lead to them.
    pub(in crate::replica) fn used(&self) -> BTreeSet<Id> {
        let mut used = BTreeSet::from([ROOT]);
        for (&id, node) in &self.nodes {
            let mut at = node.is_used.then_some(id);
            while let Some(id) = at
                && used.insert(id)
            {
                let place = self.nodes.get(&id).and_then(|node| node.place.as_ref());
                at = place.map(|(parent, _)| *parent);
            }
        }
        used
    }

    /// Returns the number of the next node.
    pub(in crate::replica) fn next_id(&self) -> Id {
        self.next
    }

    pub(in crate::replica) fn clock(&self) -> Arc<dyn Clock> {
        self.clock.clone()
    }

    /// Creates a file or directory of a saved state, or replaces the content of an existing one.
    pub(in crate::replica) fn put_saved(
        &mut self,
        parent: Id,
        name: &str,
        content: Content,
    ) -> Result<Id, Errno> {
        let is_directory = matches!(content, Content::Directory(_));
        let there = self.names(parent)?.get(name).copied();
        let there = there.filter(|&id| match self.is_directory(id) == is_directory {
            true => true,
            false => {
                self.tell(id, Change::Remove);
                self.remove_all(id);
                false
            }
        });
        let id = match there {
            Some(id) => id,
            None => {
                let found = Found {
                    parent,
                    name: name.into(),
                    id: None,
                };
                self.insert(&found, Content::directory())?
            }
        };
        self.node_mut(id).is_used = true;
        let Content::Bytes(bytes) = content else {
            self.tell(id, Change::MakeDirectory);
            return Ok(id);
        };
        self.tell(id, Change::CreateFile);
        self.tell(id, Change::Write(0, &bytes));
        self.tell(id, Change::SetLength(bytes.len() as u64));
        self.replace(id, Content::Bytes(bytes));
        self.close_if_unused(id);
        Ok(id)
    }

    /// Creates a file of a saved state that has no name: it is removed when it is closed.
    pub(in crate::replica) fn put_nameless(&mut self, bytes: Vec<u8>) -> Id {
        let id = self.new_node(Content::directory(), None);
        self.replace(id, Content::Bytes(bytes));
        self.node_mut(id).is_used = true;
        id
    }

    /// Records the number of a node in the saved state.
    pub(in crate::replica) fn number(&mut self, saved: u64, id: Id) {
        self.numbers.insert(saved, id);
    }

    /// Returns the node with a number in the saved state.
    pub(in crate::replica) fn numbered(&self, saved: u64) -> Option<Id> {
        let id = *self.numbers.get(&saved)?;
        self.nodes.contains_key(&id).then_some(id)
    }

    /// Removes the numbers of the restored state, and its files without names that are not open.
    pub(in crate::replica) fn forget_numbers(&mut self) {
        for id in std::mem::take(&mut self.numbers).into_values() {
            if self.nodes.contains_key(&id) {
                self.drop_if_unused(id);
            }
        }
    }
}
