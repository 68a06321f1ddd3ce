//! Memory that other code also reads and writes.

use super::pages::UsedPages;
use super::{Pages, Protection, TooFragmented};
use crate::Errno;
use std::any::Any;
use std::ops::Range;

/// Memory that other code reads and writes at the same time. It is only accessed by copying.
/// [`Memory::from_region`](super::Memory::from_region) creates a guest's memory from it.
///
/// Ranges are checked against the page table before these methods are called. An implementation
/// whose soundness depends on that must check them again.
pub trait Region: Send {
    /// Returns the page table.
    fn pages(&self) -> &Pages;

    /// Changes the protection of whole pages; see [`Memory::protect`](super::Memory::protect).
    ///
    /// # Errors
    ///
    /// Fails if there are too many ranges with different protections.
    fn protect(&mut self, range: Range<u32>, protection: Protection) -> Result<(), TooFragmented>;

    /// Replaces mapped pages with a part of a file of the machine that other processes share. The
    /// pages are inaccessible until they are protected, and become private again when they are
    /// unmapped. The bytes after the part in its last page are zero and not shared.
    ///
    /// # Errors
    ///
    /// Fails with `ENODEV` if this memory cannot be shared, and with errors of the machine.
    fn share(&mut self, at: u32, part: &SharedPart<'_>) -> Result<(), Errno> {
        let _ = (at, part);
        Err(Errno::ENODEV)
    }

    /// Returns the readable and writable bytes that no other code accesses while they are borrowed,
    /// and the address of the first. Returns an empty slice if other code might access them.
    fn window(&mut self) -> (u32, &mut [u8]) {
        (0, &mut [])
    }

    /// Makes [`Region::window`] empty from now on, because other code may access the bytes at any
    /// moment.
    fn give_up_window(&mut self) {}

    /// Reads bytes.
    fn get(&self, at: usize, buffer: &mut [u8]);

    /// Writes bytes.
    fn put(&mut self, at: usize, bytes: &[u8]);

    /// Replaces an aligned integer of 1, 2, 4 or 8 bytes if it still has the old value. Otherwise
    /// returns the current value. This must be atomic if other code also writes.
    fn replace(&mut self, at: usize, len: usize, old: u64, new: u64) -> Result<(), u64> {
        let _ = old;
        self.put(at, &new.to_le_bytes()[..len]);
        Ok(())
    }

    /// Writes the same byte to a range.
    fn fill(&mut self, range: Range<usize>, byte: u8) {
        let bytes = [byte; CHUNK];
        for start in range.clone().step_by(CHUNK) {
            self.put(start, &bytes[..(range.end - start).min(CHUNK)]);
        }
    }

    /// Copies a range to another address. The ranges may overlap.
    fn copy_within(&mut self, from: Range<usize>, to: usize) {
        let mut buffer = [0; CHUNK];
        let chunks = from.len().div_ceil(CHUNK);
        for index in 0..chunks {
            // Copies upwards if the destination is lower, otherwise downwards, so that no byte is
            // overwritten before it is copied.
            let chunk = if to <= from.start {
                index
            } else {
                chunks - 1 - index
            };
            let start = chunk * CHUNK;
            let part = &mut buffer[..(from.len() - start).min(CHUNK)];
            self.get(from.start + start, part);
            self.put(to + start, part);
        }
    }
}

/// A part of a file of the machine that several processes map.
#[derive(Clone, Copy, Debug)]
pub struct SharedPart<'a> {
    /// The file, as returned by [`File::passed`](crate::files::File::passed).
    pub file: &'a dyn Any,
    /// The start of the part in the file: a multiple of the page size.
    pub offset: u64,
    /// Its length in bytes, at least 1.
    pub len: u64,
    /// True if the program may write to it.
    pub is_writable: bool,
}

/// Number of bytes copied at a time by default.
const CHUNK: usize = 4096;

/// Bytes in another memory, such as that of another WebAssembly module. The caller checks the
/// addresses.
pub trait RemoteBytes: Send {
    /// Copies bytes from the other memory.
    fn read(&self, at: u32, buffer: &mut [u8]);

    /// Copies bytes to the other memory.
    fn write(&mut self, at: u32, bytes: &[u8]);

    /// Makes sure that bytes exist up to this address; new ones are zero. Returns false if that is
    /// impossible; the pages then stay unmapped.
    fn reach(&mut self, end: u32) -> bool {
        let _ = end;
        true
    }
}

/// Remote bytes with a page table. The host respects the table; the program itself may not be
/// restricted by it.
pub(super) struct Distant<B> {
    bytes: B,
    pages: Pages,
    used: UsedPages,
}

impl<B: RemoteBytes> Distant<B> {
    /// Creates memory in which nothing is mapped. The limit is a multiple of the page size.
    pub(super) fn new(limit: u32, bytes: B) -> Distant<B> {
        Distant {
            bytes,
            pages: Pages::new(limit),
            used: UsedPages::new(),
        }
    }
}

impl<B: RemoteBytes> Region for Distant<B> {
    fn pages(&self) -> &Pages {
        &self.pages
    }

    fn protect(&mut self, range: Range<u32>, protection: Protection) -> Result<(), TooFragmented> {
        const ZEROS: [u8; CHUNK] = [0; CHUNK];
        let bytes = &mut self.bytes;
        if protection != Protection::Unmapped && !bytes.reach(range.end) {
            return Err(TooFragmented);
        }
        let numbers = self.pages.whole(range.clone());
        self.used.map(&self.pages, numbers, protection, |stale| {
            for start in stale.step_by(CHUNK) {
                bytes.write(start as u32, &ZEROS);
            }
        });
        self.pages.set(range, protection);
        Ok(())
    }

    fn get(&self, at: usize, buffer: &mut [u8]) {
        self.bytes.read(at as u32, buffer);
    }

    fn put(&mut self, at: usize, bytes: &[u8]) {
        self.bytes.write(at as u32, bytes);
    }
}
