//! `docs/bitcode-errors.md` is made from the documentation of the kinds of
//! errors.

use std::fmt::Write as _;
use std::path::Path;

use pinnacle_llvm::bitcode::ErrorKind;

/// The tables and their headings, by the first digits of the codes.
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
];

fn table() -> String {
    let mut text = String::from(
        "# Errors of LLVM bitcode\n\n\
         Every error has a code that keeps its meaning, a sentence whose wording may change, and a place:\n\
         the position in bits, and in a body the function, the block and the instruction.\n\n\
         This file is made from the source:\n\
         `BLESS=1 cargo test -p pinnacle-llvm --test error_table` writes it anew.\n",
    );
    for (prefix, heading) in GROUPS {
        let _ = writeln!(text, "\n## {heading}\n\n| code | meaning |\n|---|---|");
        for kind in ErrorKind::ALL {
            if kind.code().starts_with(prefix) {
                let _ = writeln!(text, "| `{}` | {} |", kind.code(), kind.description());
            }
        }
    }
    text
}

#[test]
fn every_kind_is_in_the_document() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bitcode-errors.md");
    let text = table();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).expect("it can be written");
    }
    let found = std::fs::read_to_string(&path).expect("it is there");
    assert!(found == text, "bless it: BLESS=1");
    let in_text = |kind: &&ErrorKind| text.contains(&format!("`{}`", kind.code()));
    assert!(ErrorKind::ALL.iter().all(|kind| in_text(&kind)));
}
