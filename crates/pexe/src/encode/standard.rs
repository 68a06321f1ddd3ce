//! Reproduces the abbreviations of the original finaliser.
//!
//! The finaliser writes the same set to every file; only the width of a type index depends on the
//! program. Its last version, which made nearly all programs, omits some abbreviations of earlier
//! versions. A program from a file with an earlier set keeps that set; all other programs get the
//! last one.
//!
//! A record is packed with the last abbreviation that fits it.

use super::origin::Origin;
use super::packing::{Own, Packing, Policy, Selector, abbreviation};
use crate::construct::block_id;
use crate::construct::codes::{RecordCode, constants, function, globals, symbols, types};
use Version::{Earlier, Every};
use pinnacle_bitstream::Abbreviation;
use pinnacle_bitstream::Encoding::{self, Array, Char6, Fixed, Literal, Vbr};
use std::sync::Arc;

/// The versions of the finaliser that define an abbreviation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Version {
    Every,
    /// Only some versions before the last one.
    Earlier,
}

/// The abbreviations of one kind of block.
type List<'a> = &'a [(Version, &'a [Encoding])];

/// Types that LLVM has and PNaCl lacks. Earlier versions still define an abbreviation for them.
const POINTER_TYPE: u64 = 8;
const ARRAY_TYPE: u64 = 11;

/// Returns the code of a record as a literal.
const fn code(code: RecordCode) -> Encoding {
    Literal(code.0)
}

/// Returns the abbreviations of a program with this number of types.
pub(super) fn packing(type_count: usize, origin: &Origin) -> Packing {
    let ty = Fixed(u64::from(usize::BITS - type_count.leading_zeros()).max(1));
    let info: [(u32, List<'_>); 4] = [
        (
            block_id::SYMBOLS,
            &[
                (Every, &[Fixed(3), Vbr(8), Array, Fixed(8)]),
                (Every, &[code(symbols::ENTRY), Vbr(8), Array, Fixed(7)]),
                (Every, &[code(symbols::ENTRY), Vbr(8), Array, Char6]),
                (Every, &[code(symbols::BLOCK_ENTRY), Vbr(8), Array, Char6]),
            ],
        ),
        (
            block_id::CONSTANTS,
            &[
                (Every, &[code(constants::SET_TYPE), ty]),
                (Every, &[code(constants::INTEGER), Vbr(8)]),
                (Every, &[code(constants::INTEGER), Literal(0)]),
                (Every, &[code(constants::FLOAT), Vbr(8)]),
            ],
        ),
        (
            block_id::FUNCTION,
            &[
                (Every, &[code(function::LOAD), Vbr(6), Vbr(4), Vbr(4)]),
                (Every, &[code(function::BINARY), Vbr(6), Vbr(6), Fixed(4)]),
                (
                    Earlier,
                    &[code(function::BINARY), Vbr(6), Vbr(6), Fixed(4), Fixed(7)],
                ),
                (Every, &[code(function::CAST), Vbr(6), ty, Fixed(4)]),
                (Every, &[code(function::RET)]),
                (Every, &[code(function::RET), Vbr(6)]),
                (Every, &[code(function::UNREACHABLE)]),
                (Every, &[code(function::FORWARD_TYPE), Vbr(6), ty]),
                (Earlier, &[code(function::FORWARD_TYPE), Vbr(6), Vbr(6)]),
                (Every, &[code(function::STORE), Vbr(6), Vbr(6), Vbr(4)]),
            ],
        ),
        (
            block_id::GLOBALS,
            &[
                (Every, &[code(globals::GLOBAL), Vbr(6), Fixed(1)]),
                (Every, &[code(globals::COMPOUND), Vbr(8)]),
                (Every, &[code(globals::ZEROFILL), Vbr(8)]),
                (Every, &[code(globals::DATA), Array, Fixed(8)]),
                (Every, &[code(globals::RELOCATION), Vbr(6)]),
                (Every, &[code(globals::RELOCATION), Vbr(6), Vbr(6)]),
            ],
        ),
    ];
    let type_list: List<'_> = &[
        (Earlier, &[Literal(POINTER_TYPE), ty, Literal(0)]),
        (Every, &[code(types::FUNCTION), Fixed(1), Array, ty]),
        (Earlier, &[Literal(ARRAY_TYPE), Vbr(8), ty]),
    ];
    if origin.is_of_a_version(&info, type_list) {
        return origin.packing(Policy::Last);
    }

    let last = |list: List<'_>| -> Vec<Arc<Abbreviation>> {
        let list = list.iter().filter(|(version, _)| *version == Every);
        list.map(|(_, encodings)| abbreviation(encodings)).collect()
    };
    let info: Vec<_> = info
        .iter()
        .map(|&(kind, list)| (kind, last(list)))
        .collect();
    let own_types = Own {
        local: last(type_list),
        ..Own::default()
    };
    let selector = |kind| Selector::new(Policy::Last, &info, kind, &Own::default());
    Packing {
        version_last: false,
        module: selector(block_id::MODULE),
        types: Selector::new(Policy::Last, &info, block_id::TYPES, &own_types),
        globals: selector(block_id::GLOBALS),
        symbols: selector(block_id::SYMBOLS),
        function: selector(block_id::FUNCTION),
        constants: selector(block_id::CONSTANTS),
        functions: Vec::new(),
        info,
    }
}

impl Origin {
    /// Returns true if the file has exactly the abbreviations of a version of the finaliser, in the
    /// same order.
    fn is_of_a_version(&self, info: &[(u32, List<'_>)], types: List<'_>) -> bool {
        let own = self.own_blocks();
        let no_others = own.iter().all(|(kind, own)| match *kind {
            block_id::TYPES => is_some_of(&own.local, types),
            _ => own.local.is_empty(),
        });
        let kinds = self.info();
        let same_kinds = kinds.len() == info.len()
            && kinds
                .iter()
                .zip(info)
                .all(|((kind, list), (expected, known))| {
                    kind == expected && is_some_of(list, known)
                });
        same_kinds && no_others && !self.has_own_in_functions()
    }
}

/// Returns true if a list is a subsequence of the known list.
fn is_some_of(list: &[Arc<Abbreviation>], known: List<'_>) -> bool {
    let mut known = known.iter();
    list.iter().all(|abbreviation| {
        known.any(|(_, encodings)| abbreviation.encodings().eq(encodings.iter().copied()))
    })
}
