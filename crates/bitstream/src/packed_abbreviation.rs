//! Packed abbreviations: the form that the reader uses for nearly all abbreviations.

use crate::abbreviation::{Abbreviation, Scalar};
use crate::bit_window::BitWindow;
use crate::cursor::Cursor;

/// Maximum number of operands that a packed abbreviation has.
pub(crate) const MAX_PACKED: usize = 4;

/// An abbreviation with a literal code and few scalar operands.
///
/// Writers define an abbreviation for each frequent kind of record, so most operands are literals.
/// All literals are copied at once, and only the other operands are read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(128))]
pub(crate) struct PackedAbbreviation {
    shape: Shape,
    /// The code of the records.
    pub(crate) code: u64,
    /// Number of their operands.
    pub(crate) count: usize,
    /// The literal operands, each in its place.
    literals: [u64; MAX_PACKED],
    /// The other operands in order. The first `field_count` are in use.
    fields: [Field; MAX_PACKED],
    field_count: usize,
}

/// The operands that take bits. In most records they are so few and so similar that reading them
/// needs no loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// No abbreviation of this kind.
    Unpacked,
    /// Three operands, all of them literals.
    LiteralTriple,
    /// Three operands, the first in chunks of 6 bits.
    FirstOfTriple,
    /// Three operands, the second in chunks of 6 bits.
    SecondOfTriple,
    /// Three operands, the first two in chunks of 6 bits.
    TwoOfTriple,
    /// Three operands, the first two in chunks of 6 bits, the third of another kind.
    TwoAndOneOfTriple,
    /// Three operands, the first in chunks of 6 bits, the others of other kinds.
    OneAndTwoOfTriple,
    /// One operand in chunks of 6 bits.
    Single,
    /// One operand of another kind.
    OtherSingle,
    /// Another number of literals.
    Literals,
    /// One operand in chunks of 6 bits, the others literals.
    OneVbr6,
    /// One operand of another kind, the others literals.
    OneField,
    /// Any other operands.
    Other,
}

/// An operand that takes bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// Stands for an abbreviation that has no packed form.
    pub(crate) const UNPACKED: PackedAbbreviation = PackedAbbreviation {
        shape: Shape::Unpacked,
        code: 0,
        count: 0,
        literals: [0; MAX_PACKED],
        fields: [Field::NONE; MAX_PACKED],
        field_count: 0,
    };

    /// Returns the packed form of an abbreviation, if it has one.
    pub(crate) fn new(abbreviation: &Abbreviation) -> PackedAbbreviation {
        match abbreviation.array {
            None => PackedAbbreviation::of_scalars(&abbreviation.scalars),
            Some(_) => None,
        }
        .unwrap_or(PackedAbbreviation::UNPACKED)
    }

    fn of_scalars(scalars: &[Scalar]) -> Option<PackedAbbreviation> {
        let (&Scalar::Literal(code), operands) = scalars.split_first()? else {
            return None;
        };
        if operands.len() > MAX_PACKED {
            return None;
        }
        let mut packed = PackedAbbreviation {
            code,
            count: operands.len(),
            ..PackedAbbreviation::UNPACKED
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
        packed.shape = packed.find_shape();
        Some(packed)
    }

    fn find_shape(&self) -> Shape {
        let fields = &self.fields[..self.field_count];
        let is_vbr6 = |field: &Field| field.is_vbr6();
        let is_narrow = |&literal: &u64| literal <= u64::from(u32::MAX);
        if !self.literals.iter().all(is_narrow) {
            return Shape::Other;
        }
        match fields {
            [] if self.count == 3 => Shape::LiteralTriple,
            [] => Shape::Literals,
            [first] if self.count == 3 && first.is_vbr6() && first.place == 0 => {
                Shape::FirstOfTriple
            }
            [first] if self.count == 3 && first.is_vbr6() && first.place == 1 => {
                Shape::SecondOfTriple
            }
            [first] if self.count == 1 && first.is_vbr6() => Shape::Single,
            [_] if self.count == 1 => Shape::OtherSingle,
            [first] if self.count != 3 && first.is_vbr6() => Shape::OneVbr6,
            [_] => Shape::OneField,
            [first, second]
                if self.count == 3
                    && [first, second].into_iter().all(is_vbr6)
                    && second.place == 1 =>
            {
                Shape::TwoOfTriple
            }
            [first, second, _] if self.count == 3 && first.is_vbr6() && second.is_vbr6() => {
                Shape::TwoAndOneOfTriple
            }
            [first, _, _] if self.count == 3 && first.is_vbr6() => Shape::OneAndTwoOfTriple,
            _ => Shape::Other,
        }
    }

    /// Reads the operands of a record that has three in a common form. If one of them has more than
    /// 32 bits, the window is past the end of the stream after that.
    #[inline(always)]
    pub(crate) fn read_triple(
        &self,
        window: &mut BitWindow,
        cursor: &Cursor<'_>,
    ) -> Option<[u32; 3]> {
        let [first, second, third] = [0, 1, 2].map(|place| self.literals[place] as u32);
        Some(match self.shape {
            Shape::LiteralTriple => [first, second, third],
            Shape::FirstOfTriple => [window.narrow_vbr6(cursor), second, third],
            Shape::SecondOfTriple => [first, window.narrow_vbr6(cursor), third],
            Shape::TwoOfTriple => [
                window.narrow_vbr6(cursor),
                window.narrow_vbr6(cursor),
                third,
            ],
            Shape::TwoAndOneOfTriple => [
                window.narrow_vbr6(cursor),
                window.narrow_vbr6(cursor),
                self.fields[2].read_narrow(window, cursor),
            ],
            Shape::OneAndTwoOfTriple => [
                window.narrow_vbr6(cursor),
                self.fields[1].read_narrow(window, cursor),
                self.fields[2].read_narrow(window, cursor),
            ],
            _ => return None,
        })
    }

    /// Reads the operand of a record that has one, like [`PackedAbbreviation::read_triple`].
    #[inline(always)]
    pub(crate) fn read_single(&self, window: &mut BitWindow, cursor: &Cursor<'_>) -> Option<u32> {
        match self.shape {
            Shape::Single => Some(window.narrow_vbr6(cursor)),
            Shape::OtherSingle => Some(self.fields[0].read_narrow(window, cursor)),
            _ => None,
        }
    }

    /// Returns true if the abbreviation has a packed form.
    #[inline(always)]
    pub(crate) fn is_packed(&self) -> bool {
        self.shape != Shape::Unpacked
    }

    /// Reads the operands of a record of any form.
    #[inline(always)]
    pub(crate) fn read(
        &self,
        operands: &mut [u64; MAX_PACKED],
        window: &mut BitWindow,
        cursor: &Cursor<'_>,
    ) {
        *operands = self.literals;
        match self.shape {
            Shape::Literals | Shape::LiteralTriple => {}
            Shape::Single | Shape::OneVbr6 | Shape::FirstOfTriple | Shape::SecondOfTriple => {
                operands[self.fields[0].place()] = window.vbr6(cursor);
            }
            Shape::OneField | Shape::OtherSingle => {
                let field = self.fields[0];
                operands[field.place()] = field.read(window, cursor);
            }
            _ => {
                for field in &self.fields[..self.field_count] {
                    operands[field.place()] = field.read(window, cursor);
                }
            }
        }
    }
}

impl Field {
    const NONE: Field = Field {
        place: 0,
        width: 0,
        mask: 0,
        more: 0,
    };

    #[inline(always)]
    fn read(&self, window: &mut BitWindow, cursor: &Cursor<'_>) -> u64 {
        window.chunks(cursor, self.width, self.mask, self.more)
    }

    #[inline(always)]
    fn read_narrow(&self, window: &mut BitWindow, cursor: &Cursor<'_>) -> u32 {
        window.narrow_chunks(cursor, self.width, self.mask, self.more)
    }

    /// The index of the operand; the remainder spares a check.
    #[inline(always)]
    fn place(self) -> usize {
        usize::from(self.place) % MAX_PACKED
    }

    fn is_vbr6(self) -> bool {
        self.width == 6 && self.more != 0
    }
}
