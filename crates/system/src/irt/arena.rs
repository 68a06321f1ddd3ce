//! The pages that a program maps, unmaps and protects.
//!
//! New mappings are placed in the arena, the addresses above the start-up block, by first fit. No
//! page below `lowest_free` is free, so a program that never unmaps needs no search; otherwise each
//! page of the arena is visited at most once. Below the arena are the program's own pages. The
//! program may protect, replace and unmap them like any others, except those that were never
//! mapped: page 0 and the guard of the stack.

use crate::Errno;
use crate::memory::{Memory, PAGE_SIZE, Protection};
use crate::memory_budget::MemoryBudget;
use std::ops::Range;

/// The part of the address space for new mappings.
#[derive(Debug)]
pub(super) struct Arena {
    pub(super) range: Range<u32>,
    /// Every page of the arena below this is mapped.
    pub(super) lowest_free: u32,
    /// The current break: the end of the memory that `sysbrk` has allocated from the arena's start.
    pub(super) brk: u32,
    /// The budget for mapped pages, shared with the host's own allocations.
    pub(super) budget: MemoryBudget,
}

/// The requested location of a new mapping.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Where {
    /// At any address, preferably above this one.
    Above(u32),
    /// Exactly at this address, replacing the previous mapping.
    Exactly(u32),
}

/// Rounds a length up to whole pages.
fn whole_pages(len: u32) -> Result<u32, Errno> {
    match len.checked_next_multiple_of(PAGE_SIZE) {
        Some(len) if len > 0 => Ok(len),
        _ => Err(Errno::EINVAL),
    }
}

impl Arena {
    pub(super) fn new(range: Range<u32>) -> Arena {
        Arena {
            lowest_free: range.start,
            brk: range.start,
            range,
            budget: MemoryBudget::default(),
        }
    }

    /// Returns an address in the middle of the arena. Mappings above it do not obstruct `sysbrk`,
    /// which needs contiguous memory from the arena's start.
    pub(super) fn upper_half(&self) -> u32 {
        self.range.start + (self.range.end - self.range.start) / 2
    }

    /// Finds the pages for a mapping of this number of bytes, without mapping them.
    pub(super) fn place(
        &self,
        memory: &Memory,
        len: u32,
        place: Where,
    ) -> Result<Range<u32>, Errno> {
        let len = whole_pages(len)?;
        match place {
            Where::Exactly(start) => {
                if !start.is_multiple_of(PAGE_SIZE) {
                    return Err(Errno::EINVAL);
                }
                let end = start.checked_add(len).ok_or(Errno::ENOMEM)?;
                if end > self.range.end {
                    return Err(Errno::ENOMEM);
                }
                let mut below = pages(start..end.min(self.range.start));
                if below.any(|page| memory.protection(page) == Protection::Unmapped) {
                    return Err(Errno::EINVAL);
                }
                Ok(start..end)
            }
            Where::Above(hint) => {
                let hint = hint / PAGE_SIZE * PAGE_SIZE;
                let from = hint.max(self.lowest_free);
                self.find(memory, len, from)
                    .or_else(|| self.find(memory, len, self.lowest_free))
                    .ok_or(Errno::ENOMEM)
            }
        }
    }

    /// Finds the first free range of pages at or after an address.
    fn find(&self, memory: &Memory, len: u32, from: u32) -> Option<Range<u32>> {
        let mut start = from;
        for page in pages(from..self.range.end) {
            if memory.protection(page) != Protection::Unmapped {
                start = page + PAGE_SIZE;
            } else if page - start + PAGE_SIZE == len {
                return Some(start..start + len);
            }
        }
        None
    }

    /// Maps pages found by [`Arena::place`], zeroed and accessible.
    pub(super) fn map(
        &mut self,
        memory: &mut Memory,
        range: Range<u32>,
        protection: Protection,
    ) -> Result<(), Errno> {
        let is_new = |page: &u32| memory.protection(*page) == Protection::Unmapped;
        let new = pages(range.clone()).filter(is_new).count() as u64 * u64::from(PAGE_SIZE);
        if !self.budget.has_room_for_guest(memory.mapped() + new) {
            return Err(Errno::ENOMEM);
        }
        if pages(range.clone()).any(|page| memory.protection(page) != Protection::Unmapped) {
            memory.protect(range.clone(), Protection::Unmapped)?;
        }
        memory.protect(range, protection)?;
        while self.lowest_free < self.range.end
            && memory.protection(self.lowest_free) != Protection::Unmapped
        {
            self.lowest_free += PAGE_SIZE;
        }
        Ok(())
    }

    /// Unmaps pages. They need not be mapped.
    pub(super) fn unmap(&mut self, memory: &mut Memory, start: u32, len: u32) -> Result<(), Errno> {
        let range = self.existing(start, len)?;
        if range.start < PAGE_SIZE {
            return Err(Errno::EINVAL);
        }
        if range.end > self.range.start {
            self.lowest_free = self.lowest_free.min(range.start.max(self.range.start));
        }
        Ok(memory.protect(range, Protection::Unmapped)?)
    }

    /// Changes the protection of mapped pages.
    pub(super) fn protect(
        &self,
        memory: &mut Memory,
        start: u32,
        len: u32,
        protection: Protection,
    ) -> Result<(), Errno> {
        let range = self.existing(start, len)?;
        if pages(range.clone()).any(|page| memory.protection(page) == Protection::Unmapped) {
            return Err(Errno::EACCES);
        }
        Ok(memory.protect(range, protection)?)
    }

    /// Checks that a range consists of whole pages within the address space.
    fn existing(&self, start: u32, len: u32) -> Result<Range<u32>, Errno> {
        if !start.is_multiple_of(PAGE_SIZE) {
            return Err(Errno::EINVAL);
        }
        match start.checked_add(whole_pages(len)?) {
            Some(end) if end <= self.range.end => Ok(start..end),
            _ => Err(Errno::EFAULT),
        }
    }

    /// Moves the break, which is the end of the memory that old programs allocate from the arena's
    /// start. Returns the current break. An argument of 0 only asks for it.
    pub(super) fn set_break(&mut self, memory: &mut Memory, to: u32) -> Result<u32, Errno> {
        if to == 0 {
            return Ok(self.brk);
        }
        if to < self.range.start || to > self.range.end {
            return Err(Errno::ENOMEM);
        }
        let old = self.brk;
        if to > old {
            let mapped = old.next_multiple_of(PAGE_SIZE);
            // The last page may still hold data from before the break was lowered.
            memory
                .fill(old, mapped.min(to) - old, 0)
                .map_err(|_| Errno::ENOMEM)?;
            if to > mapped {
                let new = mapped..to.next_multiple_of(PAGE_SIZE);
                if pages(new.clone()).any(|page| memory.protection(page) != Protection::Unmapped) {
                    return Err(Errno::ENOMEM);
                }
                self.map(memory, new, Protection::ReadWrite)?;
            }
        } else {
            let unused = to.next_multiple_of(PAGE_SIZE)..old.next_multiple_of(PAGE_SIZE);
            if !unused.is_empty() {
                self.unmap(memory, unused.start, unused.len() as u32)?;
            }
        }
        self.brk = to;
        Ok(to)
    }
}

/// Returns the address of each page in a range of whole pages.
fn pages(range: Range<u32>) -> impl Iterator<Item = u32> {
    range.step_by(PAGE_SIZE as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: u32 = PAGE_SIZE;

    /// Pages 1 and 2 belong to the program, page 3 is its guard, page 4 belongs to the program
    /// again, and the arena consists of pages 5 to 15.
    fn arena() -> (Memory, Arena) {
        let mut memory = Memory::new(16 * P).unwrap();
        memory.protect(P..3 * P, Protection::Read).unwrap();
        memory.protect(4 * P..5 * P, Protection::ReadWrite).unwrap();
        (memory, Arena::new(5 * P..16 * P))
    }

    fn map(memory: &mut Memory, arena: &mut Arena, len: u32, place: Where) -> Result<u32, Errno> {
        let range = arena.place(memory, len, place)?;
        arena.map(memory, range.clone(), Protection::ReadWrite)?;
        Ok(range.start / P)
    }

    #[test]
    fn pages_beyond_the_budget_are_not_mapped() {
        let (mut memory, mut arena) = arena();
        arena.budget = MemoryBudget::new(6 * u64::from(P));
        let host = arena.budget.charge(P.into()).unwrap();
        let any = Where::Above(0);
        // The program uses three pages and the host one.
        assert_eq!(map(&mut memory, &mut arena, 3 * P, any), Err(Errno::ENOMEM));
        assert_eq!(arena.set_break(&mut memory, 8 * P), Err(Errno::ENOMEM));
        assert_eq!(map(&mut memory, &mut arena, 2 * P, any), Ok(5));
        // Mapping the same pages again costs nothing.
        let again = map(&mut memory, &mut arena, 2 * P, Where::Exactly(5 * P));
        assert_eq!(again, Ok(5));
        drop(host);
        assert_eq!(map(&mut memory, &mut arena, P, any), Ok(7));
        assert_eq!(memory.mapped(), 6 * u64::from(P));
    }

    #[test]
    fn mappings_ascend_and_fill_the_first_hole() {
        let (mut memory, mut arena) = arena();
        let any = Where::Above(0);
        assert_eq!(map(&mut memory, &mut arena, 1, any), Ok(5));
        assert_eq!(map(&mut memory, &mut arena, P + 1, any), Ok(6));
        assert_eq!(map(&mut memory, &mut arena, P, any), Ok(8));
        arena.unmap(&mut memory, 6 * P, 2 * P).unwrap();
        assert_eq!(map(&mut memory, &mut arena, 3 * P, any), Ok(9));
        assert_eq!(map(&mut memory, &mut arena, P, any), Ok(6));
        assert_eq!(map(&mut memory, &mut arena, P, any), Ok(7));
        assert_eq!(map(&mut memory, &mut arena, 5 * P, any), Err(Errno::ENOMEM));
        assert_eq!(map(&mut memory, &mut arena, 4 * P, any), Ok(12));
        assert_eq!(map(&mut memory, &mut arena, 1, any), Err(Errno::ENOMEM));
        assert_eq!(map(&mut memory, &mut arena, 0, any), Err(Errno::EINVAL));
        assert_eq!(
            map(&mut memory, &mut arena, u32::MAX, any),
            Err(Errno::EINVAL)
        );
    }

    #[test]
    fn a_hint_is_a_lower_bound_as_long_as_there_is_room_above() {
        let (mut memory, mut arena) = arena();
        assert_eq!(
            map(&mut memory, &mut arena, P, Where::Above(10 * P + 5)),
            Ok(10)
        );
        assert_eq!(
            map(&mut memory, &mut arena, P, Where::Above(10 * P)),
            Ok(11)
        );
        assert_eq!(
            map(&mut memory, &mut arena, 5 * P, Where::Above(10 * P)),
            Ok(5)
        );
        assert_eq!(
            map(&mut memory, &mut arena, P, Where::Above(u32::MAX)),
            Ok(12)
        );
        assert_eq!(map(&mut memory, &mut arena, P, Where::Above(P)), Ok(13));
    }

    #[test]
    fn a_fixed_mapping_replaces_but_not_what_was_never_mapped() {
        let (mut memory, mut arena) = arena();
        memory.store_u32(4 * P, 7).unwrap();
        assert_eq!(
            map(&mut memory, &mut arena, 2 * P, Where::Exactly(4 * P)),
            Ok(4)
        );
        assert_eq!(memory.load_u32(4 * P), Ok(0));
        assert_eq!(
            map(&mut memory, &mut arena, P, Where::Exactly(2 * P)),
            Ok(2)
        );
        assert!(memory.store_u32(2 * P, 1).is_ok());
        let at = |start| Where::Exactly(start);
        assert_eq!(map(&mut memory, &mut arena, P, at(0)), Err(Errno::EINVAL));
        assert_eq!(
            map(&mut memory, &mut arena, P, at(3 * P)),
            Err(Errno::EINVAL)
        );
        assert_eq!(
            map(&mut memory, &mut arena, 3 * P, at(2 * P)),
            Err(Errno::EINVAL)
        );
        assert_eq!(
            map(&mut memory, &mut arena, P, at(7 * P + 1)),
            Err(Errno::EINVAL)
        );
        assert_eq!(
            map(&mut memory, &mut arena, 2 * P, at(15 * P)),
            Err(Errno::ENOMEM)
        );
        assert_eq!(
            map(&mut memory, &mut arena, P, at(u32::MAX - P + 1)),
            Err(Errno::ENOMEM)
        );
        assert_eq!(map(&mut memory, &mut arena, P, Where::Above(0)), Ok(6));
    }

    #[test]
    fn unmapping_and_protecting_check_their_range() {
        let (mut memory, mut arena) = arena();
        assert_eq!(arena.unmap(&mut memory, 5 * P + 1, P), Err(Errno::EINVAL));
        assert_eq!(arena.unmap(&mut memory, 5 * P, 0), Err(Errno::EINVAL));
        assert_eq!(arena.unmap(&mut memory, 15 * P, 2 * P), Err(Errno::EFAULT));
        assert_eq!(arena.unmap(&mut memory, 0, P), Err(Errno::EINVAL));
        assert_eq!(
            arena.unmap(&mut memory, 10 * P, P),
            Ok(()),
            "nothing to give back"
        );
        assert_eq!(
            arena.unmap(&mut memory, 4 * P, 1),
            Ok(()),
            "the program's own page"
        );
        assert!(memory.load_u32(4 * P).is_err());
        let read = Protection::Read;
        assert_eq!(
            arena.protect(&mut memory, 3 * P, P, read),
            Err(Errno::EACCES)
        );
        assert_eq!(arena.protect(&mut memory, 0, P, read), Err(Errno::EACCES));
        assert_eq!(
            arena.protect(&mut memory, 2 * P, 2 * P, read),
            Err(Errno::EACCES)
        );
        assert_eq!(
            arena.protect(&mut memory, P + 4, P, read),
            Err(Errno::EINVAL)
        );
        assert_eq!(
            arena.protect(&mut memory, 16 * P, P, read),
            Err(Errno::EFAULT)
        );
        assert_eq!(
            arena.protect(&mut memory, P, P, Protection::ReadWrite),
            Ok(())
        );
        assert!(memory.store_u32(P, 1).is_ok());
    }

    #[test]
    fn the_break_grows_with_zeros_up_to_the_next_mapping() {
        let (mut memory, mut arena) = arena();
        assert_eq!(arena.set_break(&mut memory, 0), Ok(5 * P));
        assert_eq!(arena.set_break(&mut memory, 5 * P + 100), Ok(5 * P + 100));
        memory.store_u32(5 * P + 96, 7).unwrap();
        assert_eq!(arena.set_break(&mut memory, 5 * P + 50), Ok(5 * P + 50));
        assert_eq!(arena.set_break(&mut memory, 7 * P), Ok(7 * P));
        assert_eq!(memory.load_u32(5 * P + 96), Ok(0));
        assert_eq!(map(&mut memory, &mut arena, P, Where::Above(0)), Ok(7));
        assert_eq!(arena.set_break(&mut memory, 7 * P + 1), Err(Errno::ENOMEM));
        assert_eq!(arena.set_break(&mut memory, 4 * P), Err(Errno::ENOMEM));
        assert_eq!(arena.set_break(&mut memory, u32::MAX), Err(Errno::ENOMEM));
        assert_eq!(arena.set_break(&mut memory, 5 * P), Ok(5 * P));
        assert!(memory.load_u32(5 * P).is_err());
        assert_eq!(arena.set_break(&mut memory, 0), Ok(5 * P));
    }
}
