//! Packs records in whole bytes, for general compressors.
//!
//! These compressors look for repeated byte strings, and records that begin and end inside a byte
//! look different each time. Here indices have eight bits, and each operand is a variable-width
//! number in 8-bit chunks. One abbreviation serves all records with the same code and number of
//! operands.
//!
//! The count of an array takes 6, 12 or 18 bits. To return to a byte boundary, the operand before
//! the array gets the remaining 10, 12 or 14 bits; the index says which. Records that do not fit
//! this scheme are written unabbreviated and shift the rest of their block.

use super::group::{PLAIN, Place};
use super::plan::Plan;
use super::stream::{Record, Stream};
use pinnacle_bitstream::{Abbreviation, Encoding, predefined, vbr_bits};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The width of all indices.
const WIDTH: u32 = 8;
/// The number of abbreviations that they can name.
const REACH: usize = (1 << WIDTH) - predefined::FIRST_DEFINED as usize;
/// Records of more operands have them in an array.
const MAX_SCALARS: usize = 14;

/// The packing of a record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Shape {
    /// This number of operands.
    Scalars { code: u64, operands: usize },
    /// An operand of this number of bits before an array. The array is of single bytes, or of
    /// numbers in chunks of a byte.
    Array { code: u64, lead: u64, bytes: bool },
}

impl Shape {
    /// The shape of a record, unless it must be written in full.
    fn of(record: &Record, operands: &[u64]) -> Option<Shape> {
        let code = record.code;
        if operands.len() <= MAX_SCALARS {
            return Some(Shape::Scalars {
                code,
                operands: operands.len(),
            });
        }
        let (&first, rest) = operands.split_first()?;
        let lead = match vbr_bits(rest.len() as u64, 6) {
            6 => 10,
            12 => 12,
            18 => 14,
            _ => return None,
        };
        let bytes = rest.iter().all(|&operand| operand < 1 << 8);
        (first >> lead == 0).then_some(Shape::Array { code, lead, bytes })
    }

    fn abbreviation(self) -> Abbreviation {
        let encodings = match self {
            Shape::Scalars { code, operands } => {
                let mut encodings = vec![Encoding::Vbr(8); operands + 1];
                encodings[0] = Encoding::Literal(code);
                encodings
            }
            Shape::Array { code, lead, bytes } => vec![
                Encoding::Literal(code),
                Encoding::Fixed(lead),
                Encoding::Array,
                if bytes {
                    Encoding::Fixed(8)
                } else {
                    Encoding::Vbr(8)
                },
            ],
        };
        Abbreviation::new(&encodings, 0)
            .expect("widths are legal and the array is the last but one")
    }
}

/// Plans the blocks of one kind, and writes down the place of each record.
pub(super) fn plan(
    stream: &Stream<'_>,
    kind: usize,
    blocks: &[u32],
    records: &[u32],
    places: &mut [Place],
) -> Plan {
    let shape = |index: u32| {
        let record = &stream.records[index as usize];
        Shape::of(record, stream.operands(record))
    };
    // The outermost block stands around the block of abbreviations.
    let may_share = kind != 0;
    let mut counts: BTreeMap<Shape, usize> = BTreeMap::new();
    if may_share || blocks.len() == 1 {
        for shape in records.iter().filter_map(|&record| shape(record)) {
            *counts.entry(shape).or_default() += 1;
        }
    }
    let mut shapes: Vec<(Shape, usize)> = counts.into_iter().collect();
    // Stable, so that equal counts stay in the order of shapes.
    shapes.sort_by_key(|&(_, count)| Reverse(count));
    shapes.truncate(REACH);
    let numbers: BTreeMap<Shape, u32> = shapes
        .iter()
        .zip(0..)
        .map(|(&(shape, _), number)| (shape, number))
        .collect();
    for &record in records {
        let number = shape(record).and_then(|shape| numbers.get(&shape));
        places[record as usize] = number.map_or(PLAIN, |&number| (0, number));
    }
    let abbreviations = shapes
        .iter()
        .map(|(shape, _)| Arc::new(shape.abbreviation()));
    Plan::uniform(abbreviations.collect(), !may_share, blocks.len(), WIDTH)
}
