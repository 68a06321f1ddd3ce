//! Queues of threads by the address on which they wait.
//!
//! Addresses are distributed over a fixed number of buckets. A bucket is a list of slots in the
//! order of their waits, linked through an array with one element per slot. So waits and wakes do
//! not allocate memory.

/// Number of buckets, a power of two.
const BUCKETS: usize = 64;

/// Marks the end of a list.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct List {
    first: u32,
    last: u32,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    address: u32,
    before: u32,
    after: u32,
}

/// The queues of all addresses.
#[derive(Clone, Debug)]
pub(super) struct Futexes {
    lists: [List; BUCKETS],
    /// Indexed by slot. The links of a slot that does not wait on a futex are meaningless.
    links: Vec<Link>,
}

impl Default for Futexes {
    fn default() -> Futexes {
        let empty = List {
            first: NONE,
            last: NONE,
        };
        Futexes {
            lists: [empty; BUCKETS],
            links: Vec::new(),
        }
    }
}

/// Returns the bucket of an address.
pub(super) fn bucket(address: u32) -> usize {
    let shift = u32::BITS - BUCKETS.trailing_zeros();
    ((address >> 2).wrapping_mul(0x9e37_79b1) >> shift) as usize
}

impl Futexes {
    /// Adds a slot to the end of an address's queue.
    pub(super) fn push(&mut self, address: u32, slot: u32) {
        let index = slot as usize;
        if index >= self.links.len() {
            let empty = Link {
                address: 0,
                before: NONE,
                after: NONE,
            };
            self.links.resize(index + 1, empty);
        }
        let list = &mut self.lists[bucket(address)];
        let before = std::mem::replace(&mut list.last, slot);
        match before {
            NONE => list.first = slot,
            _ => self.links[before as usize].after = slot,
        }
        self.links[index] = Link {
            address,
            before,
            after: NONE,
        };
    }

    /// Removes a slot from its queue.
    pub(super) fn remove(&mut self, slot: u32) {
        let Link {
            address,
            before,
            after,
        } = self.links[slot as usize];
        let list = &mut self.lists[bucket(address)];
        match before {
            NONE => list.first = after,
            _ => self.links[before as usize].after = after,
        }
        match after {
            NONE => list.last = before,
            _ => self.links[after as usize].before = before,
        }
    }

    /// Returns the first slot that waits on an address.
    pub(super) fn first(&self, address: u32) -> Option<u32> {
        self.find(self.lists[bucket(address)].first, address)
    }

    /// Returns the next slot in the queue of the same address.
    pub(super) fn after(&self, slot: u32) -> Option<u32> {
        let Link { address, after, .. } = self.links[slot as usize];
        self.find(after, address)
    }

    /// Returns the first slot of an address in a list, starting at a slot.
    fn find(&self, mut slot: u32, address: u32) -> Option<u32> {
        while slot != NONE {
            let link = self.links[slot as usize];
            if link.address == address {
                return Some(slot);
            }
            slot = link.after;
        }
        None
    }
}
