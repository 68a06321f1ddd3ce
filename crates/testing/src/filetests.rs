//! What file tests say: their comments, the values in them, and what several
//! of them have in common. How they are
//! written is described at the module `filetests` of `pinnacle-testing-engines`,
//! which runs them.

pub mod directive;
pub mod surroundings;
pub mod value;
