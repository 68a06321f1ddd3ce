//! Objects with reference counts.
//!
//! Vars and resources have two reference counts each: the program's and the host's. An object lives
//! while either is not 0, and its ID is valid that long. If a program releases a reference that it
//! does not have, nothing happens, as in Chrome (`ppapi/shared_impl/resource_tracker.cc` and
//! `var_tracker.cc`). If the host does so, that is a bug.

use crate::kernel::ids::IdMap;
use pinnacle_system::memory_budget::MemoryBudget;

struct Entry<T> {
    program: u32,
    host: u32,
    thing: T,
}

/// A map from IDs to reference-counted objects. The map chooses the IDs.
pub(crate) struct Counted<T>(IdMap<Entry<T>>);

impl<T> Default for Counted<T> {
    fn default() -> Counted<T> {
        Counted(IdMap::default())
    }
}

impl<T> Counted<T> {
    /// Makes an empty map, which charges its memory to a budget.
    pub(crate) fn new(budget: &MemoryBudget) -> Counted<T> {
        Counted(IdMap::new(budget))
    }

    /// Adds an object with one reference of the program. Returns the object if no ID or memory is
    /// left.
    pub(crate) fn insert(&mut self, thing: T) -> Result<u32, T> {
        let entry = Entry {
            program: 1,
            host: 0,
            thing,
        };
        self.0.insert(entry).map_err(|entry| entry.thing)
    }

    /// Returns the object with an ID, if it is alive.
    #[inline]
    pub(crate) fn get(&self, id: u32) -> Option<&T> {
        self.0.get(id).map(|entry| &entry.thing)
    }

    /// Returns the object with an ID, if it is alive.
    #[inline]
    pub(crate) fn get_mut(&mut self, id: u32) -> Option<&mut T> {
        self.0.get_mut(id).map(|entry| &mut entry.thing)
    }

    /// Takes a reference for the program.
    pub(crate) fn add_ref(&mut self, id: u32) {
        if let Some(entry) = self.0.get_mut(id) {
            entry.program = entry.program.saturating_add(1);
        }
    }

    /// Releases a reference of the program. Returns the object if that was the last reference.
    pub(crate) fn release(&mut self, id: u32) -> Released<T> {
        let Some(entry) = self.0.get_mut(id).filter(|entry| entry.program > 0) else {
            return Released::Kept;
        };
        entry.program -= 1;
        let left = entry.program;
        match (left, self.take_dead(id)) {
            (_, Some(thing)) => Released::Gone(thing),
            (0, None) => Released::LeftToHost,
            (_, None) => Released::Kept,
        }
    }

    /// Takes a reference for the host.
    pub(crate) fn hold(&mut self, id: u32) {
        if let Some(entry) = self.0.get_mut(id) {
            entry.host = entry.host.saturating_add(1);
        }
    }

    /// Releases a reference of the host. Returns the object if that was the last reference.
    pub(crate) fn unhold(&mut self, id: u32) -> Option<T> {
        let entry = self.0.get_mut(id)?;
        debug_assert!(entry.host > 0, "the host gives back what it has");
        entry.host = entry.host.saturating_sub(1);
        self.take_dead(id)
    }

    /// Returns all objects: IDs, the program's references, the host's, and objects.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, [u32; 2], &T)> {
        let all = self.0.iter();
        all.map(|(id, entry)| (id, [entry.program, entry.host], &entry.thing))
    }

    /// Returns the last ID that was assigned; 0 if there is none.
    pub(crate) fn last(&self) -> u32 {
        self.0.last()
    }

    /// Adds an object of a saved state under its ID, with these references of the program and none
    /// of the host. IDs must ascend. Returns the object if they do not, or if no memory is left.
    pub(crate) fn insert_at(&mut self, id: u32, program: u32, thing: T) -> Result<(), T> {
        let entry = Entry {
            program,
            host: 0,
            thing,
        };
        self.0.insert_at(id, entry).map_err(|entry| entry.thing)
    }

    /// Skips the IDs up to this one. Returns false if a greater one was assigned, or no memory is
    /// left.
    pub(crate) fn skip_to(&mut self, last: u32) -> bool {
        self.0.skip_to(last)
    }

    fn take_dead(&mut self, id: u32) -> Option<T> {
        let entry = self.0.get(id)?;
        if entry.program > 0 || entry.host > 0 {
            return None;
        }
        self.0.remove(id).map(|entry| entry.thing)
    }

    /// Returns the number of live objects.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the objects that the program holds references to: IDs, reference counts and objects.
    pub(crate) fn held_by_program(&self) -> impl Iterator<Item = (u32, u32, &T)> {
        let held = self.0.iter().filter(|(_, entry)| entry.program > 0);
        held.map(|(id, entry)| (id, entry.program, &entry.thing))
    }
}

/// The result of releasing a reference of the program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Released<T> {
    /// The program has more references, or had none.
    Kept,
    /// Only the host still has references.
    LeftToHost,
    /// That was the last reference.
    Gone(T),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_freed_with_its_last_reference() {
        let mut things = Counted::default();
        let id = things.insert('a').unwrap();
        things.add_ref(id);
        things.hold(id);
        assert_eq!(things.release(id), Released::Kept);
        assert_eq!(things.release(id), Released::LeftToHost);
        assert_eq!(things.get(id), Some(&'a'));
        assert_eq!(things.unhold(id), Some('a'));
        assert_eq!((things.get(id), things.len()), (None, 0));
    }

    #[test]
    fn releasing_more_than_was_taken_changes_nothing() {
        let mut things = Counted::default();
        let id = things.insert('a').unwrap();
        things.hold(id);
        assert_eq!(things.release(id), Released::LeftToHost);
        assert_eq!(things.release(id), Released::Kept);
        assert_eq!(things.release(77), Released::Kept);
        assert_eq!(things.get(id), Some(&'a'));
    }
}
