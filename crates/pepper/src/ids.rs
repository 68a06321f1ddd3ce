//! Things with ids that are never given twice.
//!
//! Programs keep ids of things that are gone; if ids came back, such a program
//! would act on a stranger. Ids count up from 1 and lead through a directory to
//! pages of [`PAGE`] places. A page goes when nothing in it lives, so that
//! memory follows what lives and not what ever lived, but for eight bytes of the
//! directory for each page that ever was.

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
    /// How many pages there are.
    live_pages: usize,
}

impl<T> Default for IdMap<T> {
    fn default() -> IdMap<T> {
        IdMap {
            pages: Vec::new(),
            last: 0,
            len: 0,
            live_pages: 0,
        }
    }
}

impl<T> IdMap<T> {
    /// Takes a thing and gives it an id from 1 on, or gives it back when no
    /// id is left.
    pub(crate) fn insert(&mut self, thing: T) -> Result<u32, T> {
        if self.last == LAST {
            return Err(thing);
        }
        self.last += 1;
        let (page, place) = split(self.last);
        if page == self.pages.len() {
            self.pages.push(None);
        }
        let live_pages = &mut self.live_pages;
        let page = self.pages[page].get_or_insert_with(|| {
            *live_pages += 1;
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
            self.live_pages -= 1;
        }
        Some(thing)
    }

    /// Bytes of the pages. One thing that lives keeps a whole one.
    pub(crate) fn bytes(&self) -> u64 {
        self.live_pages as u64 * size_of::<Page<T>>() as u64
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
        let mut map = IdMap::default();
        for _ in 0..10 * PAGE {
            let id = map.insert(0_u64).unwrap();
            map.remove(id);
        }
        assert_eq!(map.bytes(), 0);
        let survivor = map.insert(7).unwrap();
        assert_eq!(map.iter().collect::<Vec<_>>(), [(survivor, &7)]);
        assert!(map.bytes() >= (PAGE * size_of::<u64>()) as u64);
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
