//! Reports the errors of a file, as text and as JSON.

use crate::document;
use crate::findings::{Finding, Findings};
use crate::numbers::count;
use crate::report::{Palette, Report, Tone};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{self, Write};

impl Report for Findings {
    fn is_good(&self) -> bool {
        self.list.is_empty()
    }

    fn write(&self, out: &mut dyn Write, palette: Palette) -> io::Result<()> {
        let name = &self.name;
        if self.is_good() {
            let valid = palette.paint(Tone::Good, "valid");
            let functions = count(self.functions as u64, "function");
            let size = count(self.size as u64, "byte");
            let contents = match &self.contents[..] {
                "" => String::new(),
                contents => format!("{contents}, "),
            };
            return writeln!(out, "{name}: {valid} ({contents}{functions}, {size})");
        }
        let error_word = palette.paint(Tone::Error, "error:");
        for Finding { place, message, .. } in &self.list {
            writeln!(out, "{place}: {error_word} {message}")?;
        }
        if let Some(hint) = &self.hint {
            writeln!(out, "{name}: {} {hint}", palette.paint(Tone::Hint, "hint:"))?;
        }
        writeln!(out, "{name}: {}", summary(self))
    }

    fn document(&self) -> Value {
        let errors: Vec<&Value> = self.list.iter().map(|error| &error.document).collect();
        json!({
            "schema": document::VERIFY,
            "file": self.name,
            "size": self.size,
            "valid": errors.is_empty(),
            "errors": errors,
            "more": self.more,
        })
    }
}

/// Returns a text with the number of errors, and the number of functions with errors.
fn summary(findings: &Findings) -> String {
    let errors = count(findings.list.len() as u64, "error");
    let functions: BTreeSet<u32> = findings
        .list
        .iter()
        .filter_map(|error| error.function)
        .collect();
    let functions = match functions.len() {
        0 => String::new(),
        functions => format!(" in {}", count(functions as u64, "function")),
    };
    let more = match findings.more {
        true => format!(
            "; only the first {} are reported, there are more",
            findings.list.len()
        ),
        false => String::new(),
    };
    format!("not valid, {errors}{functions}{more}")
}
