//! Snapshots of memory. They share the parts that did not change between them.
//!
//! A page of the guest consists of blocks of 4 KiB. A snapshot contains the blocks that are not
//! zero, and shares those that are equal in the previous snapshot.

use super::{Backing, Memory, PAGE_SIZE, Protection};
use std::sync::Arc;

/// The size in bytes of a block, which is shared or copied as a whole.
const BLOCK: usize = 4096;

/// Number of blocks in a page.
const BLOCKS: usize = PAGE_SIZE as usize / BLOCK;

static ZERO: [u8; BLOCK] = [0; BLOCK];

type Block = [u8; BLOCK];

/// The blocks of a page. `None` stands for zeros.
#[derive(Debug, Default)]
struct Page([Option<Arc<Block>>; BLOCKS]);

impl Page {
    /// Returns the bytes of a block.
    fn block(&self, index: usize) -> &Block {
        self.0[index].as_deref().unwrap_or(&ZERO)
    }
}

/// The contents and protections of memory at one moment.
#[derive(Debug)]
pub struct MemorySnapshot {
    protections: Arc<[Protection]>,
    /// Pages starting with page 0. `None` stands for zeros, or a page that is not mapped.
    pages: Vec<Option<Arc<Page>>>,
    /// Number of bytes that were allocated for this snapshot.
    allocated: usize,
}

impl MemorySnapshot {
    /// Returns the number of bytes that were allocated for the snapshot. It shares the rest with
    /// the previous snapshot.
    #[must_use]
    pub fn allocated(&self) -> usize {
        self.allocated
    }

    /// Returns the number of bytes that no other snapshot shares, and that are freed with this one.
    #[must_use]
    pub fn unshared(&self) -> usize {
        let mut bytes = self.table_size();
        if Arc::strong_count(&self.protections) == 1 {
            bytes += self.protections.len();
        }
        for page in self.pages.iter().flatten() {
            if Arc::strong_count(page) == 1 {
                let is_alone = |block: &&Arc<Block>| Arc::strong_count(block) == 1;
                let blocks = page.0.iter().flatten().filter(is_alone).count();
                bytes += size_of::<Page>() + blocks * BLOCK;
            }
        }
        bytes
    }

    fn table_size(&self) -> usize {
        self.pages.len() * size_of::<Option<Arc<Page>>>()
    }
}

impl Memory {
    /// Takes a snapshot, which shares unchanged blocks with the previous one. Returns `None` for a
    /// region, because its bytes can change without the host's knowledge.
    #[must_use]
    pub fn snapshot(&mut self, before: Option<&MemorySnapshot>) -> Option<MemorySnapshot> {
        let Backing::Owned(owned) = &mut self.backing else {
            return None;
        };
        let mut allocated = 0;
        let table = owned.pages().table();
        let same = before.filter(|before| *before.protections == *table);
        let protections = match same {
            Some(before) => Arc::clone(&before.protections),
            None => {
                allocated += table.len();
                Arc::from(table)
            }
        };
        let mut pages = Vec::with_capacity(owned.used_end());
        for number in 0..owned.used_end() {
            if protections[number] == Protection::Unmapped {
                pages.push(None);
                continue;
            }
            let start = number * PAGE_SIZE as usize;
            let bytes = owned.slice(start..start + PAGE_SIZE as usize);
            let known = before.and_then(|before| before.pages.get(number)?.as_ref());
            let (page, more) = page(bytes, known);
            allocated += more;
            pages.push(page);
        }
        let mut snapshot = MemorySnapshot {
            protections,
            pages,
            allocated,
        };
        snapshot.allocated += snapshot.table_size();
        Some(snapshot)
    }

    /// Returns the memory to a snapshot that was taken of it.
    pub fn return_to(&mut self, snapshot: &MemorySnapshot) {
        let Backing::Owned(owned) = &mut self.backing else {
            return;
        };
        owned.replace_protections(&snapshot.protections);
        for number in 0..owned.used_end() {
            // The bytes of an unmapped page are cleared when it is mapped again.
            if snapshot.protections[number] == Protection::Unmapped {
                continue;
            }
            let start = number * PAGE_SIZE as usize;
            let bytes = owned.slice(start..start + PAGE_SIZE as usize);
            let page = snapshot.pages.get(number).and_then(Option::as_ref);
            for (index, block) in bytes.chunks_exact_mut(BLOCK).enumerate() {
                let wanted = page.map_or(&ZERO, |page| page.block(index));
                if block != wanted {
                    block.copy_from_slice(wanted);
                }
            }
        }
    }
}

/// Returns a page with these bytes, and the number of bytes allocated for it. Blocks that are equal
/// in the known page are shared.
fn page(bytes: &[u8], known: Option<&Arc<Page>>) -> (Option<Arc<Page>>, usize) {
    let differs = |(index, block): &(usize, &[u8])| {
        let known = known.map_or(&ZERO, |page| page.block(*index));
        *block != known
    };
    let blocks = || bytes.chunks_exact(BLOCK).enumerate();
    if !blocks().any(|block| differs(&block)) {
        return (known.cloned(), 0);
    }
    let mut page = Page::default();
    let mut allocated = size_of::<Page>();
    for (index, block) in blocks() {
        page.0[index] = if !differs(&(index, block)) {
            known.and_then(|known| known.0[index].clone())
        } else if *block == ZERO {
            None
        } else {
            allocated += BLOCK;
            let mut copy = ZERO;
            copy.copy_from_slice(block);
            Some(Arc::new(copy))
        };
    }
    (Some(Arc::new(page)), allocated)
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: u32 = PAGE_SIZE;

    fn memory() -> Memory {
        let mut memory = Memory::new(16 * P).unwrap();
        memory.protect(P..4 * P, Protection::ReadWrite).unwrap();
        memory
    }

    #[test]
    fn memory_returns_to_each_of_its_snapshots() {
        let mut memory = memory();
        memory.store_u32(P, 1).unwrap();
        let first = memory.snapshot(None).unwrap();
        memory.store_u32(P, 0).unwrap();
        memory.store_u32(3 * P, 2).unwrap();
        memory.protect(2 * P..3 * P, Protection::Unmapped).unwrap();
        memory.protect(8 * P..9 * P, Protection::ReadWrite).unwrap();
        memory.store_u32(8 * P, 3).unwrap();
        let second = memory.snapshot(Some(&first)).unwrap();

        memory.return_to(&first);
        let words = |memory: &Memory| [P, 2 * P, 3 * P, 8 * P].map(|at| memory.load_u32(at).ok());
        assert_eq!(words(&memory), [Some(1), Some(0), Some(0), None]);
        assert_eq!(memory.mapped(), u64::from(3 * P));
        let (start, window) = memory.window();
        assert_eq!((start, window.len()), (P, 3 * P as usize));
        // A page that was mapped after the snapshot is zero when it is mapped again.
        memory.protect(8 * P..9 * P, Protection::ReadWrite).unwrap();
        assert_eq!(memory.load_u32(8 * P), Ok(0));

        memory.return_to(&second);
        assert_eq!(words(&memory), [Some(0), None, Some(2), Some(3)]);
    }

    #[test]
    fn a_snapshot_takes_what_has_changed() {
        let mut memory = memory();
        for at in (P..4 * P).step_by(BLOCK) {
            memory.store_u32(at, at).unwrap();
        }
        let first = memory.snapshot(None).unwrap();
        assert!(first.allocated() > 3 * P as usize);
        assert_eq!(first.unshared(), first.allocated());
        memory.store_u32(2 * P, 9).unwrap();
        let second = memory.snapshot(Some(&first)).unwrap();
        assert!((BLOCK..2 * BLOCK).contains(&second.allocated()));
        // When the first snapshot is dropped, the second one is the only owner of the rest.
        let before = second.unshared();
        drop(first);
        assert!(second.unshared() > before + 2 * P as usize);
        assert!(Memory::from_remote(P, Nothing).snapshot(None).is_none());
    }

    struct Nothing;

    impl super::super::region::RemoteBytes for Nothing {
        fn read(&self, _: u32, _: &mut [u8]) {}

        fn write(&mut self, _: u32, _: &[u8]) {}
    }
}
