//! Checks `docs/bytecode-errors.md`, which is generated from the documentation of the error kinds
//! and the table of rules.

use pinnacle_bytecode::ErrorKind;
use pinnacle_bytecode::text::SyntaxErrorKind;
use pinnacle_bytecode::verify::RULES;
use pinnacle_testing::error_table::{
    RULES_HEAD, expect_document, expect_sentence, write_groups, write_rule,
};

/// The tables and their headings, by the first digits of the error codes.
const GROUPS: &[(&str, &str)] = &[
    ("L01", "Header"),
    ("L02", "Blocks and numbers"),
    ("L03", "Types"),
    ("L04", "Globals and functions"),
    ("L05", "Constants"),
    ("L06", "Functions' blocks"),
    ("L07", "Instructions"),
    ("L08", "Symbols"),
    ("L09", "Rules of well-formed modules"),
    ("L10", "Writing and printing"),
    ("L11", "Upgrading"),
];

/// Groups of the errors of assembly.
const TEXT_GROUPS: &[(&str, &str)] = &[
    ("A01", "Assembly: words and structure"),
    ("A02", "Assembly: names"),
    ("A03", "Assembly: types"),
    ("A04", "Assembly: values"),
];

fn table() -> String {
    let mut text = String::from(
        "# Errors of LLVM bytecode\n\n\
         Every error in a file, module or text of LLVM 1.x has a code, a sentence and a place. The code keeps\n\
         its meaning, but the wording of the sentence may change. The place is a byte of the file, if there\n\
         is a file, and the function, the block and the instruction. In a text it is a line and a column.\n\n\
         This file is generated from the source:\n\
         `BLESS=1 cargo test -p pinnacle-bytecode --test error_table` rewrites it.\n",
    );
    let kinds = ErrorKind::ALL.iter();
    let kinds = kinds.map(|kind| (kind.code(), kind.description()));
    write_groups(&mut text, GROUPS, kinds);
    let kinds = SyntaxErrorKind::ALL.iter();
    let kinds = kinds.map(|kind| (kind.code(), kind.description()));
    write_groups(&mut text, TEXT_GROUPS, kinds);
    text += "\n## Rules\n\n\
             `pinnacle verify` checks these rules once it has read a module. Each rule has a source in\n\
             LLVM 1.3: \"verifier\" is the verifier, \"reference\" the language reference manual, \"reader\" the\n\
             bytecode reader, and \"assembler\" the parser of assembly. \"Memory\" marks rules that LLVM took for\n\
             granted of modules in memory. The test `faults` of the crate `bytecode` breaks each rule in at\n\
             least one way, and its tests are named after the rules.\n\n";
    text += RULES_HEAD;
    for rule in RULES {
        expect_sentence(rule.says);
        let row = [rule.name, rule.kind.code(), rule.says, rule.source];
        write_rule(&mut text, row);
    }
    text
}

#[test]
fn the_table_of_errors_is_up_to_date() {
    expect_document("bytecode-errors.md", &table());
}

#[test]
fn every_rule_has_a_name_and_every_error_of_rules_a_rule() {
    let mut names: Vec<_> = RULES.iter().map(|rule| rule.name).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    for kind in ErrorKind::ALL
        .iter()
        .filter(|kind| kind.code().starts_with("L09"))
    {
        assert!(
            RULES.iter().any(|rule| rule.kind == *kind),
            "{}",
            kind.code()
        );
    }
}
