//! Blocks of the program's memory that the host allocates: texts of strings, array buffers, pixels,
//! tables of interfaces.
//!
//! Blocks of up to [`LARGEST_CLASS`] bytes come from slabs: pages of the program that are divided
//! into slots of one size, a power of two. Larger blocks have pages of their own. All bookkeeping
//! is in the host, so a program that overwrites its own memory only harms itself. A slab whose
//! slots are all free is released, except for the last slab of its size.
//!
//! Allocating or freeing a slot is a push or a pop. Releasing a slab visits the free slots of its
//! size once.

mod saved;

pub(crate) use saved::Adoption;

use pinnacle_system::memory::{Memory, PAGE_SIZE};
use std::collections::BTreeMap;

/// Size of the smallest slot, as a power of two.
const SMALLEST_BITS: u32 = 4;
/// Size of the largest slot, as a power of two.
const LARGEST_BITS: u32 = 14;
/// Larger blocks have pages of their own.
pub(crate) const LARGEST_CLASS: u32 = 1 << LARGEST_BITS;
const CLASSES: usize = (LARGEST_BITS - SMALLEST_BITS + 1) as usize;

/// A source of whole pages for a heap. Pages are returned to it.
pub(crate) trait Pages {
    /// Maps this number of bytes, a multiple of the page size, filled with zeros. Returns `None` if
    /// the program's address space has no room.
    fn map(&mut self, memory: &mut Memory, len: u32) -> Option<u32>;
    /// Unmaps pages from `map`.
    fn unmap(&mut self, memory: &mut Memory, start: u32, len: u32);
}

/// A block of the program's memory. Its owner must free it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Block {
    address: u32,
    capacity: u32,
}

impl Block {
    /// Returns the start of the block, a multiple of 16.
    pub(crate) fn address(&self) -> u32 {
        self.address
    }
}

#[derive(Default)]
struct Class {
    free: Vec<u32>,
    slabs: u32,
}

/// The blocks of one program.
#[derive(Default)]
pub(crate) struct Heap {
    classes: [Class; CLASSES],
    /// Number of used slots in each slab.
    taken: BTreeMap<u32, u32>,
    /// Bytes of the program's memory that are mapped for blocks.
    mapped: u64,
}

fn class_of(len: u32) -> usize {
    let bits = len.max(1).next_power_of_two().trailing_zeros();
    bits.saturating_sub(SMALLEST_BITS) as usize
}

impl Heap {
    /// Allocates a block of at least this size; its content is arbitrary. Returns `None` if there
    /// is no room.
    pub(crate) fn allocate(
        &mut self,
        memory: &mut Memory,
        pages: &mut dyn Pages,
        len: u32,
    ) -> Option<Block> {
        if len > LARGEST_CLASS {
            let capacity = len.checked_next_multiple_of(PAGE_SIZE)?;
            let address = pages.map(memory, capacity)?;
            self.mapped += u64::from(capacity);
            return Some(Block { address, capacity });
        }
        let class = class_of(len);
        let capacity = 1 << (class as u32 + SMALLEST_BITS);
        if self.classes[class].free.is_empty() {
            let slab = pages.map(memory, PAGE_SIZE)?;
            self.mapped += u64::from(PAGE_SIZE);
            self.taken.insert(slab, 0);
            let places = (0..PAGE_SIZE / capacity).rev();
            let class = &mut self.classes[class];
            class
                .free
                .extend(places.map(|place| slab + place * capacity));
            class.slabs += 1;
        }
        let address = self.classes[class].free.pop()?;
        *self
            .taken
            .entry(address / PAGE_SIZE * PAGE_SIZE)
            .or_default() += 1;
        Some(Block { address, capacity })
    }

    /// Frees a block.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "who gives a block back has it no more"
    )]
    pub(crate) fn free(&mut self, memory: &mut Memory, pages: &mut dyn Pages, block: Block) {
        let Block { address, capacity } = block;
        if capacity > LARGEST_CLASS {
            self.mapped = self.mapped.saturating_sub(capacity.into());
            pages.unmap(memory, address, capacity);
            return;
        }
        let slab = address / PAGE_SIZE * PAGE_SIZE;
        let class = &mut self.classes[class_of(capacity)];
        class.free.push(address);
        let taken = self.taken.entry(slab).or_default();
        debug_assert!(*taken > 0, "a block is given back once");
        *taken = taken.saturating_sub(1);
        if *taken == 0 && class.slabs > 1 {
            class.slabs -= 1;
            class
                .free
                .retain(|place| place / PAGE_SIZE * PAGE_SIZE != slab);
            self.taken.remove(&slab);
            self.mapped = self.mapped.saturating_sub(PAGE_SIZE.into());
            pages.unmap(memory, slab, PAGE_SIZE);
        }
    }

    /// Returns the number of bytes of the program's memory that are mapped for blocks.
    #[cfg(test)]
    pub(crate) fn mapped(&self) -> u64 {
        self.mapped
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use pinnacle_system::memory::Protection;

    /// Hands out pages at ascending addresses, each only once.
    pub(crate) struct Ascending(pub(crate) u32);

    impl Pages for Ascending {
        fn map(&mut self, memory: &mut Memory, len: u32) -> Option<u32> {
            let start = self.0;
            let end = start
                .checked_add(len)
                .filter(|end| *end <= memory.limit())?;
            memory.protect(start..end, Protection::ReadWrite).ok()?;
            self.0 = end;
            Some(start)
        }

        fn unmap(&mut self, memory: &mut Memory, start: u32, len: u32) {
            memory
                .protect(start..start + len, Protection::Unmapped)
                .unwrap();
        }
    }

    fn setting() -> (Memory, Ascending, Heap) {
        (
            Memory::new(16 << 20).unwrap(),
            Ascending(PAGE_SIZE),
            Heap::default(),
        )
    }

    #[test]
    fn blocks_do_not_overlap_and_can_be_written_whole() {
        let (mut memory, mut pages, mut heap) = setting();
        let mut blocks = Vec::new();
        for len in [
            0,
            1,
            16,
            17,
            1000,
            LARGEST_CLASS,
            LARGEST_CLASS + 1,
            200_000,
        ] {
            let block = heap.allocate(&mut memory, &mut pages, len).unwrap();
            assert!(
                block.capacity >= len && block.address.is_multiple_of(16),
                "{block:?}"
            );
            memory.fill(block.address, len, 0xaa).unwrap();
            blocks.push((block.address, block.capacity));
        }
        blocks.sort_unstable();
        for pair in blocks.windows(2) {
            assert!(pair[0].0 + pair[0].1 <= pair[1].0, "{pair:?}");
        }
    }

    #[test]
    fn freed_slabs_are_unmapped_except_one_for_each_size() {
        let (mut memory, mut pages, mut heap) = setting();
        let blocks: Vec<Block> = (0..3 * PAGE_SIZE / 64)
            .map(|_| heap.allocate(&mut memory, &mut pages, 64).unwrap())
            .collect();
        assert_eq!(heap.mapped(), 3 * u64::from(PAGE_SIZE));
        for block in blocks {
            heap.free(&mut memory, &mut pages, block);
        }
        assert_eq!(heap.mapped(), u64::from(PAGE_SIZE));
        let large = heap.allocate(&mut memory, &mut pages, 100_000).unwrap();
        let address = large.address;
        heap.free(&mut memory, &mut pages, large);
        assert_eq!(memory.protection(address), Protection::Unmapped);
    }

    #[test]
    fn a_full_address_space_gives_no_block() {
        let (mut memory, mut pages, mut heap) = setting();
        assert_eq!(heap.allocate(&mut memory, &mut pages, 1 << 30), None);
        assert_eq!(heap.allocate(&mut memory, &mut pages, u32::MAX), None);
    }
}
