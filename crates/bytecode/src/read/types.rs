//! Reads types: those of the module, and those in constant pools of functions.
//!
//! A type is given by its number in the file: first the primitive types, then the module's, then
//! the function's. The plane of types that old formats have is removed from the numbering. In the
//! [`TypeGraph`] the types of all functions follow the module's.

use super::cursor::{Cursor, TYPE_PLANE};
use crate::error::{Error, ErrorKind};
use crate::model::{Type, TypeGraph, TypeId};
use std::ops::Range;

/// The kinds of derived types, from [`TypeId::FIRST_DERIVED`] up.
const KINDS: [&str; 6] = [
    "function",
    "structure",
    "array",
    "pointer",
    "opaque",
    "packed",
];
const FIRST: u32 = TypeId::FIRST_DERIVED.0;

/// The types of a file while they are read.
#[derive(Default)]
pub(crate) struct FileTypes {
    pub(crate) graph: TypeGraph,
    /// Number of the module's entries; the others belong to functions.
    pub(crate) module_entries: u32,
    components: Vec<TypeId>,
}

/// A function's own types: a range of the graph's entries.
pub(crate) type LocalTypes = Range<u32>;

impl FileTypes {
    /// Reads the types of the module. Calls `seen` with each entry and its offset.
    pub(crate) fn read_module(
        &mut self,
        cursor: &mut Cursor<'_>,
        seen: &mut impl FnMut(&TypeGraph, TypeId, Range<usize>),
    ) -> Result<(), Error> {
        let result = self.read_lists(cursor, seen);
        self.module_entries = self.graph.len() as u32;
        result
    }

    fn read_lists(
        &mut self,
        cursor: &mut Cursor<'_>,
        seen: &mut impl FnMut(&TypeGraph, TypeId, Range<usize>),
    ) -> Result<(), Error> {
        if cursor.features().type_plane.is_none() {
            let count = cursor.counted()?;
            self.read_entries(cursor, count, &Numbers::of_module(), seen)?;
            return match cursor.is_at_end() {
                true => Ok(()),
                false => Err(trailing(cursor)),
            };
        }
        while !cursor.is_at_end() {
            let count = cursor.counted()?;
            let offset = cursor.position();
            let plane = cursor.plain_type_number()?;
            if plane != TYPE_PLANE {
                return Err(not_types(plane, offset));
            }
            self.read_entries(cursor, count, &Numbers::of_module(), seen)?;
        }
        Ok(())
    }

    /// Reads types of a function and adds them to its list. `count` is the number of types, with
    /// its offset. Calls `seen` with each entry and its offset.
    pub(crate) fn read_local(
        &mut self,
        cursor: &mut Cursor<'_>,
        count: (u32, usize),
        local: &mut LocalTypes,
        seen: &mut impl FnMut(&TypeGraph, TypeId, Range<usize>),
    ) -> Result<(), Error> {
        let numbers = Numbers::of_function(self.module_entries, local);
        let result = self.read_entries(cursor, count, &numbers, seen);
        local.end = self.graph.len() as u32;
        result
    }

    fn read_entries(
        &mut self,
        cursor: &mut Cursor<'_>,
        (count, offset): (u32, usize),
        numbers: &Numbers,
        seen: &mut impl FnMut(&TypeGraph, TypeId, Range<usize>),
    ) -> Result<(), Error> {
        self.graph.reserve((count as usize).min(cursor.left()));
        let end = u64::from(FIRST) + self.graph.len() as u64 + u64::from(count);
        for done in 0..count {
            cursor.expect_item(offset, done, count)?;
            let (id, start) = (self.graph.next_id(), cursor.position());
            self.read_entry(cursor, numbers, end)?;
            seen(&self.graph, id, start..cursor.position());
        }
        Ok(())
    }

    fn read_entry(
        &mut self,
        cursor: &mut Cursor<'_>,
        numbers: &Numbers,
        end: u64,
    ) -> Result<(), Error> {
        let offset = cursor.position();
        let kind = cursor.plain_type_number()?;
        let component = |cursor: &mut Cursor<'_>| {
            let offset = cursor.position();
            let number = cursor.type_number()?;
            let id = numbers.in_graph(number);
            if u64::from(id) >= end {
                return Err(undefined_type(number, offset));
            }
            Ok(TypeId(id))
        };
        match kind.checked_sub(FIRST) {
            None => {
                self.graph.alias(TypeId(kind));
            }
            Some(0) => {
                let result = component(cursor)?;
                let count = cursor.vbr32()?;
                self.components.clear();
                for _ in 0..count {
                    self.components.push(component(cursor)?);
                }
                let varargs = self.components.pop_if(|last| *last == TypeId::VOID);
                if self.components.contains(&TypeId::VOID) {
                    return Err(void_component("parameter", offset));
                }
                self.graph
                    .function(result, &self.components, varargs.is_some());
            }
            Some(1) => {
                self.components.clear();
                loop {
                    match component(cursor)? {
                        TypeId::VOID => break,
                        field => self.components.push(field),
                    }
                }
                self.graph.structure(&self.components);
            }
            Some(2) => {
                let element = component(cursor)?;
                let length = cursor.vbr32()?;
                if element == TypeId::VOID {
                    return Err(void_component("element", offset));
                }
                self.graph.array(element, length);
            }
            Some(3) => {
                let pointee = component(cursor)?;
                self.graph.pointer(pointee);
            }
            Some(4) => {
                self.graph.opaque();
            }
            Some(5) if cursor.features().packed => {
                let element = component(cursor)?;
                let length = cursor.vbr32()?;
                if !element.is_primitive()
                    || matches!(element, TypeId::VOID | TypeId::LABEL)
                    || length == 0
                {
                    return Err(no_packed(offset));
                }
                self.graph.packed(element, length);
            }
            Some(_) => {
                let kinds = KINDS.len() - usize::from(!cursor.features().packed);
                return Err(bad_kind(kind, &KINDS[..kinds], offset));
            }
        }
        Ok(())
    }

    /// Returns the type of a number, as the module or a function with some types of its own numbers
    /// them. Components are ids of the graph.
    pub(crate) fn get(&self, number: u32, local: &LocalTypes) -> Option<RawType> {
        let numbers = Numbers::of_function(self.module_entries, local);
        let id = numbers.in_graph(number);
        if u64::from(id) >= u64::from(FIRST) + u64::from(local.end.max(self.module_entries)) {
            return None;
        }
        match self.graph.resolve(TypeId(id))? {
            primitive if primitive.is_primitive() => Some(RawType::Primitive(primitive)),
            derived => self.graph.get(derived).map(RawType::Derived),
        }
    }
}

/// A type, before equal types are merged.
#[derive(Clone, Copy)]
pub(crate) enum RawType {
    Primitive(TypeId),
    Derived(Type),
}

/// Maps numbers of types to ids of the graph.
struct Numbers {
    module_end: u32,
    shift: u32,
    of_module: bool,
}

impl Numbers {
    fn of_module() -> Numbers {
        Numbers {
            module_end: FIRST,
            shift: 0,
            of_module: true,
        }
    }

    fn of_function(module_entries: u32, local: &LocalTypes) -> Numbers {
        Numbers {
            module_end: FIRST + module_entries,
            shift: local.start.saturating_sub(module_entries),
            of_module: false,
        }
    }

    fn in_graph(&self, number: u32) -> u32 {
        if self.of_module || number < self.module_end {
            number
        } else {
            number.saturating_add(self.shift)
        }
    }
}

/// The error for a number that no type has.
#[cold]
pub(crate) fn undefined_type(number: u32, offset: usize) -> Error {
    undefined_type_without_place(number).at(offset as u64)
}

/// The error for an undefined type, without an offset.
#[cold]
pub(crate) fn undefined_type_without_place(number: u32) -> Error {
    let message = match number {
        TYPE_PLANE => "expected a type, found the plane of types".to_owned(),
        number => format!("no type has the number {number}"),
    };
    Error::new(ErrorKind::UndefinedType, message)
}

#[cold]
fn no_packed(offset: usize) -> Error {
    Error::new(
        ErrorKind::IllegalType,
        "a packed type must have one or more elements, which must be numbers or booleans",
    )
    .at(offset as u64)
}

#[cold]
fn bad_kind(kind: u32, kinds: &[&str], offset: usize) -> Error {
    let message = match kind {
        TYPE_PLANE => "expected a kind of type, found the plane of types".to_owned(),
        kind => format!(
            "expected a kind of type from {FIRST} ({}) to {} ({}), found {kind}",
            kinds[0],
            FIRST as usize + kinds.len() - 1,
            kinds[kinds.len() - 1]
        ),
    };
    Error::new(ErrorKind::BadType, message).at(offset as u64)
}

#[cold]
fn void_component(what: &str, offset: usize) -> Error {
    Error::new(
        ErrorKind::IllegalType,
        format!("a {what} cannot have type void"),
    )
    .at(offset as u64)
}

#[cold]
fn not_types(plane: u32, offset: usize) -> Error {
    Error::new(
        ErrorKind::BadType,
        format!("expected the plane of types, found that of type {plane}"),
    )
    .at(offset as u64)
}

#[cold]
fn trailing(cursor: &Cursor<'_>) -> Error {
    Error::new(
        ErrorKind::BadType,
        format!("{} bytes follow the last type", cursor.left()),
    )
    .at(cursor.position() as u64)
}
