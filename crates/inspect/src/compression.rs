//! Reports the result of `compress`, as text and as JSON.

use crate::document;
use crate::numbers::count;
use serde_json::{Value, json};

/// The result of compressing a program.
#[derive(Clone, Copy, Debug)]
pub struct Compression<'n> {
    /// The name of the file.
    pub name: &'n str,
    /// Size before, in bytes.
    pub size: u64,
    /// Size after, in bytes.
    pub compressed_size: u64,
    /// True if the program is valid.
    pub valid: bool,
}

impl Compression<'_> {
    /// Returns the reduction of the size in percent; negative if the file has become larger.
    fn saved_percent(&self) -> f64 {
        let (before, after) = (self.size as f64, self.compressed_size as f64);
        (before - after) * 100.0 / before
    }

    /// Returns the JSON document of `compress --json`.
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

    /// Returns the line of text that `compress` prints.
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

    /// Returns advice if the program is not valid.
    pub fn hint(&self) -> Option<&'static str> {
        (!self.valid).then_some("it is not a valid program; `pinnacle verify` says why")
    }
}
