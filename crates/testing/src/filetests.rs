//! What file tests say: their comments and the values in them. How they are
//! written is described at the module `filetests` of `pinnacle-testing-engines`,
//! which runs them.

pub mod directive;
pub mod value;
