//! Compaction tables.

use crate::error::Error;
use crate::read::cursor::{Cursor, TYPE_PLANE};

/// A part of a compaction table, with its offset.
pub(crate) enum Item {
    /// Types follow. The table is invalid if anything other than types came before.
    Types(usize),
    /// The module's number of a type.
    Type(u32, usize),
    /// The slots of the plane with this number follow.
    Plane(u32, usize),
    /// A slot of the module, in the plane announced last.
    Slot(u32, usize),
}

/// A compaction table, read item by item.
pub(crate) struct CompactionTable<'a> {
    cursor: Cursor<'a>,
    is_leading: bool,
    has_types: bool,
    /// Offset of the current list, the number of its items read so far, and its length.
    list: (usize, u32, u32),
}

impl<'a> CompactionTable<'a> {
    /// A table that extends from the cursor to the end of its block.
    pub(crate) fn new(cursor: Cursor<'a>) -> CompactionTable<'a> {
        CompactionTable {
            is_leading: cursor.features().leading_types,
            cursor,
            has_types: false,
            list: (0, 0, 0),
        }
    }

    /// Position after the last item.
    pub(crate) fn position(&self) -> usize {
        self.cursor.position()
    }

    /// Reads an item; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Item>, Error> {
        let cursor = &mut self.cursor;
        let (head, done, count) = self.list;
        if done < count {
            cursor.expect_item(head, done, count)?;
            self.list.1 += 1;
            let offset = cursor.position();
            return Ok(Some(match self.has_types {
                true => Item::Type(cursor.type_number()?, offset),
                false => Item::Slot(cursor.vbr32()?, offset),
            }));
        }
        if std::mem::take(&mut self.is_leading) {
            let (count, offset) = cursor.counted()?;
            self.has_types = true;
            self.list = (offset, 0, count);
            return Ok(Some(Item::Types(offset)));
        }
        if cursor.is_at_end() {
            return Ok(None);
        }
        let offset = cursor.position();
        let head = cursor.vbr32()?;
        let (count, number) = match head & 3 {
            3 => (head >> 2, cursor.type_number()?),
            count => (count, cursor.type_of_number(head >> 2)),
        };
        self.has_types = number == TYPE_PLANE;
        self.list = (offset, 0, count);
        Ok(Some(match self.has_types {
            true => Item::Types(offset),
            false => Item::Plane(number, offset),
        }))
    }
}
