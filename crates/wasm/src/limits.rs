//! Defines limits of engines, from the WebAssembly JavaScript API and its implementations.

/// Maximum size of a function's code in bytes.
pub const FUNCTION_BYTES: usize = 7_654_321;

/// Maximum number of locals of a function, including parameters.
pub const LOCALS: usize = 50_000;

/// Maximum number of targets of a `br_table`, without the default.
pub const TABLE_TARGETS: usize = 65_520;
