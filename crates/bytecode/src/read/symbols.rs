//! Symbol tables of the module and of functions.

use super::cursor::{Cursor, TYPE_PLANE};
use crate::error::{Error, ErrorKind};
use crate::model::{Name, Names, TypeId};
use pinnacle_base::index::Index;

/// Things that can have names.
pub(super) trait Named {
    /// The type with a number.
    fn type_at(&mut self, number: u32) -> Result<TypeId, Error>;

    /// Names a type.
    fn name_type(&mut self, ty: TypeId, name: &[u8]);

    /// Names the value in a slot, or a block if the plane is that of labels. Returns false if there
    /// is nothing to name.
    fn name_value(&mut self, number: u32, slot: u32, name: &[u8]) -> Result<bool, Error>;
}

/// The symbol tables that a module or function has; one, as they are written.
#[derive(Default)]
pub(super) struct Tables<'a> {
    /// The planes of all tables in order, [`TypeId::VOID`] for the plane of types
    /// of old formats.
    pub(super) planes: Vec<TypeId>,
    first: Option<Cursor<'a>>,
    /// The names that are taken, if anybody had to ask.
    taken: Option<Taken>,
}

impl<'a> Tables<'a> {
    /// Reads one more table.
    pub(super) fn read(
        &mut self,
        mut cursor: Cursor<'a>,
        named: &mut impl Named,
    ) -> Result<(), Error> {
        let mut unique = UniqueNames::new(cursor.clone());
        match &self.first {
            None => self.first = Some(cursor.clone()),
            Some(first) => {
                unique.taken = self
                    .taken
                    .take()
                    .or_else(|| Some(Taken::all_of(first.clone(), &self.planes, usize::MAX)));
            }
        }
        let start = self.planes.len();
        if cursor.features().leading_types {
            let count = cursor.counted()?;
            read_types(&mut cursor, count, named, &mut unique, &[])?;
        }
        while !cursor.is_at_end() {
            let count = cursor.counted()?;
            let offset = cursor.position();
            let number = cursor.type_number()?;
            let is_types = number == TYPE_PLANE;
            self.planes.push(if is_types {
                TypeId::VOID
            } else {
                named
                    .type_at(number)
                    .map_err(|error| error.at(offset as u64))?
            });
            let planes = &self.planes[start..];
            unique.enter(planes);
            if is_types {
                read_types(&mut cursor, count, named, &mut unique, planes)?;
            } else {
                read_values(&mut cursor, count, number, named, &mut unique, planes)?;
            }
        }
        self.taken = unique.taken;
        Ok(())
    }
}

fn read_types<'a>(
    cursor: &mut Cursor<'a>,
    (count, head): (u32, usize),
    named: &mut impl Named,
    unique: &mut UniqueNames<'a>,
    planes: &[TypeId],
) -> Result<(), Error> {
    for done in 0..count {
        cursor.expect_item(head, done, count)?;
        let offset = cursor.position();
        let number = cursor.plain_type_number()?;
        let name = cursor.string()?;
        let ty = named
            .type_at(number)
            .map_err(|error| error.at(offset as u64))?;
        unique.with(name, planes, offset, |name| named.name_type(ty, name));
    }
    Ok(())
}

fn read_values<'a>(
    cursor: &mut Cursor<'a>,
    (count, head): (u32, usize),
    number: u32,
    named: &mut impl Named,
    unique: &mut UniqueNames<'a>,
    planes: &[TypeId],
) -> Result<(), Error> {
    for done in 0..count {
        cursor.expect_item(head, done, count)?;
        let offset = cursor.position();
        let slot = cursor.vbr32()?;
        let name = cursor.string()?;
        let is_named = unique
            .with(name, planes, offset, |name| {
                named.name_value(number, slot, name)
            })
            .map_err(|error| error.at(offset as u64))?;
        if !is_named {
            return Err(nothing_to_name(number, slot, name, offset));
        }
    }
    Ok(())
}

/// Makes the names of one table unique in each plane: a name that occurs again gets a number at its
/// end.
///
/// Tables are normally written with sorted names and one entry per plane. While that holds, only
/// the last name is remembered. Once it does not, the names so far are collected from the table.
struct UniqueNames<'a> {
    start: Cursor<'a>,
    plane: TypeId,
    last: &'a [u8],
    planes: PlaneSet,
    taken: Option<Taken>,
    counter: u64,
}

impl<'a> UniqueNames<'a> {
    /// For a table that begins at a cursor.
    fn new(start: Cursor<'a>) -> UniqueNames<'a> {
        UniqueNames {
            start,
            plane: TypeId::VOID,
            last: &[],
            planes: PlaneSet::new(),
            taken: None,
            counter: 0,
        }
    }

    /// Goes to the names of a plane, the last of those given.
    fn enter(&mut self, planes: &[TypeId]) {
        let Some((&plane, before)) = planes.split_last() else {
            return;
        };
        self.plane = plane;
        self.last = &[];
        // A few are quicker to compare than to hash.
        const FEW: usize = 16;
        let is_repeated = if before.len() < FEW {
            before.contains(&plane)
        } else {
            if before.len() == FEW {
                for &plane in before {
                    self.planes.insert(plane);
                }
            }
            !self.planes.insert(plane)
        };
        if is_repeated {
            self.collect(before, usize::MAX);
        }
    }

    /// Calls `give` with a name, or with another one if it is taken. The name is at an offset, in
    /// the last of the planes.
    fn with<R>(
        &mut self,
        name: &'a [u8],
        planes: &[TypeId],
        offset: usize,
        give: impl FnOnce(&[u8]) -> R,
    ) -> R {
        if self.taken.is_none() {
            if name > self.last || name.is_empty() {
                self.last = name;
                return give(name);
            }
            self.collect(planes, offset);
        }
        let Some(taken) = &mut self.taken else {
            return give(name);
        };
        if name.is_empty() || taken.insert(self.plane, name) {
            return give(name);
        }
        loop {
            self.counter += 1;
            let mut other = name.to_vec();
            other.extend_from_slice(self.counter.to_string().as_bytes());
            if taken.insert(self.plane, &other) {
                return give(&other);
            }
        }
    }

    /// Collects the names of some planes that come before an offset.
    #[cold]
    fn collect(&mut self, planes: &[TypeId], end: usize) {
        if self.taken.is_some() {
            return;
        }
        self.taken = Some(Taken::all_of(self.start.clone(), planes, end));
    }
}

/// Planes, to know which occurred.
struct PlaneSet(Index);

impl PlaneSet {
    fn new() -> PlaneSet {
        PlaneSet(Index::new())
    }

    /// Adds a plane. Returns false if it was there already.
    fn insert(&mut self, plane: TypeId) -> bool {
        let hash = self.0.hash().word(plane.0.into());
        let is_new = (self.0.find(hash, |other| other == plane.0)).is_none();
        if is_new {
            self.0.insert(hash, plane.0);
        }
        is_new
    }
}

/// The names that are taken.
#[derive(Default)]
struct Taken {
    index: Index,
    entries: Vec<(TypeId, Name)>,
    names: Names,
}

impl Taken {
    /// All names in some planes of a table before an offset.
    fn all_of(cursor: Cursor<'_>, planes: &[TypeId], end: usize) -> Taken {
        let mut taken = Taken::default();
        // All of this was read before, so nothing fails.
        let _ = taken.add_all(cursor, planes, end);
        taken
    }

    fn add_all(
        &mut self,
        mut cursor: Cursor<'_>,
        planes: &[TypeId],
        end: usize,
    ) -> Result<(), Error> {
        if cursor.features().leading_types {
            let count = cursor.vbr32()?;
            self.add_plane(&mut cursor, count, TypeId::VOID, end)?;
        }
        for &plane in planes {
            let count = cursor.vbr32()?;
            cursor.type_number()?;
            self.add_plane(&mut cursor, count, plane, end)?;
        }
        Ok(())
    }

    fn add_plane(
        &mut self,
        cursor: &mut Cursor<'_>,
        count: u32,
        plane: TypeId,
        end: usize,
    ) -> Result<(), Error> {
        for _ in 0..count {
            if cursor.position() >= end {
                break;
            }
            cursor.vbr32()?;
            let name = cursor.string()?;
            if !name.is_empty() {
                self.insert(plane, name);
            }
        }
        Ok(())
    }

    /// Takes a name; false if it is taken already.
    fn insert(&mut self, plane: TypeId, name: &[u8]) -> bool {
        let (entries, names) = (&self.entries, &self.names);
        let hash = self.index.hash().word(plane.0.into()).bytes(name);
        let found = self.index.find(hash, |entry| {
            let (of, other) = entries[entry as usize];
            of == plane && names.get(other) == name
        });
        if found.is_some() {
            return false;
        }
        self.index.insert(hash, entries.len() as u32);
        let name = self.names.add(name);
        self.entries.push((plane, name));
        true
    }
}

#[cold]
fn nothing_to_name(number: u32, slot: u32, name: &[u8], offset: usize) -> Error {
    let name = name.escape_ascii();
    let message = if number == TypeId::LABEL.0 {
        format!("\"{name}\" names block {slot}, which the function does not have")
    } else {
        format!(
            "\"{name}\" names slot {slot} of type {number}, which holds no value that can have a \
             name"
        )
    };
    Error::new(ErrorKind::BadSymbol, message).at(offset as u64)
}
