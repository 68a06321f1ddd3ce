//! Cache keys: everything that determines an entry.

use sha2::{Digest, Sha256};
use std::fmt;
use std::hash::Hasher;
use std::path::Path;
use std::time::UNIX_EPOCH;

/// Identifies the contents of an entry by everything that determines them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key(pub(super) [u8; 32]);

/// In hexadecimal digits.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Collects everything that determines the contents of an entry.
///
/// As a [`Hasher`] it takes in anything that can be hashed; its `finish`
/// only satisfies the trait.
#[derive(Clone, Debug, Default)]
pub struct KeyBuilder(Sha256);

impl KeyBuilder {
    /// Nothing so far.
    pub fn new() -> KeyBuilder {
        KeyBuilder::default()
    }

    /// Adds a field. Different lists of fields give different keys, even if their bytes together
    /// are the same.
    #[must_use]
    pub fn field(mut self, bytes: &[u8]) -> KeyBuilder {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    /// Adds the version of Pinnacle and this executable. The executable distinguishes builds of the
    /// same version, such as those of developers.
    #[must_use]
    pub fn this_program(self) -> KeyBuilder {
        let version = self.field(env!("CARGO_PKG_VERSION").as_bytes());
        match std::env::current_exe() {
            Ok(path) => version.file(&path),
            Err(_) => version.field(&[]),
        }
    }

    /// Adds the identity of a file by its path, size and modification time, without reading it. A
    /// file that cannot be found has size and time 0.
    #[must_use]
    pub fn file(self, path: &Path) -> KeyBuilder {
        let about = || {
            let metadata = path.metadata().ok()?;
            let time = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
            Some((metadata.len(), time.as_nanos()))
        };
        let (size, time) = about().unwrap_or_default();
        self.field(path.as_os_str().as_encoded_bytes())
            .field(&size.to_le_bytes())
            .field(&time.to_le_bytes())
    }

    /// The key.
    pub fn key(self) -> Key {
        Key(self.0.finalize().into())
    }
}

impl Hasher for KeyBuilder {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        let hash = self.0.clone().finalize();
        hash.iter()
            .take(8)
            .fold(0, |sum, byte| sum << 8 | u64::from(*byte))
    }
}
