//! Represents abbreviations in the search.

use super::group::{Group, Row};
use super::symbols::{CANNOT, definition_cost};
use pinnacle_bitstream::{Abbreviation, Encoding, Scalar, vbr_bits};

/// An abbreviation for the records of one group. Encodings are indices into those of the operand's
/// position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// For the records of one class, with an encoding for each operand.
    Exact { class: usize, encodings: Vec<u8> },
    /// For records with at least as many operands as `lead`. The other operands are in an array.
    Array { lead: Vec<u8>, element: Scalar },
}

impl Shape {
    /// Returns the cost in bits of a row, without its index.
    pub(super) fn cost(&self, group: &Group, row: &Row) -> u32 {
        match self {
            Shape::Exact { encodings, .. } if row.len as usize != encodings.len() => CANNOT,
            Shape::Exact { encodings, .. } => scalars_cost(group, row, encodings).min(CANNOT),
            Shape::Array { lead, .. } if (row.len as usize) < lead.len() => CANNOT,
            Shape::Array { lead, element } => {
                let lead_cost = scalars_cost(group, row, lead);
                if lead_cost >= CANNOT {
                    return CANNOT;
                }
                let array = group.array_cost(row, lead.len(), *element);
                (lead_cost + array).min(CANNOT)
            }
        }
    }

    /// Returns the rows of the group that the abbreviation may fit.
    pub(super) fn rows(&self, group: &Group) -> std::ops::Range<usize> {
        match self {
            Shape::Exact { class, .. } => group.classes[*class].rows.clone(),
            Shape::Array { .. } => 0..group.rows.len(),
        }
    }

    /// Returns the size in bits of its definition, without the index.
    pub(super) fn definition_cost(&self, group: &Group) -> u32 {
        match self {
            Shape::Exact { encodings, .. } => Shape::exact_definition_cost(group, encodings),
            Shape::Array { lead, element } => {
                definition_cost_of(group, lead, 2) + ARRAY_BITS + definition_cost(*element)
            }
        }
    }

    /// Returns the size in bits of a definition without an array, without the index.
    pub(super) fn exact_definition_cost(group: &Group, encodings: &[u8]) -> u32 {
        definition_cost_of(group, encodings, 0)
    }

    /// Returns the abbreviation for the file.
    pub(super) fn abbreviation(&self, group: &Group) -> Abbreviation {
        let (scalars, element) = match self {
            Shape::Exact { encodings, .. } => (encodings, None),
            Shape::Array { lead, element } => (lead, Some(*element)),
        };
        let mut encodings = vec![Encoding::Literal(group.code)];
        for (position, &encoding) in group.positions.iter().zip(scalars) {
            encodings.push(position.encodings[usize::from(encoding)].into());
        }
        if let Some(element) = element {
            encodings.extend([Encoding::Array, element.into()]);
        }
        Abbreviation::new(&encodings, 0)
            .expect("widths are legal and the array is the last but one")
    }
}

#[inline]
fn scalars_cost(group: &Group, row: &Row, encodings: &[u8]) -> u32 {
    let positions = group.positions.iter().zip(&row.symbols).zip(encodings);
    positions
        .map(|((position, &symbol), &encoding)| position.costs(encoding)[usize::from(symbol)])
        .sum()
}

/// Size in bits of an array in a definition, without its element.
const ARRAY_BITS: u32 = 4;

/// Returns the size in bits of a definition with its operand count, the code and these scalars.
/// `further` is the number of other operands, whose size is not included.
fn definition_cost_of(group: &Group, scalars: &[u8], further: usize) -> u32 {
    let operands = 1 + scalars.len() + further;
    let code = definition_cost(Scalar::Literal(group.code));
    let scalars = group
        .positions
        .iter()
        .zip(scalars)
        .map(|(position, &encoding)| position.definitions[usize::from(encoding)]);
    vbr_bits(operands as u64, 5) as u32 + code + scalars.sum::<u32>()
}
