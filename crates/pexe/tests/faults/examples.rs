//! Generates `docs/error-examples.md` with an example of each error: the change of a valid file,
//! and the reported errors.

use crate::base;
use crate::bits;
use crate::case::Case;
use pinnacle_pexe::text::records;
use pinnacle_pexe::verify::{Options, verify};
use pinnacle_testing::error_table::expect_document;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Maximum number of lines in an example before and after the change.
const MAX_LINES: usize = 8;

const HEAD: &str = "\
# Examples of errors

One small example for each error in a program. It shows the records that were removed from a valid
file (`-`) and the records that were added (`+`), in [the notation of records](pnaclasm.md), and the
output of `pinnacle verify`. Errors in the encoding of records are shown as bytes. `pinnacle explain
CODE` shows the example of its code.

The examples come from the test `faults` of the crate `pexe`, which rewrites this file:
`BLESS=1 cargo test -p pinnacle-pexe --test faults examples`.
";

/// Compares the document with the result of the cases, or writes it.
pub(crate) fn check(cases: &[Case]) {
    let good = base::file(&base::lines(&[])).write().expect("it is right");
    let good = text_of(&good);
    let mut examples: BTreeMap<&str, String> = BTreeMap::new();
    for case in cases {
        examples
            .entry(case.code())
            .or_insert_with(|| example(case.name, &good, &case.bytes().expect("it is written")));
    }
    for case in bits::CASES {
        examples
            .entry(case.code)
            .or_insert_with(|| of_bits(case.name, &case.bytes()));
    }
    let mut text = HEAD.to_owned();
    for (code, example) in examples {
        let _ = write!(text, "\n## `{code}`\n\n{example}");
    }
    expect_document("error-examples.md", &text);
}

fn text_of(bytes: &[u8]) -> Vec<String> {
    let mut text = Vec::new();
    records::print(bytes, &mut text).expect("memory");
    let text = String::from_utf8_lossy(&text);
    text.lines().map(str::to_owned).collect()
}

fn example(name: &str, good: &[String], bytes: &[u8]) -> String {
    let bad = text_of(bytes);
    let pairs = good.iter().zip(&bad);
    let start = pairs.take_while(|(one, other)| one == other).count();
    let pairs = good[start..].iter().rev().zip(bad[start..].iter().rev());
    let end = pairs.take_while(|(one, other)| one == other).count();
    let mut text = format!("{}:\n\n```\n", name.replace('_', " "));
    for (sign, lines) in [("-", good), ("+", &bad[..])] {
        let changed = &lines[start..lines.len() - end];
        for line in changed.iter().take(MAX_LINES) {
            let _ = writeln!(text, "{sign} {}", line.trim_start());
        }
        if changed.len() > MAX_LINES {
            let _ = writeln!(text, "{sign} and {} more lines", changed.len() - MAX_LINES);
        }
    }
    text.push_str(&said(bytes));
    text
}

fn of_bits(name: &str, bytes: &[u8]) -> String {
    let mut text = format!("{}:\n\n```\n", name.replace('_', " "));
    for (row, bytes) in bytes.chunks(16).take(MAX_LINES).enumerate() {
        let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(text, "{:04x}  {}", row * 16, digits.join(" "));
    }
    text.push_str(&said(bytes));
    text
}

/// Returns the first error of a file, and the end of the example.
fn said(bytes: &[u8]) -> String {
    let report = verify(bytes, &Options::default());
    match report.errors.first() {
        Some(error) => format!("{error}\n```\n"),
        None => "```\n".into(),
    }
}
