//! Computes the sizes of numbers in each encoding.
//!
//! The size of an encoded number depends only on its width in bits. Therefore one table is
//! sufficient for all encodings, and the size in any encoding can be computed from a histogram of
//! widths.

use crate::construct::codes::Operands;
use pinnacle_bitstream::{Abbreviation, Scalar};

/// Returns the width of a number in bits: 0 for 0, 64 for the largest number.
#[inline(always)]
pub(super) const fn needed(value: u64) -> usize {
    (u64::BITS - value.leading_zeros()) as usize
}

/// Number of possible widths of a number, from 0 to 64.
pub(super) const WIDTHS: usize = 65;

/// The largest width of an operand encoding.
const MAX_WIDTH: usize = pinnacle_bitstream::limits::MAX_OPERAND_WIDTH as usize;

/// An index in [`COSTS`]. The indices 0 to 32 are fixed encodings of this width. They are followed
/// by variable bit rate encodings with widths 1 to 32.
pub(super) type Encoding = u8;

/// The encoding of numbers in unabbreviated records.
pub(super) const UNABBREVIATED: Encoding = vbr(6);

/// Number of rows in [`COSTS`], of which half are used. It is a power of two, so that a row can be
/// indexed without a bounds check.
const ROWS: usize = 128;

/// The size in bits of a number, for each encoding and each width of the number.
static COSTS: [[u8; WIDTHS]; ROWS] = costs();

const fn costs() -> [[u8; WIDTHS]; ROWS] {
    let mut table = [[0; WIDTHS]; ROWS];
    let mut width = 0;
    while width <= MAX_WIDTH {
        let mut needed = 0;
        while needed < WIDTHS {
            table[width][needed] = width as u8;
            if width > 0 {
                // Chunks of one bit have no bits for digits, so that only zero can be encoded, in
                // one chunk.
                let payload = if width == 1 { WIDTHS } else { width - 1 };
                let chunks = if needed == 0 {
                    1
                } else {
                    needed.div_ceil(payload)
                };
                table[MAX_WIDTH + width][needed] = (chunks * width) as u8;
            }
            needed += 1;
        }
        width += 1;
    }
    table
}

const fn vbr(width: u8) -> Encoding {
    MAX_WIDTH as u8 + width
}

/// Returns the size in bits of a number of this width.
#[inline(always)]
pub(super) fn cost(encoding: Encoding, needed: usize) -> u64 {
    u64::from(COSTS[usize::from(encoding) % ROWS][needed])
}

fn encoding(scalar: Scalar) -> Encoding {
    match scalar {
        Scalar::Literal(_) | Scalar::Vbr(0) => 0,
        Scalar::Fixed(width) => width.min(MAX_WIDTH as u8),
        Scalar::Vbr(width) => vbr(width.min(MAX_WIDTH as u8)),
        Scalar::Char6 => 6,
    }
}

/// An abbreviation in a form that is fast for computing the sizes of records.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) code: Encoding,
    /// The encodings of operands before the array, if there is one.
    pub(super) operands: Box<[Encoding]>,
    /// The encodings of the first operands, which may be inside the array.
    pub(super) first: [Encoding; Operands::MAX_FIRST],
    /// The encoding of the array's elements.
    pub(super) element: Option<Encoding>,
    /// Number of array elements that are not operands: one if the code is the first element.
    pub(super) code_in_array: u64,
    /// True if the array is a blob.
    pub(super) blob: bool,
}

impl Plan {
    pub(super) fn new(abbreviation: &Abbreviation) -> Plan {
        let element = abbreviation.array.map(encoding);
        let mut scalars = abbreviation.scalars.iter().map(|&scalar| encoding(scalar));
        let first = scalars.next();
        let code = first.or(element).unwrap_or_default();
        let code_in_array = u64::from(first.is_none());
        Plan {
            blob: abbreviation.is_blob(),
            ..Plan::of(code, scalars.collect(), element, code_in_array)
        }
    }

    /// Returns the encoding of records without an abbreviation.
    pub(super) fn unabbreviated() -> Plan {
        Plan::of(UNABBREVIATED, Box::default(), Some(UNABBREVIATED), 0)
    }

    fn of(
        code: Encoding,
        operands: Box<[Encoding]>,
        element: Option<Encoding>,
        code_in_array: u64,
    ) -> Plan {
        let mut first = [element.unwrap_or_default(); Operands::MAX_FIRST];
        for (place, encoding) in first.iter_mut().zip(&operands) {
            *place = *encoding;
        }
        Plan {
            code,
            operands,
            first,
            element,
            code_in_array,
            blob: false,
        }
    }
}

/// Returns the encoding with the smallest total size, given a histogram of widths. Also returns
/// this size in bits.
pub(super) fn cheapest(
    widths: &[u64; WIDTHS],
    only: Option<u64>,
    characters: bool,
) -> (Scalar, u64) {
    if let Some(value) = only {
        return (Scalar::Literal(value), 0);
    }
    let total = |encoding| -> u64 {
        let counts = widths.iter().enumerate();
        counts
            .map(|(needed, count)| count * cost(encoding, needed))
            .sum()
    };
    let most = widths.iter().rposition(|&count| count > 0).unwrap_or(0);
    let fixed = (most <= MAX_WIDTH).then_some(Scalar::Fixed(most as u8));
    let char6 = characters.then_some(Scalar::Char6);
    fixed
        .into_iter()
        .chain(char6)
        .chain((2..=MAX_WIDTH as u8).map(Scalar::Vbr))
        .map(|scalar| (scalar, total(encoding(scalar))))
        .min_by_key(|&(_, bits)| bits)
        .expect("there are encodings that fit every number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_those_of_the_written_numbers() {
        for (value, width, bits) in [
            (0, 6, 6),
            (31, 6, 6),
            (32, 6, 12),
            (u64::MAX, 6, 78),
            (u64::MAX, 2, 128),
            (u64::MAX, 32, 96),
            (0, 1, 1),
        ] {
            assert_eq!(
                cost(vbr(width), needed(value)),
                bits,
                "{value} as vbr({width})"
            );
        }
        assert_eq!(cost(encoding(Scalar::Fixed(7)), needed(100)), 7);
        assert_eq!(cost(encoding(Scalar::Literal(9)), needed(9)), 0);
        assert_eq!(cost(encoding(Scalar::Char6), needed(97)), 6);
        assert_eq!(cost(encoding(Scalar::Vbr(0)), 0), 0);
    }

    #[test]
    fn the_cheapest_encoding_is_found() {
        let mut widths = [0; WIDTHS];
        assert_eq!(cheapest(&widths, Some(3), false), (Scalar::Literal(3), 0));
        widths[3] = 10;
        assert_eq!(cheapest(&widths, None, false), (Scalar::Fixed(3), 30));
        widths[40] = 1;
        // Ten numbers take one chunk of four bits, and one takes fourteen chunks.
        let (scalar, bits) = cheapest(&widths, None, false);
        assert!(matches!(scalar, Scalar::Vbr(_)), "{scalar:?}");
        assert_eq!(bits, 10 * 4 + 14 * 4);
        let mut letters = [0; WIDTHS];
        letters[7] = 5;
        assert_eq!(cheapest(&letters, None, true), (Scalar::Char6, 30));
    }
}
