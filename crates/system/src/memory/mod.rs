//! The guest's address space: 32-bit addresses, and pages of 64 KiB, each with a protection.
//!
//! There are two kinds of memory. *Owned* memory belongs to the host, and only the host accesses
//! it; the interpreter uses it. A *region* ([`region::Region`]) is also accessed by other code at
//! the same time, such as machine code or a browser's engine; host code copies from and to it and
//! never holds a reference into it.
//!
//! Every access is checked. Most accesses of a program are to one contiguous range of readable and
//! writable pages, which is called the *window*. An access inside the window costs one subtraction
//! and one comparison. Any other access takes the slow path, which checks the page table. The
//! window of a region is empty while other code may access it.
//!
//! Invariants: page 0 is never accessible. The window lies within the bytes, and covers only pages
//! that are readable and writable. A page that becomes accessible reads as zero.

mod changed;
mod journal;
mod owned;
mod pages;
pub mod region;
mod saved;
mod snapshot;

pub use changed::ChangedWords;
pub use journal::Change;
pub use pages::{Access, Fault, Pages, Protection};
pub use pinnacle_pexe::layout::PAGE_SIZE;
pub use snapshot::MemorySnapshot;

use crate::Errno;
use journal::Journal;
use owned::Owned;
use region::{Distant, Region, RemoteBytes, SharedPart};
use std::fmt;
use std::ops::Range;
/// The error if the host cannot divide the address space into more ranges with different
/// protections. The affected pages are inaccessible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooFragmented;

impl fmt::Display for TooFragmented {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the system cannot split memory into more parts with different protections")
    }
}

impl std::error::Error for TooFragmented {}

/// The guest's memory.
pub struct Memory {
    backing: Backing,
    /// The changes since [`Memory::begin_journal`]; `None` while they are not recorded.
    journal: Option<Box<Journal>>,
}

enum Backing {
    Owned(Owned),
    Region {
        region: Box<dyn Region>,
        /// A buffer for functions that need a slice.
        buffer: Vec<u8>,
    },
}

/// Maximum size in bytes of a buffer that is kept for reuse.
const KEPT_BUFFER: usize = 1 << 16;

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory")
            .field("limit", &self.limit())
            .finish_non_exhaustive()
    }
}

/// Evaluates an expression for either kind of memory.
macro_rules! with {
    ($memory:expr, $backing:ident => $result:expr) => {
        match $memory {
            Backing::Owned($backing) => $result,
            Backing::Region {
                region: $backing, ..
            } => $result,
        }
    };
}

impl Memory {
    /// The maximum limit: the whole address space except its last page, so that the end of every
    /// mapping fits in 32 bits.
    pub const MAX_LIMIT: u32 = u32::MAX - PAGE_SIZE + 1;

    /// Creates an address space in which nothing is mapped. Pages below `limit` (rounded down to
    /// whole pages) can be mapped. The operating system provides them when they are first accessed.
    ///
    /// Returns `None` if the host does not have enough address space.
    pub fn new(limit: u32) -> Option<Memory> {
        let limit = Memory::usable_limit(limit);
        Some(Memory::of(Backing::Owned(Owned::new(limit)?)))
    }

    /// Creates memory from a region.
    pub fn from_region(region: Box<dyn Region>) -> Memory {
        Memory::of(Backing::Region {
            region,
            buffer: Vec::new(),
        })
    }

    fn of(backing: Backing) -> Memory {
        Memory {
            backing,
            journal: None,
        }
    }

    /// Creates memory whose bytes are stored elsewhere and are copied. They must be zero, and as
    /// many as the limit or as [`RemoteBytes::reach`] requests.
    pub fn from_remote(limit: u32, bytes: impl RemoteBytes + 'static) -> Memory {
        let limit = Memory::usable_limit(limit);
        Memory::from_region(Box::new(Distant::new(limit, bytes)))
    }

    /// Rounds a limit down to whole pages, excluding the last page of the address space.
    pub fn usable_limit(limit: u32) -> u32 {
        limit.min(Memory::MAX_LIMIT) / PAGE_SIZE * PAGE_SIZE
    }

    #[inline]
    fn pages(&self) -> &Pages {
        with!(&self.backing, backing => backing.pages())
    }

    /// Returns the first address that can never be mapped.
    pub fn limit(&self) -> u32 {
        self.pages().limit()
    }

    /// Returns the total size in bytes of the mapped pages, accessible or not.
    pub fn mapped(&self) -> u64 {
        self.pages().mapped()
    }

    /// Returns the protection of the page that contains an address.
    #[inline]
    pub fn protection(&self, address: u32) -> Protection {
        self.pages().protection(address)
    }

    /// Changes the protection of whole pages. Unmapped pages become zero when they are mapped.
    ///
    /// # Errors
    ///
    /// Fails if the operating system refuses, which only happens after thousands of separate
    /// ranges.
    ///
    /// # Panics
    ///
    /// Panics if the range does not consist of whole pages, begins with page 0 or ends beyond the
    /// limit. Callers check the guest's requests.
    pub fn protect(
        &mut self,
        range: Range<u32>,
        protection: Protection,
    ) -> Result<(), TooFragmented> {
        if let Some(journal) = &mut self.journal {
            journal.protected(range.clone(), protection);
        }
        match &mut self.backing {
            Backing::Owned(owned) => {
                owned.protect(range, protection);
                Ok(())
            }
            Backing::Region { region, .. } => region.protect(range, protection),
        }
    }

    /// Shares pages with other processes; see [`Region::share`]. The host's own memory cannot be
    /// shared.
    ///
    /// # Errors
    ///
    /// Fails with `ENODEV` if this memory cannot be shared, and with errors of the machine.
    pub fn share(&mut self, at: u32, part: &SharedPart<'_>) -> Result<(), Errno> {
        match &mut self.backing {
            Backing::Owned(_) => Err(Errno::ENODEV),
            Backing::Region { region, .. } => region.share(at, part),
        }
    }

    /// Returns the window: its first address and its bytes. An access outside of the window may
    /// still be valid.
    #[inline]
    pub fn window(&mut self) -> (u32, &mut [u8]) {
        match &mut self.backing {
            Backing::Owned(owned) => owned.window(),
            Backing::Region { region, .. } => region.window(),
        }
    }

    /// Makes the window of a region empty from now on, because other code may access the bytes at
    /// any moment. Owned memory keeps its window, because only the host accesses it.
    pub fn give_up_window(&mut self) {
        match &mut self.backing {
            Backing::Owned(_) => {}
            Backing::Region { region, .. } => region.give_up_window(),
        }
    }

    /// Fails unless the guest may access all of these bytes in this way.
    #[inline]
    pub fn check(&self, address: u32, len: u32, access: Access) -> Result<(), Fault> {
        self.pages().check(address, len, access).map(drop)
    }

    /// Reads bytes as the guest would: all of them, or none if it faults.
    #[inline]
    pub fn read(&self, address: u32, buffer: &mut [u8]) -> Result<(), Fault> {
        let range = self.checked(address, buffer.len(), Access::Read)?;
        with!(&self.backing, backing => backing.get(range.start, buffer));
        Ok(())
    }

    /// Writes bytes as the guest would: all of them, or none if it faults.
    #[inline]
    pub fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), Fault> {
        let range = self.checked(address, bytes.len(), Access::Write)?;
        if let Some(journal) = &mut self.journal {
            journal.wrote(range.start, bytes);
        }
        with!(&mut self.backing, backing => backing.put(range.start, bytes));
        Ok(())
    }

    /// Replaces an aligned integer of 1, 2, 4 or 8 bytes with the result of a function, and returns
    /// the old value. The function is called again if other code has changed the integer in the
    /// meantime.
    pub fn update(
        &mut self,
        address: u32,
        len: u32,
        mut change: impl FnMut(u64) -> u64,
    ) -> Result<u64, Fault> {
        let range = self.pages().check(address, len, Access::Write)?;
        let mut bytes = [0; 8];
        self.read(address, &mut bytes[..len as usize])?;
        let mut old = u64::from_le_bytes(bytes);
        loop {
            let new = change(old);
            if let Some(journal) = &mut self.journal {
                journal.wrote(range.start, &new.to_le_bytes()[..len as usize]);
            }
            match &mut self.backing {
                Backing::Owned(owned) => {
                    owned.put(range.start, &new.to_le_bytes()[..len as usize]);
                    return Ok(old);
                }
                Backing::Region { region, .. } => {
                    match region.replace(range.start, len as usize, old, new) {
                        Ok(()) => return Ok(old),
                        Err(found) => old = found,
                    }
                }
            }
        }
    }

    /// Fills a range with a byte.
    pub fn fill(&mut self, address: u32, len: u32, byte: u8) -> Result<(), Fault> {
        let range = self.pages().check(address, len, Access::Write)?;
        if let Some(journal) = &mut self.journal {
            journal.filled(range.clone(), byte);
        }
        with!(&mut self.backing, backing => backing.fill(range, byte));
        Ok(())
    }

    /// Returns a copy of the bytes at an address.
    pub fn bytes(&self, address: u32, len: u32) -> Result<Vec<u8>, Fault> {
        // The range is checked before memory is allocated.
        self.check(address, len, Access::Read)?;
        let mut bytes = vec![0; len as usize];
        self.read(address, &mut bytes)?;
        Ok(bytes)
    }

    /// Passes a readable range of the guest's memory to a function.
    pub fn lend<T, E: From<Fault>>(
        &mut self,
        address: u32,
        len: u32,
        function: impl FnOnce(&[u8]) -> Result<T, E>,
    ) -> Result<T, E> {
        let range = self.pages().check(address, len, Access::Read)?;
        match &mut self.backing {
            Backing::Owned(owned) => function(owned.slice(range)),
            Backing::Region { region, buffer } => with_buffer(buffer, range.len(), |bytes| {
                region.get(range.start, bytes);
                function(bytes)
            }),
        }
    }

    /// Lets a function write to a writable range of the guest's memory. The function returns the
    /// number of bytes written from the start; the bytes after those may have changed too.
    pub fn receive<E: From<Fault>>(
        &mut self,
        address: u32,
        len: u32,
        function: impl FnOnce(&mut [u8]) -> Result<usize, E>,
    ) -> Result<usize, E> {
        let range = self.pages().check(address, len, Access::Write)?;
        let records_changes = match &self.backing {
            Backing::Owned(owned) => owned.records_changes(),
            Backing::Region { .. } => false,
        };
        if self.journal.is_some() || records_changes {
            // The function may change bytes that it does not include in the count.
            let mut bytes = vec![0; range.len()];
            let count = function(&mut bytes)?;
            self.write(address, &bytes[..count])?;
            return Ok(count);
        }
        match &mut self.backing {
            Backing::Owned(owned) => function(owned.slice(range)),
            Backing::Region { region, buffer } => with_buffer(buffer, range.len(), |bytes| {
                let count = function(bytes)?;
                region.put(range.start, &bytes[..count]);
                Ok(count)
            }),
        }
    }

    #[inline]
    fn checked(&self, address: u32, len: usize, access: Access) -> Result<Range<usize>, Fault> {
        // A length that does not fit in 32 bits exceeds the limit, so the check fails.
        let len = u32::try_from(len).unwrap_or(u32::MAX);
        self.pages().check(address, len, access)
    }

    /// Reads this number of bytes as the guest would.
    #[inline]
    pub fn load<const N: usize>(&self, address: u32) -> Result<[u8; N], Fault> {
        let mut bytes = [0; N];
        self.read(address, &mut bytes)?;
        Ok(bytes)
    }

    /// Writes bytes as the guest would.
    #[inline]
    pub fn store<const N: usize>(&mut self, address: u32, bytes: [u8; N]) -> Result<(), Fault> {
        self.write(address, &bytes)
    }

    /// Reads a little-endian word.
    #[inline]
    pub fn load_u32(&self, address: u32) -> Result<u32, Fault> {
        self.load(address).map(u32::from_le_bytes)
    }

    /// Writes a little-endian word.
    #[inline]
    pub fn store_u32(&mut self, address: u32, value: u32) -> Result<(), Fault> {
        self.store(address, value.to_le_bytes())
    }

    /// Copies a range. The source and the destination may overlap.
    pub fn copy(&mut self, to: u32, from: u32, len: u32) -> Result<(), Fault> {
        let from = self.pages().check(from, len, Access::Read)?;
        let to = self.pages().check(to, len, Access::Write)?;
        if let Some(journal) = &mut self.journal {
            journal.copied(from.clone(), to.start);
        }
        with!(&mut self.backing, backing => backing.copy_within(from, to.start));
        Ok(())
    }

    /// Reads bytes up to a zero byte. Returns `None` if there is none within `max` bytes.
    pub fn c_string(&self, address: u32, max: u32) -> Result<Option<Vec<u8>>, Fault> {
        const CHUNK: u32 = 256;
        let mut string = Vec::new();
        // The string is read in chunks, because it may end just before an unreadable page.
        while (string.len() as u32) < max {
            let len = string.len() as u32;
            let at = address.wrapping_add(len);
            let chunk = (CHUNK - at % CHUNK).min(max - len);
            let mut bytes = [0; CHUNK as usize];
            let bytes = &mut bytes[..chunk as usize];
            self.read(at, bytes)?;
            match bytes.iter().position(|&byte| byte == 0) {
                Some(end) => {
                    string.extend_from_slice(&bytes[..end]);
                    return Ok(Some(string));
                }
                None => string.extend_from_slice(bytes),
            }
        }
        Ok(None)
    }

    /// Writes initial contents. In owned memory the protection is ignored; in a region the range
    /// must be writable.
    ///
    /// # Panics
    ///
    /// Panics if the range is not below the limit, or is not writable in a region.
    pub fn initialize(&mut self, address: u32, bytes: &[u8]) {
        if let Some(journal) = &mut self.journal {
            journal.wrote(address as usize, bytes);
        }
        with!(&mut self.backing, backing => backing.put(address as usize, bytes));
    }
}

/// Passes a buffer of this length with unspecified contents to a function.
fn with_buffer<T>(kept: &mut Vec<u8>, len: usize, function: impl FnOnce(&mut [u8]) -> T) -> T {
    if len > KEPT_BUFFER {
        // Zeroed memory of this size takes no time until it is accessed.
        return function(&mut vec![0; len]);
    }
    if kept.len() < len {
        kept.resize(len, 0);
    }
    function(&mut kept[..len])
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: u32 = PAGE_SIZE;

    /// Bytes that are stored outside of the memory.
    struct Elsewhere(Vec<u8>);

    impl RemoteBytes for Elsewhere {
        fn read(&self, at: u32, buffer: &mut [u8]) {
            buffer.copy_from_slice(&self.0[at as usize..][..buffer.len()]);
        }

        fn write(&mut self, at: u32, bytes: &[u8]) {
            self.0[at as usize..][..bytes.len()].copy_from_slice(bytes);
        }
    }

    fn with_pages(mut memory: Memory) -> Memory {
        memory.protect(P..2 * P, Protection::Read).unwrap();
        memory.protect(2 * P..5 * P, Protection::ReadWrite).unwrap();
        memory
    }

    fn memory() -> Memory {
        with_pages(Memory::new(16 * P).unwrap())
    }

    /// Returns memory of each kind.
    fn memories() -> [Memory; 2] {
        let elsewhere = Elsewhere(vec![0; 16 * P as usize]);
        [memory(), with_pages(Memory::from_remote(16 * P, elsewhere))]
    }

    #[test]
    fn the_null_page_and_unmapped_pages_fault() {
        for memory in memories() {
            assert!(memory.load_u32(0).is_err());
            assert!(memory.load_u32(P - 4).is_err());
            assert!(memory.load_u32(P).is_ok());
            assert!(memory.load_u32(5 * P - 4).is_ok());
            assert!(memory.load_u32(5 * P - 3).is_err());
            assert!(memory.load_u32(u32::MAX - 1).is_err());
        }
    }

    #[test]
    fn an_access_over_a_boundary_needs_both_pages() {
        for mut memory in memories() {
            assert!(memory.load_u32(2 * P - 2).is_ok());
            assert!(memory.store_u32(2 * P - 2, 1).is_err());
            assert!(memory.load_u32(P - 2).is_err());
        }
    }

    #[test]
    fn the_window_is_the_longest_writable_run() {
        let mut memory = memory();
        let (start, bytes) = memory.window();
        assert_eq!((start, bytes.len()), (2 * P, 3 * P as usize));
        memory.protect(3 * P..4 * P, Protection::None).unwrap();
        let (start, bytes) = memory.window();
        assert_eq!((start, bytes.len()), (2 * P, P as usize));
    }

    #[test]
    fn mapping_a_used_page_again_gives_zeros() {
        for mut memory in memories() {
            memory.store_u32(2 * P, 7).unwrap();
            memory.protect(2 * P..3 * P, Protection::Unmapped).unwrap();
            assert!(memory.load_u32(2 * P).is_err());
            memory.protect(2 * P..3 * P, Protection::ReadWrite).unwrap();
            assert_eq!(memory.load_u32(2 * P), Ok(0));
        }
    }

    #[test]
    fn changing_protection_keeps_the_contents() {
        for mut memory in memories() {
            memory.store_u32(2 * P, 7).unwrap();
            memory.protect(2 * P..3 * P, Protection::None).unwrap();
            memory.protect(2 * P..3 * P, Protection::Read).unwrap();
            assert_eq!(memory.load_u32(2 * P), Ok(7));
            assert!(memory.store_u32(2 * P, 8).is_err());
        }
    }

    #[test]
    fn a_string_may_end_at_the_last_mapped_byte() {
        for mut memory in memories() {
            memory.write(5 * P - 3, b"hi\0").unwrap();
            assert_eq!(
                memory.c_string(5 * P - 3, 100).unwrap(),
                Some(b"hi".to_vec())
            );
            assert_eq!(memory.c_string(5 * P - 3, 2).unwrap(), None);
            memory.write(5 * P - 3, b"hi!").unwrap();
            assert!(memory.c_string(5 * P - 3, 100).is_err());
        }
    }

    #[test]
    fn bytes_are_copied_filled_and_lent() {
        for mut memory in memories() {
            let long = 3 * 4096 + 5;
            memory.fill(2 * P + 1, long, 7).unwrap();
            assert_eq!(memory.bytes(2 * P, 2).unwrap(), [0, 7]);
            assert_eq!(memory.bytes(2 * P + long, 2).unwrap(), [7, 0]);
            let numbers: Vec<u8> = (0..10_000_u32).map(|number| (number % 251) as u8).collect();
            for (from, to) in [(3 * P, 3 * P + 100), (3 * P + 100, 3 * P)] {
                memory.write(from, &numbers).unwrap();
                memory.copy(to, from, numbers.len() as u32).unwrap();
                assert_eq!(memory.bytes(to, numbers.len() as u32).unwrap(), numbers);
            }
            let lent = memory.lend(3 * P, 4, |bytes| Ok::<_, Fault>(bytes.to_vec()));
            assert_eq!(lent.unwrap(), numbers[..4]);
            let received = memory.receive(2 * P, 8, |bytes| {
                bytes[..2].copy_from_slice(b"ab");
                Ok::<usize, Fault>(2)
            });
            assert_eq!(received, Ok(2));
            assert_eq!(memory.bytes(2 * P, 2).unwrap(), b"ab");
            assert!(memory.fill(P, 1, 0).is_err());
            assert!(memory.copy(2 * P, 5 * P - 1, 2).is_err());
            assert!(memory.copy(5 * P - 1, 2 * P, 2).is_err());
        }
    }

    #[test]
    fn memory_elsewhere_has_no_window() {
        let [_, mut remote] = memories();
        assert!(remote.window().1.is_empty());
    }
}
