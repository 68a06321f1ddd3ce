//! Packs records in whole bytes, for general-purpose compressors.
//!
//! These compressors look for repeated byte strings, but records that are not aligned to bytes look
//! different each time. Here indices have eight bits, and each operand is a variable-width number
//! in 8-bit chunks. One abbreviation is shared by all records with the same code and number of
//! operands.
//!
//! The length of an array takes 6, 12 or 18 bits. To return to a byte boundary, the operand before
//! the array has 10, 12 or 14 bits, which the abbreviation determines. Records that do not fit this
//! scheme are written unabbreviated, so the rest of their block is not aligned.

use super::group::{PLAIN, Place};
use super::plan::Plan;
use super::stream::{Record, Stream};
use pinnacle_bitstream::{Abbreviation, Encoding, predefined, vbr_bits};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The width of all abbreviation indices.
const WIDTH: u32 = 8;
/// Maximum number of abbreviations with indices of this width.
const REACH: usize = (1 << WIDTH) - predefined::FIRST_DEFINED as usize;
/// Maximum number of operands of a record without an array.
const MAX_SCALARS: usize = 14;

/// The way in which a record is packed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Shape {
    /// The record has this number of operands and no array.
    Scalars { code: u64, operands: usize },
    /// An operand of `lead` bits precedes an array. The elements of the array are bytes, or numbers
    /// in 8-bit chunks.
    Array { code: u64, lead: u64, bytes: bool },
}

impl Shape {
    /// Returns the packing of a record, or `None` if it must be written unabbreviated.
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

/// Chooses the abbreviations of one kind of block, and stores the place of each record.
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
    // The outermost block contains the abbreviations block, so its own abbreviations cannot be
    // there.
    let may_share = kind != 0;
    let mut counts: BTreeMap<Shape, usize> = BTreeMap::new();
    if may_share || blocks.len() == 1 {
        for shape in records.iter().filter_map(|&record| shape(record)) {
            *counts.entry(shape).or_default() += 1;
        }
    }
    let mut shapes: Vec<(Shape, usize)> = counts.into_iter().collect();
    // The sort is stable, so shapes of equal counts stay in their order.
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
