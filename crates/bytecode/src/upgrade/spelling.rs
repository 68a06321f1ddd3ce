//! Makes names valid for current LLVM.

/// Replaces the characters that names cannot contain today: zero bytes become dots.
pub(super) fn clean(name: &[u8]) -> Vec<u8> {
    name.iter()
        .map(|&byte| if byte == 0 { b'.' } else { byte })
        .collect()
}

/// Appends a number to a name so that it is unique.
pub(super) fn make_unique(name: &mut Vec<u8>, taken: impl Fn(&[u8]) -> bool) {
    let length = name.len();
    let mut number = 0;
    while taken(name) {
        number += 1;
        name.truncate(length);
        name.extend_from_slice(format!(".{number}").as_bytes());
    }
}
