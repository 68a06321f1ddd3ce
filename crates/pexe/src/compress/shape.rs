//! Abbreviations as the search sees them.

use super::group::{Group, Row};
use super::symbols::{CANNOT, definition_cost};
use pinnacle_bitstream::{Abbreviation, Encoding, Scalar, vbr_bits};

/// An abbreviation for records of one group. Encodings of operands are
/// indices into those of the group's positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// For records of one class, with as many operands as there are encodings.
    Exact { class: usize, encodings: Vec<u8> },
    /// For records of any number of operands from the length of `lead` on.
    Array { lead: Vec<u8>, element: Scalar },
}

impl Shape {
    /// The bits that a row takes after its index.
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

    /// The rows of the group that it may be able to carry.
    pub(super) fn rows(&self, group: &Group) -> std::ops::Range<usize> {
        match self {
            Shape::Exact { class, .. } => group.classes[*class].rows.clone(),
            Shape::Array { .. } => 0..group.rows.len(),
        }
    }

    /// The bits of its definition after the index.
    pub(super) fn definition_cost(&self, group: &Group) -> u32 {
        match self {
            Shape::Exact { encodings, .. } => Shape::exact_definition_cost(group, encodings),
            Shape::Array { lead, element } => {
                definition_cost_of(group, lead, 2) + ARRAY_BITS + definition_cost(*element)
            }
        }
    }

    /// The same for one without an array.
    pub(super) fn exact_definition_cost(group: &Group, encodings: &[u8]) -> u32 {
        definition_cost_of(group, encodings, 0)
    }

    /// The abbreviation itself.
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

/// Bits of an array in a definition, without its element.
const ARRAY_BITS: u32 = 4;

/// The bits of the number of operands, the code and the scalars in a definition with this number of
/// further operands.
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
