//! The secret that a cache uses to recognise its own entries.
//!
//! Each entry has a code over its key and contents (HMAC-SHA-256) that needs the secret. Therefore
//! a file that someone else has put into the folder, or an entry of another program under the name
//! of this one's, is not an entry. The secret is random, in a file next to the entries that only
//! its owner may read. Without it the entries are worthless, and are made again.

use super::trust;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

/// The file with the secret.
const NAME: &str = "secret";

/// Size of a secret in bytes: a block of the hash.
const SIZE: usize = 64;

/// The secret of a cache.
pub(super) struct Secret([u8; SIZE]);

impl Secret {
    /// Reads the secret of the cache in a folder, if it has one.
    pub(super) fn read(folder: &Path) -> Option<Secret> {
        let (mut file, metadata) = trust::open(&folder.join(NAME))?;
        let mut bytes = [0; SIZE];
        file.read_exact(&mut bytes).ok()?;
        (metadata.len() == SIZE as u64).then_some(Secret(bytes))
    }

    /// Reads the secret, and creates one if the cache has none. Processes that do this at the same
    /// time get the same secret, where files can have two names.
    pub(super) fn read_or_make(folder: &Path) -> io::Result<Secret> {
        if let Some(secret) = Secret::read(folder) {
            return Ok(secret);
        }
        let mut bytes = [0; SIZE];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let beside = folder.join(super::unused_name(NAME));
        let place = folder.join(NAME);
        let written = trust::create_file(&beside)
            .and_then(|mut file| file.write_all(&bytes))
            // Unlike renaming, this keeps the secret that another process has just made.
            .and_then(|()| fs::hard_link(&beside, &place).or_else(|_| replace(folder, &beside)));
        // The file may have been renamed. The first error is the one to be told.
        let _ = fs::remove_file(&beside);
        written?;
        Secret::read(folder).ok_or_else(|| {
            io::Error::other(format!("{}: cannot be read as a secret", place.display()))
        })
    }

    /// Begins the code of an entry.
    pub(super) fn begin(&self) -> Hmac<Sha256> {
        Hmac::new(&self.0.into())
    }
}

/// Replaces the secret of a cache, unless it has a usable one by now.
fn replace(folder: &Path, new: &Path) -> io::Result<()> {
    match Secret::read(folder) {
        Some(_) => Ok(()),
        None => fs::rename(new, folder.join(NAME)),
    }
}

/// Adds a field of an entry to its code.
pub(super) fn add(code: &mut Hmac<Sha256>, bytes: &[u8]) {
    code.update(&(bytes.len() as u64).to_le_bytes());
    code.update(bytes);
}
