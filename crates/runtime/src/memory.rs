//! The guest's address space: 32-bit addresses, pages of 64 KiB, each with a
//! protection.
//!
//! Every access is checked. Most of a program's accesses fall into one
//! contiguous run of readable and writable pages, so that run is kept as the
//! *window*: an access inside it costs one subtraction and one comparison.
//! Anything else takes the slow path, which asks the page table and is exact.
//!
//! Invariants: page 0 is never accessible; the window lies within the bytes
//! and covers only pages that may be read and written; a page that becomes
//! accessible reads as zero.

use std::fmt;
use std::ops::Range;

pub use pinnacle_pexe::layout::PAGE_SIZE;

/// Number of pages in the whole 32-bit address space.
const PAGE_COUNT: usize = 1 << 16;

/// What the guest may do with a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protection {
    /// Nothing is mapped here.
    #[default]
    Unmapped,
    /// Mapped, but neither readable nor writable.
    None,
    /// Readable.
    Read,
    /// Readable and writable.
    ReadWrite,
}

/// The kind of access that failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// A load.
    Read,
    /// A store.
    Write,
}

/// An access to memory that the guest may not access so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// First address of the access.
    pub address: u32,
    /// Its length in bytes.
    pub len: u32,
    /// Whether it was a load or a store.
    pub access: Access,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let access = match self.access {
            Access::Read => "read of",
            Access::Write => "write to",
        };
        write!(
            f,
            "{access} {} bytes at address {:#010x}",
            self.len, self.address
        )
    }
}

impl std::error::Error for Fault {}

/// The guest's memory.
pub struct Memory {
    bytes: Vec<u8>,
    pages: Box<[Protection]>,
    /// Pages that have been accessible before and may hold old bytes.
    used: Box<[bool]>,
    window: Range<u32>,
    /// No page from this one on has been mapped yet.
    used_end: usize,
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory")
            .field("limit", &self.bytes.len())
            .field("window", &self.window)
            .finish_non_exhaustive()
    }
}

impl Memory {
    /// The greatest limit: the whole address space but its last page, so that
    /// the end of every mapping fits in 32 bits.
    pub const MAX_LIMIT: u32 = u32::MAX - PAGE_SIZE + 1;

    /// An address space in which nothing is mapped and pages below `limit`
    /// (rounded down to whole pages) can be. Nothing is committed yet: the
    /// operating system provides pages when they are first touched.
    ///
    /// Returns `None` if the host has no address space for it.
    pub fn new(limit: u32) -> Option<Memory> {
        let limit = (limit.min(Self::MAX_LIMIT) / PAGE_SIZE * PAGE_SIZE) as usize;
        // The zeroed allocation below would abort the process; this one
        // reports failure.
        let mut probe: Vec<u8> = Vec::new();
        probe.try_reserve_exact(limit).ok()?;
        drop(probe);
        Some(Memory {
            bytes: vec![0; limit],
            pages: vec![Protection::Unmapped; PAGE_COUNT].into_boxed_slice(),
            used: vec![false; PAGE_COUNT].into_boxed_slice(),
            window: 0..0,
            used_end: 0,
        })
    }

    /// The first address that can never be mapped.
    pub fn limit(&self) -> u32 {
        self.bytes.len() as u32
    }

    /// The protection of the page that an address lies in.
    pub fn protection(&self, address: u32) -> Protection {
        self.pages[(address / PAGE_SIZE) as usize]
    }

    /// Changes the protection of whole pages. Pages that were unmapped become
    /// zero.
    ///
    /// # Panics
    ///
    /// If the range is not of whole pages, begins with page 0 or ends beyond
    /// the limit: callers check what the guest asks for.
    pub fn protect(&mut self, range: Range<u32>, protection: Protection) {
        assert!(range.start.is_multiple_of(PAGE_SIZE) && range.end.is_multiple_of(PAGE_SIZE));
        assert!(range.start >= PAGE_SIZE && range.end <= self.limit());
        for page in range.start / PAGE_SIZE..range.end / PAGE_SIZE {
            let index = page as usize;
            if self.pages[index] == Protection::Unmapped && protection != Protection::Unmapped {
                if self.used[index] {
                    let start = index * PAGE_SIZE as usize;
                    self.bytes[start..start + PAGE_SIZE as usize].fill(0);
                }
                self.used[index] = true;
            }
            self.pages[index] = protection;
        }
        if protection != Protection::Unmapped {
            self.used_end = self.used_end.max((range.end / PAGE_SIZE) as usize);
        }
        self.find_window();
    }

    /// Makes the longest run of readable and writable pages the window.
    fn find_window(&mut self) {
        let mut best = 0..0;
        let mut start = 0;
        let end = self.used_end;
        for page in 0..=end {
            if page == end || self.pages[page] != Protection::ReadWrite {
                if page - start > best.len() {
                    best = start..page;
                }
                start = page + 1;
            }
        }
        self.window = (best.start as u32 * PAGE_SIZE)..(best.end as u32 * PAGE_SIZE);
    }

    /// The window: its first address, and its bytes. See the module's
    /// description; an access outside it is not necessarily wrong.
    #[inline]
    pub fn window(&mut self) -> (u32, &mut [u8]) {
        let Range { start, end } = self.window;
        (start, &mut self.bytes[start as usize..end as usize])
    }

    /// Whether the guest may access a range so. An empty range is always fine.
    fn check(&self, address: u32, len: u32, access: Access) -> Result<Range<usize>, Fault> {
        let fault = Fault {
            address,
            len,
            access,
        };
        if len == 0 {
            return Ok(0..0);
        }
        let last = address.checked_add(len - 1).ok_or(fault)?;
        let allowed = |protection: &Protection| match access {
            Access::Read => matches!(protection, Protection::Read | Protection::ReadWrite),
            Access::Write => *protection == Protection::ReadWrite,
        };
        let pages = (address / PAGE_SIZE) as usize..=(last / PAGE_SIZE) as usize;
        if self.pages[pages].iter().all(allowed) {
            Ok(address as usize..address as usize + len as usize)
        } else {
            Err(fault)
        }
    }

    /// The bytes at an address, if the guest may read them all.
    pub fn slice(&self, address: u32, len: u32) -> Result<&[u8], Fault> {
        let range = self.check(address, len, Access::Read)?;
        Ok(&self.bytes[range])
    }

    /// The bytes at an address, if the guest may write them all.
    pub fn slice_mut(&mut self, address: u32, len: u32) -> Result<&mut [u8], Fault> {
        let range = self.check(address, len, Access::Write)?;
        Ok(&mut self.bytes[range])
    }

    /// Reads so many bytes as the guest would.
    #[inline]
    pub fn load<const N: usize>(&self, address: u32) -> Result<[u8; N], Fault> {
        let bytes = self.slice(address, N as u32)?;
        Ok(bytes
            .try_into()
            .expect("the slice has the length asked for"))
    }

    /// Writes bytes as the guest would.
    #[inline]
    pub fn store<const N: usize>(&mut self, address: u32, bytes: [u8; N]) -> Result<(), Fault> {
        self.slice_mut(address, N as u32)?.copy_from_slice(&bytes);
        Ok(())
    }

    /// Reads a little-endian word.
    pub fn load_u32(&self, address: u32) -> Result<u32, Fault> {
        self.load(address).map(u32::from_le_bytes)
    }

    /// Writes a little-endian word.
    pub fn store_u32(&mut self, address: u32, value: u32) -> Result<(), Fault> {
        self.store(address, value.to_le_bytes())
    }

    /// Copies a range that may overlap its destination.
    pub fn copy(&mut self, to: u32, from: u32, len: u32) -> Result<(), Fault> {
        let from = self.check(from, len, Access::Read)?;
        let to = self.check(to, len, Access::Write)?;
        self.bytes.copy_within(from, to.start);
        Ok(())
    }

    /// The bytes up to a zero byte, which must come within `max` bytes;
    /// `None` if it does not.
    pub fn c_string(&self, address: u32, max: u32) -> Result<Option<&[u8]>, Fault> {
        let mut len = 0;
        // One page after the other, since the string may end just before a
        // page that cannot be read.
        while len < max {
            let at = address.wrapping_add(len);
            let chunk = (PAGE_SIZE - at % PAGE_SIZE).min(max - len);
            let bytes = self.slice(at, chunk)?;
            if let Some(end) = bytes.iter().position(|&byte| byte == 0) {
                return self.slice(address, len + end as u32).map(Some);
            }
            len += chunk;
        }
        Ok(None)
    }

    /// Writes initial contents, whatever the protection.
    ///
    /// # Panics
    ///
    /// If the range is not below the limit.
    pub fn initialize(&mut self, address: u32, bytes: &[u8]) {
        self.bytes[address as usize..address as usize + bytes.len()].copy_from_slice(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const P: u32 = PAGE_SIZE;

    fn memory() -> Memory {
        let mut memory = Memory::new(16 * P).unwrap();
        memory.protect(P..2 * P, Protection::Read);
        memory.protect(2 * P..5 * P, Protection::ReadWrite);
        memory
    }

    #[test]
    fn the_null_page_and_unmapped_pages_fault() {
        let memory = memory();
        assert!(memory.load_u32(0).is_err());
        assert!(memory.load_u32(P - 4).is_err());
        assert!(memory.load_u32(P).is_ok());
        assert!(memory.load_u32(5 * P - 4).is_ok());
        assert!(memory.load_u32(5 * P - 3).is_err());
        assert!(memory.load_u32(u32::MAX - 1).is_err());
    }

    #[test]
    fn an_access_over_a_boundary_needs_both_pages() {
        let mut memory = memory();
        assert!(memory.load_u32(2 * P - 2).is_ok());
        assert!(memory.store_u32(2 * P - 2, 1).is_err());
        assert!(memory.load_u32(P - 2).is_err());
    }

    #[test]
    fn the_window_is_the_longest_writable_run() {
        let mut memory = memory();
        let (start, bytes) = memory.window();
        assert_eq!((start, bytes.len()), (2 * P, 3 * P as usize));
        memory.protect(3 * P..4 * P, Protection::None);
        let (start, bytes) = memory.window();
        assert_eq!((start, bytes.len()), (2 * P, P as usize));
    }

    #[test]
    fn mapping_a_used_page_again_gives_zeros() {
        let mut memory = memory();
        memory.store_u32(2 * P, 7).unwrap();
        memory.protect(2 * P..3 * P, Protection::Unmapped);
        assert!(memory.load_u32(2 * P).is_err());
        memory.protect(2 * P..3 * P, Protection::ReadWrite);
        assert_eq!(memory.load_u32(2 * P), Ok(0));
    }

    #[test]
    fn changing_protection_keeps_the_contents() {
        let mut memory = memory();
        memory.store_u32(2 * P, 7).unwrap();
        memory.protect(2 * P..3 * P, Protection::None);
        memory.protect(2 * P..3 * P, Protection::Read);
        assert_eq!(memory.load_u32(2 * P), Ok(7));
        assert!(memory.store_u32(2 * P, 8).is_err());
    }

    #[test]
    fn a_string_may_end_at_the_last_mapped_byte() {
        let mut memory = memory();
        memory
            .slice_mut(5 * P - 3, 3)
            .unwrap()
            .copy_from_slice(b"hi\0");
        assert_eq!(memory.c_string(5 * P - 3, 100).unwrap(), Some(&b"hi"[..]));
        assert_eq!(memory.c_string(5 * P - 3, 2).unwrap(), None);
        memory
            .slice_mut(5 * P - 3, 3)
            .unwrap()
            .copy_from_slice(b"hi!");
        assert!(memory.c_string(5 * P - 3, 100).is_err());
    }
}
