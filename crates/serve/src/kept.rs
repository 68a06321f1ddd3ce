//! Caches results that are made from files on request, until the files change.

use hyper::body::Bytes;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// A cache with limits on the number and the total size of its results.
#[derive(Debug)]
pub(crate) struct Kept<V> {
    /// Maximum number of results.
    pub(crate) most: usize,
    /// Maximum size of all results in bytes.
    pub(crate) bytes: usize,
    /// Locked while a result is made, so that only one is made at a time. The latest result is
    /// last.
    results: Mutex<VecDeque<Entry<V>>>,
}

/// A result, or the message why it could not be made.
type Outcome = Result<Bytes, String>;

#[derive(Debug)]
struct Entry<V> {
    name: String,
    /// The version of the files that the result was made from.
    version: V,
    outcome: Outcome,
}

impl<V: PartialEq> Kept<V> {
    pub(crate) fn new(most: usize, bytes: usize) -> Kept<V> {
        Kept {
            most,
            bytes,
            results: Mutex::default(),
        }
    }

    /// Returns the cached result of this name if its version is still the same, or else makes it.
    /// Blocks while another result is made. If a limit is exceeded, the oldest results are dropped.
    pub(crate) fn get(&self, name: &str, version: V, make: impl FnOnce() -> Outcome) -> Outcome {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let found = results
            .iter()
            .find(|one| one.name == name && one.version == version);
        if let Some(found) = found {
            return found.outcome.clone();
        }
        let outcome = make();
        results.retain(|one| one.name != name);
        results.push_back(Entry {
            name: name.to_owned(),
            version,
            outcome: outcome.clone(),
        });
        let size = |one: &Entry<V>| one.outcome.as_ref().map_or(0, Bytes::len);
        while results.len() > self.most || results.iter().map(size).sum::<usize>() > self.bytes {
            results.pop_front();
        }
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_results_make_room_for_new_ones() {
        let kept = Kept::new(3, 10);
        let mut made = 0;
        let mut get = |name: &str, version: u32, text: &'static str| {
            let outcome = kept.get(name, version, || {
                made += 1;
                Ok(text.into())
            });
            assert!(outcome.is_ok());
            made
        };
        assert_eq!(get("a", 1, "1234"), 1);
        assert_eq!(get("a", 1, "1234"), 1, "kept");
        assert_eq!(get("a", 2, "1234"), 2, "the file has changed");
        assert_eq!(get("b", 1, "1234"), 3);
        assert_eq!(get("c", 1, "1234"), 4, "12 bytes are too many");
        assert_eq!(get("b", 1, "1234"), 4);
        assert_eq!(get("a", 2, "1234"), 5);
    }

    #[test]
    fn a_failure_is_kept_like_a_result() {
        let kept = Kept::new(3, 10);
        assert_eq!(kept.get("a", (), || Err("why".into())), Err("why".into()));
        assert_eq!(kept.get("a", (), || unreachable!()), Err("why".into()));
    }
}
