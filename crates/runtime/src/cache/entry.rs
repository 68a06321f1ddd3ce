//! The form of an entry's file: a header, then the contents.
//!
//! The header is a magic word with the version of this form, the key, and a code over key and
//! contents that needs the cache's secret.

use super::Key;
use super::secret::{self, Secret};
use hmac::{Hmac, Mac};
use sha2::Sha256;

const MAGIC: &[u8; 16] = b"pinnacle cache 2";
const KEY_AT: usize = MAGIC.len();
const CODE_AT: usize = KEY_AT + 32;

/// Bytes of a header.
pub(super) const HEADER: usize = CODE_AT + 32;

pub(super) fn header(secret: &Secret, key: &Key, contents: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..KEY_AT].copy_from_slice(MAGIC);
    header[KEY_AT..CODE_AT].copy_from_slice(&key.0);
    header[CODE_AT..].copy_from_slice(&code(secret, key, contents).finalize().into_bytes());
    header
}

/// Checks that a file is a complete, undamaged entry for a key, made with the secret.
pub(super) fn check(secret: &Secret, key: &Key, file: &[u8]) -> Option<()> {
    let (found, contents) = file.split_at_checked(HEADER)?;
    if found[..KEY_AT] != *MAGIC || found[KEY_AT..CODE_AT] != key.0 {
        return None;
    }
    code(secret, key, contents)
        .verify_slice(&found[CODE_AT..])
        .ok()
}

/// Returns the contents of a file that was checked.
pub(super) fn contents(file: &[u8]) -> &[u8] {
    file.get(HEADER..).unwrap_or_default()
}

fn code(secret: &Secret, key: &Key, contents: &[u8]) -> Hmac<Sha256> {
    let mut code = secret.begin();
    secret::add(&mut code, &key.0);
    secret::add(&mut code, contents);
    code
}
