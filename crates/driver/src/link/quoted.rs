//! Quotes text for LLVM assembly.

use std::fmt::Write;

/// Returns text in the form in which LLVM assembly has it between quotes.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for &byte in text.as_bytes() {
        match byte {
            b'"' | b'\\' | 0..=31 | 127.. => {
                let _ = write!(out, "\\{byte:02X}");
            }
            _ => out.push(byte.into()),
        }
    }
    out
}
