//! The protection of each page of an address space.

use super::PAGE_SIZE;
use std::fmt;
use std::ops::Range;

/// Number of pages in the whole 32-bit address space.
const PAGE_COUNT: usize = 1 << 16;

/// The kinds of access that the guest has to a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protection {
    /// Not mapped.
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

/// An access that the guest's memory does not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// First address of the access.
    pub address: u32,
    /// Its length in bytes.
    pub len: u32,
    /// The kind of access: a load or a store.
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

/// The page table: the protection of each page below a limit.
#[derive(Debug)]
pub struct Pages {
    table: Box<[Protection]>,
    limit: u32,
    /// Number of mapped pages.
    mapped: u32,
}

impl Pages {
    /// Creates a table in which no page is mapped. Pages below `limit`, a multiple of the page
    /// size, can be mapped.
    pub fn new(limit: u32) -> Pages {
        Pages {
            table: vec![Protection::Unmapped; PAGE_COUNT].into_boxed_slice(),
            limit,
            mapped: 0,
        }
    }

    /// Returns the total size in bytes of the mapped pages, accessible or not.
    pub fn mapped(&self) -> u64 {
        u64::from(self.mapped) * u64::from(PAGE_SIZE)
    }

    /// Returns the first address that can never be mapped.
    #[inline]
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Returns the protection of the page that contains an address.
    #[inline]
    pub fn protection(&self, address: u32) -> Protection {
        self.table[(address / PAGE_SIZE) as usize]
    }

    /// Returns the protections of all pages, indexed by page number.
    pub fn table(&self) -> &[Protection] {
        &self.table
    }

    /// Replaces the protections of all pages with those of another table.
    ///
    /// # Panics
    ///
    /// Panics if the other table has a different size.
    pub(super) fn replace(&mut self, table: &[Protection]) {
        self.table.copy_from_slice(table);
        let is_mapped = |page: &&Protection| **page != Protection::Unmapped;
        self.mapped = self.table.iter().filter(is_mapped).count() as u32;
    }

    /// Returns the longest range of readable and writable pages among the first `count` pages,
    /// without the excluded ones.
    pub fn longest_writable_run(
        &self,
        count: usize,
        is_left_out: impl Fn(usize) -> bool,
    ) -> Range<u32> {
        let mut best = 0..0;
        let mut start = 0;
        for page in 0..=count {
            if page == count || self.table[page] != Protection::ReadWrite || is_left_out(page) {
                if page - start > best.len() {
                    best = start..page;
                }
                start = page + 1;
            }
        }
        (best.start as u32 * PAGE_SIZE)..(best.end as u32 * PAGE_SIZE)
    }

    /// Changes the protection of whole pages.
    ///
    /// # Panics
    ///
    /// Panics if the range does not consist of whole pages, begins with page 0 or ends beyond the
    /// limit. Callers check the guest's requests.
    pub fn set(&mut self, range: Range<u32>, protection: Protection) {
        let pages = self.whole(range);
        let pages = &mut self.table[pages];
        let is_mapped = |page: &&Protection| **page != Protection::Unmapped;
        let before = pages.iter().filter(is_mapped).count() as u32;
        let after = match protection {
            Protection::Unmapped => 0,
            _ => pages.len() as u32,
        };
        pages.fill(protection);
        self.mapped = self.mapped - before + after;
    }

    /// Returns the page numbers of a range. It must consist of whole pages, end below the limit and
    /// not begin with page 0.
    pub fn whole(&self, range: Range<u32>) -> Range<usize> {
        assert!(range.start.is_multiple_of(PAGE_SIZE) && range.end.is_multiple_of(PAGE_SIZE));
        assert!(range.start >= PAGE_SIZE && range.end <= self.limit);
        (range.start / PAGE_SIZE) as usize..(range.end / PAGE_SIZE) as usize
    }

    /// Checks that the guest may access a range in this way. An empty range always passes, and is
    /// returned as `0..0`.
    #[inline]
    pub fn check(&self, address: u32, len: u32, access: Access) -> Result<Range<usize>, Fault> {
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
        if self.table[pages].iter().all(allowed) {
            Ok(address as usize..address as usize + len as usize)
        } else {
            Err(fault)
        }
    }
}

/// Pages that were accessible before and may contain old data.
pub(super) struct UsedPages(Box<[bool]>);

impl UsedPages {
    pub(super) fn new() -> UsedPages {
        UsedPages(vec![false; PAGE_COUNT].into_boxed_slice())
    }

    /// Records the protection that pages are about to get. For each page that is mapped again after
    /// it was used, calls a function with its range, which must clear it.
    pub(super) fn map(
        &mut self,
        pages: &Pages,
        numbers: Range<usize>,
        protection: Protection,
        mut clear: impl FnMut(Range<usize>),
    ) {
        if protection == Protection::Unmapped {
            return;
        }
        for page in numbers {
            let is_new = pages.table[page] == Protection::Unmapped;
            if is_new && std::mem::replace(&mut self.0[page], true) {
                let start = page * PAGE_SIZE as usize;
                clear(start..start + PAGE_SIZE as usize);
            }
        }
    }
}
