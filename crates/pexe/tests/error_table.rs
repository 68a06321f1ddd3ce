//! `docs/errors.md` is made from the documentation of the kinds of errors.

use pinnacle_bitstream::ErrorKind as Container;
use pinnacle_pexe::ErrorKind;
use pinnacle_pexe::text::SyntaxErrorKind;
use pinnacle_pexe::verify::RULES;
use std::fmt::Write as _;
use std::path::Path;

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
    let kinds: Vec<_> = kinds.chain(text).collect();
    let mut text = String::from(
        "# Errors\n\n\
         Every error in a file has a code that keeps its meaning, a sentence whose wording may\n\
         change, and a position. Codes that begin with `B` are about the bits, whatever they mean;\n\
         those with `P` about the program; those with `T` are about text that is assembled, and their\n\
         position is a line and a column.\n\n\
         This file is made from the source: `BLESS=1 cargo test -p pinnacle-pexe --test error_table`\n\
         writes it anew.\n",
    );
    let mut written = 0;
    for (prefix, heading) in GROUPS {
        let _ = write!(text, "\n## {heading}\n\n| code | meaning |\n|---|---|\n");
        for (code, meaning) in kinds.iter().filter(|(code, _)| code.starts_with(prefix)) {
            let _ = writeln!(text, "| `{code}` | {meaning} |");
            written += 1;
        }
    }
    assert_eq!(written, kinds.len(), "a code belongs to none of the groups");
    text += "\n## Rules\n\n\
             What `pinnacle verify` checks, with the document that says so: \"Contents\" is the manual of\n\
             the file format, \"Reference\" the reference manual of the language, both with the section. The\n\
             original tools are named where only they have the rule. The test `faults` of the crate `pexe`\n\
             breaks each rule in at least one way, and its tests have the names of the rules.\n\n\
             | rule | error | what it demands | source |\n|---|---|---|---|\n";
    for rule in RULES {
        let (name, code, says, source) = (rule.name, rule.kind.code(), rule.says, rule.source);
        let _ = writeln!(text, "| `{name}` | `{code}` | {says} | {source} |");
    }
    text
}

#[test]
fn the_table_of_errors_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors.md");
    let expected = table();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "docs/errors.md is out of date; run this test with BLESS=1"
    );
}

#[test]
fn every_description_is_a_sentence() {
    let text = SyntaxErrorKind::ALL.iter().map(|kind| kind.description());
    let program = ErrorKind::ALL.iter().map(|kind| kind.description());
    for text in program.chain(text) {
        assert!(text.starts_with(char::is_uppercase), "{text}");
        assert!(text.ends_with('.'), "{text}");
        assert!(!text.contains("  "), "{text}");
    }
}
