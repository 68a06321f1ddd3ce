//! Adds the keys that the documents about all kinds of files have.

use crate::document::STATS;
use crate::kind::Kind;
use serde_json::{Value, json};

/// The statistics of a file, by the kind of its container.
pub(super) enum Contents {
    /// A bitstream, counted in bits.
    Bitstream(Value),
    /// Bytecode of LLVM 1.x, counted in bytes.
    Bytecode(Value),
}

impl Contents {
    /// Returns the JSON document about a file of `size` bytes.
    pub(super) fn document(self, name: &str, kind: &Kind, size: u64, errors: &[Value]) -> Value {
        let (bitstream, bytecode) = match self {
            Contents::Bitstream(figures) => (figures, Value::Null),
            Contents::Bytecode(figures) => (Value::Null, figures),
        };
        json!({
            "schema": STATS,
            "file": name,
            "format": kind.word(),
            "size": size,
            "complete": errors.is_empty(),
            "errors": errors,
            "bitstream": bitstream,
            "bytecode": bytecode,
        })
    }
}
