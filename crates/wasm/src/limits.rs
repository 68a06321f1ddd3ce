//! What engines allow, by the WebAssembly JavaScript API and its
//! implementations.

/// The bytes of one function's code.
pub const FUNCTION_BYTES: usize = 7_654_321;

/// The locals of one function, parameters included.
pub const LOCALS: usize = 50_000;

/// The targets of one `br_table`, without the default.
pub const TABLE_TARGETS: usize = 65_520;
