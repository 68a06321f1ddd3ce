//! Objects by name. Programs usually take names from `glGen*`, but may choose any.

use std::collections::BTreeMap;

use pinnacle_pepper::table::gl::limits::DENSE_NAMES;

/// Objects by their names.
#[derive(Debug)]
pub(crate) struct Named<T> {
    dense: Vec<Option<T>>,
    others: BTreeMap<u32, T>,
    next: u32,
}

impl<T> Default for Named<T> {
    fn default() -> Named<T> {
        Named {
            dense: Vec::new(),
            others: BTreeMap::new(),
            next: 1,
        }
    }
}

impl<T> Named<T> {
    #[inline]
    pub(crate) fn get(&self, name: u32) -> Option<&T> {
        match self.dense.get(name as usize) {
            Some(object) => object.as_ref(),
            None => self.others.get(&name),
        }
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, name: u32) -> Option<&mut T> {
        match self.dense.get_mut(name as usize) {
            Some(object) => object.as_mut(),
            None => self.others.get_mut(&name),
        }
    }

    pub(crate) fn insert(&mut self, name: u32, object: T) {
        if name >= DENSE_NAMES {
            self.others.insert(name, object);
            return;
        }
        let place = name as usize;
        if self.dense.len() <= place {
            self.dense.resize_with(place + 1, || None);
        }
        self.dense[place] = Some(object);
    }

    pub(crate) fn remove(&mut self, name: u32) -> Option<T> {
        match self.dense.get_mut(name as usize) {
            Some(object) => object.take(),
            None => self.others.remove(&name),
        }
    }

    /// Returns all objects, ordered by name.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        let dense = (0..).zip(&self.dense);
        let dense = dense.filter_map(|(name, object)| Some((name, object.as_ref()?)));
        dense.chain(self.others.iter().map(|(&name, object)| (name, object)))
    }

    /// Returns the name that [`Named::unused`] tries next.
    pub(crate) fn next(&self) -> u32 {
        self.next
    }

    /// Sets the name that [`Named::unused`] tries next.
    pub(crate) fn set_next(&mut self, name: u32) {
        self.next = name;
    }

    /// Returns a name that no object has.
    pub(crate) fn unused(&mut self) -> u32 {
        while self.get(self.next).is_some() {
            self.next += 1;
        }
        let name = self.next;
        self.next += 1;
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unused_name_is_one_that_the_program_has_not_taken_itself() {
        let mut names = Named::default();
        names.insert(1, ());
        names.insert(2, ());
        assert_eq!(names.unused(), 3);
        assert_eq!(
            names.unused(),
            4,
            "what was handed out is not handed out again"
        );
    }

    #[test]
    fn large_names_take_no_large_array() {
        let mut names = Named::default();
        names.insert(u32::MAX, 7);
        assert_eq!(names.get(u32::MAX), Some(&7));
        assert_eq!(names.remove(u32::MAX), Some(7));
        assert!(names.dense.is_empty());
    }
}
