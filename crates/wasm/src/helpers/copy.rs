//! Copying and filling memory.

/// Copies.
pub(super) fn copy_body(_shared: bool) -> Vec<u8> {
    vec![0, 0x00, 0x0b]
}

/// Fills.
pub(super) fn fill_body(_shared: bool) -> Vec<u8> {
    vec![0, 0x00, 0x0b]
}
