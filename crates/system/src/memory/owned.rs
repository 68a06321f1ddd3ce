//! Memory whose bytes belong to the host.

use super::changed::Changes;
use super::pages::UsedPages;
use super::{ChangedWords, Pages, Protection};
use std::ops::Range;

/// Memory that only the host accesses.
pub(super) struct Owned {
    bytes: Vec<u8>,
    pages: Pages,
    used: UsedPages,
    window: Range<u32>,
    /// The first page from which on no page was ever mapped.
    used_end: usize,
    /// The changed words; `None` while they are not recorded. While they are, the window is empty.
    changes: Option<Box<Changes>>,
}

impl Owned {
    /// Creates memory of this number of bytes, a multiple of the page size. Returns `None` if the
    /// host does not have enough address space.
    pub(super) fn new(limit: u32) -> Option<Owned> {
        // The zeroed allocation below would abort the process on failure. This one reports it.
        let mut probe: Vec<u8> = Vec::new();
        probe.try_reserve_exact(limit as usize).ok()?;
        drop(probe);
        Some(Owned {
            bytes: vec![0; limit as usize],
            pages: Pages::new(limit),
            used: UsedPages::new(),
            window: 0..0,
            used_end: 0,
            changes: None,
        })
    }

    pub(super) fn protect(&mut self, range: Range<u32>, protection: Protection) {
        let pages = self.pages.whole(range.clone());
        self.used
            .map(&self.pages, pages.clone(), protection, |stale| {
                self.bytes[stale].fill(0);
            });
        self.pages.set(range.clone(), protection);
        if protection != Protection::Unmapped {
            self.used_end = self.used_end.max(pages.end);
        }
        if let Some(changes) = &mut self.changes {
            changes.add_all(range.start as usize..range.end as usize);
        }
        self.find_window();
    }

    fn find_window(&mut self) {
        self.window = match self.changes {
            Some(_) => 0..0,
            None => self.pages.longest_writable_run(self.used_end, |_| false),
        };
    }

    /// Starts recording which words change.
    pub(super) fn begin_changes(&mut self) {
        self.changes = Some(Box::new(Changes::new(self.pages.limit())));
        self.find_window();
    }

    /// Stops recording changes.
    pub(super) fn end_changes(&mut self) {
        self.changes = None;
        self.find_window();
    }

    /// Returns true while changes are recorded.
    pub(super) fn records_changes(&self) -> bool {
        self.changes.is_some()
    }

    /// Removes and returns the words that have changed since they were last taken.
    pub(super) fn take_changes(&mut self) -> ChangedWords {
        let changes = self.changes.as_deref_mut();
        changes.map(Changes::take).unwrap_or_default()
    }

    /// Returns the number of the page from which on no page was ever mapped.
    pub(super) fn used_end(&self) -> usize {
        self.used_end
    }

    /// Replaces the protections of all pages. A page that becomes mapped keeps its bytes; it must
    /// have been mapped before.
    pub(super) fn replace_protections(&mut self, table: &[Protection]) {
        self.pages.replace(table);
        self.find_window();
    }

    #[inline]
    pub(super) fn pages(&self) -> &Pages {
        &self.pages
    }

    /// Returns the first address of the window, and its bytes.
    #[inline]
    pub(super) fn window(&mut self) -> (u32, &mut [u8]) {
        let Range { start, end } = self.window;
        (start, &mut self.bytes[start as usize..end as usize])
    }

    /// Returns the bytes of a range, for reading, or for writes that are not recorded as changes.
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
        let old = &mut self.bytes[at..at + bytes.len()];
        if let Some(changes) = &mut self.changes {
            changes.replace(at, old, bytes.iter().copied());
        }
        old.copy_from_slice(bytes);
    }

    pub(super) fn fill(&mut self, range: Range<usize>, byte: u8) {
        let at = range.start;
        let old = &mut self.bytes[range];
        if let Some(changes) = &mut self.changes {
            changes.replace(at, old, std::iter::repeat(byte));
        }
        old.fill(byte);
    }

    pub(super) fn copy_within(&mut self, from: Range<usize>, to: usize) {
        if let Some(changes) = &mut self.changes {
            let old = &self.bytes[to..to + from.len()];
            changes.replace(to, old, self.bytes[from.clone()].iter().copied());
        }
        self.bytes.copy_within(from, to);
    }
}
