//! Limits that this implementation sets where the format sets none.

/// Maximum size of a decompressed file in bytes: 256 MiB. A file of a kilobyte can request more
/// than any machine has.
pub const MAX_UNPACKED: usize = 1 << 28;

/// Maximum number of errors reported for one module. A note mentions that there are more.
pub const MAX_ERRORS: usize = 1000;
