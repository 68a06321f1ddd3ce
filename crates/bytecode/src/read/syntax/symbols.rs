//! Symbol tables.

use super::Head;
use crate::error::Error;
use crate::read::cursor::{Cursor, TYPE_PLANE};

/// A part of a symbol table.
pub(crate) enum Item<'a> {
    /// The names of values of one type, or of types, follow.
    Plane(Head),
    /// A name in the plane that was announced last.
    Symbol(Symbol<'a>),
}

/// An entry of a symbol table.
pub(crate) struct Symbol<'a> {
    /// Offset of the entry.
    pub(crate) offset: usize,
    /// The slot, the number of the block, or the number of the type that is named.
    pub(crate) slot: u32,
    /// Offset of the name and its length.
    pub(crate) name_offset: usize,
    pub(crate) name: &'a [u8],
}

/// A symbol table, read item by item.
pub(crate) struct SymbolTable<'a> {
    cursor: Cursor<'a>,
    is_leading: bool,
    /// The plane that is read, with the number of names read so far.
    plane: Option<(Head, u32)>,
}

impl<'a> SymbolTable<'a> {
    /// A table that extends from the cursor to the end of its block.
    pub(crate) fn new(cursor: Cursor<'a>) -> SymbolTable<'a> {
        SymbolTable {
            is_leading: cursor.features().leading_types,
            cursor,
            plane: None,
        }
    }

    /// Position after the last item.
    pub(crate) fn position(&self) -> usize {
        self.cursor.position()
    }

    /// Reads an item; `None` at the end.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Result<Option<Item<'a>>, Error> {
        let cursor = &mut self.cursor;
        if let Some((plane, done)) = &mut self.plane
            && *done < plane.count
        {
            cursor.expect_item(plane.offset, *done, plane.count)?;
            *done += 1;
            let offset = cursor.position();
            let slot = match plane.number {
                TYPE_PLANE => cursor.plain_type_number()?,
                _ => cursor.vbr32()?,
            };
            return Ok(Some(Item::Symbol(Symbol {
                offset,
                slot,
                name_offset: cursor.position(),
                name: cursor.string()?,
            })));
        }
        self.plane = Head::read(cursor, &mut self.is_leading)?.map(|plane| (plane, 0));
        Ok(self.plane.map(|(plane, _)| Item::Plane(plane)))
    }
}
