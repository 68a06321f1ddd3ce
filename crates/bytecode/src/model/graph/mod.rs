//! A graph of types that refer to each other in any order, before equal types are merged.
//!
//! Files and assembly number or name types and refer to some that come later.
//! A [`TypeGraph`] takes them as they come; [`TypeGraph::unify`] then finds out
//! which of them are equal ([`classes`]) and makes the [`TypeTable`].

mod classes;
#[cfg(test)]
mod tests;

use super::ids::{List, TypeId};
use super::types::{Type, TypeTable};
use classes::{Classes, parts};

const UNKNOWN: u32 = u32::MAX;
const FIRST: u32 = TypeId::FIRST_DERIVED.0;

/// A list of types that may refer to each other. The first has the id
/// [`TypeId::FIRST_DERIVED`], the next ones follow; ids below it are those of
/// the primitive types, as everywhere.
#[derive(Clone, Default, Debug)]
pub struct TypeGraph {
    entries: Vec<Entry>,
    lists: Vec<TypeId>,
}

/// An entry of a [`TypeGraph`].
#[derive(Clone, Copy, Debug)]
enum Entry {
    Type(Type),
    /// A reference to another entry, which takes its place.
    Alias(TypeId),
}

/// The reason why the entries of a [`TypeGraph`] are not types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeGraphError {
    /// An entry refers to one that does not exist.
    Undefined {
        /// The entry with the reference.
        entry: TypeId,
        /// The component that it refers to.
        component: TypeId,
    },
    /// An alias refers to itself, directly or through other aliases.
    AliasCycle {
        /// An entry on the cycle.
        entry: TypeId,
    },
}

impl TypeGraph {
    /// A graph without entries.
    pub fn new() -> TypeGraph {
        TypeGraph::default()
    }

    /// A graph whose first entries are the types of a table, with the ids that
    /// they have there. Unifying keeps these ids.
    pub fn of_table(table: &TypeTable) -> TypeGraph {
        let mut graph = TypeGraph::new();
        let mut components = Vec::new();
        for id in table.derived() {
            components.clear();
            components.extend(table.components(id));
            match table.get(id) {
                Type::Function { varargs, .. } => {
                    graph.function(components[0], &components[1..], varargs)
                }
                Type::Struct { .. } => graph.structure(&components),
                Type::Array { element, length } => graph.array(element, length),
                Type::Packed { element, length } => graph.packed(element, length),
                Type::Pointer { pointee } => graph.pointer(pointee),
                _ => graph.opaque(),
            };
        }
        graph
    }

    /// Makes room for this number of further entries.
    pub fn reserve(&mut self, entries: usize) {
        // The table will have the primitive types before them.
        self.entries.reserve_exact(entries + FIRST as usize);
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The id that the next entry will have.
    pub fn next_id(&self) -> TypeId {
        TypeId(FIRST + self.entries.len() as u32)
    }

    /// An entry as it was added: its component types are ids of the graph.
    /// `None` for primitive types, aliases and ids that no entry has.
    pub fn get(&self, id: TypeId) -> Option<Type> {
        match *self.entries.get(id.0.checked_sub(FIRST)? as usize)? {
            Entry::Type(ty) => Some(ty),
            Entry::Alias(_) => None,
        }
    }

    /// The entry at the end of a chain of aliases; `None` if the chain does not end.
    pub fn resolve(&self, mut id: TypeId) -> Option<TypeId> {
        for _ in 0..=self.entries.len() {
            let Some(entry) = id.0.checked_sub(FIRST) else {
                return Some(id);
            };
            match *self.entries.get(entry as usize)? {
                Entry::Alias(of) => id = of,
                Entry::Type(_) => return Some(id),
            }
        }
        None
    }

    /// A list of component types of an entry.
    pub fn list(&self, list: List<TypeId>) -> &[TypeId] {
        &self.lists[list.range()]
    }

    /// Adds a function type.
    pub fn function(&mut self, result: TypeId, parameters: &[TypeId], varargs: bool) -> TypeId {
        let parameters = List::push(&mut self.lists, parameters);
        self.push(Type::Function {
            result,
            parameters,
            varargs,
        })
    }

    /// Adds a structure type.
    pub fn structure(&mut self, fields: &[TypeId]) -> TypeId {
        let fields = List::push(&mut self.lists, fields);
        self.push(Type::Struct { fields })
    }

    /// Adds an array type.
    pub fn array(&mut self, element: TypeId, length: u32) -> TypeId {
        self.push(Type::Array { element, length })
    }

    /// Adds a packed type.
    pub fn packed(&mut self, element: TypeId, length: u32) -> TypeId {
        self.push(Type::Packed { element, length })
    }

    /// Adds a pointer type.
    pub fn pointer(&mut self, pointee: TypeId) -> TypeId {
        self.push(Type::Pointer { pointee })
    }

    /// Adds an opaque type, different from all others.
    pub fn opaque(&mut self) -> TypeId {
        self.push(Type::Opaque)
    }

    /// Adds an entry that stands for another one, which may be primitive.
    pub fn alias(&mut self, of: TypeId) -> TypeId {
        self.push_entry(Entry::Alias(of))
    }

    /// Adds an entry that [`TypeGraph::set_alias`] later makes an alias. Until then it refers to
    /// itself, which is an error.
    pub fn placeholder(&mut self) -> TypeId {
        self.alias(self.next_id())
    }

    /// Changes the target of an alias. Has no effect on other entries.
    pub fn set_alias(&mut self, alias: TypeId, of: TypeId) {
        let entry = alias.0.wrapping_sub(FIRST) as usize;
        if let Some(Entry::Alias(old)) = self.entries.get_mut(entry) {
            *old = of;
        }
    }

    fn push(&mut self, ty: Type) -> TypeId {
        self.push_entry(Entry::Type(ty))
    }

    fn push_entry(&mut self, entry: Entry) -> TypeId {
        let id = self.next_id();
        self.entries.push(entry);
        id
    }

    /// Merges equal types. Returns the table and, for each entry, the id of its type there. The
    /// types of the table are in the order in which each occurs first among the entries, so entries
    /// without duplicates keep their ids.
    ///
    /// # Errors
    ///
    /// Fails if an entry refers to one that does not exist, or is an alias of itself.
    pub fn unify(mut self) -> Result<(TypeTable, Vec<TypeId>), TypeGraphError> {
        self.check_components()?;
        self.resolve_aliases()?;
        self.bypass_aliases();
        let classes = Classes::find(&self);
        Ok(self.into_table(classes))
    }

    fn check_components(&self) -> Result<(), TypeGraphError> {
        let end = self.next_id();
        for (entry, &ty) in self.entries.iter().enumerate() {
            let (first, list) = parts(ty);
            let alias = match ty {
                Entry::Alias(of) => Some(of),
                Entry::Type(_) => None,
            };
            let list = self.list(list).iter().copied();
            let mut components = alias.into_iter().chain(first).chain(list);
            if let Some(component) = components.find(|&component| component >= end) {
                return Err(TypeGraphError::Undefined {
                    entry: TypeId(FIRST + entry as u32),
                    component,
                });
            }
        }
        Ok(())
    }

    /// Makes each alias stand for an entry that is not an alias.
    fn resolve_aliases(&mut self) -> Result<(), TypeGraphError> {
        const ON_CHAIN: TypeId = TypeId(UNKNOWN);
        let mut chain = Vec::new();
        for start in 0..self.entries.len() {
            let Entry::Alias(mut target) = self.entries[start] else {
                continue;
            };
            chain.push(start);
            self.entries[start] = Entry::Alias(ON_CHAIN);
            while let Some(entry) = target.0.checked_sub(FIRST) {
                let entry = entry as usize;
                match self.entries[entry] {
                    Entry::Type(_) => break,
                    Entry::Alias(ON_CHAIN) => {
                        return Err(TypeGraphError::AliasCycle {
                            entry: TypeId(FIRST + start as u32),
                        });
                    }
                    Entry::Alias(of) => {
                        chain.push(entry);
                        self.entries[entry] = Entry::Alias(ON_CHAIN);
                        target = of;
                    }
                }
            }
            for entry in chain.drain(..) {
                self.entries[entry] = Entry::Alias(target);
            }
        }
        Ok(())
    }

    /// Makes components refer to the targets of aliases.
    fn bypass_aliases(&mut self) {
        if !self
            .entries
            .iter()
            .any(|entry| matches!(entry, Entry::Alias(_)))
        {
            return;
        }
        for place in 0..self.lists.len() {
            self.lists[place] = self.target(self.lists[place]);
        }
        for place in 0..self.entries.len() {
            let mut entry = self.entries[place];
            if let Entry::Type(
                Type::Function {
                    result: component, ..
                }
                | Type::Packed {
                    element: component, ..
                }
                | Type::Array {
                    element: component, ..
                }
                | Type::Pointer { pointee: component },
            ) = &mut entry
            {
                *component = self.target(*component);
            }
            self.entries[place] = entry;
        }
    }

    /// The target of a resolved alias. Other types are returned unchanged.
    fn target(&self, id: TypeId) -> TypeId {
        match id.0.checked_sub(FIRST) {
            Some(entry) => match self.entries[entry as usize] {
                Entry::Alias(of) => of,
                Entry::Type(_) => id,
            },
            None => id,
        }
    }

    /// Numbers the classes in the order of their first entries.
    fn into_table(mut self, classes: Classes) -> (TypeTable, Vec<TypeId>) {
        let mut number_of = vec![UNKNOWN; self.entries.len()];
        let mut count = 0_u32;
        let mut is_in_order = true;
        let mut kept = Vec::new();
        for entry in 0..self.entries.len() as u32 {
            // An alias counts as an occurrence of its target.
            let target = self.target(TypeId(FIRST + entry));
            let Some(target) = target.0.checked_sub(FIRST) else {
                is_in_order = false;
                continue;
            };
            let number = &mut number_of[classes.of[target as usize] as usize];
            if *number != UNKNOWN {
                is_in_order = false;
                continue;
            }
            *number = count;
            count += 1;
            is_in_order &= target == entry;
            kept.push(target);
        }
        let id_of = |target: TypeId| match target.0.checked_sub(FIRST) {
            Some(entry) => TypeId(FIRST + number_of[classes.of[entry as usize] as usize]),
            None => target,
        };
        let ids: Vec<TypeId> = (0..self.entries.len() as u32)
            .map(|entry| id_of(self.target(TypeId(FIRST + entry))))
            .collect();
        drop((number_of, classes));
        if !is_in_order {
            self.entries = kept
                .iter()
                .map(|&entry| self.entries[entry as usize])
                .collect();
        }
        drop(kept);
        let types = self.entries.into_iter().map(|entry| match entry {
            Entry::Type(ty) => ty,
            // No alias remains.
            Entry::Alias(_) => Type::Opaque,
        });
        let table =
            TypeTable::from_entries(types.collect(), self.lists, |component| {
                match component.0.checked_sub(FIRST) {
                    Some(entry) => ids[entry as usize],
                    None => component,
                }
            });
        (table, ids)
    }
}
