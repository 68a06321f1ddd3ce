//! Checks `docs/bitcode-errors.md`, which is generated from the documentation of the error kinds.

use pinnacle_llvm::SyntaxErrorKind;
use pinnacle_llvm::bitcode::ErrorKind;
use pinnacle_testing::error_table::{expect_document, write_groups};

/// The tables and their headings, by the first digits of the error codes.
const GROUPS: &[(&str, &str)] = &[
    ("V00", "File and container"),
    ("V01", "Records"),
    ("V02", "Types"),
    ("V03", "Attributes"),
    ("V04", "Constants"),
    ("V05", "Globals"),
    ("V06", "Bodies"),
    ("V07", "Metadata"),
    ("V08", "Limits"),
    ("Y01", "Text: symbols, words, limits"),
    ("Y02", "Text: names"),
    ("Y03", "Text: types and values"),
    ("Y04", "Text: bodies"),
    ("Y05", "Text: what is not supported"),
];

fn table() -> String {
    let mut text = String::from(
        "# Errors of LLVM bitcode and assembly\n\n\
         Every error has a code, a sentence and a place. The code keeps its meaning, but the wording of the\n\
         sentence may change. In bitcode the place is a position in bits, and in a body also the function,\n\
         the block and the instruction. In assembly it is a line and a column.\n\n\
         This file is generated from the source:\n\
         `BLESS=1 cargo test -p pinnacle-llvm --test error_table` rewrites it.\n",
    );
    let kinds = ErrorKind::ALL.iter();
    let kinds = kinds.map(|kind| (kind.code(), kind.description()));
    let text_kinds = SyntaxErrorKind::ALL.iter();
    let text_kinds = text_kinds.map(|kind| (kind.code(), kind.description()));
    let kinds = kinds.chain(text_kinds);
    write_groups(&mut text, GROUPS, kinds);
    text
}

#[test]
fn every_kind_is_in_the_document() {
    expect_document("bitcode-errors.md", &table());
}
