//! Memory that compiled code works on while the host does.
//!
//! # Why this is sound
//!
//! * The region is mapped as long as its [`Mapping`] is held, and never moves.
//! * The page table allows an access only if the processor does. It is narrowed before the
//!   processor's protection is changed and widened afterwards, and only [`Region::protect`] changes
//!   either. The region belongs to one `Mapped`, and compiled code cannot change protections.
//! * Other threads may read and write the same bytes at any moment, so there are no references into
//!   the region. Every access is an atomic one of a byte or an aligned word. Compiled code is not
//!   Rust; it uses the machine's ordinary loads and stores.
//! * The exception is memory that no other thread's code accesses yet: the interpreter borrows a
//!   part of it ([`Region::window`]). The threads of a program own the `Mapped` together, under a
//!   lock that is held for as long as the part is borrowed. The owner calls
//!   [`Region::give_up_window`], under the same lock, before code can run in one thread while
//!   another interprets. Pages shared with another process are never part of the window.
//! * A page of the region is always mapped: either private or a part of a file. Where the
//!   system leaves a hole instead, the process ends, since another mapping could come to lie
//!   there.

use super::pages::{self, Allow};
use super::region::{Mapping, ProgramMemory, REACH};
use pinnacle_system::Errno;
use pinnacle_system::memory::region::{Region, SharedPart};
use pinnacle_system::memory::{Access, Memory, PAGE_SIZE, Pages, Protection, TooFragmented};
use std::collections::BTreeSet;
use std::fs::File;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{
    AtomicU8, AtomicU16, AtomicU32, AtomicU64,
    Ordering::{Relaxed, SeqCst},
};

/// Bytes in a word.
const WORD: usize = size_of::<u64>();

/// A region of memory with its page table.
pub(crate) struct Mapped {
    base: NonNull<u8>,
    pages: Pages,
    /// True if code may run while another thread interprets. The window is empty then.
    is_shared: bool,
    /// The range that [`Region::window`] lends.
    window: Range<u32>,
    /// Pages from this one on have never been mapped.
    used_end: usize,
    /// The numbers of the pages that are shared with other processes.
    shared: BTreeSet<usize>,
    _mapping: Arc<Mapping>,
}

// SAFETY: `base` is a plain address; the accesses through it are atomic. The
// rest can be sent as it is.
unsafe impl Send for Mapped {}

impl Mapped {
    /// Creates the memory of a program, with nothing mapped, and the handle that gives it to
    /// instances of the program's code. The limit is rounded down to whole pages. Nothing else may
    /// use the memory while the window is borrowed, until [`Region::give_up_window`] is called.
    pub(crate) fn new(limit: u32) -> Result<(Mapped, ProgramMemory), String> {
        let limit = Memory::usable_limit(limit);
        let memory = ProgramMemory::reserve(limit)?;
        let mapped = Mapped::close(memory.mapping().clone(), limit, false)?;
        Ok((mapped, memory))
    }

    /// Creates a memory for code that runs without an engine, with nothing mapped. Addresses after
    /// it that this code can reach are inaccessible. The limit is rounded down to whole pages.
    pub(crate) fn apart(limit: u32) -> Result<(Mapped, Arc<Mapping>), String> {
        let mapping = Arc::new(Mapping::reserve(REACH)?);
        let mapped = Mapped::close(mapping.clone(), Memory::usable_limit(limit), true)?;
        Ok((mapped, mapping))
    }

    /// Takes a new region of at least `limit` bytes, and makes it inaccessible.
    pub(super) fn close(
        mapping: Arc<Mapping>,
        limit: u32,
        is_shared: bool,
    ) -> Result<Mapped, String> {
        let mut mapped = Mapped {
            base: mapping.base(),
            pages: Pages::new(limit),
            is_shared,
            window: 0..0,
            used_end: 0,
            shared: BTreeSet::new(),
            _mapping: mapping,
        };
        mapped
            .set_processor(0..limit as usize, Allow::Nothing)
            .map_err(|error| format!("cannot protect {limit} bytes: {error}"))?;
        Ok(mapped)
    }

    /// Changes the page protection in the processor.
    fn set_processor(
        &mut self,
        range: Range<usize>,
        allow: Allow,
    ) -> Result<(), rustix::io::Errno> {
        assert!(range.start <= range.end && range.end <= self.pages.limit() as usize);
        if range.is_empty() {
            return Ok(());
        }
        // SAFETY: the range lies in the region, by the assertion. The callers ensure that the page
        // table allows no access to it while its protection changes; faults of compiled code become
        // traps.
        unsafe { pages::protect(self.base.add(range.start), range.len(), allow) }
    }

    /// Makes pages that the page table does not allow to be touched zero.
    fn discard(&mut self, range: Range<usize>) -> Result<(), TooFragmented> {
        assert!(range.start <= range.end && range.end <= self.pages.limit() as usize);
        // SAFETY: the range lies in the region, by the assertion. That its bytes become zero
        // is a change like any other that a thread of the guest could make.
        unsafe { pages::discard(self.base.add(range.start), range.len()) }
            .map_err(|_| TooFragmented)
    }

    /// Makes pages private and zero. The page table must not allow access to them. They may be
    /// shared.
    fn renew(&mut self, range: Range<usize>) {
        assert!(range.start <= range.end && range.end <= self.pages.limit() as usize);
        // SAFETY: the range lies in the region, by the assertion. Compiled code takes a fault for
        // a trap, and finds zeros otherwise.
        unsafe { pages::renew(self.base.add(range.start), range.len()) }
    }

    /// Discards pages that were mapped, shared or not.
    fn drop_pages(&mut self, range: Range<usize>) -> Result<(), TooFragmented> {
        let page = PAGE_SIZE as usize;
        let numbers = range.start / page..range.end / page;
        if self.shared.range(numbers.clone()).next().is_none() {
            return self.discard(range);
        }
        for number in numbers {
            let bytes = number * page..(number + 1) * page;
            match self.shared.remove(&number) {
                true => self.renew(bytes),
                false => self.discard(bytes)?,
            }
        }
        Ok(())
    }

    /// Fails unless the table allows an access. Every access of the functions below is checked
    /// here.
    #[inline]
    fn allowed(&self, range: &Range<usize>, access: Access) -> bool {
        let (Ok(start), Ok(len)) = (u32::try_from(range.start), u32::try_from(range.len())) else {
            return false;
        };
        self.pages.check(start, len, access).is_ok()
    }

    /// # Safety
    ///
    /// The range must lie in the region and be writable.
    unsafe fn fill_open(&mut self, range: Range<usize>, byte: u8) {
        let value = u64::from_ne_bytes([byte; WORD]);
        // SAFETY: guaranteed by the caller.
        unsafe {
            let (head, words) = self.split(range.start, range.len());
            let start = range.start + head;
            let end = start + words * WORD;
            for at in (range.start..start).chain(end..range.end) {
                self.byte(at).store(byte, Relaxed);
            }
            for at in (start..end).step_by(WORD) {
                self.word(at).store(value, Relaxed);
            }
        }
    }

    /// Reads an aligned integer in one access, so that it never sees a partial write. Returns true
    /// if the bytes are aligned and have such a size.
    ///
    /// # Safety
    ///
    /// The bytes must lie in the region and be readable.
    #[inline]
    unsafe fn get_whole(&self, at: usize, buffer: &mut [u8]) -> bool {
        macro_rules! load {
            ($atomic:ty) => {{
                // SAFETY: guaranteed by the caller; the base is the start of a page, so the address
                // is aligned. The only references are to atomics.
                let value = unsafe { <$atomic>::from_ptr(self.base.add(at).as_ptr().cast()) };
                buffer.copy_from_slice(&value.load(Relaxed).to_ne_bytes());
            }};
        }
        match buffer.len() {
            2 if at.is_multiple_of(2) => load!(AtomicU16),
            4 if at.is_multiple_of(4) => load!(AtomicU32),
            8 if at.is_multiple_of(8) => load!(AtomicU64),
            _ => return false,
        }
        true
    }

    /// Like `get_whole`, for writing.
    ///
    /// # Safety
    ///
    /// The bytes must lie in the region and be writable.
    #[inline]
    unsafe fn put_whole(&self, at: usize, bytes: &[u8]) -> bool {
        macro_rules! store {
            ($atomic:ty, $int:ty) => {{
                let mut value = [0; size_of::<$int>()];
                value.copy_from_slice(bytes);
                // SAFETY: as in `get_whole`.
                let place = unsafe { <$atomic>::from_ptr(self.base.add(at).as_ptr().cast()) };
                place.store(<$int>::from_ne_bytes(value), Relaxed);
            }};
        }
        match bytes.len() {
            2 if at.is_multiple_of(2) => store!(AtomicU16, u16),
            4 if at.is_multiple_of(4) => store!(AtomicU32, u32),
            8 if at.is_multiple_of(8) => store!(AtomicU64, u64),
            _ => return false,
        }
        true
    }

    /// Returns the number of bytes before the first aligned word of a range, and the number of
    /// words that follow. The base is aligned, since it is the start of a page.
    fn split(&self, at: usize, len: usize) -> (usize, usize) {
        let head = (at.next_multiple_of(WORD) - at).min(len);
        (head, (len - head) / WORD)
    }

    /// # Safety
    ///
    /// The byte must lie in the region and be accessible as it is used.
    #[inline]
    unsafe fn byte(&self, at: usize) -> &AtomicU8 {
        // SAFETY: the address is valid, as the caller promises. No reference
        // to it exists that is not to an atomic.
        unsafe { AtomicU8::from_ptr(self.base.add(at).as_ptr()) }
    }

    /// # Safety
    ///
    /// The word must lie in the region, be aligned, and be accessible as it is
    /// used.
    #[inline]
    unsafe fn word(&self, at: usize) -> &AtomicU64 {
        // SAFETY: the address is valid and aligned, as the caller promises. No
        // reference to it exists that is not to an atomic.
        unsafe { AtomicU64::from_ptr(self.base.add(at).as_ptr().cast()) }
    }
}

impl Mapped {
    /// Finds the bytes that [`Region::window`] lends. They exclude pages to which another process
    /// may write.
    fn find_window(&mut self) {
        if !self.is_shared {
            let shared = &self.shared;
            self.window =
                (self.pages).longest_writable_run(self.used_end, |page| shared.contains(&page));
        }
    }
}

impl Region for Mapped {
    fn pages(&self) -> &Pages {
        &self.pages
    }

    /// Changes the protection of whole pages, see [`Memory::protect`].
    fn protect(&mut self, range: Range<u32>, protection: Protection) -> Result<(), TooFragmented> {
        let numbers = self.pages.whole(range.clone());
        let bytes = range.start as usize..range.end as usize;
        let old = self.pages.table()[numbers.clone()].to_vec();
        self.window = 0..0;
        // Until this is done, nothing may access these pages.
        self.pages.set(range.clone(), Protection::None);
        let allow = match protection {
            Protection::Unmapped | Protection::None => Allow::Nothing,
            Protection::Read => Allow::Read,
            Protection::ReadWrite => Allow::All,
        };
        self.set_processor(bytes.clone(), allow)
            .map_err(|_| TooFragmented)?;
        if protection == Protection::Unmapped {
            // Unmapped pages are zeroed, so that they are zero when they are mapped again, and are
            // returned to the system.
            let mut start = bytes.start;
            for run in
                old.chunk_by(|a, b| (*a == Protection::Unmapped) == (*b == Protection::Unmapped))
            {
                let end = start + run.len() * PAGE_SIZE as usize;
                if run[0] != Protection::Unmapped {
                    self.drop_pages(start..end)?;
                }
                start = end;
            }
        }
        self.pages.set(range, protection);
        if protection != Protection::Unmapped {
            self.used_end = self.used_end.max(numbers.end);
        }
        self.find_window();
        Ok(())
    }

    /// Maps a part of a file over pages that are already mapped.
    fn share(&mut self, at: u32, part: &SharedPart<'_>) -> Result<(), Errno> {
        let file = part.file.downcast_ref::<File>().ok_or(Errno::ENODEV)?;
        let refused = |error: rustix::io::Errno| pinnacle_folder::errno(error.into());
        let size = rustix::fs::fstat(file).map_err(refused)?.st_size;
        let end = part.offset.checked_add(part.len).ok_or(Errno::EINVAL)?;
        if i128::from(size) < i128::from(end) || part.len == 0 {
            return Err(Errno::EINVAL);
        }
        let start = at as usize;
        let len = usize::try_from(part.len).map_err(|_| Errno::ENOMEM)?;
        let pages_end = start + len.next_multiple_of(PAGE_SIZE as usize);
        let pages_end = u32::try_from(pages_end).map_err(|_| Errno::ENOMEM)?;
        let numbers = self.pages.whole(at..pages_end);
        // From now on, nothing may access these pages.
        self.window = 0..0;
        self.pages.set(at..pages_end, Protection::None);
        // The bytes between the end of the part and the end of its last page are zero.
        self.renew(start..pages_end as usize);
        let place = start..start + len.next_multiple_of(pages::system_page());
        assert!(place.end <= pages_end as usize && pages_end <= self.pages.limit());
        // SAFETY: the place lies in the region, by the assertion. The page table allows nothing
        // there; compiled code takes a fault for a trap. That other processes write to the bytes
        // is as if other threads of the program did: no references lead there, as `find_window`
        // leaves shared pages out, and every access is atomic.
        let mapped = unsafe { pages::share(self.base.add(start), place.len(), file, part.offset) };
        if let Err(error) = mapped {
            self.renew(start..pages_end as usize);
            self.find_window();
            return Err(refused(error));
        }
        self.shared.extend(numbers);
        self.find_window();
        Ok(())
    }

    /// Lends the longest run of bytes that can be read and written, unless code of other threads
    /// may be running.
    fn window(&mut self) -> (u32, &mut [u8]) {
        let Range { start, end } = self.window;
        assert!(start <= end && end <= self.pages.limit());
        // SAFETY: the range lies in the region, by the assertion, and its pages are readable and
        // writable, as `protect` ensures. The window has not been given up, so code runs in no other
        // thread, and other threads interpret only if they have the region, which this borrows. No
        // other function of this module makes a reference to the bytes.
        let bytes = unsafe {
            let first = self.base.add(start as usize).as_ptr();
            std::slice::from_raw_parts_mut(first, (end - start) as usize)
        };
        (start, bytes)
    }

    fn give_up_window(&mut self) {
        self.is_shared = true;
        self.window = 0..0;
    }

    /// Reads bytes, which the table allows.
    fn get(&self, at: usize, buffer: &mut [u8]) {
        let end = at.saturating_add(buffer.len());
        assert!(self.allowed(&(at..end), Access::Read));
        // SAFETY: the page table allows to read the range, by the assertion.
        unsafe {
            if self.get_whole(at, buffer) {
                return;
            }
            let (head, words) = self.split(at, buffer.len());
            let (first, rest) = buffer.split_at_mut(head);
            let (middle, last) = rest.split_at_mut(words * WORD);
            for (index, byte) in first.iter_mut().enumerate() {
                *byte = self.byte(at + index).load(Relaxed);
            }
            let start = at + head;
            for (index, word) in middle.chunks_exact_mut(WORD).enumerate() {
                let value = self.word(start + index * WORD).load(Relaxed);
                word.copy_from_slice(&value.to_ne_bytes());
            }
            let start = start + words * WORD;
            for (index, byte) in last.iter_mut().enumerate() {
                *byte = self.byte(start + index).load(Relaxed);
            }
        }
    }

    /// Writes bytes, which the table allows.
    fn put(&mut self, at: usize, bytes: &[u8]) {
        let end = at.saturating_add(bytes.len());
        assert!(self.allowed(&(at..end), Access::Write));
        // SAFETY: the page table allows to write the range, by the assertion.
        unsafe {
            if self.put_whole(at, bytes) {
                return;
            }
            let (head, words) = self.split(at, bytes.len());
            let (first, rest) = bytes.split_at(head);
            let (middle, last) = rest.split_at(words * WORD);
            for (index, &byte) in first.iter().enumerate() {
                self.byte(at + index).store(byte, Relaxed);
            }
            let start = at + head;
            for (index, word) in middle.chunks_exact(WORD).enumerate() {
                let mut value = [0; WORD];
                value.copy_from_slice(word);
                self.word(start + index * WORD)
                    .store(u64::from_ne_bytes(value), Relaxed);
            }
            let start = start + words * WORD;
            for (index, &byte) in last.iter().enumerate() {
                self.byte(start + index).store(byte, Relaxed);
            }
        }
    }

    /// Replaces an integer that the table allows to write.
    fn replace(&mut self, at: usize, len: usize, old: u64, new: u64) -> Result<(), u64> {
        assert!(self.allowed(&(at..at.saturating_add(len)), Access::Write));
        assert!(matches!(len, 1 | 2 | 4 | 8) && at.is_multiple_of(len));
        // SAFETY: the page table allows to write the range, by the first assertion; the
        // base is the start of a page, so by the second the address is aligned. No
        // reference to the bytes exists that is not to an atomic.
        unsafe {
            let place = self.base.add(at).as_ptr();
            macro_rules! exchange {
                ($atomic:ty, $int:ty) => {
                    <$atomic>::from_ptr(place.cast())
                        .compare_exchange(old as $int, new as $int, SeqCst, SeqCst)
                        .map(drop)
                        .map_err(u64::from)
                };
            }
            match len {
                1 => exchange!(AtomicU8, u8),
                2 => exchange!(AtomicU16, u16),
                4 => exchange!(AtomicU32, u32),
                _ => exchange!(AtomicU64, u64),
            }
        }
    }

    /// Writes the same byte to a range, which the table allows.
    fn fill(&mut self, range: Range<usize>, byte: u8) {
        assert!(self.allowed(&range, Access::Write));
        // SAFETY: the page table allows to write the range, by the assertion.
        unsafe { self.fill_open(range, byte) }
    }
}
