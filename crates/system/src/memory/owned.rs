//! Memory whose bytes are the host's own.

use super::pages::UsedPages;
use super::{Pages, Protection};
use std::ops::Range;

/// Memory that only the host touches.
pub(super) struct Owned {
    bytes: Vec<u8>,
    pages: Pages,
    used: UsedPages,
    window: Range<u32>,
    /// No page from this one on was ever mapped.
    used_end: usize,
}

impl Owned {
    /// Makes memory of this number of bytes, a multiple of the page size; `None` if the host has
    /// not enough address space.
    pub(super) fn new(limit: u32) -> Option<Owned> {
        // The zeroed allocation below would abort the process; this one
        // reports failure.
        let mut probe: Vec<u8> = Vec::new();
        probe.try_reserve_exact(limit as usize).ok()?;
        drop(probe);
        Some(Owned {
            bytes: vec![0; limit as usize],
            pages: Pages::new(limit),
            used: UsedPages::new(),
            window: 0..0,
            used_end: 0,
        })
    }

    pub(super) fn protect(&mut self, range: Range<u32>, protection: Protection) {
        let pages = self.pages.whole(range.clone());
        self.used
            .map(&self.pages, pages.clone(), protection, |stale| {
                self.bytes[stale].fill(0);
            });
        self.pages.set(range, protection);
        if protection != Protection::Unmapped {
            self.used_end = self.used_end.max(pages.end);
        }
        self.window = self.pages.longest_writable_run(self.used_end, |_| false);
    }

    /// The number of the first page from which on none was ever mapped.
    pub(super) fn used_end(&self) -> usize {
        self.used_end
    }

    /// Replaces the protections of all pages. Pages that get mapped by this keep their bytes; they
    /// must have been mapped before.
    pub(super) fn replace_protections(&mut self, table: &[Protection]) {
        self.pages.replace(table);
        self.window = self.pages.longest_writable_run(self.used_end, |_| false);
    }

    #[inline]
    pub(super) fn pages(&self) -> &Pages {
        &self.pages
    }

    /// The first address of the window, and its bytes.
    #[inline]
    pub(super) fn window(&mut self) -> (u32, &mut [u8]) {
        let Range { start, end } = self.window;
        (start, &mut self.bytes[start as usize..end as usize])
    }

    /// The bytes of a range.
    #[inline]
    pub(super) fn slice(&mut self, range: Range<usize>) -> &mut [u8] {
        &mut self.bytes[range]
    }

    #[inline]
    pub(super) fn get(&self, at: usize, buffer: &mut [u8]) {
        buffer.copy_from_slice(&self.bytes[at..at + buffer.len()]);
    }

    #[inline]
    pub(super) fn put(&mut self, at: usize, bytes: &[u8]) {
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    }

    pub(super) fn fill(&mut self, range: Range<usize>, byte: u8) {
        self.bytes[range].fill(byte);
    }

    pub(super) fn copy_within(&mut self, from: Range<usize>, to: usize) {
        self.bytes.copy_within(from, to);
    }
}
