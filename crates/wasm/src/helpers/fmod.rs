//! The remainder of two `double`s.

/// The code.
pub(super) fn body() -> Vec<u8> {
    vec![0, 0x00, 0x0b]
}
