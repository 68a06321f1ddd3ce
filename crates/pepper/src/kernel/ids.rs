//! A table of objects by ID. IDs are never reused.
//!
//! Programs keep IDs of released objects. If IDs were reused, such a program would affect an
//! unrelated object. IDs count up from 1 and are looked up in a three-level tree: a directory of
//! groups, groups of [`PAGES`] pages, and pages of [`PLACES`] entries. A page is freed when all its
//! entries are dead, and a group when it has no page. The page of the last ID is kept, because a
//! program that makes and releases one var at a time would otherwise allocate a page for each.
//! Memory is therefore proportional to the number of live objects, not to the number of IDs ever
//! used. Only the directory keeps eight bytes for each 65,536 IDs, which is 256 KiB after the last
//! ID.

use pinnacle_system::memory_budget::{Charge, MemoryBudget};

/// Number of entries in a page.
const PLACES: usize = 256;

/// Number of pages in a group.
const PAGES: usize = 256;

/// The greatest ID. IDs of resources and of messages are `int32_t` in C.
const LAST: u32 = i32::MAX as u32;

struct Page<T> {
    places: [Option<T>; PLACES],
    live: usize,
}

struct Group<T> {
    pages: [Option<Box<Page<T>>>; PAGES],
    /// Number of pages that are allocated.
    live: usize,
}

/// A map from IDs to objects. The map chooses the IDs.
pub(crate) struct IdMap<T> {
    groups: Vec<Option<Box<Group<T>>>>,
    /// The last ID that was assigned.
    last: u32,
    len: usize,
    /// Charge for the pages, the groups and the directory.
    charge: Charge,
}

impl<T> Default for IdMap<T> {
    fn default() -> IdMap<T> {
        IdMap {
            groups: Vec::new(),
            last: 0,
            len: 0,
            charge: Charge::default(),
        }
    }
}

impl<T> IdMap<T> {
    /// Creates an empty map, whose memory is charged to a budget.
    pub(crate) fn new(budget: &MemoryBudget) -> IdMap<T> {
        IdMap {
            charge: budget.empty_charge(),
            ..IdMap::default()
        }
    }

    /// Adds an object and returns its ID, starting at 1. Returns the object if no ID is left, or no
    /// memory for its page.
    pub(crate) fn insert(&mut self, thing: T) -> Result<u32, T> {
        if self.last == LAST {
            return Err(thing);
        }
        let at = Position::of(self.last + 1);
        let group = self.groups.get(at.group);
        let more = match group {
            Some(Some(group)) if group.pages[at.page].is_some() => 0,
            Some(Some(_)) => page_bytes::<T>(),
            Some(None) => page_bytes::<T>() + group_bytes::<T>(),
            None => page_bytes::<T>() + group_bytes::<T>() + directory_bytes::<T>(),
        };
        if more > 0 && self.charge.grow(more).is_err() {
            return Err(thing);
        }
        // Ids count up, so a group that is not in the directory must be the next one.
        if at.group == self.groups.len() {
            self.groups.push(None);
        }
        self.last += 1;
        let group = self.groups[at.group].get_or_insert_with(|| {
            Box::new(Group {
                pages: [const { None }; PAGES],
                live: 0,
            })
        });
        let slot = &mut group.pages[at.page];
        if slot.is_none() {
            group.live += 1;
        }
        let page = slot.get_or_insert_with(|| {
            Box::new(Page {
                places: [const { None }; PLACES],
                live: 0,
            })
        });
        page.places[at.place] = Some(thing);
        page.live += 1;
        self.len += 1;
        if at.place == 0 {
            self.free_if_empty(&Position::of(self.last - 1));
        }
        Ok(self.last)
    }

    /// Returns the last id that was assigned; 0 if there is none.
    pub(crate) fn last(&self) -> u32 {
        self.last
    }

    /// Adds an object under an ID greater than all earlier ones. Returns the object if the ID is
    /// not greater, or if no memory is left.
    pub(crate) fn insert_at(&mut self, id: u32, thing: T) -> Result<(), T> {
        if id > LAST || !self.skip_to(id.wrapping_sub(1)) {
            return Err(thing);
        }
        self.insert(thing).map(drop)
    }

    /// Skips the IDs up to this one. Returns false if a greater one was assigned, or no memory is
    /// left.
    pub(crate) fn skip_to(&mut self, last: u32) -> bool {
        if last < self.last || last > LAST {
            return false;
        }
        // The group of the next ID needs an entry in the directory.
        while self.groups.len() < Position::of(last.saturating_add(1)).group {
            if self.charge.grow(directory_bytes::<T>()).is_err() {
                return false;
            }
            self.groups.push(None);
        }
        let old = Position::of(self.last);
        self.last = last;
        if !old.shares_page(&Position::of(last)) {
            self.free_if_empty(&old);
        }
        true
    }

    /// Returns the object with an id, if it exists.
    #[inline]
    pub(crate) fn get(&self, id: u32) -> Option<&T> {
        let at = Position::of(id);
        let group = self.groups.get(at.group)?.as_ref()?;
        group.pages[at.page].as_ref()?.places[at.place].as_ref()
    }

    /// Returns the object with an ID, if it exists.
    #[inline]
    pub(crate) fn get_mut(&mut self, id: u32) -> Option<&mut T> {
        let at = Position::of(id);
        let group = self.groups.get_mut(at.group)?.as_mut()?;
        group.pages[at.page].as_mut()?.places[at.place].as_mut()
    }

    /// Removes an object. Its ID is invalid from now on.
    pub(crate) fn remove(&mut self, id: u32) -> Option<T> {
        let at = Position::of(id);
        let group = self.groups.get_mut(at.group)?.as_mut()?;
        let page = group.pages[at.page].as_mut()?;
        let thing = page.places[at.place].take()?;
        page.live -= 1;
        self.len -= 1;
        if page.live == 0 && !at.shares_page(&Position::of(self.last)) {
            self.free_if_empty(&at);
        }
        Some(thing)
    }

    /// Frees the page at a position, and its group, if they are empty.
    fn free_if_empty(&mut self, at: &Position) {
        let Some(group_slot) = self.groups.get_mut(at.group) else {
            return;
        };
        let Some(group) = group_slot else { return };
        let page_slot = &mut group.pages[at.page];
        if page_slot.as_ref().is_some_and(|page| page.live == 0) {
            *page_slot = None;
            group.live -= 1;
            self.charge.shrink(page_bytes::<T>());
        }
        if group.live == 0 {
            *group_slot = None;
            self.charge.shrink(group_bytes::<T>());
        }
    }

    /// Returns the number of live objects.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Iterates over all objects in the order of their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        let pages = self.groups.iter().enumerate().flat_map(|(index, group)| {
            let pages = group
                .iter()
                .flat_map(|group| group.pages.iter().enumerate());
            pages.map(move |(page, slot)| (index * PAGES + page, slot))
        });
        pages.flat_map(|(index, page)| {
            let places = page.iter().flat_map(|page| page.places.iter().enumerate());
            places.filter_map(move |(place, thing)| {
                Some(((index * PLACES + place) as u32, thing.as_ref()?))
            })
        })
    }
}

/// Returns the size of a page in bytes. A single object keeps a whole page allocated.
fn page_bytes<T>() -> u64 {
    size_of::<Page<T>>() as u64
}

/// Returns the size in bytes of a group without its pages.
fn group_bytes<T>() -> u64 {
    size_of::<Group<T>>() as u64
}

/// Returns the bytes charged for a group's entry in the directory: twice its size, since the
/// directory's buffer doubles as it grows.
fn directory_bytes<T>() -> u64 {
    2 * size_of::<Option<Box<Group<T>>>>() as u64
}

/// The position of an id in the tree.
struct Position {
    group: usize,
    page: usize,
    place: usize,
}

impl Position {
    #[inline]
    fn of(id: u32) -> Position {
        let id = id as usize;
        Position {
            group: id / PLACES / PAGES,
            page: id / PLACES % PAGES,
            place: id % PLACES,
        }
    }

    fn shares_page(&self, other: &Position) -> bool {
        (self.group, self.page) == (other.group, other.page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_count_up_and_never_come_back() {
        let mut map = IdMap::default();
        assert_eq!(map.insert('a'), Ok(1));
        assert_eq!(map.remove(1), Some('a'));
        assert_eq!(map.insert('b'), Ok(2));
        assert_eq!((map.get(1), map.get(2), map.len()), (None, Some(&'b'), 1));
        assert_eq!(map.remove(1), None, "it is gone already");
    }

    #[test]
    fn no_id_is_found_that_was_never_given() {
        let mut map = IdMap::default();
        map.insert(()).unwrap();
        for id in [0, 2, 255, 256, u32::MAX] {
            assert_eq!(map.get(id), None, "{id}");
            assert_eq!(map.remove(id), None, "{id}");
        }
    }

    #[test]
    fn pages_without_life_are_given_back() {
        let budget = MemoryBudget::default();
        let mut map = IdMap::new(&budget);
        for _ in 0..10 * PLACES {
            let id = map.insert(0_u64).unwrap();
            map.remove(id);
        }
        let last = page_bytes::<u64>() + group_bytes::<u64>();
        assert_eq!(
            budget.charged(),
            16 + last,
            "the directory and the page of the last id"
        );
        let survivor = map.insert(7).unwrap();
        assert_eq!(map.iter().collect::<Vec<_>>(), [(survivor, &7)]);
        assert!(budget.charged() >= (PLACES * size_of::<u64>()) as u64);
        drop(map);
        assert_eq!(budget.charged(), 0);
    }

    /// Regression test: a program that creates and releases one var at a time got a new page for
    /// each.
    #[test]
    fn one_allocation_at_a_time_needs_one_page() {
        let budget = MemoryBudget::default();
        let mut map = IdMap::new(&budget);
        let mut charges = std::collections::BTreeSet::new();
        for _ in 0..3 * PLACES {
            let id = map.insert(0_u64).unwrap();
            charges.insert(budget.charged());
            map.remove(id);
            charges.insert(budget.charged());
        }
        assert_eq!(charges.len(), 1, "{charges:?}");
    }

    /// Regression test: the directory grew by 16 bytes for each 256 ids, even if they were
    /// released.
    #[test]
    fn ten_million_ids_that_are_gone_take_no_memory() {
        let budget = MemoryBudget::default();
        let mut map = IdMap::new(&budget);
        let survivor = map.insert(0_u32).unwrap();
        let alone = budget.charged();
        for n in 0..10_000_000 {
            let id = map.insert(n).unwrap();
            assert_eq!(map.remove(id), Some(n));
        }
        let page = page_bytes::<u32>() + group_bytes::<u32>();
        let id = map.insert(1).unwrap();
        assert_eq!(id, 10_000_002);
        assert!(
            budget.charged() <= alone + page + 16 * 160,
            "{}",
            budget.charged()
        );
        let live: Vec<_> = map.iter().collect();
        assert_eq!(live, [(survivor, &0), (id, &1)]);
    }

    #[test]
    fn a_page_without_room_in_the_budget_is_not_made() {
        let budget = MemoryBudget::new(page_bytes::<u64>() + group_bytes::<u64>() + 100);
        let mut map = IdMap::new(&budget);
        for _ in 1..PLACES {
            map.insert(0_u64).unwrap();
        }
        assert_eq!(map.insert(7), Err(7));
        assert_eq!(map.len(), PLACES - 1);
        budget.set_limit(u64::MAX);
        assert_eq!(map.insert(7), Ok(PLACES as u32));
    }

    #[test]
    fn ids_of_a_saved_state_come_back_in_their_order() {
        let mut map = IdMap::default();
        assert_eq!(map.insert_at(3, 'a'), Ok(()));
        assert_eq!(map.insert_at(3, 'b'), Err('b'), "ids are never given twice");
        assert_eq!(map.insert_at(70_000, 'c'), Ok(()));
        assert_eq!(map.insert_at(0, 'd'), Err('d'));
        assert_eq!(map.insert_at(u32::MAX, 'd'), Err('d'));
        assert!(map.skip_to(200_000) && !map.skip_to(100_000));
        assert_eq!(map.insert('e'), Ok(200_001));
        let live: Vec<_> = map.iter().collect();
        assert_eq!(live, [(3, &'a'), (70_000, &'c'), (200_001, &'e')]);
        let budget = MemoryBudget::new(100);
        assert!(!IdMap::<char>::new(&budget).skip_to(LAST));
    }

    #[test]
    fn an_insertion_without_ids_returns_the_object() {
        let mut map = IdMap {
            last: LAST,
            ..IdMap::default()
        };
        assert_eq!(map.insert("late"), Err("late"));
    }
}
