//! Defines record codes by block ID, with the names of records and of their operands.
//!
//! Only this module contains the numbers. Constructs are decoded and encoded with these constants,
//! and statistics take the names of records from the tables. The names are those of the manual's
//! sections. If several sections describe one code, the name is the PNaClAsm keyword.

use super::block_id;

/// The code of a record, which precedes its operands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RecordCode(pub u64);

/// The code and the names of a record in a kind of block.
#[derive(Clone, Copy, Debug)]
pub struct RecordKind {
    /// Its code.
    pub code: RecordCode,
    /// The name of the record.
    pub name: &'static str,
    /// The names of its operands.
    pub operands: Operands,
}

/// Names of a record's operands. Each of the first operands has its own name, and the others share
/// a sequence of names that is repeated.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    /// The names of the first operands, at most [`Operands::MAX_FIRST`].
    pub first: &'static [&'static str],
    /// The names of the other operands, which are repeated in turn. Their number is a power of two.
    pub rest: &'static [&'static str],
}

impl Operands {
    /// Maximum number of operands of a record that have names of their own.
    pub const MAX_FIRST: usize = 4;

    /// The operand names of unknown records.
    pub const UNKNOWN: Operands = Operands {
        first: &["operand 0", "operand 1", "operand 2", "operand 3"],
        rest: EXCESS,
    };
}

/// The name of operands that a record should not have.
const EXCESS: &[&str] = &["further operands"];

/// Returns the names of the other operands, as given in a table.
macro_rules! rest {
    () => {
        super::EXCESS
    };
    ($($name:literal)+) => {
        &[$($name),+]
    };
}

/// Defines a constant for each code of a kind of block, and a table of them.
macro_rules! codes {
    ($(
        #[$doc:meta]
        $block:ident {
            $($constant:ident = $code:literal, $name:literal ($($first:literal),* $(; $($rest:literal),+)?);)*
        }
    )*) => {$(
        #[$doc]
        pub mod $block {
            use super::{Operands, RecordCode, RecordKind};

            $(
                #[doc = concat!("The record \"", $name, "\".")]
                pub const $constant: RecordCode = RecordCode($code);
            )*

            /// All records of the block, by code.
            pub const ALL: &[RecordKind] = &[$(
                RecordKind {
                    code: $constant,
                    name: $name,
                    operands: Operands {
                        first: &[$($first),*],
                        rest: rest!($($($rest)+)?),
                    },
                },
            )*];
        }
    )*};
}

codes! {
    /// The abbreviations block ("Abbreviations Block").
    abbreviations {
        SET_BLOCK = 1, "set block" ("kind");
    }
    /// The module block itself ("Module Block").
    module {
        VERSION = 1, "version" ("version");
        FUNCTION = 8, "function address" ("type", "calling convention", "is declared", "linkage");
    }
    /// The types block ("Types Block").
    types {
        COUNT = 1, "count" ("count");
        VOID = 2, "void" ();
        FLOAT = 3, "float" ();
        DOUBLE = 4, "double" ();
        INTEGER = 7, "integer" ("bits");
        VECTOR = 12, "vector" ("lanes", "element type");
        FUNCTION = 21, "function" ("variable arguments", "result type"; "parameter types");
    }
    /// The globals block ("Globals Block").
    globals {
        GLOBAL = 0, "global address" ("alignment", "is constant");
        COMPOUND = 1, "compound" ("initialisers");
        ZEROFILL = 2, "zerofill" ("bytes");
        DATA = 3, "data" (; "bytes");
        RELOCATION = 4, "relocation" ("address", "addend");
        COUNT = 5, "count" ("count");
    }
    /// The value symbol table ("Valuesymtab Block").
    symbols {
        ENTRY = 1, "entry" ("value"; "characters");
        BLOCK_ENTRY = 2, "block entry" ("block"; "characters");
    }
    /// A constants block ("Constants Blocks").
    constants {
        SET_TYPE = 1, "set type" ("type");
        UNDEF = 3, "undefined" ();
        INTEGER = 4, "integer" ("value");
        FLOAT = 6, "floating point" ("bits");
    }
    /// A function block ("Function Blocks").
    function {
        BLOCKS = 1, "count" ("blocks");
        BINARY = 2, "binary" ("left", "right", "operation", "flags");
        CAST = 3, "conversion" ("value", "type", "operation");
        EXTRACT_ELEMENT = 6, "extract element" ("vector", "index");
        INSERT_ELEMENT = 7, "insert element" ("vector", "element", "index");
        RET = 10, "return" ("value");
        BR = 11, "branch" ("target", "other target", "condition");
        SWITCH = 12, "switch" ("type", "value", "default", "cases"; "case items", "case is single", "case value", "case target");
        UNREACHABLE = 15, "unreachable" ();
        PHI = 16, "phi" ("type"; "values", "blocks");
        ALLOCA = 19, "alloca" ("size", "alignment");
        LOAD = 20, "load" ("address", "alignment", "type");
        STORE = 24, "store" ("address", "value", "alignment");
        COMPARE = 28, "compare" ("left", "right", "predicate");
        SELECT = 29, "select" ("value if true", "value if false", "condition");
        CALL = 34, "call" ("convention", "callee"; "arguments");
        FORWARD_TYPE = 43, "forward declaration" ("value", "type");
        CALL_INDIRECT = 44, "indirect call" ("convention", "callee", "type"; "arguments");
    }
}

/// The kinds of blocks in PNaCl, with their records.
pub const KINDS: [(u32, &[RecordKind]); 7] = [
    (block_id::ABBREVIATIONS, abbreviations::ALL),
    (block_id::MODULE, module::ALL),
    (block_id::CONSTANTS, constants::ALL),
    (block_id::FUNCTION, function::ALL),
    (block_id::SYMBOLS, symbols::ALL),
    (block_id::TYPES, types::ALL),
    (block_id::GLOBALS, globals::ALL),
];

/// Returns the record with a code in a kind of block, or `None` if PNaCl has none.
pub fn lookup(kind: u32, code: u64) -> Option<&'static RecordKind> {
    let (_, records) = KINDS.iter().find(|(id, _)| *id == kind)?;
    records.iter().find(|record| record.code.0 == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_small() {
        for (_, records) in KINDS {
            assert!(records.windows(2).all(|pair| pair[0].code < pair[1].code));
            assert!(records.iter().all(|record| record.code.0 < 64));
        }
    }

    #[test]
    fn operands_have_as_many_names_as_statistics_have_room_for() {
        for record in KINDS.iter().flat_map(|(_, records)| *records) {
            assert!(record.operands.first.len() <= Operands::MAX_FIRST);
            assert!(record.operands.rest.len().is_power_of_two());
        }
    }

    #[test]
    fn names_are_found() {
        let phi = lookup(block_id::FUNCTION, function::PHI.0).unwrap();
        assert_eq!(phi.name, "phi");
        assert_eq!(
            (phi.operands.first, phi.operands.rest),
            (&["type"][..], &["values", "blocks"][..])
        );
        assert!(lookup(block_id::FUNCTION, 9).is_none());
        assert!(lookup(9, 1).is_none());
    }
}
