//! A line of a column.

use pinnacle_pexe::ids::InstId;

/// Maximum length of a line in characters.
const MAX_LINE: usize = 400;

/// A line, and the instruction of the program that it belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The instruction, if there is one.
    pub inst: Option<InstId>,
    /// The line.
    pub text: String,
}

impl Row {
    pub(crate) fn new(inst: Option<InstId>, text: &str) -> Row {
        let mut characters = text.char_indices().skip(MAX_LINE);
        let text = match characters.next() {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        };
        Row { inst, text }
    }
}
