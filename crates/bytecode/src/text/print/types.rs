//! Prints types.
//!
//! A named type is always written as its name. All others are spelled out. A reference to an
//! enclosing type is written as `\2`, where the number counts outwards.
//!
//! The text of each type is made on first use and cached. For types that contain themselves without
//! a name in between, the text depends on the part of the cycle that is printed first, because a
//! cached text is reused. The originals cached texts in the same way, so these modules have to be
//! printed in order; see [`Types::depend_on_order`].
//!
//! Nothing here recurses: the enclosing types are on a stack.

use super::names;
use super::out::Out;
use crate::error::Error;
use crate::model::{Module, Name, Names, Type, TypeId, TypeTable};

/// The texts of types.
#[derive(Debug)]
pub(super) struct Types<'a> {
    table: &'a TypeTable,
    /// All texts, one after the other.
    texts: Out,
    /// Start and length of the text of each type; the length is 0 if there is no text yet.
    spans: Vec<(usize, u32)>,
    /// For each type, true if its text contains `opaque` for an unnamed opaque type.
    are_vague: Vec<bool>,
    /// For each type, its position in `around`, counted from 1; 0 if it is not there.
    depth: Vec<u32>,
    /// The types that enclose the current position, each with the number of its components written
    /// so far.
    around: Vec<(TypeId, u32)>,
    depend_on_order: bool,
}

impl<'a> Types<'a> {
    /// The texts of the primitive and the named types of a module; `limit`
    /// bounds the length of all texts together.
    pub(super) fn new(module: &'a Module, limit: usize) -> Types<'a> {
        let table = &module.types;
        let mut texts = Out::unlimited();
        let mut spans = vec![(0, 0); table.len()];
        for (primitive, span) in PRIMITIVES.iter().zip(&mut spans) {
            *span = (texts.bytes.len(), primitive.len() as u32);
            texts.put(primitive.as_bytes());
        }
        for (name, ty) in names_in_order(&module.names, &module.type_names) {
            if spans[ty.index()].1 == 0 && stands_for(table, ty) {
                let start = texts.bytes.len();
                names::write(&mut texts, name);
                spans[ty.index()] = (start, (texts.bytes.len() - start) as u32);
            }
        }
        let mut all = Out::new(limit.saturating_add(texts.bytes.len()));
        all.bytes = texts.bytes;
        let depend_on_order = has_circle(table, &spans);
        Types {
            table,
            texts: all,
            are_vague: vec![false; spans.len()],
            depth: vec![0; spans.len()],
            spans,
            around: Vec::new(),
            depend_on_order,
        }
    }

    /// A copy for another thread.
    pub(super) fn fork(&self) -> Types<'a> {
        let mut texts = Out::new(self.texts.limit());
        texts.bytes.clone_from(&self.texts.bytes);
        Types {
            table: self.table,
            texts,
            spans: self.spans.clone(),
            are_vague: self.are_vague.clone(),
            depth: vec![0; self.spans.len()],
            around: Vec::new(),
            depend_on_order: self.depend_on_order,
        }
    }

    /// Returns true if the text of some type depends on the types written before it.
    pub(super) fn depend_on_order(&self) -> bool {
        self.depend_on_order
    }

    /// Writes a type.
    #[inline]
    pub(super) fn write(&mut self, out: &mut Out, ty: TypeId) -> Result<(), Error> {
        if self.spans[ty.index()].1 == 0 {
            self.make(ty)?;
        }
        let (start, length) = self.spans[ty.index()];
        out.put(&self.texts.bytes[start..start + length as usize]);
        Ok(())
    }

    /// Returns true if the text of a type, which was written before, mentions an unnamed opaque
    /// type. That is written as `opaque`, which does not identify the type.
    pub(super) fn is_vague(&self, ty: TypeId) -> bool {
        self.are_vague[ty.index()]
    }

    /// Writes a type spelled out, with its components by name.
    pub(super) fn write_definition(&mut self, out: &mut Out, ty: TypeId) -> Result<(), Error> {
        if ty.is_primitive() {
            return self.write(out, ty);
        }
        if matches!(self.table.get(ty), Type::Opaque) {
            out.put(b"opaque");
            return Ok(());
        }
        open(self.table, ty, out);
        for done in 0.. {
            let Some(component) = next_component(self.table, ty, done, out) else {
                return Ok(());
            };
            self.write(out, component)?;
            out.check(0)?;
        }
        Ok(())
    }

    /// Makes the text of a type that is not cached.
    #[cold]
    fn make(&mut self, ty: TypeId) -> Result<(), Error> {
        let start = self.texts.bytes.len();
        let mut is_vague = self.begin(ty);
        while let Some(&(around, done)) = self.around.last() {
            match next_component(self.table, around, done, &mut self.texts) {
                Some(component) => {
                    if let Some((_, done)) = self.around.last_mut() {
                        *done += 1;
                    }
                    is_vague |= self.begin(component);
                }
                None => {
                    self.around.pop();
                    self.depth[around.index()] = 0;
                }
            }
            self.texts.check(0)?;
        }
        // No text is longer than 4 GiB: the limit is far lower.
        let length = u32::try_from(self.texts.bytes.len() - start).unwrap_or(u32::MAX);
        self.spans[ty.index()] = (start, length);
        self.are_vague[ty.index()] = is_vague;
        Ok(())
    }

    /// Writes the cached text of a type, or the part of an uncached one before its components.
    /// Returns true if it wrote `opaque` for an unnamed type.
    fn begin(&mut self, ty: TypeId) -> bool {
        let (start, length) = self.spans[ty.index()];
        if length > 0 {
            let range = start..start + length as usize;
            self.texts.bytes.extend_from_within(range);
            return self.are_vague[ty.index()];
        } else if matches!(self.table.get(ty), Type::Opaque) {
            self.texts.put(b"opaque");
            return true;
        } else if self.depth[ty.index()] > 0 {
            let up = self.around.len() as u32 - (self.depth[ty.index()] - 1);
            self.texts.byte(b'\\');
            self.texts.decimal(up.into());
        } else {
            self.around.push((ty, 0));
            self.depth[ty.index()] = self.around.len() as u32;
            open(self.table, ty, &mut self.texts);
        }
        false
    }
}

/// The names of the primitive types, in the order of their ids.
pub(crate) const PRIMITIVES: [&str; TypeId::FIRST_DERIVED.index()] = [
    "void", "bool", "ubyte", "sbyte", "ushort", "short", "uint", "int", "ulong", "long", "float",
    "double", "label",
];

/// The names of types in printing order.
pub(super) fn names_in_order<'n>(
    names: &'n Names,
    type_names: &[(Name, TypeId)],
) -> Vec<(&'n [u8], TypeId)> {
    let mut names: Vec<_> = type_names
        .iter()
        .map(|&(name, ty)| (names.get(name), ty))
        .filter(|(name, _)| !name.is_empty())
        .collect();
    names.sort_by_key(|&(name, _)| name);
    names
}

/// Returns true if a type is written as its name. Pointers to primitive types are not: they are
/// too common for one telling name.
fn stands_for(table: &TypeTable, ty: TypeId) -> bool {
    !table.pointee(ty).is_some_and(TypeId::is_primitive)
}

/// Writes the part of a type before its first component.
fn open(table: &TypeTable, ty: TypeId, out: &mut Out) {
    match table.get(ty) {
        Type::Struct { .. } => out.put(b"{ "),
        Type::Array { length, .. } => {
            out.byte(b'[');
            out.decimal(length.into());
            out.put(b" x ");
        }
        Type::Packed { length, .. } => {
            out.byte(b'<');
            out.decimal(length.into());
            out.put(b" x ");
        }
        _ => {}
    }
}

/// Writes the text before the next component of a type, after `done` of them, and returns that
/// component. After the last one, writes the rest and returns `None`.
fn next_component(table: &TypeTable, ty: TypeId, done: u32, out: &mut Out) -> Option<TypeId> {
    let done = done as usize;
    match table.get(ty) {
        Type::Function {
            result,
            parameters,
            varargs,
        } => {
            let Some(parameter) = done.checked_sub(1) else {
                return Some(result);
            };
            if parameter == 0 {
                out.put(b" (");
            }
            let next = table.list(parameters).get(parameter).copied();
            if parameter > 0 && (next.is_some() || varargs) {
                out.put(b", ");
            }
            if next.is_none() {
                out.put(if varargs { b"...)" } else { b")" });
            }
            next
        }
        Type::Struct { fields } => {
            let next = table.list(fields).get(done).copied();
            match next {
                Some(_) if done > 0 => out.put(b", "),
                Some(_) => {}
                None => out.put(b" }"),
            }
            next
        }
        Type::Array { element, .. } | Type::Packed { element, .. } if done == 0 => Some(element),
        Type::Packed { .. } => {
            out.byte(b'>');
            None
        }
        Type::Array { .. } => {
            out.byte(b']');
            None
        }
        Type::Pointer { pointee } if done == 0 => Some(pointee),
        Type::Pointer { .. } => {
            out.byte(b'*');
            None
        }
        _ => None,
    }
}

/// Returns true if an uncached type contains itself through uncached types.
fn has_circle(table: &TypeTable, spans: &[(usize, u32)]) -> bool {
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut states = vec![NEW; spans.len()];
    let mut around: Vec<(TypeId, usize)> = Vec::new();
    for first in table.derived() {
        if states[first.index()] != NEW || spans[first.index()].1 > 0 {
            continue;
        }
        states[first.index()] = OPEN;
        around.push((first, 0));
        while let Some((ty, done)) = around.last_mut() {
            let Some(component) = component(table, *ty, *done) else {
                states[ty.index()] = DONE;
                around.pop();
                continue;
            };
            *done += 1;
            if spans[component.index()].1 > 0 {
                continue;
            }
            match states[component.index()] {
                NEW => {
                    states[component.index()] = OPEN;
                    around.push((component, 0));
                }
                OPEN => return true,
                _ => {}
            }
        }
    }
    false
}

/// A component of a type by its number.
fn component(table: &TypeTable, ty: TypeId, number: usize) -> Option<TypeId> {
    match table.get(ty) {
        Type::Function {
            result, parameters, ..
        } => match number.checked_sub(1) {
            None => Some(result),
            Some(number) => table.list(parameters).get(number).copied(),
        },
        Type::Struct { fields } => table.list(fields).get(number).copied(),
        Type::Array { element, .. } | Type::Packed { element, .. } => {
            (number == 0).then_some(element)
        }
        Type::Pointer { pointee } => (number == 0).then_some(pointee),
        _ => None,
    }
}
