//! Abbreviations: how a record is packed into bits.

use crate::burst::Burst;
use crate::cursor::Cursor;
use crate::error::{Error, ErrorKind};
use crate::limits::MAX_OPERAND_WIDTH;
use crate::short::Short;
use std::sync::Arc;

/// The packing of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// Always this number; takes no bits.
    Literal(u64),
    /// So many bits, 0 to 32. Of width 0 it is always zero.
    Fixed(u8),
    /// Chunks of so many bits, 1 to 32. The definition of a width of 0 is
    /// read as [`Scalar::Fixed`] of 0, which is the same.
    Vbr(u8),
    /// A six-bit character.
    Char6,
}

impl Scalar {
    /// Reads an operand.
    #[inline(always)]
    pub(crate) fn read(self, burst: &mut Burst, cursor: &Cursor<'_>) -> u64 {
        match self {
            Scalar::Literal(value) => value,
            Scalar::Vbr(6) => burst.vbr6(cursor),
            Scalar::Fixed(width) => burst.fixed(cursor, u32::from(width)),
            Scalar::Vbr(width) => burst.vbr(cursor, u32::from(width)),
            Scalar::Char6 => char6(burst.fixed(cursor, 6)),
        }
    }

    /// The fewest bits that a value takes.
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

/// The packing of a record: its code and operands one after the other, and
/// perhaps an array of any number of operands at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abbreviation {
    /// The leading numbers; the first of all is the record's code.
    pub scalars: Box<[Scalar]>,
    /// The element of the array that follows them, if one does.
    pub array: Option<Scalar>,
    /// The same for fast reading, see [`Short`].
    pub(crate) short: Option<Short>,
}

/// One operand as a definition writes it.
enum Operand {
    Scalar(Scalar),
    Array,
}

impl Abbreviation {
    /// Reads a definition; the cursor stands behind its abbreviation index.
    ///
    /// # Errors
    ///
    /// If it has no operands, an encoding that does not exist (PNaCl has no
    /// blobs), a width over 32, or an array that is not the last but one
    /// operand or whose element is an array.
    pub fn read(cursor: &mut Cursor<'_>) -> Result<Abbreviation, Error> {
        let start = cursor.position();
        let bad = |message: String| Err(Error::new(ErrorKind::BadAbbreviation, start, message));
        let count = cursor.vbr(5)?;
        if count == 0 {
            return bad("an abbreviation has no operands".into());
        }
        let mut scalars = Vec::new();
        for index in 0..count {
            match read_operand(cursor, start)? {
                Operand::Scalar(scalar) => scalars.push(scalar),
                Operand::Array if index + 2 == count => {
                    return match read_operand(cursor, start)? {
                        Operand::Scalar(element) => Ok(Abbreviation {
                            scalars: scalars.into(),
                            array: Some(element),
                            short: None,
                        }),
                        Operand::Array => bad("an abbreviation has an array of arrays".into()),
                    };
                }
                Operand::Array => {
                    return bad(format!(
                        "the array of an abbreviation is operand {} of {count}, not the last but one",
                        index + 1
                    ));
                }
            }
        }
        Ok(Abbreviation {
            short: Short::new(&scalars),
            scalars: scalars.into(),
            array: None,
        })
    }
}

fn read_operand(cursor: &mut Cursor<'_>, start: u64) -> Result<Operand, Error> {
    let bad = |message: String| Err(Error::new(ErrorKind::BadAbbreviation, start, message));
    if cursor.fixed(1)? == 1 {
        return Ok(Operand::Scalar(Scalar::Literal(cursor.vbr(8)?)));
    }
    let encoding = cursor.fixed(3)?;
    let name = match encoding {
        1 => "fixed",
        2 => "vbr",
        3 => return Ok(Operand::Array),
        4 => return Ok(Operand::Scalar(Scalar::Char6)),
        5 => {
            return bad("an abbreviation uses the blob encoding, which PNaCl does not have".into());
        }
        _ => {
            return bad(format!(
                "an abbreviation uses encoding {encoding}; the encodings are 1 to 4"
            ));
        }
    };
    let width = cursor.vbr(5)?;
    if width > MAX_OPERAND_WIDTH {
        return bad(format!(
            "an abbreviation has an operand {name}({width}), wider than {MAX_OPERAND_WIDTH} bits"
        ));
    }
    Ok(Operand::Scalar(match encoding {
        2 if width > 0 => Scalar::Vbr(width as u8),
        _ => Scalar::Fixed(width as u8),
    }))
}

/// The abbreviations of a block, shared between all blocks of its kind until
/// one defines more.
pub(crate) type AbbreviationList = Arc<Vec<Arc<Abbreviation>>>;

/// The abbreviations that a stream's BLOCKINFO block defines, by block kind.
#[derive(Clone, Debug, Default)]
pub struct BlockInfo {
    /// Few kinds, so a list is faster than a map.
    kinds: Vec<(u32, AbbreviationList)>,
}

impl BlockInfo {
    /// The abbreviations for blocks of a kind, in the order of their indices.
    pub fn abbreviations(&self, block_id: u32) -> &[Arc<Abbreviation>] {
        self.list(block_id).map_or(&[], |list| list)
    }

    pub(crate) fn list(&self, block_id: u32) -> Option<&AbbreviationList> {
        self.kinds
            .iter()
            .find(|(id, _)| *id == block_id)
            .map(|(_, list)| list)
    }

    /// Adds an abbreviation for blocks of a kind.
    pub fn add(&mut self, block_id: u32, abbreviation: Arc<Abbreviation>) {
        match self.kinds.iter_mut().find(|(id, _)| *id == block_id) {
            Some((_, list)) => Arc::make_mut(list).push(abbreviation),
            None => self.kinds.push((block_id, Arc::new(vec![abbreviation]))),
        }
    }
}
