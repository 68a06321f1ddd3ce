//! Atomic accesses.
