//! The blocks of the program's memory in a saved state.
//!
//! A saved state contains the free slots, and the number of used slots in each slab. The owners of
//! blocks save which blocks they have. When a state is read, each owner adopts its blocks. Together
//! they cannot adopt more slots than were used.

use super::{Block, Class, Heap, LARGEST_CLASS, SMALLEST_BITS, class_of};
use pinnacle_system::memory::PAGE_SIZE;
use pinnacle_system::state::{Reader, Unusable, Writer};
use std::collections::BTreeMap;

/// Number of pages in an address space.
const MAX_PAGES: usize = 1 << 16;

/// Maximum number of slots: the smallest ones that fit in an address space.
const MAX_PLACES: usize = 1 << (32 - SMALLEST_BITS);

impl Block {
    /// Writes the address and size of the block to a saved state.
    pub(crate) fn save(&self, to: &mut Writer) {
        to.words(&[self.address, self.capacity]);
    }

    /// Returns the number of bytes that fit.
    pub(crate) fn capacity(&self) -> u32 {
        self.capacity
    }
}

/// The blocks of a saved state that have no owner yet.
pub(crate) struct Adoption<'h> {
    heap: &'h Heap,
    /// Number of used slots without an owner in each slab.
    left: BTreeMap<u32, u32>,
    /// Bytes in blocks with pages of their own that have no owner yet.
    mapped: u64,
    /// The end of the program's address space.
    limit: u32,
}

impl Adoption<'_> {
    /// Reads a block that an owner has written.
    pub(crate) fn block(&mut self, from: &mut Reader) -> Result<Block, Unusable> {
        let [address, capacity] = from.words()?;
        self.adopt(address, capacity)
    }

    /// Adopts the block of this size at an address. It is never freed.
    pub(crate) fn leaked(&mut self, address: u32, len: u32) -> Result<(), Unusable> {
        let capacity = 1 << (class_of(len.min(LARGEST_CLASS)) as u32 + SMALLEST_BITS);
        self.adopt(address, capacity).map(drop)
    }

    fn adopt(&mut self, address: u32, capacity: u32) -> Result<Block, Unusable> {
        let damaged = || Unusable::damaged("a block of memory was never taken");
        let end = address.checked_add(capacity).ok_or_else(damaged)?;
        if end > self.limit {
            return Err(damaged());
        }
        if capacity > LARGEST_CLASS {
            let is_whole = (address | capacity).is_multiple_of(PAGE_SIZE);
            let left = self.mapped.checked_sub(capacity.into());
            self.mapped = left.filter(|_| is_whole).ok_or_else(damaged)?;
            return Ok(Block { address, capacity });
        }
        let is_place = capacity.is_power_of_two()
            && capacity >= 1 << SMALLEST_BITS
            && address.is_multiple_of(capacity);
        let slab = address / PAGE_SIZE * PAGE_SIZE;
        let left = self.left.get_mut(&slab).filter(|left| **left > 0);
        let is_free = || {
            self.heap.classes[class_of(capacity)]
                .free
                .contains(&address)
        };
        match left {
            Some(left) if is_place && !is_free() => *left -= 1,
            _ => return Err(damaged()),
        }
        Ok(Block { address, capacity })
    }
}

impl Heap {
    /// Writes the free slots, and the number of used slots in each slab.
    pub(crate) fn save(&self, to: &mut Writer) {
        for class in &self.classes {
            to.word(class.slabs);
            to.count(class.free.len());
            to.words(&class.free);
        }
        to.count(self.taken.len());
        for (&slab, &taken) in &self.taken {
            to.words(&[slab, taken]);
        }
        to.number(self.mapped);
    }

    /// Reads the slots, for an address space with this end.
    pub(crate) fn read(from: &mut Reader, limit: u32) -> Result<Heap, Unusable> {
        let damaged = || Unusable::damaged("its blocks of memory are inconsistent");
        let mut heap = Heap::default();
        for class in &mut heap.classes {
            *class = Class {
                slabs: from.count(MAX_PAGES)? as u32,
                free: Vec::new(),
            };
            for _ in 0..from.count(MAX_PLACES)? {
                let address = from.word()?;
                if address >= limit || !address.is_multiple_of(1 << SMALLEST_BITS) {
                    return Err(damaged());
                }
                class.free.push(address);
            }
        }
        for _ in 0..from.count(MAX_PAGES)? {
            let [slab, taken] = from.words()?;
            let most = PAGE_SIZE >> SMALLEST_BITS;
            if slab >= limit || !slab.is_multiple_of(PAGE_SIZE) || taken > most {
                return Err(damaged());
            }
            heap.taken.insert(slab, taken);
        }
        heap.mapped = from.number()?;
        let slabs = heap.taken.len() as u64 * u64::from(PAGE_SIZE);
        let is_mapped = (slabs..=u64::from(limit)).contains(&heap.mapped);
        let known: u64 = heap.classes.iter().map(|one| u64::from(one.slabs)).sum();
        match is_mapped && known == heap.taken.len() as u64 {
            true => Ok(heap),
            false => Err(damaged()),
        }
    }

    /// Lets owners adopt their blocks.
    pub(crate) fn adoption(&self, limit: u32) -> Adoption<'_> {
        let slabs = self.taken.len() as u64 * u64::from(PAGE_SIZE);
        Adoption {
            heap: self,
            left: self.taken.clone(),
            mapped: self.mapped.saturating_sub(slabs),
            limit,
        }
    }
}
