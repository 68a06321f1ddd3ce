//! Decodes records to constructs, which represent their meaning.
//!
//! Each kind of block has a decoder that turns a record into a typed construct. It checks
//! everything that can be checked with the record alone: its code, the number of operands, and the
//! range of each operand. Rules that involve the rest of the module, such as the types of operands,
//! are checked by the user of the construct. The `encode` method of a construct is the inverse of
//! its decoder.

pub mod codes;
mod encode;
mod instruction;
mod module;

pub use encode::rotate_sign;
pub use instruction::{CountsAs, Instruction, PhiOperands, RelativeValues, SwitchCases, ValueBase};
pub use module::{
    ConstantConstruct, GlobalConstruct, ModuleConstruct, SymbolConstruct, TypeConstruct,
};

use crate::error::{Error, ErrorKind};
use pinnacle_base::count::counted;

/// Block IDs ("Enter Block Record" in the manual).
pub mod block_id {
    /// The abbreviations block.
    pub const ABBREVIATIONS: u32 = pinnacle_bitstream::BLOCKINFO;
    /// The module.
    pub const MODULE: u32 = 8;
    /// The constants of a function.
    pub const CONSTANTS: u32 = 11;
    /// A function.
    pub const FUNCTION: u32 = 12;
    /// The value symbol table.
    pub const SYMBOLS: u32 = 14;
    /// The types.
    pub const TYPES: u32 = 17;
    /// The globals.
    pub const GLOBALS: u32 = 19;

    /// Returns the name of a kind of block in PNaClAsm.
    pub fn name(id: u32) -> String {
        let name = match id {
            ABBREVIATIONS => "abbreviations",
            MODULE => "module",
            CONSTANTS => "constants",
            FUNCTION => "function",
            SYMBOLS => "valuesymtab",
            TYPES => "types",
            GLOBALS => "globals",
            _ => return format!("block {id}"),
        };
        name.into()
    }
}

/// Reverses "SignRotate" of the manual: the sign is the lowest bit. The number 1, a negative zero,
/// represents the smallest number.
#[inline]
pub const fn unrotate_sign(rotated: u64) -> i64 {
    let magnitude = (rotated >> 1) as i64;
    match rotated {
        1 => i64::MIN,
        _ if rotated & 1 == 0 => magnitude,
        _ => -magnitude,
    }
}

#[cold]
fn wrong_size(position: u64, operands: usize, what: &str, expected: &str) -> Error {
    Error::new(
        ErrorKind::RecordSize,
        position,
        format!(
            "{what} has {}, expected {expected}",
            counted(operands, "operand")
        ),
    )
}

#[cold]
fn unknown_record(position: u64, code: u64, block: &str) -> Error {
    Error::new(
        ErrorKind::UnknownRecord,
        position,
        format!("record code {code} is not defined in {block}"),
    )
}

#[cold]
fn out_of_range(position: u64, what: &str, found: u64, expected: &str) -> Error {
    Error::new(
        ErrorKind::OperandRange,
        position,
        format!("{what} is {found}, expected {expected}"),
    )
}

/// Returns an operand as a 32-bit number, or an error.
#[inline]
fn word(position: u64, what: &str, operand: u64) -> Result<u32, Error> {
    u32::try_from(operand).map_err(|_| out_of_range(position, what, operand, "a number of 32 bits"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_rotation() {
        for (rotated, value) in [
            (0, 0),
            (2, 1),
            (3, -1),
            (1, i64::MIN),
            (u64::MAX, -i64::MAX),
        ] {
            assert_eq!(unrotate_sign(rotated), value);
        }
        assert_eq!(unrotate_sign(39_777_555_332), 19_888_777_666);
    }
}
