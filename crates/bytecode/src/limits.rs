//! Limits that this implementation sets where the format sets none.

/// How many errors of one module are reported; that there are more is noted.
pub const MAX_ERRORS: usize = 1000;
