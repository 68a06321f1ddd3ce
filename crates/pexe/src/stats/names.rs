//! What records and their operands are called.
//!
//! The names are those of the manual's sections, or the word of PNaClAsm where
//! the sections of several instructions describe one record code.

use crate::construct::block_id;

/// A record code of a kind of block, and how its operands are told apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordName {
    code: u64,
    pub(super) name: &'static str,
    pub(super) operands: Operands,
}

/// Names of a record's operands: the first ones each have their own; those
/// that follow take turns with the names of the rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operands {
    pub(super) first: &'static [&'static str],
    /// A power of two of names.
    pub(super) rest: &'static [&'static str],
}

/// The most operands of a record that have names of their own.
pub(super) const MAX_FIRST: usize = 4;

/// The operands of records that are not known.
const UNKNOWN: Operands = Operands {
    first: &["operand 0", "operand 1", "operand 2", "operand 3"],
    rest: &["further operands"],
};

/// What follows the last operand that a record should have.
const EXCESS: &[&str] = &["further operands"];

const fn record(
    code: u64,
    name: &'static str,
    first: &'static [&'static str],
    rest: &'static [&'static str],
) -> RecordName {
    assert!(first.len() <= MAX_FIRST && rest.len().is_power_of_two());
    RecordName {
        code,
        name,
        operands: Operands { first, rest },
    }
}

const ABBREVIATIONS: &[RecordName] = &[record(1, "set block", &["kind"], EXCESS)];

const MODULE: &[RecordName] = &[
    record(1, "version", &["version"], EXCESS),
    record(
        8,
        "function address",
        &["type", "calling convention", "is declared", "linkage"],
        EXCESS,
    ),
];

const TYPES: &[RecordName] = &[
    record(1, "count", &["count"], EXCESS),
    record(2, "void", &[], EXCESS),
    record(3, "float", &[], EXCESS),
    record(4, "double", &[], EXCESS),
    record(7, "integer", &["bits"], EXCESS),
    record(12, "vector", &["lanes", "element type"], EXCESS),
    record(
        21,
        "function",
        &["variable arguments", "result type"],
        &["parameter types"],
    ),
];

const GLOBALS: &[RecordName] = &[
    record(0, "global address", &["alignment", "is constant"], EXCESS),
    record(1, "compound", &["initialisers"], EXCESS),
    record(2, "zerofill", &["bytes"], EXCESS),
    record(3, "data", &[], &["bytes"]),
    record(4, "relocation", &["address", "addend"], EXCESS),
    record(5, "count", &["count"], EXCESS),
];

const SYMBOLS: &[RecordName] = &[
    record(1, "entry", &["value"], &["characters"]),
    record(2, "block entry", &["block"], &["characters"]),
];

const CONSTANTS: &[RecordName] = &[
    record(1, "set type", &["type"], EXCESS),
    record(3, "undefined", &[], EXCESS),
    record(4, "integer", &["value"], EXCESS),
    record(6, "floating point", &["bits"], EXCESS),
];

const FUNCTION: &[RecordName] = &[
    record(1, "count", &["blocks"], EXCESS),
    record(
        2,
        "binary",
        &["left", "right", "operation", "flags"],
        EXCESS,
    ),
    record(3, "conversion", &["value", "type", "operation"], EXCESS),
    record(6, "extract element", &["vector", "index"], EXCESS),
    record(7, "insert element", &["vector", "element", "index"], EXCESS),
    record(10, "return", &["value"], EXCESS),
    record(
        11,
        "branch",
        &["target", "other target", "condition"],
        EXCESS,
    ),
    record(
        12,
        "switch",
        &["type", "value", "default", "cases"],
        &["case items", "case is single", "case value", "case target"],
    ),
    record(15, "unreachable", &[], EXCESS),
    record(16, "phi", &["type"], &["values", "blocks"]),
    record(19, "alloca", &["size", "alignment"], EXCESS),
    record(20, "load", &["address", "alignment", "type"], EXCESS),
    record(24, "store", &["address", "value", "alignment"], EXCESS),
    record(28, "compare", &["left", "right", "predicate"], EXCESS),
    record(
        29,
        "select",
        &["value if true", "value if false", "condition"],
        EXCESS,
    ),
    record(34, "call", &["convention", "callee"], &["arguments"]),
    record(43, "forward declaration", &["value", "type"], EXCESS),
    record(
        44,
        "indirect call",
        &["convention", "callee", "type"],
        &["arguments"],
    ),
];

/// The kinds of blocks that PNaCl has, with their records.
pub(super) const KINDS: [(u32, &[RecordName]); 7] = [
    (block_id::ABBREVIATIONS, ABBREVIATIONS),
    (block_id::MODULE, MODULE),
    (block_id::CONSTANTS, CONSTANTS),
    (block_id::FUNCTION, FUNCTION),
    (block_id::SYMBOLS, SYMBOLS),
    (block_id::TYPES, TYPES),
    (block_id::GLOBALS, GLOBALS),
];

/// The name of a record of a kind of block, and of its operands; no name if
/// the code means nothing there.
pub(super) fn lookup(kind: Option<u32>, code: Option<u64>) -> (Option<&'static str>, Operands) {
    let records = KINDS.iter().find(|(id, _)| Some(*id) == kind);
    let row =
        records.and_then(|(_, records)| records.iter().find(|record| Some(record.code) == code));
    row.map_or((None, UNKNOWN), |row| (Some(row.name), row.operands))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_small() {
        for (_, records) in KINDS {
            assert!(records.windows(2).all(|pair| pair[0].code < pair[1].code));
            assert!(records.iter().all(|record| record.code < 64));
        }
    }

    #[test]
    fn names_are_found() {
        let (name, operands) = lookup(Some(block_id::FUNCTION), Some(16));
        assert_eq!(name, Some("phi"));
        assert_eq!(
            (operands.first, operands.rest),
            (&["type"][..], &["values", "blocks"][..])
        );
        assert_eq!(lookup(Some(block_id::FUNCTION), Some(9)).0, None);
        assert_eq!(lookup(None, None).0, None);
    }
}
