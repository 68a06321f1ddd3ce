//! Watches memory for changes.

use pinnacle_runtime::Memory;

/// Maximum total number of watched bytes. They are compared after each instruction.
const MAX_BYTES: usize = 1 << 16;

/// Watched ranges of memory with their contents at the last check.
#[derive(Debug, Default)]
pub(crate) struct Watched {
    parts: Vec<(u32, Vec<u8>)>,
    /// A buffer for the contents of a range.
    found: Vec<u8>,
}

impl Watched {
    /// Adds a range. Returns false if it is not readable or too large.
    pub(crate) fn add(&mut self, memory: &Memory, address: u32, count: u32) -> bool {
        let total: usize = self.parts.iter().map(|(_, bytes)| bytes.len()).sum();
        if count as usize > MAX_BYTES - total.min(MAX_BYTES) {
            return false;
        }
        let mut bytes = vec![0; count as usize];
        let is_there = load(memory, address, &mut bytes);
        if is_there {
            self.parts.push((address, bytes));
        }
        is_there
    }

    /// Removes a range. Returns false if it was not watched.
    pub(crate) fn remove(&mut self, address: u32, count: u32) -> bool {
        let is_it = |(at, bytes): &(u32, Vec<u8>)| *at == address && bytes.len() == count as usize;
        let found = self.parts.iter().position(is_it);
        if let Some(found) = found {
            self.parts.remove(found);
        }
        found.is_some()
    }

    /// Returns the addresses and lengths of the ranges.
    pub(crate) fn parts(&self) -> Vec<(u32, usize)> {
        let parts = self.parts.iter();
        parts
            .map(|(address, bytes)| (*address, bytes.len()))
            .collect()
    }

    /// Checks all ranges. Returns the address of a range that has changed.
    pub(crate) fn change(&mut self, memory: &Memory) -> Option<u32> {
        let mut changed = None;
        for (address, bytes) in &mut self.parts {
            // The check runs after every instruction, and changes are rare.
            self.found.resize(bytes.len(), 0);
            let is_read = memory.read(*address, &mut self.found).is_ok();
            if is_read && self.found == *bytes {
                continue;
            }
            for (offset, known) in (0..).zip(bytes) {
                let byte = memory.load::<1>(address.wrapping_add(offset));
                if let Ok([byte]) = byte
                    && byte != *known
                {
                    *known = byte;
                    changed = changed.or(Some(*address));
                }
            }
        }
        changed
    }
}

/// Reads bytes. Returns false if some of them are not readable.
fn load(memory: &Memory, address: u32, bytes: &mut [u8]) -> bool {
    (0..).zip(bytes).all(|(offset, byte)| {
        let found = address
            .checked_add(offset)
            .map(|address| memory.load::<1>(address));
        match found {
            Some(Ok([found])) => {
                *byte = found;
                true
            }
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_runtime::memory::{PAGE_SIZE, Protection};

    #[test]
    fn a_change_is_seen_once_also_beside_unmapped_memory() {
        let mut memory = Memory::new(4 * PAGE_SIZE).unwrap();
        let (first, second) = (PAGE_SIZE, 2 * PAGE_SIZE);
        let pages = first..3 * PAGE_SIZE;
        memory.protect(pages, Protection::ReadWrite).unwrap();
        let mut watched = Watched::default();
        assert!(watched.add(&memory, first + 100, 4));
        assert!(watched.add(&memory, second - 2, 4));
        assert_eq!(watched.change(&memory), None);
        memory.store_u32(first + 100, 1).unwrap();
        assert_eq!(watched.change(&memory), Some(first + 100));
        assert_eq!(watched.change(&memory), None);
        // The readable bytes are still compared.
        let page = second..3 * PAGE_SIZE;
        memory.protect(page, Protection::Unmapped).unwrap();
        assert_eq!(watched.change(&memory), None);
        memory.write(second - 1, &[7]).unwrap();
        assert_eq!(watched.change(&memory), Some(second - 2));
    }
}
