//! Limits that this implementation sets where the format sets none.

/// How many errors of one file are kept; checking stops collecting there.
pub const MAX_ERRORS: usize = 1000;

/// The greatest number of bytes that one zero-fill initialiser may stand for:
/// what fits in the address space.
pub const MAX_ZEROFILL: u64 = u32::MAX as u64;
