//! The form of an entry's file: a header, then the contents.
//!
//! The header is a magic word with the version of this form, the key, and a
//! SHA-256 sum of the contents with their length.

use super::Key;
use sha2::{Digest, Sha256};

const MAGIC: &[u8; 16] = b"pinnacle cache 1";

const KEY_AT: usize = MAGIC.len();
const SUM_AT: usize = KEY_AT + 32;
const HEADER: usize = SUM_AT + 32;

pub(super) fn header(key: &Key, contents: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..KEY_AT].copy_from_slice(MAGIC);
    header[KEY_AT..SUM_AT].copy_from_slice(&key.0);
    header[SUM_AT..].copy_from_slice(&sum(contents));
    header
}

/// Whether a file is the whole and undamaged entry of a key.
pub(super) fn check(key: &Key, file: &[u8]) -> Option<()> {
    let (found, contents) = file.split_at_checked(HEADER)?;
    (*found == header(key, contents)).then_some(())
}

/// The contents of a file that has been checked.
pub(super) fn contents(file: &[u8]) -> &[u8] {
    file.get(HEADER..).unwrap_or_default()
}

fn sum(contents: &[u8]) -> [u8; 32] {
    let sum = Sha256::new()
        .chain_update((contents.len() as u64).to_le_bytes())
        .chain_update(contents);
    sum.finalize().into()
}
