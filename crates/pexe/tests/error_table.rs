//! Generates `docs/errors.md` from the documentation of the error kinds.

use pinnacle_bitstream::ErrorKind as Container;
use pinnacle_pexe::ErrorKind;
use pinnacle_pexe::text::SyntaxErrorKind;
use pinnacle_pexe::verify::RULES;
use pinnacle_testing::error_table::{RULES_HEAD, expect_document, write_groups, write_rule};

/// The tables and their headings, by the first digits of the codes.
const GROUPS: &[(&str, &str)] = &[
    ("B00", "Blocks, abbreviations, records"),
    ("P01", "Header"),
    ("P02", "Structure of the module"),
    ("P03", "Types"),
    ("P04", "Functions"),
    ("P05", "Globals"),
    ("P06", "Symbols"),
    ("P07", "Constants"),
    ("P08", "Function bodies"),
    ("T01", "Text: symbols, words, comments"),
    ("T02", "Text: names"),
    ("T03", "Text: types and values"),
    ("T04", "Text: what cannot be written"),
];

fn table() -> String {
    let container = Container::ALL
        .iter()
        .map(|&kind| ErrorKind::Container(kind));
    let kinds = container.chain(ErrorKind::ALL.iter().copied());
    let kinds = kinds.map(|kind| (kind.code(), kind.description()));
    let text = SyntaxErrorKind::ALL.iter();
    let text = text.map(|kind| (kind.code(), kind.description()));
    let kinds = kinds.chain(text);
    let mut text = String::from(
        "# Errors\n\n\
         Every error in a file has a code, a sentence and a position. The code keeps its meaning, but the\n\
         wording of the sentence may change. Codes that begin with `B` are about the encoding of the file in\n\
         bits, codes that begin with `P` about the program. Codes that begin with `T` are about text that is\n\
         assembled, and their position is a line and a column.\n\n\
         This file is generated from the source: `BLESS=1 cargo test -p pinnacle-pexe --test error_table`\n\
         rewrites it.\n",
    );
    write_groups(&mut text, GROUPS, kinds);
    text += "\n## Rules\n\n\
             `pinnacle verify` checks these rules. The source of a rule is the section of a document:\n\
             \"Contents\" is the manual of the file format, and \"Reference\" is the reference manual of the\n\
             language. The original tools are named where only they have the rule. The test `faults` of the\n\
             crate `pexe` breaks each rule in at least one way, and its tests are named after the rules.\n\n";
    text += RULES_HEAD;
    for rule in RULES {
        let row = [rule.name, rule.kind.code(), rule.says, rule.source];
        write_rule(&mut text, row);
    }
    text
}

#[test]
fn the_table_of_errors_is_up_to_date() {
    expect_document("errors.md", &table());
}
