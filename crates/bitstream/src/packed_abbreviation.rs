//! Packed abbreviations: the form that the reader uses for nearly all abbreviations.

use crate::abbreviation::Scalar;
use crate::bit_window::BitWindow;
use crate::cursor::Cursor;

/// Maximum number of operands that a packed abbreviation has.
pub(crate) const MAX_PACKED: usize = 4;

/// An abbreviation with a literal code and few scalar operands.
///
/// Writers define an abbreviation for each frequent kind of record, so most operands are literals.
/// All literals are copied at once, and only the other operands are read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PackedAbbreviation {
    /// The code of the records.
    pub(crate) code: u64,
    /// Number of their operands.
    pub(crate) count: usize,
    /// The literal operands, each in its place.
    literals: [u64; MAX_PACKED],
    shape: Shape,
    /// The other operands in order. The first `field_count` are in use.
    fields: [Field; MAX_PACKED],
    field_count: usize,
}

/// The first operands that take bits. In most records they are so few and so similar that reading
/// them needs no loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// All operands are literals.
    Literals,
    /// One, in chunks of 6 bits.
    OneVbr6,
    /// Two of that kind.
    TwoVbr6,
    /// One of that kind, and others after it.
    OneVbr6AndMore,
    /// Two of that kind, and others after them.
    TwoVbr6AndMore,
    Other,
}

/// An operand that takes bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Field {
    place: u8,
    /// The bits of a chunk; of an operand of a fixed width, all of them.
    width: u8,
    /// The mask of these bits.
    mask: u32,
    /// The bit of a chunk that says that another follows, if one may.
    more: u32,
}

impl PackedAbbreviation {
    /// The packed form of an abbreviation without an array, if it has one.
    pub(crate) fn new(scalars: &[Scalar]) -> Option<PackedAbbreviation> {
        let (&Scalar::Literal(code), operands) = scalars.split_first()? else {
            return None;
        };
        if operands.len() > MAX_PACKED {
            return None;
        }
        let mut packed = PackedAbbreviation {
            code,
            count: operands.len(),
            literals: [0; MAX_PACKED],
            shape: Shape::Other,
            fields: [Field::default(); MAX_PACKED],
            field_count: 0,
        };
        for (place, &scalar) in operands.iter().enumerate() {
            let (width, chunked) = match scalar {
                Scalar::Literal(value) => {
                    packed.literals[place] = value;
                    continue;
                }
                Scalar::Vbr(width) => (width, width > 0),
                Scalar::Fixed(width) => (width, false),
                Scalar::Char6 => return None,
            };
            packed.fields[packed.field_count] = Field {
                place: place as u8,
                width,
                mask: ((1u64 << width) - 1) as u32,
                more: if chunked { 1 << (width - 1) } else { 0 },
            };
            packed.field_count += 1;
        }
        packed.shape = match packed.fields[..packed.field_count] {
            [] => Shape::Literals,
            [first] if first.is_vbr6() => Shape::OneVbr6,
            [first, second] if first.is_vbr6() && second.is_vbr6() => Shape::TwoVbr6,
            [first, second, ..] if first.is_vbr6() && second.is_vbr6() => Shape::TwoVbr6AndMore,
            [first, ..] if first.is_vbr6() => Shape::OneVbr6AndMore,
            _ => Shape::Other,
        };
        Some(packed)
    }

    /// Reads the operands of a record.
    #[inline(always)]
    pub(crate) fn read(
        &self,
        operands: &mut [u64; MAX_PACKED],
        window: &mut BitWindow,
        cursor: &Cursor<'_>,
    ) {
        *operands = self.literals;
        let [first, second, ..] = self.fields;
        let done = match self.shape {
            Shape::Literals => return,
            Shape::OneVbr6 => {
                operands[first.place()] = window.vbr6(cursor);
                return;
            }
            Shape::TwoVbr6 => {
                operands[first.place()] = window.vbr6(cursor);
                operands[second.place()] = window.vbr6(cursor);
                return;
            }
            Shape::OneVbr6AndMore => {
                operands[first.place()] = window.vbr6(cursor);
                1
            }
            Shape::TwoVbr6AndMore => {
                operands[first.place()] = window.vbr6(cursor);
                operands[second.place()] = window.vbr6(cursor);
                2
            }
            Shape::Other => 0,
        };
        for field in &self.fields[done..self.field_count] {
            operands[field.place()] = window.chunks(cursor, field.width, field.mask, field.more);
        }
    }
}

impl Field {
    /// The index of the operand; the remainder spares a check.
    #[inline(always)]
    fn place(self) -> usize {
        usize::from(self.place) % MAX_PACKED
    }

    fn is_vbr6(self) -> bool {
        self.width == 6 && self.more != 0
    }
}
