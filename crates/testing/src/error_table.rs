//! Checks the documents in `docs/` that list the kinds of errors. They are generated from the
//! source.

use crate::bless::expect_file;
use std::fmt::Write;
use std::path::Path;

/// Adds a table for each group of codes. A group consists of the codes with the same first digits.
/// Its table has a heading, and a row for each kind with its code and description.
///
/// # Panics
///
/// Panics if a code belongs to no group or to several, or if a description is not a sentence.
pub fn write_groups<'k>(
    text: &mut String,
    groups: &[(&str, &str)],
    kinds: impl IntoIterator<Item = (&'k str, &'k str)>,
) {
    let kinds: Vec<_> = kinds.into_iter().collect();
    let mut written = 0;
    for (prefix, heading) in groups {
        let _ = write!(text, "\n## {heading}\n\n| code | meaning |\n|---|---|\n");
        for (code, meaning) in kinds.iter().filter(|(code, _)| code.starts_with(prefix)) {
            expect_sentence(meaning);
            let _ = writeln!(text, "| `{code}` | {meaning} |");
            written += 1;
        }
    }
    assert_eq!(written, kinds.len(), "a code belongs to one group");
}

/// The header of a table of rules.
pub const RULES_HEAD: &str = "| rule | error | what it demands | source |\n|---|---|---|---|\n";

/// Adds a row to the table of rules: the name, the code of the error, the requirement, and the
/// document that states it.
pub fn write_rule(text: &mut String, [name, code, says, source]: [&str; 4]) {
    let _ = writeln!(text, "| `{name}` | `{code}` | {says} | {source} |");
}

/// Checks that a description is a sentence.
///
/// # Panics
///
/// Panics if it is not.
pub fn expect_sentence(text: &str) {
    assert!(text.starts_with(char::is_alphabetic), "{text}");
    assert!(text.ends_with('.') && !text.contains("  "), "{text}");
}

/// Compares a document in `docs/` with its expected text, or updates it.
///
/// # Panics
///
/// Panics if they differ.
pub fn expect_document(name: &str, text: &str) {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    if let Err(difference) = expect_file(docs.join(name), text) {
        panic!("{difference:#}");
    }
}
