//! The rules by which files are checked.

/// A rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The code of its error.
    pub code: &'static str,
}

/// Every rule.
pub const RULES: &[Rule] = &[];
