//! Pairs the requests in an archive with their answers, which may precede or follow them.

use crate::key::Key;
use std::collections::{HashMap, HashSet};

/// The requests that were read so far. A record refers to the other one of its pair by name
/// (`WARC-Concurrent-To`), in the request or in the answer. Without a name, the records of a pair
/// are neighbours.
#[derive(Default)]
pub(crate) struct Requests {
    requests: Vec<Request>,
    /// Answers that name their request: the hash of that name, and the entry of the answer.
    answers: HashMap<u64, u32>,
}

/// A request.
pub(crate) struct Request {
    /// The hash of its name.
    pub(crate) id: u64,
    /// The hash of the name of the answer.
    pub(crate) answer: Option<u64>,
    /// The key of its URL.
    pub(crate) url: u64,
    /// The key of the request's URL with method and body; `None` for `GET`.
    pub(crate) key: Option<Key>,
    /// The number of entries before it.
    pub(crate) place: u32,
}

impl Requests {
    pub(crate) fn add(&mut self, request: Request) {
        // The answer to a GET is found by its URL, so such a request only keeps its neighbours from
        // being taken for the answers to others.
        if request.key.is_some() || request.answer.is_none() {
            self.requests.push(request);
        }
    }

    /// Records that an entry answers the request with this hash of its name.
    pub(crate) fn answered(&mut self, request: u64, entry: u32) {
        self.answers.insert(request, entry);
    }

    /// Returns the entries that answer requests other than `GET`, with the keys of these. `named`
    /// finds an entry by the hash of its name, and `url` returns the key of an entry's URL.
    pub(crate) fn pairs(
        &self,
        named: impl Fn(u64) -> Option<u32>,
        url: impl Fn(u32) -> Option<u64>,
    ) -> Vec<(u32, Key)> {
        let mut pairs = Vec::new();
        if self.requests.iter().all(|request| request.key.is_none()) {
            return pairs;
        }
        let mut taken = HashSet::new();
        let mut alone = Vec::new();
        for request in &self.requests {
            let by_answer = self.answers.get(&request.id).copied();
            match request.answer.and_then(&named).or(by_answer) {
                Some(entry) => {
                    taken.insert(entry);
                    pairs.extend(request.key.map(|key| (entry, key)));
                }
                None if request.answer.is_none() => alone.push(request),
                // The answer could not be read.
                None => {}
            }
        }
        for request in alone {
            let before = request.place.checked_sub(1);
            let mut neighbours = before.into_iter().chain([request.place]);
            let entry =
                neighbours.find(|entry| url(*entry) == Some(request.url) && !taken.contains(entry));
            if let Some(entry) = entry {
                taken.insert(entry);
                pairs.extend(request.key.map(|key| (entry, key)));
            }
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: u64 = 7;

    /// The pairs of requests, by place and whether they are a `POST`, all without names.
    fn pairs(requests: &[(u32, bool)]) -> Vec<(u32, u64)> {
        let mut all = Requests::default();
        for (number, (place, is_post)) in requests.iter().enumerate() {
            let sum = number as u64;
            all.add(Request {
                id: sum,
                answer: None,
                url: URL,
                key: is_post.then_some(Key {
                    whole: sum,
                    stable: sum,
                    path: 0,
                }),
                place: *place,
            });
        }
        let pairs = all.pairs(|_| None, |entry| (entry < 2).then_some(URL));
        pairs
            .iter()
            .map(|(entry, key)| (*entry, key.whole))
            .collect()
    }

    #[test]
    fn neighbours_are_pairs_in_either_order() {
        // Requests before their answers.
        assert_eq!(pairs(&[(0, true), (1, true)]), [(0, 0), (1, 1)]);
        assert_eq!(pairs(&[(0, false), (1, true)]), [(1, 1)]);
        // Answers before their requests.
        assert_eq!(pairs(&[(1, true), (2, true)]), [(0, 0), (1, 1)]);
        assert_eq!(pairs(&[(1, false), (2, true)]), [(1, 1)]);
        // An answer is missing.
        assert_eq!(pairs(&[(0, true), (0, true), (0, true)]), [(0, 0)]);
        assert_eq!(pairs(&[(3, true)]), []);
    }
}
