//! Keys of URLs: URLs with the same key mean the same capture.
//!
//! The scheme (`http` or `https`), the case of the host and the escaping of characters do not
//! matter. The ports 80 and 443 equal no port, whatever the scheme. The fragment is ignored.

use crate::volatile::is_volatile;
use percent_encoding::percent_decode_str;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use url::Url;

/// Makes keys. They are hashes with a random secret, so nobody can construct two URLs that collide.
#[derive(Debug, Default)]
pub(crate) struct Keys(RandomState);

/// The hashes of a URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    /// The hash including the query.
    pub(crate) whole: u64,
    /// The hash without the parameters that differ from visit to visit.
    pub(crate) stable: u64,
    /// The hash without the query.
    pub(crate) path: u64,
}

impl Keys {
    /// Returns the key of a URL.
    pub(crate) fn of(&self, url: &str) -> Key {
        let Ok(url) = Url::parse(url.trim()) else {
            let sum = self.0.hash_one(url);
            return Key {
                whole: sum,
                stable: sum,
                path: sum,
            };
        };
        let mut hasher = self.0.build_hasher();
        url.host_str().unwrap_or(url.scheme()).hash(&mut hasher);
        url.port()
            .filter(|port| ![80, 443].contains(port))
            .hash(&mut hasher);
        let path: Vec<u8> = percent_decode_str(url.path()).collect();
        path.hash(&mut hasher);
        let path = hasher.finish();
        let Some(query) = url.query() else {
            return Key {
                whole: path,
                stable: path,
                path,
            };
        };
        let with = |query: &str| {
            let mut hasher = hasher.clone();
            let query: Vec<u8> = percent_decode_str(query).collect();
            query.hash(&mut hasher);
            hasher.finish()
        };
        let whole = with(query);
        let parameters = query.split('&');
        let lasting: Vec<&str> = parameters.filter(|one| !is_volatile(one)).collect();
        let stable = match lasting.len() == query.split('&').count() {
            true => whole,
            false if lasting.is_empty() => path,
            false => with(&lasting.join("&")),
        };
        Key {
            whole,
            stable,
            path,
        }
    }

    /// Returns the hash of a record's ID or of a digest.
    pub(crate) fn of_name(&self, kind: &str, name: &str) -> u64 {
        self.0.hash_one((kind, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_same_capture_have_one_key() {
        let keys = Keys::default();
        let key = keys.of("http://example.com/a~b/?x=1");
        for same in [
            "https://EXAMPLE.com:443/a%7Eb/?x=1#top",
            "http://example.com:80/a%7eb/?x=%31",
        ] {
            assert_eq!(keys.of(same), key, "{same}");
        }
        for other in [
            "http://example.com/a~b?x=1",
            "http://example.com:8080/a~b/?x=1",
            "http://www.example.com/a~b/?x=1",
        ] {
            assert_ne!(keys.of(other).whole, key.whole, "{other}");
        }
        let stable = keys.of("http://example.com/a~b/?x=1&_=2");
        assert_eq!((stable.stable, stable.path), (key.whole, key.path));
        let plain = keys.of("http://example.com/a~b/");
        assert_eq!((plain.whole, plain.path), (key.path, key.path));
    }
}
