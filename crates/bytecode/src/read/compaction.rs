//! The compaction table of a function. In that function it gives some types and values of the
//! module other numbers.

use super::constants::undefined_constant;
use super::cursor::Cursor;
use super::slots::{NO_CONSTANT, Planes, Scope};
use super::syntax::compaction::{CompactionTable, Item};
use crate::error::{Error, ErrorKind};
use crate::model::ConstantId;
use std::ops::Range;

/// Reads a table into the empty scope of a function.
pub(super) fn read(cursor: Cursor<'_>, planes: &Planes, scope: &mut Scope) -> Result<(), Error> {
    let end = cursor.end();
    let is_leading = cursor.features().leading_types;
    let mut table = CompactionTable::new(cursor);
    let mut plane = ModulePlane::default();
    // Number of lists so far, without the leading one.
    let (mut lists, mut has_leading) = (0, is_leading);
    while let Some(item) = table.next()? {
        match item {
            Item::Types(_) if std::mem::take(&mut has_leading) => {}
            Item::Types(offset) if lists > 0 => return Err(late_types(offset)),
            Item::Types(_) => lists += 1,
            Item::Type(number, offset) => scope
                .add_compacted_type(planes, number)
                .map_err(|error| error.at(offset as u64))?,
            Item::Plane(number, offset) => {
                lists += 1;
                plane =
                    begin_plane(number, planes, scope).map_err(|error| error.at(offset as u64))?;
            }
            Item::Slot(slot, offset) => {
                let value = match (slot as usize).checked_sub(plane.nulls) {
                    None => plane.null,
                    Some(place) => planes.values[plane.values.clone()]
                        .get(place)
                        .copied()
                        .unwrap_or(NO_CONSTANT),
                };
                if value == NO_CONSTANT {
                    return Err(undefined(plane.number, slot, offset));
                }
                scope.add_compacted(value);
            }
        }
    }
    scope
        .check_arguments(planes)
        .map_err(|error| error.at(end as u64))
}

/// The module's plane to which the slots in the table refer.
struct ModulePlane {
    number: u32,
    /// 1 if slot 0 is the null value of the type.
    nulls: usize,
    null: ConstantId,
    /// A range of [`Planes::values`].
    values: Range<usize>,
}

impl Default for ModulePlane {
    fn default() -> ModulePlane {
        ModulePlane {
            number: 0,
            nulls: 0,
            null: NO_CONSTANT,
            values: 0..0,
        }
    }
}

/// Begins a plane of the function.
fn begin_plane(number: u32, planes: &Planes, scope: &mut Scope) -> Result<ModulePlane, Error> {
    if !scope.begin_compacted(planes, number)? {
        return Err(listed_twice(number));
    }
    let ty = scope.type_at(planes, number)?;
    let number = scope.module_number(number);
    Ok(ModulePlane {
        number,
        nulls: usize::from(planes.has_implicit_null(number)),
        null: planes.zeros[ty.index()],
        values: planes.of_module(number),
    })
}

#[cold]
fn undefined(number: u32, slot: u32, offset: usize) -> Error {
    let message = undefined_constant(number, slot, offset)
        .message()
        .to_owned();
    Error::new(ErrorKind::BadCompaction, format!("{message} of the module")).at(offset as u64)
}

#[cold]
fn listed_twice(number: u32) -> Error {
    Error::new(
        ErrorKind::BadCompaction,
        format!("the table lists the plane of type {number} twice"),
    )
}

#[cold]
fn late_types(offset: usize) -> Error {
    Error::new(
        ErrorKind::BadCompaction,
        "the table lists its types after some of its values, expected types first",
    )
    .at(offset as u64)
}
