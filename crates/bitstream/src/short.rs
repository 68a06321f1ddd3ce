//! Short abbreviations: the form in which the reader uses nearly all of them.

use crate::abbreviation::Scalar;
use crate::burst::Burst;
use crate::cursor::Cursor;

/// The most operands that a short abbreviation has.
pub(crate) const SHORT: usize = 4;

/// An abbreviation with a literal code and few operands, which are numbers.
///
/// Writers make an abbreviation for each kind of record that is frequent, so
/// that most operands are literals. They are kept as a whole, to be copied at
/// once; what is left are the operands that take bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Short {
    /// The code of the records.
    pub(crate) code: u64,
    /// How many operands they have.
    pub(crate) count: usize,
    /// The literal operands, each in its place.
    literals: [u64; SHORT],
    shape: Shape,
    /// The other operands in order, of which there are `field_count`.
    fields: [Field; SHORT],
    field_count: usize,
}

/// What the operands that take bits are. Those of most records are so few and
/// so alike that they need no loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// There are none.
    Literals,
    /// One, in chunks of 6 bits.
    OneVbr6,
    /// Two of that kind.
    TwoVbr6,
    Other,
}

/// An operand that takes bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Field {
    place: u8,
    packing: Packing,
    width: u16,
}

/// The packing of a [`Field`]; the one that most have is a kind of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Packing {
    Fixed,
    Vbr,
    Vbr6,
}

impl Short {
    /// The short form of an abbreviation without an array, if it has one.
    pub(crate) fn new(scalars: &[Scalar]) -> Option<Short> {
        let (&Scalar::Literal(code), operands) = scalars.split_first()? else {
            return None;
        };
        if operands.len() > SHORT {
            return None;
        }
        let mut short = Short {
            code,
            count: operands.len(),
            literals: [0; SHORT],
            shape: Shape::Other,
            fields: [Field {
                place: 0,
                packing: Packing::Fixed,
                width: 0,
            }; SHORT],
            field_count: 0,
        };
        for (place, &scalar) in operands.iter().enumerate() {
            let (packing, width) = match scalar {
                Scalar::Literal(value) => {
                    short.literals[place] = value;
                    continue;
                }
                Scalar::Vbr(6) => (Packing::Vbr6, 6),
                Scalar::Vbr(0) => (Packing::Fixed, 0),
                Scalar::Vbr(width) => (Packing::Vbr, width),
                Scalar::Fixed(width) => (Packing::Fixed, width),
                Scalar::Char6 => return None,
            };
            short.fields[short.field_count] = Field {
                place: place as u8,
                packing,
                width: u16::from(width),
            };
            short.field_count += 1;
        }
        short.shape = match short.fields[..short.field_count] {
            [] => Shape::Literals,
            [only] if only.packing == Packing::Vbr6 => Shape::OneVbr6,
            [first, second]
                if first.packing == Packing::Vbr6 && second.packing == Packing::Vbr6 =>
            {
                Shape::TwoVbr6
            }
            _ => Shape::Other,
        };
        Some(short)
    }

    /// Reads the operands of a record.
    #[inline(always)]
    pub(crate) fn read(&self, operands: &mut [u64; SHORT], burst: &mut Burst, cursor: &Cursor<'_>) {
        *operands = self.literals;
        let [first, second, ..] = self.fields;
        match self.shape {
            Shape::Literals => {}
            Shape::OneVbr6 => operands[first.place()] = burst.vbr6(cursor),
            Shape::TwoVbr6 => {
                operands[first.place()] = burst.vbr6(cursor);
                operands[second.place()] = burst.vbr6(cursor);
            }
            Shape::Other => {
                for field in &self.fields[..self.field_count] {
                    operands[field.place()] = match field.packing {
                        Packing::Vbr6 => burst.vbr6(cursor),
                        Packing::Fixed => burst.fixed(cursor, u32::from(field.width)),
                        Packing::Vbr => burst.vbr(cursor, u32::from(field.width)),
                    };
                }
            }
        }
    }
}

impl Field {
    /// The index of the operand; the remainder spares a check.
    #[inline(always)]
    fn place(self) -> usize {
        usize::from(self.place) % SHORT
    }
}
