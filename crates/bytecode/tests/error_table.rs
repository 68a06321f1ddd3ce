//! `docs/bytecode-errors.md` is made from the documentation of the kinds of
//! errors and the table of rules.

use pinnacle_bytecode::ErrorKind;
use pinnacle_bytecode::text::SyntaxErrorKind;
use pinnacle_bytecode::verify::RULES;
use std::fmt::Write as _;
use std::path::Path;

/// The tables and their headings, by the first digits of the codes.
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

/// The same for errors of assembly.
const TEXT_GROUPS: &[(&str, &str)] = &[
    ("A01", "Assembly: words and structure"),
    ("A02", "Assembly: names"),
    ("A03", "Assembly: types"),
    ("A04", "Assembly: values"),
];

fn table() -> String {
    let mut text = String::from(
        "# Errors of LLVM bytecode\n\n\
         Every error in a file, module or text of LLVM 1.x has a code that keeps its meaning, a sentence\n\
         whose wording may change, and a place: the byte in the file where there is one, the function,\n\
         block and instruction; the line and column of a text.\n\n\
         This file is made from the source:\n\
         `BLESS=1 cargo test -p pinnacle-bytecode --test error_table` writes it anew.\n",
    );
    let kinds = ErrorKind::ALL.iter();
    let kinds = kinds.map(|kind| (kind.code(), kind.description()));
    write_groups(&mut text, GROUPS, &kinds.collect::<Vec<_>>());
    let kinds = SyntaxErrorKind::ALL.iter();
    let kinds = kinds.map(|kind| (kind.code(), kind.description()));
    write_groups(&mut text, TEXT_GROUPS, &kinds.collect::<Vec<_>>());
    text += "\n## Rules\n\n\
             What `pinnacle verify` checks of a module that could be read. \"Verifier\" is what LLVM 1.3\n\
             checked before it worked on a module, \"reference\" its language reference manual, \"reader\"\n\
             the original reader, \"assembler\" what was checked while text became a module; \"memory\" are\n\
             rules that LLVM took for granted of modules in memory. The test `faults` of the crate\n\
             `bytecode` breaks each rule in at least one way, and its tests have the names of the rules.\n\n\
             | rule | error | what it demands | source |\n|---|---|---|---|\n";
    for rule in RULES {
        let (name, code, says, source) = (rule.name, rule.kind.code(), rule.says, rule.source);
        let _ = writeln!(text, "| `{name}` | `{code}` | {says} | {source} |");
    }
    text
}

/// Writes a table for each group of codes.
fn write_groups(text: &mut String, groups: &[(&str, &str)], kinds: &[(&str, &str)]) {
    let mut written = 0;
    for (prefix, heading) in groups {
        let _ = write!(text, "\n## {heading}\n\n| code | meaning |\n|---|---|\n");
        for (code, description) in kinds.iter().filter(|(code, _)| code.starts_with(prefix)) {
            let _ = writeln!(text, "| `{code}` | {description} |");
            written += 1;
        }
    }
    assert_eq!(written, kinds.len(), "a code belongs to no group");
}

#[test]
fn the_table_of_errors_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bytecode-errors.md");
    let expected = table();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "docs/bytecode-errors.md is out of date; run this test with BLESS=1"
    );
}

#[test]
fn every_description_is_a_sentence() {
    let kinds = ErrorKind::ALL.iter().map(|kind| kind.description());
    let kinds = kinds.chain(SyntaxErrorKind::ALL.iter().map(|kind| kind.description()));
    for text in kinds.chain(RULES.iter().map(|rule| rule.says)) {
        assert!(text.starts_with(char::is_alphabetic), "{text}");
        assert!(text.ends_with('.') && !text.contains("  "), "{text}");
    }
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
