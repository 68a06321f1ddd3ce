//! Applies changes by others, and the results of the program's own changes.

use super::super::{Known, News};
use super::{Content, Found, Id, Nodes, ROOT};

impl Nodes {
    /// Applies news of a path. They are ignored if the program has changed the path in the
    /// meantime, because the result of that change will be reported later.
    pub(in crate::replica) fn put(&mut self, path: &str, news: News) {
        let names: Vec<&str> = path.split('/').filter(|name| !name.is_empty()).collect();
        let Some((last, above)) = names.split_last() else {
            return;
        };
        let seen = news.seen.unwrap_or(self.settled);
        let mut parent = ROOT;
        for name in above {
            let next = self.names(parent).ok().and_then(|names| names.get(*name));
            parent = match next.copied() {
                Some(id) => id,
                None if news.known == Known::Absent => return,
                None => match self.put_new(parent, name, Content::directory(), seen) {
                    Some(id) => id,
                    None => return self.refuse(news),
                },
            };
        }
        let there = self.names(parent).ok().and_then(|names| names.get(*last));
        let content = match news.known {
            Known::Absent => None,
            Known::Directory => Some(Content::directory()),
            Known::File { contents, size } => Some(Content::Kept { contents, size }),
        };
        let id = match there.copied() {
            Some(id) => {
                let node = self.node(id);
                let is_old = node.changed > seen || node.version >= news.version;
                if is_old {
                    return self.refuse(news);
                }
                let is_directory = matches!(content, Some(Content::Directory(_)));
                match content {
                    None => {
                        self.remove_all(id);
                        return;
                    }
                    Some(_) if is_directory && self.is_directory(id) => {}
                    Some(content) => {
                        if self.is_directory(id) {
                            self.remove_all(id);
                            match self.put_new(parent, last, content, seen) {
                                Some(_) => return,
                                None => return self.refuse(news),
                            }
                        }
                        self.replace(id, content);
                    }
                }
                id
            }
            None => match content.map(|content| self.put_new(parent, last, content, seen)) {
                Some(Some(id)) => id,
                _ => return self.refuse(news),
            },
        };
        let node = self.node_mut(id);
        node.version = news.version;
        // The time of the program's own changes was set by its clock.
        if news.seen.is_none() {
            node.modified = news.modified;
            node.accessed = news.modified;
        }
    }

    /// Creates a node that others have created, unless the program has removed it in the meantime.
    fn put_new(&mut self, parent: Id, name: &str, content: Content, seen: u64) -> Option<Id> {
        let place: (Id, Box<str>) = (parent, name.into());
        let removed = self.removed.get(&place);
        if removed.is_some_and(|number| *number > seen) {
            return None;
        }
        let found = Found {
            parent,
            name: name.into(),
            id: None,
        };
        self.insert(&found, content).ok()
    }

    fn refuse(&mut self, news: News) {
        if let Known::File { contents, .. } = news.known {
            self.keeper.forget(contents);
        }
    }

    /// Removes a node that others have removed, with all its contents.
    pub(super) fn remove_all(&mut self, id: Id) {
        let mut pending = vec![id];
        let mut order = Vec::new();
        while let Some(id) = pending.pop() {
            order.push(id);
            pending.extend(self.names(id).into_iter().flat_map(|names| names.values()));
        }
        for id in order.into_iter().rev() {
            self.detach(id);
        }
    }
}
