//! Types that refer to each other in any order, before equal ones are one.
//!
//! Files and assembly number or name types and refer to some that come later.
//! A [`TypeGraph`] takes them as they come; [`TypeGraph::unify`] then finds out
//! which of them are equal and makes the [`TypeTable`].
//!
//! Entries from which no cycle can be reached are compared from the bottom up,
//! each once, by what it is and what its components were found to be. Those
//! that are left are recursive, and there equal means isomorphic: that is the
//! coarsest partition in which the entries of a part look alike and each of
//! their components lies in the same part, which Hopcroft's algorithm for
//! minimal automata finds, by splitting parts and going on with the smaller
//! half of each. Both take time in proportion to the number of components,
//! the second with a logarithm on top, and neither recurses.

use super::ids::{List, TypeId};
use super::index::Index;
use super::types::{Type, TypeTable};

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
    /// Another one, for which this one stands.
    Alias(TypeId),
}

/// Why the entries of a [`TypeGraph`] are no types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeGraphError {
    /// An entry refers to one that does not exist.
    Undefined {
        /// The entry.
        entry: TypeId,
        /// What it refers to.
        component: TypeId,
    },
    /// An entry stands for itself, by way of others or directly.
    AliasCycle {
        /// The entry.
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
                Type::Pointer { pointee } => graph.pointer(pointee),
                _ => graph.opaque(),
            };
        }
        graph
    }

    /// Makes room for so many entries more.
    pub fn reserve(&mut self, entries: usize) {
        // The table will have the primitive types before them.
        self.entries.reserve_exact(entries + FIRST as usize);
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
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

    /// What an entry stands for, at the end of a chain of aliases; `None` if the
    /// chain ends nowhere.
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

    /// Adds an entry that is to become an alias by [`TypeGraph::set_alias`]; as
    /// it is, it stands for itself, which is an error.
    pub fn placeholder(&mut self) -> TypeId {
        self.alias(self.next_id())
    }

    /// Changes what an alias stands for. Does nothing to other entries.
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

    /// Makes equal types one. Gives the table and, for each entry, the id of its
    /// type there. The types of the table are in the order in which each occurs
    /// first among the entries, so that entries without duplicates keep their
    /// ids.
    ///
    /// # Errors
    ///
    /// If an entry refers to one that does not exist, or stands for itself.
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

    /// Makes each alias stand for something that is no alias.
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

    /// Makes components refer to what aliases stand for.
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

    /// What a resolved alias stands for; another type itself.
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
            // An alias is an occurrence of what it stands for.
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
            // None is kept.
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

/// The single component of a type and its list of others.
fn parts(entry: Entry) -> (Option<TypeId>, List<TypeId>) {
    let Entry::Type(ty) = entry else {
        return (None, List::EMPTY);
    };
    match ty {
        Type::Function {
            result, parameters, ..
        } => (Some(result), parameters),
        Type::Struct { fields } => (None, fields),
        Type::Array { element, .. } => (Some(element), List::EMPTY),
        Type::Pointer { pointee } => (Some(pointee), List::EMPTY),
        _ => (None, List::EMPTY),
    }
}

/// What a type is but for its components.
fn shape(entry: Entry) -> u64 {
    let Entry::Type(ty) = entry else {
        return 0;
    };
    match ty {
        Type::Function { varargs, .. } => 2 | u64::from(varargs),
        Type::Struct { .. } => 4,
        Type::Array { length, .. } => 8 | u64::from(length) << 32,
        Type::Pointer { .. } => 5,
        _ => 6,
    }
}

/// The entries that refer to each entry: with each the place of the component
/// in the entry that refers.
struct Users {
    /// Where the users of each entry begin.
    starts: Vec<u32>,
    users: Vec<(u32, u32)>,
}

impl Users {
    fn of(graph: &TypeGraph) -> Users {
        let mut starts = vec![0_u32; graph.entries.len() + 1];
        for_each_reference(graph, |_, _, to| starts[to as usize + 1] += 1);
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut users = vec![(0, 0); starts.last().copied().unwrap_or(0) as usize];
        for_each_reference(graph, |from, place, to| {
            users[starts[to as usize] as usize] = (place, from);
            starts[to as usize] += 1;
        });
        // Filling moved each start to its end, which is the next one's start.
        starts.pop();
        starts.insert(0, 0);
        Users { starts, users }
    }

    fn get(&self, entry: u32) -> &[(u32, u32)] {
        let entry = entry as usize;
        &self.users[self.starts[entry] as usize..self.starts[entry + 1] as usize]
    }
}

/// Calls `visit` with entry, place and component for each component that is an
/// entry.
fn for_each_reference(graph: &TypeGraph, mut visit: impl FnMut(u32, u32, u32)) {
    for (entry, &ty) in graph.entries.iter().enumerate() {
        let (first, list) = parts(ty);
        let components = first.into_iter().chain(graph.list(list).iter().copied());
        for (place, component) in components.enumerate() {
            if let Some(to) = component.0.checked_sub(FIRST) {
                visit(entry as u32, place as u32, to);
            }
        }
    }
}

/// For each entry an entry that it is equal to, the same one for all of a class.
struct Classes {
    of: Vec<u32>,
}

impl Classes {
    fn find(graph: &TypeGraph) -> Classes {
        let mut classes = Classes {
            of: vec![UNKNOWN; graph.entries.len()],
        };
        let mut index = Index::new();
        // Nothing is in it, so nothing is hashed again.
        let key = index.hash();
        index.reserve(graph.entries.len(), |_| key);
        if classes.find_easy(graph, &mut index) {
            return classes;
        }
        let users = Users::of(graph);
        classes.find_finite(graph, &users, &mut index);
        let recursive: Vec<u32> = (0..graph.entries.len() as u32)
            .filter(|&entry| classes.of[entry as usize] == UNKNOWN)
            .collect();
        if !recursive.is_empty() {
            let mut partition = classes.first_partition(graph, recursive);
            partition.refine(&users);
            partition.write(&mut classes.of);
        }
        classes
    }

    /// Goes through the entries backwards and finds the classes of those whose
    /// components come later, which most do. True if that was all.
    fn find_easy(&mut self, graph: &TypeGraph, index: &mut Index) -> bool {
        let mut is_all = true;
        for entry in (0..graph.entries.len() as u32).rev() {
            let (first, list) = parts(graph.entries[entry as usize]);
            let is_known = |component: &TypeId| match component.0.checked_sub(FIRST) {
                Some(entry) => self.of[entry as usize] != UNKNOWN,
                None => true,
            };
            if first.iter().all(is_known) && graph.list(list).iter().all(is_known) {
                self.of[entry as usize] = self.intern(graph, index, entry);
            } else {
                is_all = false;
            }
        }
        is_all
    }

    /// Finds the classes of all other entries from which no cycle can be reached.
    fn find_finite(&mut self, graph: &TypeGraph, users: &Users, index: &mut Index) {
        let mut waits_for = vec![0_u32; graph.entries.len()];
        for_each_reference(graph, |from, _, to| {
            waits_for[from as usize] += u32::from(self.of[to as usize] == UNKNOWN);
        });
        let mut ready: Vec<u32> = (0..graph.entries.len() as u32)
            .filter(|&entry| waits_for[entry as usize] == 0 && self.of[entry as usize] == UNKNOWN)
            .collect();
        while let Some(entry) = ready.pop() {
            self.of[entry as usize] = self.intern(graph, index, entry);
            for &(_, user) in users.get(entry) {
                waits_for[user as usize] -= 1;
                if waits_for[user as usize] == 0 {
                    ready.push(user);
                }
            }
        }
    }

    /// Parts of the recursive entries: those that look alike, and are alike in
    /// the components that are not recursive.
    fn first_partition(&self, graph: &TypeGraph, recursive: Vec<u32>) -> Partition {
        let mut index = Index::new();
        let mut parts: Vec<(u32, u32)> = recursive
            .into_iter()
            .map(|entry| (self.intern(graph, &mut index, entry), entry))
            .collect();
        parts.sort_unstable();
        Partition::new(&parts, graph.entries.len())
    }

    /// The first entry that was asked for and has the same shape and the same
    /// classes of components, as far as these are known.
    fn intern(&self, graph: &TypeGraph, index: &mut Index, entry: u32) -> u32 {
        let ty = graph.entries[entry as usize];
        // Nothing refers to aliases any more.
        if matches!(ty, Entry::Type(Type::Opaque) | Entry::Alias(_)) {
            return entry;
        }
        let class = |component: TypeId| match component.0.checked_sub(FIRST) {
            Some(entry) => u64::from(self.of[entry as usize]) + u64::from(FIRST),
            None => u64::from(component.0),
        };
        let key = index.hash();
        let hash = |entry: u32| {
            let ty = graph.entries[entry as usize];
            let (first, list) = parts(ty);
            let hash = first
                .into_iter()
                .fold(key.word(shape(ty)), |hash, first| hash.word(class(first)));
            let list = graph.list(list);
            list.iter()
                .fold(hash, |hash, &component| hash.word(class(component)))
                .word(list.len() as u64)
        };
        let found = index.find(hash(entry), |other| {
            let other = graph.entries[other as usize];
            let ((first, list), (other_first, other_list)) = (parts(ty), parts(other));
            shape(ty) == shape(other)
                && first.map(class) == other_first.map(class)
                && graph.list(list).iter().copied().map(class).eq(graph
                    .list(other_list)
                    .iter()
                    .copied()
                    .map(class))
        });
        found.unwrap_or_else(|| {
            index.insert(hash(entry), entry, hash);
            entry
        })
    }
}

/// A partition of entries that is made finer.
struct Partition {
    /// The entries, those of a part together.
    members: Vec<u32>,
    /// Where each entry is in `members`; [`UNKNOWN`] for those that take no part.
    places: Vec<u32>,
    /// The part of each entry, by its place in `members`.
    part_at: Vec<u32>,
    parts: Vec<Part>,
}

/// A part: a range of the members, of which the first ones are marked.
#[derive(Clone, Copy)]
struct Part {
    start: u32,
    end: u32,
    marked: u32,
}

impl Partition {
    /// A partition from pairs of part and entry, sorted by part.
    fn new(pairs: &[(u32, u32)], entries: usize) -> Partition {
        let mut partition = Partition {
            members: Vec::with_capacity(pairs.len()),
            places: vec![UNKNOWN; entries],
            part_at: Vec::with_capacity(pairs.len()),
            parts: Vec::new(),
        };
        for part in pairs.chunk_by(|a, b| a.0 == b.0) {
            let start = partition.members.len() as u32;
            for &(_, entry) in part {
                partition.places[entry as usize] = partition.members.len() as u32;
                partition.members.push(entry);
                partition.part_at.push(partition.parts.len() as u32);
            }
            partition.parts.push(Part {
                start,
                end: partition.members.len() as u32,
                marked: 0,
            });
        }
        partition
    }

    /// Splits parts until the components of the entries in a part lie in the
    /// same part, place by place.
    fn refine(&mut self, users: &Users) {
        let mut waiting: Vec<u32> = (0..self.parts.len() as u32).collect();
        let mut references = Vec::new();
        let mut touched = Vec::new();
        while let Some(part) = waiting.pop() {
            let Part { start, end, .. } = self.parts[part as usize];
            references.clear();
            for &entry in &self.members[start as usize..end as usize] {
                references.extend_from_slice(users.get(entry));
            }
            references.sort_unstable();
            for same_place in references.chunk_by(|a, b| a.0 == b.0) {
                for &(_, user) in same_place {
                    self.mark(user, &mut touched);
                }
                for part in touched.drain(..) {
                    // The new part is the smaller half. It waits whether or not
                    // the other half does: if that was dealt with as a whole,
                    // one of the two is enough.
                    waiting.extend(self.split(part));
                }
            }
        }
    }

    /// Marks an entry: moves it to the front of its part.
    fn mark(&mut self, entry: u32, touched: &mut Vec<u32>) {
        let place = self.places[entry as usize] as usize;
        let number = self.part_at[place];
        let part = &mut self.parts[number as usize];
        if part.marked == 0 {
            touched.push(number);
        }
        let front = (part.start + part.marked) as usize;
        part.marked += 1;
        let other = self.members[front];
        self.members.swap(place, front);
        self.places[entry as usize] = front as u32;
        self.places[other as usize] = place as u32;
    }

    /// Separates the marked entries of a part from the others; gives the new part
    /// if there were both.
    fn split(&mut self, number: u32) -> Option<u32> {
        let part = &mut self.parts[number as usize];
        let (start, middle, end) = (part.start, part.start + part.marked, part.end);
        part.marked = 0;
        if middle == end {
            return None;
        }
        let (start, end) = if middle - start <= end - middle {
            part.start = middle;
            (start, middle)
        } else {
            part.end = middle;
            (middle, end)
        };
        let new = self.parts.len() as u32;
        self.part_at[start as usize..end as usize].fill(new);
        self.parts.push(Part {
            start,
            end,
            marked: 0,
        });
        Some(new)
    }

    /// Gives all entries of a part the class of one of them.
    fn write(&self, classes: &mut [u32]) {
        for part in &self.parts {
            let members = &self.members[part.start as usize..part.end as usize];
            for &entry in members {
                classes[entry as usize] = members[0];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(entry: u32) -> TypeId {
        TypeId(FIRST + entry)
    }

    #[test]
    fn entries_without_duplicates_keep_their_ids() {
        let mut graph = TypeGraph::new();
        let function = graph.function(TypeId::VOID, &[id(1), TypeId::INT], true);
        let pointer = graph.pointer(id(2));
        let pair = graph.structure(&[TypeId::INT, pointer]);
        let array = graph.array(pair, 3);
        let (mut types, ids) = graph.unify().unwrap();
        assert_eq!(ids, [function, pointer, pair, array]);
        assert_eq!(types.struct_of(&[TypeId::INT, pointer]), pair);
        assert_eq!(types.find_pointer_to(pair), Some(pointer));
        assert_eq!(types.array_of(pair, 3), array);
        assert_eq!(
            types.function(TypeId::VOID, &[pointer, TypeId::INT], true),
            function
        );
        assert_eq!(types.len() as u32, FIRST + 4);
    }

    #[test]
    fn equal_types_are_one_and_the_first_keeps_its_place() {
        let mut graph = TypeGraph::new();
        let first = graph.structure(&[id(2)]);
        let second = graph.structure(&[id(3)]);
        graph.pointer(TypeId::INT);
        graph.pointer(TypeId::INT);
        let (types, ids) = graph.unify().unwrap();
        assert_eq!(ids, [id(0), id(0), id(1), id(1)]);
        assert_eq!((first, second), (id(0), id(1)));
        assert_eq!(types.len() as u32, FIRST + 2);
        assert_eq!(types.components(id(0)).collect::<Vec<_>>(), [id(1)]);
    }

    #[test]
    fn recursive_types_are_equal_if_they_unfold_alike() {
        // A list written once, the same as two that hold each other, and one
        // with another number.
        let mut graph = TypeGraph::new();
        let pointer_after = |graph: &TypeGraph| TypeId(graph.next_id().0 + 1);
        let next = pointer_after(&graph);
        let one = graph.structure(&[TypeId::INT, next]);
        graph.pointer(one);
        let next = pointer_after(&graph);
        let left = graph.structure(&[TypeId::INT, next]);
        graph.pointer(id(4));
        let right = graph.structure(&[TypeId::INT, id(5)]);
        graph.pointer(left);
        let next = pointer_after(&graph);
        let other = graph.structure(&[TypeId::LONG, next]);
        graph.pointer(other);
        let (types, ids) = graph.unify().unwrap();
        let at = |ty: TypeId| ids[(ty.0 - FIRST) as usize];
        assert_eq!((at(left), at(right)), (at(one), at(one)));
        assert_ne!(at(other), at(one));
        assert_eq!(types.len() as u32, FIRST + 4);
    }

    #[test]
    fn opaque_types_stay_different_and_make_their_users_different() {
        let mut graph = TypeGraph::new();
        let (first, second) = (graph.opaque(), graph.opaque());
        graph.pointer(first);
        graph.pointer(second);
        let (_, ids) = graph.unify().unwrap();
        assert_eq!(ids, [id(0), id(1), id(2), id(3)]);
    }

    #[test]
    fn aliases_are_what_they_stand_for() {
        let mut graph = TypeGraph::new();
        graph.alias(id(1));
        graph.alias(id(3));
        graph.pointer(id(0));
        graph.structure(&[id(4)]);
        graph.alias(TypeId::INT);
        let placeholder = graph.placeholder();
        graph.set_alias(placeholder, id(2));
        let (types, ids) = graph.unify().unwrap();
        assert_eq!(ids, [id(0), id(0), id(1), id(0), TypeId::INT, id(1)]);
        assert_eq!(types.pointee(id(1)), Some(id(0)));
        assert_eq!(types.components(id(0)).collect::<Vec<_>>(), [TypeId::INT]);
    }

    #[test]
    fn aliases_in_a_circle_and_entries_that_do_not_exist_are_errors() {
        let mut graph = TypeGraph::new();
        graph.alias(id(1));
        graph.alias(id(0));
        let cycle = TypeGraphError::AliasCycle { entry: id(0) };
        assert_eq!(graph.unify().map(|(_, ids)| ids), Err(cycle));
        let mut graph = TypeGraph::new();
        graph.structure(&[TypeId::INT, id(1)]);
        let undefined = TypeGraphError::Undefined {
            entry: id(0),
            component: id(1),
        };
        assert_eq!(graph.unify().map(|(_, ids)| ids), Err(undefined));
    }

    #[test]
    fn a_structure_may_contain_itself() {
        let mut graph = TypeGraph::new();
        graph.structure(&[id(0)]);
        graph.structure(&[id(0)]);
        graph.array(id(2), 2);
        let (types, ids) = graph.unify().unwrap();
        assert_eq!(ids, [id(0), id(0), id(1)]);
        assert_eq!(types.components(id(0)).collect::<Vec<_>>(), [id(0)]);
    }

    #[test]
    fn types_that_come_later_find_those_of_the_table() {
        let mut graph = TypeGraph::new();
        let node = graph.structure(&[id(1)]);
        graph.pointer(node);
        let (types, _) = graph.unify().unwrap();
        let mut graph = TypeGraph::of_table(&types);
        graph.pointer(id(3));
        graph.structure(&[id(2)]);
        graph.array(id(3), 1);
        let (types, ids) = graph.unify().unwrap();
        assert_eq!(ids, [id(0), id(1), id(1), id(0), id(2)]);
        assert_eq!(types.len() as u32, FIRST + 3);
    }

    /// Long chains and circles are where a naive comparison takes forever.
    #[test]
    fn long_chains_and_circles_are_quick() {
        let count = 200_000;
        let mut chains = TypeGraph::new();
        for _ in 0..2 {
            chains.pointer(TypeId::INT);
            for _ in 1..count {
                let last = TypeId(chains.next_id().0 - 1);
                chains.pointer(last);
            }
        }
        let (types, _) = chains.unify().unwrap();
        assert_eq!(types.len() as u32, FIRST + count);

        // A circle of pointers is one type; with one structure in it every
        // pointer is different.
        let mut circle = TypeGraph::new();
        for entry in 0..count {
            circle.pointer(id((entry + 1) % count));
        }
        for entry in 0..count {
            let next = id(count + (entry + 1) % count);
            if entry == 0 {
                circle.structure(&[next]);
            } else {
                circle.pointer(next);
            }
        }
        let (types, _) = circle.unify().unwrap();
        assert_eq!(types.len() as u32, FIRST + 1 + count);

        let mut wide = TypeGraph::new();
        wide.structure(&vec![id(1); count as usize]);
        wide.pointer(id(0));
        let (types, _) = wide.unify().unwrap();
        assert_eq!(types.len() as u32, FIRST + 2);
    }
}
