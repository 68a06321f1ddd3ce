//! Things with ids that are never given twice.
//!
//! Programs keep ids of things that are gone; if ids came back, such a program
//! would act on a stranger. Ids count up from 1 and lead through a directory to
//! pages of [`PAGE`] places. A page goes when nothing in it lives, so that
//! memory follows what lives and not what ever lived, but for eight bytes of the
//! directory for each page that ever was.

use pinnacle_system::memory_budget::{Charge, MemoryBudget};

/// Places in a page.
const PAGE: usize = 256;

/// The greatest id: ids of resources and of messages are `int32_t` in C.
const LAST: u32 = i32::MAX as u32;

struct Page<T> {
    places: [Option<T>; PAGE],
    live: usize,
}

/// A map from ids, which it chooses, to things.
pub(crate) struct IdMap<T> {
    pages: Vec<Option<Box<Page<T>>>>,
    /// The id that was given last.
    last: u32,
    len: usize,
    /// Charge for the pages and the directory.
    charge: Charge,
}

impl<T> Default for IdMap<T> {
    fn default() -> IdMap<T> {
        IdMap {
            pages: Vec::new(),
            last: 0,
            len: 0,
            charge: Charge::default(),
        }
    }
}

impl<T> IdMap<T> {
    /// An empty map, whose pages come from a budget.
    pub(crate) fn new(budget: &MemoryBudget) -> IdMap<T> {
        IdMap {
            charge: budget.empty_charge(),
            ..IdMap::default()
        }
    }

    /// Takes a thing and gives it an id from 1 on, or gives it back when no
    /// id is left, or no memory for its page.
    pub(crate) fn insert(&mut self, thing: T) -> Result<u32, T> {
        if self.last == LAST {
            return Err(thing);
        }
        let (page, place) = split(self.last + 1);
        let is_new = page == self.pages.len();
        let more = match self.pages.get(page) {
            Some(Some(_)) => 0,
            Some(None) => page_bytes::<T>(),
            // Twice the place in the directory, which doubles as it grows.
            None => page_bytes::<T>() + 2 * size_of::<Option<Box<Page<T>>>>() as u64,
        };
        if more > 0 && self.charge.grow(more).is_err() {
            return Err(thing);
        }
        if is_new {
            self.pages.push(None);
        }
        self.last += 1;
        let page = self.pages[page].get_or_insert_with(|| {
            Box::new(Page {
                places: [const { None }; PAGE],
                live: 0,
            })
        });
        page.places[place] = Some(thing);
        page.live += 1;
        self.len += 1;
        Ok(self.last)
    }

    /// The thing with an id, if it lives.
    #[inline]
    pub(crate) fn get(&self, id: u32) -> Option<&T> {
        let (page, place) = split(id);
        self.pages.get(page)?.as_ref()?.places[place].as_ref()
    }

    /// The thing with an id, if it lives.
    #[inline]
    pub(crate) fn get_mut(&mut self, id: u32) -> Option<&mut T> {
        let (page, place) = split(id);
        self.pages.get_mut(page)?.as_mut()?.places[place].as_mut()
    }

    /// Takes a thing out; its id stands for nothing from now on.
    pub(crate) fn remove(&mut self, id: u32) -> Option<T> {
        let (index, place) = split(id);
        let entry = self.pages.get_mut(index)?;
        let page = entry.as_mut()?;
        let thing = page.places[place].take()?;
        page.live -= 1;
        self.len -= 1;
        if page.live == 0 {
            *entry = None;
            self.charge.shrink(page_bytes::<T>());
        }
        Some(thing)
    }

    /// How many live.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// All that live, in the order of their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.pages.iter().enumerate().flat_map(|(index, page)| {
            let places = page.iter().flat_map(|page| page.places.iter().enumerate());
            places.filter_map(move |(place, thing)| {
                Some(((index * PAGE + place) as u32, thing.as_ref()?))
            })
        })
    }
}

/// The bytes of a page. One thing that lives keeps a whole one.
fn page_bytes<T>() -> u64 {
    size_of::<Page<T>>() as u64
}

fn split(id: u32) -> (usize, usize) {
    (id as usize / PAGE, id as usize % PAGE)
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
        for _ in 0..10 * PAGE {
            let id = map.insert(0_u64).unwrap();
            map.remove(id);
        }
        assert!(budget.charged() <= 11 * 16, "only the directory is left");
        let survivor = map.insert(7).unwrap();
        assert_eq!(map.iter().collect::<Vec<_>>(), [(survivor, &7)]);
        assert!(budget.charged() >= (PAGE * size_of::<u64>()) as u64);
        drop(map);
        assert_eq!(budget.charged(), 0);
    }

    #[test]
    fn a_page_without_room_in_the_budget_is_not_made() {
        let budget = MemoryBudget::new(page_bytes::<u64>() + 100);
        let mut map = IdMap::new(&budget);
        for _ in 1..PAGE {
            map.insert(0_u64).unwrap();
        }
        assert_eq!(map.insert(7), Err(7));
        assert_eq!(map.len(), PAGE - 1);
        budget.set_limit(u64::MAX);
        assert_eq!(map.insert(7), Ok(PAGE as u32));
    }

    #[test]
    fn when_ids_run_out_the_thing_comes_back() {
        let mut map = IdMap {
            last: LAST,
            ..IdMap::default()
        };
        assert_eq!(map.insert("late"), Err("late"));
    }
}
