//! The compaction table of a function, which gives some types and values of the
//! module other numbers there.

use super::constants::undefined_constant;
use super::cursor::{Cursor, TYPE_PLANE};
use super::slots::{NO_CONSTANT, Planes, Scope};
use crate::error::{Error, ErrorKind};

/// Reads a table into the scope of a function that has nothing in it.
pub(super) fn read(
    mut cursor: Cursor<'_>,
    planes: &Planes,
    scope: &mut Scope,
) -> Result<(), Error> {
    if cursor.features().leading_types {
        let count = cursor.counted()?;
        read_types(&mut cursor, count, planes, scope)?;
    }
    let mut is_first = true;
    while !cursor.is_at_end() {
        let offset = cursor.position();
        let head = cursor.vbr32()?;
        let (count, number) = match head & 3 {
            3 => (head >> 2, cursor.type_number()?),
            count => (count, cursor.type_of_number(head >> 2)),
        };
        if number == TYPE_PLANE {
            if !is_first {
                return Err(late_types(offset));
            }
            read_types(&mut cursor, (count, offset), planes, scope)?;
        } else {
            read_plane(&mut cursor, (count, offset), number, planes, scope)
                .map_err(|error| error.at(offset as u64))?;
        }
        is_first = false;
    }
    scope
        .check_arguments(planes)
        .map_err(|error| error.at(cursor.end() as u64))
}

fn read_types(
    cursor: &mut Cursor<'_>,
    (count, head): (u32, usize),
    planes: &Planes,
    scope: &mut Scope,
) -> Result<(), Error> {
    for done in 0..count {
        cursor.expect_item(head, done, count)?;
        let offset = cursor.position();
        let number = cursor.type_number()?;
        scope
            .add_compacted_type(planes, number)
            .map_err(|error| error.at(offset as u64))?;
    }
    Ok(())
}

fn read_plane(
    cursor: &mut Cursor<'_>,
    (count, head): (u32, usize),
    number: u32,
    planes: &Planes,
    scope: &mut Scope,
) -> Result<(), Error> {
    if !scope.begin_compacted(planes, number)? {
        return Err(listed_twice(number));
    }
    let ty = scope.type_at(planes, number)?;
    let module_number = scope.module_number(number);
    let values = &planes.values[planes.of_module(module_number)];
    let nulls = usize::from(planes.has_implicit_null(module_number));
    for done in 0..count {
        cursor.expect_item(head, done, count)?;
        let offset = cursor.position();
        let slot = cursor.vbr32()?;
        let value = match (slot as usize).checked_sub(nulls) {
            None => planes.zeros[ty.index()],
            Some(place) => values.get(place).copied().unwrap_or(NO_CONSTANT),
        };
        if value == NO_CONSTANT {
            return Err(undefined(module_number, slot, offset));
        }
        scope.add_compacted(value);
    }
    Ok(())
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
