//! Report of a compression, as text and as a document.

use crate::document;
use crate::numbers::count;
use serde_json::{Value, json};

/// A program that was compressed to fewer bits.
#[derive(Clone, Copy, Debug)]
pub struct Compression<'n> {
    /// The name of the file.
    pub name: &'n str,
    /// Bytes before.
    pub size: u64,
    /// Bytes after.
    pub compressed_size: u64,
    /// True if it is a valid program.
    pub valid: bool,
}

impl Compression<'_> {
    /// Returns the share of the bytes that were saved, in percent; negative if the file has become
    /// larger.
    fn saved_percent(&self) -> f64 {
        let (before, after) = (self.size as f64, self.compressed_size as f64);
        (before - after) * 100.0 / before
    }

    /// Returns the document of `compress --json`.
    pub fn document(&self) -> Value {
        json!({
            "schema": document::COMPRESS,
            "file": self.name,
            "size": self.size,
            "compressed_size": self.compressed_size,
            "saved_percent": (self.saved_percent() * 100.0).round() / 100.0,
            "valid": self.valid,
        })
    }

    /// Returns the line for people.
    pub fn text(&self) -> String {
        format!(
            "{}: {}, was {}: {:.1} % {}",
            self.name,
            count(self.compressed_size, "byte"),
            count(self.size, "byte"),
            self.saved_percent().abs(),
            if self.compressed_size > self.size {
                "larger"
            } else {
                "saved"
            },
        )
    }

    /// Returns advice on a program that is not valid.
    pub fn hint(&self) -> Option<&'static str> {
        (!self.valid).then_some("it is not a valid program; `pinnacle verify` says why")
    }
}
