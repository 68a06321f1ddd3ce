//! The binary form of blocks, each as a list of items with their offsets.
//!
//! The reader builds a model from the items, and the dump shows them. Neither looks at the bytes
//! itself, so the encoding is defined only here. Block headers, types and instructions are in
//! `blocks`, `types` and `instructions`, which both use in the same way.

pub(crate) mod compaction;
pub(crate) mod constants;
pub(crate) mod info;
pub(crate) mod symbols;

use super::cursor::{Cursor, TYPE_PLANE};
use crate::error::Error;

/// The header of a run of entries: names of a symbol table, or constants of a pool.
#[derive(Clone, Copy)]
pub(crate) struct Head {
    /// Offset of the head.
    pub(crate) offset: usize,
    /// The number of the type of the entries, or [`TYPE_PLANE`].
    pub(crate) number: u32,
    /// Offset of the number.
    pub(crate) number_offset: usize,
    /// Number of entries.
    pub(crate) count: u32,
    /// True for the types that tables and pools of some formats begin with.
    pub(crate) is_leading: bool,
}

impl Head {
    /// Reads the head of a plane. Returns `None` at the end of the block. If `is_leading` is set,
    /// the plane contains types, and its head does not state a type number.
    #[inline]
    fn read(cursor: &mut Cursor<'_>, is_leading: &mut bool) -> Result<Option<Head>, Error> {
        let is_leading = std::mem::take(is_leading);
        if !is_leading && cursor.is_at_end() {
            return Ok(None);
        }
        let (count, offset) = cursor.counted()?;
        let number_offset = cursor.position();
        let number = match is_leading {
            true => TYPE_PLANE,
            false => cursor.type_number()?,
        };
        Ok(Some(Head {
            offset,
            number,
            number_offset,
            count,
            is_leading,
        }))
    }
}
