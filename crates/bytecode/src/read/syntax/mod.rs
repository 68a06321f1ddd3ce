//! The binary form of blocks, each as a list of items with their places.
//!
//! The reader makes a model of the items, and the dump shows them. Neither looks at the bytes
//! itself, so each form is known here only. Block headers, types and instructions are in `blocks`,
//! `types` and `instructions`, which both use in the same way.

pub(crate) mod compaction;
pub(crate) mod constants;
pub(crate) mod info;
pub(crate) mod symbols;
