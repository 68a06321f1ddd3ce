//! Memory that something other than the host also reads and writes.

use super::pages::UsedPages;
use super::{Pages, Protection, TooFragmented};
use crate::Errno;
use std::any::Any;
use std::ops::Range;

/// Memory that something else reads and writes at the same time. It is only accessed by copying.
/// [`Memory::from_region`](super::Memory::from_region) makes a guest's memory of it.
///
/// Ranges are checked against the page table before these methods are called. An implementation
/// whose soundness depends on that must check again.
pub trait Region: Send {
    /// The page table.
    fn pages(&self) -> &Pages;

    /// Changes the protection of whole pages, see [`Memory::protect`](super::Memory::protect).
    ///
    /// # Errors
    ///
    /// Fails if the table of ranges with different protections is full.
    fn protect(&mut self, range: Range<u32>, protection: Protection) -> Result<(), TooFragmented>;

    /// Replaces mapped pages by a part of a file of the machine that other processes share. The
    /// pages are inaccessible until they are protected, and become private again when they are
    /// unmapped. The rest of the last page after the part is zero and not shared.
    ///
    /// # Errors
    ///
    /// Fails with `ENODEV` if this memory cannot be shared, and with errors of the machine.
    fn share(&mut self, at: u32, part: &SharedPart<'_>) -> Result<(), Errno> {
        let _ = (at, part);
        Err(Errno::ENODEV)
    }

    /// Returns the readable and writable bytes that nothing else accesses while they are borrowed,
    /// and the address of the first. Returns nothing if something else might access them.
    fn window(&mut self) -> (u32, &mut [u8]) {
        (0, &mut [])
    }

    /// Stops lending the window: from now on something else may access the bytes at any moment, so
    /// [`Region::window`] is empty.
    fn give_up_window(&mut self) {}

    /// Reads bytes.
    fn get(&self, at: usize, buffer: &mut [u8]);

    /// Writes bytes.
    fn put(&mut self, at: usize, bytes: &[u8]);

    /// Replaces an aligned integer of 1, 2, 4 or 8 bytes if it still has the old value. Otherwise
    /// returns the current value. Atomic if others write too.
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

    /// Copies a range to another address. The two may overlap.
    fn copy_within(&mut self, from: Range<usize>, to: usize) {
        let mut buffer = [0; CHUNK];
        let chunks = from.len().div_ceil(CHUNK);
        for index in 0..chunks {
            // Upwards if the destination is lower, otherwise downwards, so that no byte is
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

/// A part of a file on the machine that several processes map.
#[derive(Clone, Copy, Debug)]
pub struct SharedPart<'a> {
    /// The file, as [`File::passed`](crate::files::File::passed) gives it.
    pub file: &'a dyn Any,
    /// The start of the part, a multiple of the size of a page.
    pub offset: u64,
    /// Its length in bytes, at least 1.
    pub len: u64,
    /// True if the program may write to it.
    pub is_writable: bool,
}

/// Number of bytes copied at a time by default.
const CHUNK: usize = 4096;

/// Bytes in another memory, such as that of another WebAssembly module. Addresses have been
/// checked.
pub trait RemoteBytes: Send {
    /// Copies bytes from there.
    fn read(&self, at: u32, buffer: &mut [u8]);

    /// Copies bytes there.
    fn write(&mut self, at: u32, bytes: &[u8]);

    /// Ensures that bytes up to this address exist; new ones are zero. Returns false if they
    /// cannot; their pages then stay unmapped.
    fn reach(&mut self, end: u32) -> bool {
        let _ = end;
        true
    }
}

/// Bytes in another place, with a page table here. The host respects the table; the program itself
/// may not be restricted by it.
pub(super) struct Distant<B> {
    bytes: B,
    pages: Pages,
    used: UsedPages,
}

impl<B: RemoteBytes> Distant<B> {
    /// Nothing is mapped. The limit is a multiple of the size of a page.
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
