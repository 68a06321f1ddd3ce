//! Limits of engines, according to the WebAssembly JavaScript API and its implementations.

/// Maximum size of one function's code in bytes.
pub const FUNCTION_BYTES: usize = 7_654_321;

/// Maximum number of locals of one function, including parameters.
pub const LOCALS: usize = 50_000;

/// Maximum number of targets of one `br_table`, without the default.
pub const TABLE_TARGETS: usize = 65_520;
