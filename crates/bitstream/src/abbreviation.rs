//! Abbreviations, which define how records are packed into bits.

use crate::Profile;
use crate::bit_window::BitWindow;
use crate::bits::BitBuffer;
use crate::cursor::Cursor;
use crate::error::{Error, ErrorKind};
use crate::limits::MAX_OPERAND_WIDTH;
use crate::packed_abbreviation::PackedAbbreviation;
use crate::predefined::FIRST_DEFINED;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

/// The packing of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// Always this number; takes no bits.
    Literal(u64),
    /// A number of this many bits, 0 to 32. With width 0 it is always zero.
    Fixed(u8),
    /// Chunks of this many bits, 0 to 32. With width 0 or 1 the number is always zero.
    Vbr(u8),
    /// A six-bit character.
    Char6,
}

impl Scalar {
    /// Reads an operand.
    #[inline(always)]
    pub(crate) fn read(self, window: &mut BitWindow, cursor: &Cursor<'_>) -> u64 {
        match self {
            Scalar::Literal(value) => value,
            Scalar::Vbr(6) => window.vbr6(cursor),
            Scalar::Vbr(0) => 0,
            Scalar::Fixed(width) => window.fixed(cursor, u32::from(width)),
            Scalar::Vbr(width) => window.vbr(cursor, u32::from(width)),
            Scalar::Char6 => char6(window.fixed(cursor, 6)),
        }
    }

    /// Writes an operand. Returns true if this packing can carry it; otherwise the bits written are
    /// useless.
    #[inline(always)]
    fn write(self, value: u64, bits: &mut BitBuffer) -> bool {
        match self {
            Scalar::Literal(literal) => value == literal,
            Scalar::Vbr(6) if value < 1 << 5 => {
                bits.fixed(value, 6);
                true
            }
            Scalar::Fixed(width) => {
                bits.fixed(value, u32::from(width));
                value >> width == 0
            }
            Scalar::Vbr(width @ 0..=1) => {
                bits.fixed(0, u32::from(width));
                value == 0
            }
            Scalar::Vbr(width) => {
                bits.vbr(value, u32::from(width));
                true
            }
            Scalar::Char6 => match char6_index(value) {
                Some(index) => {
                    bits.fixed(index, 6);
                    true
                }
                None => false,
            },
        }
    }

    /// Returns true if this packing can carry a value.
    #[inline]
    pub fn fits(self, value: u64) -> bool {
        match self {
            Scalar::Literal(literal) => value == literal,
            Scalar::Fixed(width) => value >> width == 0,
            Scalar::Vbr(0..=1) => value == 0,
            Scalar::Vbr(_) => true,
            Scalar::Char6 => char6_index(value).is_some(),
        }
    }

    /// Number of bits that a value takes, if this packing can carry it.
    #[inline]
    pub fn bits(self, value: u64) -> Option<u64> {
        match self {
            Scalar::Literal(literal) => (value == literal).then_some(0),
            Scalar::Fixed(width) => (value >> width == 0).then_some(u64::from(width)),
            Scalar::Vbr(width @ 0..=1) => (value == 0).then_some(u64::from(width)),
            Scalar::Vbr(width) => Some(vbr_bits(value, u32::from(width))),
            Scalar::Char6 => char6_index(value).map(|_| 6),
        }
    }

    /// Minimum number of bits that a value takes.
    pub const fn min_bits(self) -> u64 {
        match self {
            Scalar::Literal(_) => 0,
            Scalar::Fixed(width) | Scalar::Vbr(width) => width as u64,
            Scalar::Char6 => 6,
        }
    }
}

/// The ASCII code of a six-bit character, `[a-zA-Z0-9._]`.
#[inline]
fn char6(index: u64) -> u64 {
    const ALPHABET: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    u64::from(ALPHABET[index as usize & 63])
}

/// The number of the six-bit character that has this ASCII code.
#[inline]
pub fn char6_index(character: u64) -> Option<u64> {
    Some(match u8::try_from(character).ok()? {
        letter @ b'a'..=b'z' => u64::from(letter - b'a'),
        letter @ b'A'..=b'Z' => u64::from(letter - b'A') + 26,
        digit @ b'0'..=b'9' => u64::from(digit - b'0') + 52,
        b'.' => 62,
        b'_' => 63,
        _ => return None,
    })
}

/// Number of bits that a number takes in chunks of `width` bits, 2 to 64.
#[inline]
pub fn vbr_bits(value: u64, width: u32) -> u64 {
    let significant = u64::BITS - (value | 1).leading_zeros();
    u64::from(significant.div_ceil(width - 1) * width)
}

/// One operand of an abbreviation in its definition, see [`Abbreviation::new`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// Always this number.
    Literal(u64),
    /// A number of this many bits.
    Fixed(u64),
    /// Chunks of this many bits.
    Vbr(u64),
    /// Any number of operands of the next encoding, which must be the last.
    Array,
    /// A six-bit character.
    Char6,
}

impl Encoding {
    /// Writes the encoding as part of a definition.
    pub fn write_definition(self, bits: &mut BitBuffer) {
        let (kind, width) = match self {
            Encoding::Literal(value) => {
                bits.fixed(1, 1);
                bits.vbr(value, 8);
                return;
            }
            Encoding::Fixed(width) => (1, Some(width)),
            Encoding::Vbr(width) => (2, Some(width)),
            Encoding::Array => (3, None),
            Encoding::Char6 => (4, None),
        };
        bits.fixed(0, 1);
        bits.fixed(kind, 3);
        if let Some(width) = width {
            bits.vbr(width, 5);
        }
    }
}

impl From<Scalar> for Encoding {
    fn from(scalar: Scalar) -> Encoding {
        match scalar {
            Scalar::Literal(value) => Encoding::Literal(value),
            Scalar::Fixed(width) => Encoding::Fixed(width.into()),
            Scalar::Vbr(width) => Encoding::Vbr(width.into()),
            Scalar::Char6 => Encoding::Char6,
        }
    }
}

/// The packing of a record: its code and operands in order, and optionally an array of any number
/// of operands at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abbreviation {
    /// The leading numbers; the first of all is the record's code.
    pub scalars: Box<[Scalar]>,
    /// The encoding of the array's elements, if there is an array after the scalars.
    pub array: Option<Scalar>,
    /// True if that array is a blob: bytes that begin and end at multiples of 32 bits. Only in
    /// streams that may have them, see [`Profile::blobs`](crate::Profile::blobs).
    pub(crate) blob: bool,
}

impl Abbreviation {
    /// Makes an abbreviation of these operands. Errors get the given position, in bits.
    ///
    /// # Errors
    ///
    /// Fails if the operands are missing, if a width is over 32, if an array is not the
    /// second-to-last operand, or if an array's element is itself an array.
    pub fn new(encodings: &[Encoding], position: u64) -> Result<Abbreviation, Error> {
        let mut encodings = encodings.iter().copied();
        let count = encodings.len() as u64;
        Abbreviation::collect(count, position, || {
            Ok(Some(encodings.next().expect("there are so many")))
        })
    }

    /// Reads a definition; the cursor is after its abbreviation index.
    ///
    /// # Errors
    ///
    /// Fails as [`Abbreviation::new`] does, and for an encoding that the format does not have.
    pub fn read(cursor: &mut Cursor<'_>, profile: Profile) -> Result<Abbreviation, Error> {
        let start = cursor.position();
        let count = cursor.vbr(5)?;
        Abbreviation::collect(count, start, || read_encoding(cursor, start, profile))
    }

    /// Checks the operands as they arrive. `None` stands for a blob.
    fn collect(
        count: u64,
        position: u64,
        mut next: impl FnMut() -> Result<Option<Encoding>, Error>,
    ) -> Result<Abbreviation, Error> {
        let bad = |message: String| Error::new(ErrorKind::BadAbbreviation, position, message);
        if count == 0 {
            return Err(bad("an abbreviation has no operands".into()));
        }
        let mut scalars = Vec::new();
        for index in 0..count {
            let Some(encoding) = next()? else {
                if index == 0 || index + 1 < count {
                    return Err(bad(format!(
                        "an abbreviation's blob must be its last operand, after another; found it \
                         at {} of {count}",
                        index + 1
                    )));
                }
                return Ok(Abbreviation {
                    scalars: scalars.into(),
                    array: Some(Scalar::Fixed(8)),
                    blob: true,
                });
            };
            if let Some(scalar) = scalar(encoding, position)? {
                scalars.push(scalar);
            } else if index + 2 == count {
                let element = match next()? {
                    Some(encoding) => scalar(encoding, position)?,
                    None => None,
                };
                let Some(element) = element else {
                    return Err(bad("an abbreviation has an array of arrays".into()));
                };
                return Ok(Abbreviation {
                    scalars: scalars.into(),
                    array: Some(element),
                    blob: false,
                });
            } else {
                return Err(bad(format!(
                    "an abbreviation's array must be its second-to-last operand, found it at {} of \
                     {count}",
                    index + 1
                )));
            }
        }
        Ok(Abbreviation {
            scalars: scalars.into(),
            array: None,
            blob: false,
        })
    }

    /// Returns true if the array is a blob, see [`Profile::blobs`].
    pub fn is_blob(&self) -> bool {
        self.blob
    }

    /// Returns the operands in the form of the definition.
    pub fn encodings(&self) -> impl Iterator<Item = Encoding> + Clone {
        let array = self
            .array
            .map(|element| [Encoding::Array, Encoding::from(element)]);
        let scalars = self.scalars.iter().copied().map(Encoding::from);
        scalars.chain(array.into_iter().flatten())
    }

    /// Number of bits of its definition after its abbreviation index.
    pub fn definition_bits(&self) -> u64 {
        let mut bits = BitBuffer::new();
        bits.vbr(self.encodings().count() as u64, 5);
        self.encodings()
            .for_each(|encoding| encoding.write_definition(&mut bits));
        bits.position()
    }

    /// Number of bits of a record after its abbreviation index, if this abbreviation can carry it.
    #[inline]
    pub fn record_bits(&self, code: u64, operands: &[u64]) -> Option<u64> {
        let mut total = 0;
        let rest = self.match_scalars(code, operands, |scalar, value| {
            scalar.bits(value).map(|bits| total += bits).is_some()
        })?;
        let Some(element) = self.array else {
            return rest.is_empty().then_some(total);
        };
        for value in rest.iter() {
            total += element.bits(value)?;
        }
        Some(total + vbr_bits(rest.len() as u64, 6))
    }

    /// Returns true if this abbreviation can carry a record.
    #[inline]
    pub fn fits(&self, code: u64, operands: &[u64]) -> bool {
        let rest = self.match_scalars(code, operands, Scalar::fits);
        match (rest, self.array) {
            (None, _) => false,
            (Some(rest), None) => rest.is_empty(),
            (Some(rest), Some(element)) => rest.iter().all(|value| element.fits(value)),
        }
    }

    /// Writes a record after its abbreviation index. Returns true if this abbreviation can carry
    /// it; otherwise the bits written are useless.
    #[inline]
    pub fn write(&self, code: u64, operands: &[u64], bits: &mut BitBuffer) -> bool {
        let Some(rest) =
            self.match_scalars(code, operands, |scalar, value| scalar.write(value, bits))
        else {
            return false;
        };
        let Some(element) = self.array else {
            return rest.is_empty();
        };
        bits.vbr(rest.len() as u64, 6);
        rest.iter().all(|value| element.write(value, bits))
    }

    /// Matches the leading numbers of a record with the scalars of the packing, and returns the
    /// rest for the array.
    #[inline]
    fn match_scalars<'a>(
        &self,
        code: u64,
        operands: &'a [u64],
        mut takes: impl FnMut(Scalar, u64) -> bool,
    ) -> Option<Rest<'a>> {
        let Some((&first, scalars)) = self.scalars.split_first() else {
            return Some(Rest {
                code: Some(code),
                operands,
            });
        };
        let (leading, operands) = operands.split_at_checked(scalars.len())?;
        let all = takes(first, code)
            && scalars
                .iter()
                .zip(leading)
                .all(|(&scalar, &value)| takes(scalar, value));
        all.then_some(Rest {
            code: None,
            operands,
        })
    }
}

/// The numbers of a record that its abbreviation's array holds. They include the code if the
/// abbreviation is only an array.
struct Rest<'a> {
    code: Option<u64>,
    operands: &'a [u64],
}

impl Rest<'_> {
    fn len(&self) -> usize {
        usize::from(self.code.is_some()) + self.operands.len()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn iter(&self) -> impl Iterator<Item = u64> {
        self.code.into_iter().chain(self.operands.iter().copied())
    }
}

/// Converts an encoding to a packing. Returns `None` for an array.
fn scalar(encoding: Encoding, position: u64) -> Result<Option<Scalar>, Error> {
    let checked = |name: &str, width: u64| {
        if width <= MAX_OPERAND_WIDTH {
            return Ok(width as u8);
        }
        Err(Error::new(
            ErrorKind::BadAbbreviation,
            position,
            format!(
                "an abbreviation has an operand {name}({width}), wider than {MAX_OPERAND_WIDTH} \
                 bits"
            ),
        ))
    };
    Ok(Some(match encoding {
        Encoding::Literal(value) => Scalar::Literal(value),
        Encoding::Fixed(width) => Scalar::Fixed(checked("fixed", width)?),
        Encoding::Vbr(width) => Scalar::Vbr(checked("vbr", width)?),
        Encoding::Char6 => Scalar::Char6,
        Encoding::Array => return Ok(None),
    }))
}

/// Reads the encoding of one operand. `None` stands for a blob.
fn read_encoding(
    cursor: &mut Cursor<'_>,
    start: u64,
    profile: Profile,
) -> Result<Option<Encoding>, Error> {
    let bad = |message: String| Err(Error::new(ErrorKind::BadAbbreviation, start, message));
    if cursor.fixed(1)? == 1 {
        return Ok(Some(Encoding::Literal(cursor.vbr(8)?)));
    }
    Ok(Some(match cursor.fixed(3)? {
        1 => Encoding::Fixed(cursor.vbr(5)?),
        2 => Encoding::Vbr(cursor.vbr(5)?),
        3 => Encoding::Array,
        4 => Encoding::Char6,
        5 if profile.blobs => return Ok(None),
        5 => {
            return bad(format!(
                "an abbreviation uses the blob encoding, which {} does not have",
                profile.format
            ));
        }
        encoding => {
            return bad(format!(
                "an abbreviation uses encoding {encoding}; the encodings are 1 to 4"
            ));
        }
    }))
}

/// The abbreviations of a block, in the order of their indices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Abbreviations {
    list: Vec<Arc<Abbreviation>>,
    /// Their forms for fast reading, by index. Also has entries for the predefined indices, if any
    /// abbreviation is defined.
    packed: Vec<PackedAbbreviation>,
}

impl Abbreviations {
    pub(crate) fn push(&mut self, abbreviation: Arc<Abbreviation>) {
        if self.packed.is_empty() {
            let predefined = FIRST_DEFINED as usize;
            self.packed.resize(predefined, PackedAbbreviation::UNPACKED);
        }
        self.packed.push(PackedAbbreviation::new(&abbreviation));
        self.list.push(abbreviation);
    }

    /// Returns the form for fast reading of the abbreviation with an index.
    #[inline(always)]
    pub(crate) fn packed(&self, index: u64) -> &PackedAbbreviation {
        const UNPACKED: &PackedAbbreviation = &PackedAbbreviation::UNPACKED;
        self.packed.get(index as usize).unwrap_or(UNPACKED)
    }
}

impl Deref for Abbreviations {
    type Target = [Arc<Abbreviation>];

    fn deref(&self) -> &[Arc<Abbreviation>] {
        &self.list
    }
}

/// The abbreviations of a block, shared between all blocks of its kind until
/// one defines more.
pub(crate) type AbbreviationList = Arc<Abbreviations>;

/// The abbreviations that a stream's BLOCKINFO block defines, by block kind.
#[derive(Clone, Debug, Default)]
pub struct BlockInfo {
    /// A map, since a hostile stream may define abbreviations for any number
    /// of kinds.
    kinds: BTreeMap<u32, AbbreviationList>,
}

impl BlockInfo {
    /// The abbreviations for blocks of a kind, in the order of their indices.
    pub fn abbreviations(&self, block_id: u32) -> &[Arc<Abbreviation>] {
        self.list(block_id).map_or(&[], |list| list)
    }

    pub(crate) fn list(&self, block_id: u32) -> Option<&AbbreviationList> {
        self.kinds.get(&block_id)
    }

    /// Adds an abbreviation for blocks of a kind.
    pub fn add(&mut self, block_id: u32, abbreviation: Arc<Abbreviation>) {
        Arc::make_mut(self.kinds.entry(block_id).or_default()).push(abbreviation);
    }
}
