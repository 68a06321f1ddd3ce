//! Finds the equal entries of a [`TypeGraph`].
//!
//! Entries that reach no cycle are compared from the bottom up, each once, by their own shape and
//! the classes of their components. The remaining entries are recursive. Among these, equal means
//! isomorphic: the result is the coarsest partition in which all entries of a part have the same
//! shape and their corresponding components lie in the same part. Hopcroft's algorithm for
//! minimising automata finds it by splitting parts and continuing with the smaller half. Both steps
//! take time proportional to the number of components, the second with an additional logarithm, and
//! neither recurses.

use super::{Entry, FIRST, TypeGraph, UNKNOWN};
use crate::model::{List, Type, TypeId};
use pinnacle_base::index::Index;

/// Returns the component outside the list of a type's components, if there is one, and that list.
pub(super) fn parts(entry: Entry) -> (Option<TypeId>, List<TypeId>) {
    let Entry::Type(ty) = entry else {
        return (None, List::EMPTY);
    };
    match ty {
        Type::Function {
            result, parameters, ..
        } => (Some(result), parameters),
        Type::Struct { fields } => (None, fields),
        Type::Array { element, .. } | Type::Packed { element, .. } => (Some(element), List::EMPTY),
        Type::Pointer { pointee } => (Some(pointee), List::EMPTY),
        _ => (None, List::EMPTY),
    }
}

/// The part of a type without its components.
fn shape(entry: Entry) -> u64 {
    let Entry::Type(ty) = entry else {
        return 0;
    };
    match ty {
        Type::Function { varargs, .. } => 2 | u64::from(varargs),
        Type::Struct { .. } => 4,
        Type::Array { length, .. } => 8 | u64::from(length) << 32,
        Type::Packed { length, .. } => 9 | u64::from(length) << 32,
        Type::Pointer { .. } => 5,
        _ => 6,
    }
}

/// For each entry, the entries that refer to it, each with the place of the component that refers
/// to it.
struct Users {
    /// Index of the first user of each entry.
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

/// For each entry, an entry that it is equal to. All entries of a class have the same one.
pub(super) struct Classes {
    pub(super) of: Vec<u32>,
}

impl Classes {
    pub(super) fn find(graph: &TypeGraph) -> Classes {
        let mut classes = Classes {
            of: vec![UNKNOWN; graph.entries.len()],
        };
        let mut index = Index::new();
        index.reserve(graph.entries.len());
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

    /// Assigns classes to entries whose components come later in the list, which is most of them,
    /// in one backward pass. Returns true if all entries have a class.
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

    /// Finds the classes of all other entries that reach no cycle.
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

    /// Partitions the recursive entries by shape and by the classes of their components that are
    /// not recursive.
    fn first_partition(&self, graph: &TypeGraph, recursive: Vec<u32>) -> Partition {
        let mut index = Index::new();
        let mut parts: Vec<(u32, u32)> = recursive
            .into_iter()
            .map(|entry| (self.intern(graph, &mut index, entry), entry))
            .collect();
        parts.sort_unstable();
        Partition::new(&parts, graph.entries.len())
    }

    /// Returns the first entry passed to this function that has the same shape and the same known
    /// classes of components.
    fn intern(&self, graph: &TypeGraph, index: &mut Index, entry: u32) -> u32 {
        let ty = graph.entries[entry as usize];
        // Nothing refers to aliases from here on.
        if matches!(ty, Entry::Type(Type::Opaque) | Entry::Alias(_)) {
            return entry;
        }
        let class = |component: TypeId| match component.0.checked_sub(FIRST) {
            Some(entry) => u64::from(self.of[entry as usize]) + u64::from(FIRST),
            None => u64::from(component.0),
        };
        let (first, list) = parts(ty);
        let components = first.iter().chain(graph.list(list));
        let hash = components
            .fold(index.hash().word(shape(ty)), |hash, &component| {
                hash.word(class(component))
            })
            .word(graph.list(list).len() as u64);
        let found = index.find(hash, |other| {
            let other = graph.entries[other as usize];
            let (other_first, other_list) = parts(other);
            shape(ty) == shape(other)
                && first.map(class) == other_first.map(class)
                && graph.list(list).iter().copied().map(class).eq(graph
                    .list(other_list)
                    .iter()
                    .copied()
                    .map(class))
        });
        found.unwrap_or_else(|| {
            index.insert(hash, entry);
            entry
        })
    }
}

/// A partition of entries that [`Partition::refine`] splits further.
struct Partition {
    /// The entries, those of a part together.
    members: Vec<u32>,
    /// Position of each entry in `members`; [`UNKNOWN`] for entries outside the partition.
    places: Vec<u32>,
    /// The part of each entry, by its place in `members`.
    part_at: Vec<u32>,
    parts: Vec<Part>,
}

/// A part: a range of the members. Marked members come first.
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

    /// Splits parts until this holds: if entries are in the same part, so are their components,
    /// place by place.
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
                    // The new part is the smaller half and always waits. The other half need not be
                    // added: if it is not waiting, it was already processed together with the
                    // smaller half, and one of the two is enough.
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

    /// Separates the marked entries of a part from the others. Returns the new part if there were
    /// both.
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

    /// Gives all entries of a part the class of one member.
    fn write(&self, classes: &mut [u32]) {
        for part in &self.parts {
            let members = &self.members[part.start as usize..part.end as usize];
            for &entry in members {
                classes[entry as usize] = members[0];
            }
        }
    }
}
