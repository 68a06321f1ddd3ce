//! Symbol tables of the module and of functions.

use super::cursor::{Cursor, TYPE_PLANE};
use super::syntax::symbols::{Item, SymbolTable};
use crate::error::{Error, ErrorKind};
use crate::model::{Name, Names, TypeId};
use pinnacle_base::index::Index;

/// Resolves the entries of a symbol table and names them.
pub(super) trait Named {
    /// The type with a number.
    fn type_at(&mut self, number: u32) -> Result<TypeId, Error>;

    /// Names a type.
    fn name_type(&mut self, ty: TypeId, name: &[u8]);

    /// Names the value in a slot, or a block if the plane is that of labels. Returns false if there
    /// is nothing to name.
    fn name_value(&mut self, number: u32, slot: u32, name: &[u8]) -> Result<bool, Error>;
}

/// All symbol tables of a module or function. Several tables are read as if they were one.
#[derive(Default)]
pub(super) struct Tables<'a> {
    /// The planes of all tables in order, [`TypeId::VOID`] for the plane of types
    /// of old formats.
    pub(super) planes: Vec<TypeId>,
    first: Option<Cursor<'a>>,
    /// The names in use. Collected on the first lookup.
    taken: Option<Taken>,
}

impl<'a> Tables<'a> {
    /// Reads one more table.
    pub(super) fn read(&mut self, cursor: Cursor<'a>, named: &mut impl Named) -> Result<(), Error> {
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
        let mut table = SymbolTable::new(cursor);
        // The number of the plane, or `TYPE_PLANE`.
        let mut number = TYPE_PLANE;
        while let Some(item) = table.next()? {
            let symbol = match item {
                Item::Symbol(symbol) => symbol,
                Item::Plane(plane) => {
                    number = plane.number;
                    if !plane.is_leading {
                        self.planes.push(match number {
                            TYPE_PLANE => TypeId::VOID,
                            number => (named.type_at(number))
                                .map_err(|error| error.at(plane.number_offset as u64))?,
                        });
                        unique.enter(&self.planes[start..]);
                    }
                    continue;
                }
            };
            let planes = &self.planes[start..];
            let (offset, slot) = (symbol.offset, symbol.slot);
            let at_symbol = |error: Error| error.at(offset as u64);
            if number == TYPE_PLANE {
                let ty = named.type_at(slot).map_err(at_symbol)?;
                unique.with(symbol.name, planes, offset, |name| {
                    named.name_type(ty, name);
                });
                continue;
            }
            let is_named = unique
                .with(symbol.name, planes, offset, |name| {
                    named.name_value(number, slot, name)
                })
                .map_err(at_symbol)?;
            if !is_named {
                return Err(nothing_to_name(number, slot, symbol.name, offset));
            }
        }
        self.taken = unique.taken;
        Ok(())
    }
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
    /// Starts an empty set for the table that begins at a cursor.
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

    /// Makes the last of these planes the current one.
    fn enter(&mut self, planes: &[TypeId]) {
        let Some((&plane, before)) = planes.split_last() else {
            return;
        };
        self.plane = plane;
        self.last = &[];
        // A few names are quicker to compare than to hash.
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

    /// Calls `give` with the name at an offset in the last of the planes, or with a new name if
    /// that one is taken.
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

    /// Collects the names in some planes up to an offset.
    #[cold]
    fn collect(&mut self, planes: &[TypeId], end: usize) {
        if self.taken.is_some() {
            return;
        }
        self.taken = Some(Taken::all_of(self.start.clone(), planes, end));
    }
}

/// The set of planes that have occurred.
struct PlaneSet(Index);

impl PlaneSet {
    fn new() -> PlaneSet {
        PlaneSet(Index::new())
    }

    /// Adds a plane. Returns false if it was already present.
    fn insert(&mut self, plane: TypeId) -> bool {
        let hash = self.0.hash().word(plane.0.into());
        let is_new = (self.0.find(hash, |other| other == plane.0)).is_none();
        if is_new {
            self.0.insert(hash, plane.0);
        }
        is_new
    }
}

/// The set of names that are taken.
#[derive(Default)]
struct Taken {
    index: Index,
    entries: Vec<(TypeId, Name)>,
    names: Names,
}

impl Taken {
    /// Collects all names in some planes of a table up to an offset.
    fn all_of(cursor: Cursor<'_>, planes: &[TypeId], end: usize) -> Taken {
        let mut taken = Taken::default();
        // All of this was read before, so no error is possible.
        let _ = taken.add_all(cursor, planes, end);
        taken
    }

    fn add_all(&mut self, cursor: Cursor<'_>, planes: &[TypeId], end: usize) -> Result<(), Error> {
        let mut planes = planes.iter();
        let mut plane = TypeId::VOID;
        let mut table = SymbolTable::new(cursor);
        while let Some(item) = table.next()? {
            match item {
                Item::Plane(head) if head.is_leading => {}
                Item::Plane(_) => match planes.next() {
                    Some(&next) => plane = next,
                    None => break,
                },
                Item::Symbol(symbol) if symbol.offset >= end => break,
                Item::Symbol(symbol) if symbol.name.is_empty() => {}
                Item::Symbol(symbol) => {
                    self.insert(plane, symbol.name);
                }
            }
        }
        Ok(())
    }

    /// Takes a name. Returns false if it is already taken.
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
