//! Limits that this implementation sets where the format sets none.

/// The most bytes that a compressed file may become: 256 MiB. A file of a kilobyte can ask for more than
/// any machine has.
pub const MAX_UNPACKED: usize = 1 << 28;

/// Maximum number of errors reported for one module. If there are more, a note says so.
pub const MAX_ERRORS: usize = 1000;
