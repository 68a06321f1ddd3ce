//! The abbreviations of the original finaliser.
//!
//! It gives every file the same ones, whether they are of use or not; only the
//! width of the index of a type depends on the program. These are those of its
//! last version, which nearly all programs were made with. An earlier one had
//! more of them in two places.
//!
//! A record is packed with the last abbreviation that can carry it.

use super::packing::{Own, Packing, Policy, Selector, abbreviation};
use crate::construct::block_id;
use pinnacle_bitstream::Encoding::{self, Array, Char6, Fixed, Literal, Vbr};

/// The abbreviations of a program with so many types.
pub(super) fn packing(types: usize) -> Packing {
    let ty = Fixed(u64::from(usize::BITS - types.leading_zeros()).max(1));
    let info: [(u32, &[&[Encoding]]); 4] = [
        (
            block_id::SYMBOLS,
            &[
                &[Fixed(3), Vbr(8), Array, Fixed(8)],
                &[Literal(1), Vbr(8), Array, Fixed(7)],
                &[Literal(1), Vbr(8), Array, Char6],
                &[Literal(2), Vbr(8), Array, Char6],
            ],
        ),
        (
            block_id::CONSTANTS,
            &[
                &[Literal(1), ty],
                &[Literal(4), Vbr(8)],
                &[Literal(4), Literal(0)],
                &[Literal(6), Vbr(8)],
            ],
        ),
        (
            block_id::FUNCTION,
            &[
                &[Literal(20), Vbr(6), Vbr(4), Vbr(4)],
                &[Literal(2), Vbr(6), Vbr(6), Fixed(4)],
                &[Literal(3), Vbr(6), ty, Fixed(4)],
                &[Literal(10)],
                &[Literal(10), Vbr(6)],
                &[Literal(15)],
                &[Literal(43), Vbr(6), ty],
                &[Literal(24), Vbr(6), Vbr(6), Vbr(4)],
            ],
        ),
        (
            block_id::GLOBALS,
            &[
                &[Literal(0), Vbr(6), Fixed(1)],
                &[Literal(1), Vbr(8)],
                &[Literal(2), Vbr(8)],
                &[Literal(3), Array, Fixed(8)],
                &[Literal(4), Vbr(6)],
                &[Literal(4), Vbr(6), Vbr(6)],
            ],
        ),
    ];
    let info: Vec<_> = info
        .iter()
        .map(|&(kind, list)| {
            let list = list.iter().map(|encodings| abbreviation(encodings));
            (kind, list.collect::<Vec<_>>())
        })
        .collect();
    let function_type = abbreviation(&[Literal(21), Fixed(1), Array, ty]);
    let selector = |kind| Selector::new(Policy::Last, &info, kind, &Own::default());
    let own_types = Own {
        local: vec![function_type],
        ..Own::default()
    };
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
