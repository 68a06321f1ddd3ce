//! Memory pages allocated from the system.
//!
//! Miri, which detects undefined behaviour, does not support these system calls. Under Miri, pages
//! come from Rust's allocator, so that it knows the bounds of each mapping, and nothing is
//! protected.

use rustix::io::Errno;
use std::ptr::NonNull;

/// The accesses to pages that the processor allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Allow {
    /// Nothing.
    Nothing,
    /// Reading.
    Read,
    /// Reading and writing.
    All,
}

#[cfg(not(miri))]
mod system {
    use super::{Allow, Errno, NonNull};
    use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap, mmap_anonymous, mprotect, munmap};
    use std::fs::File;
    use std::ptr::null_mut;

    /// Reserves this number of bytes, none of them accessible.
    pub(in super::super) fn reserve(len: usize) -> Result<NonNull<u8>, Errno> {
        let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
        // SAFETY: without an address and `MapFlags::FIXED` the new mapping
        // overlaps no other.
        let start = unsafe { mmap_anonymous(null_mut(), len, ProtFlags::empty(), flags) };
        NonNull::new(start?.cast()).ok_or(Errno::NOMEM)
    }

    /// Releases all of a range from [`reserve`].
    ///
    /// # Safety
    ///
    /// The pages must no longer be in use.
    pub(in super::super) unsafe fn release(start: NonNull<u8>, len: usize) {
        // SAFETY: what the caller promises.
        let result = unsafe { munmap(start.as_ptr().cast(), len) };
        debug_assert!(result.is_ok(), "a whole mapping can be unmapped");
    }

    /// Changes the protection of whole pages.
    ///
    /// # Safety
    ///
    /// They belong to a reservation, and no code relies on being allowed more.
    pub(in super::super) unsafe fn protect(
        start: NonNull<u8>,
        len: usize,
        allow: Allow,
    ) -> Result<(), Errno> {
        let flags = match allow {
            Allow::Nothing => MprotectFlags::empty(),
            Allow::Read => MprotectFlags::READ,
            Allow::All => MprotectFlags::READ | MprotectFlags::WRITE,
        };
        // SAFETY: what the caller promises.
        unsafe { mprotect(start.as_ptr().cast(), len, flags) }
    }

    /// Maps a part of a file in place of whole pages, inaccessible, shared with every process
    /// that maps it.
    ///
    /// # Safety
    ///
    /// They belong to a reservation, and no code relies on their contents.
    pub(in super::super) unsafe fn share(
        start: NonNull<u8>,
        len: usize,
        file: &File,
        offset: u64,
    ) -> Result<(), Errno> {
        let flags = MapFlags::SHARED | MapFlags::FIXED;
        let protection = ProtFlags::empty();
        // SAFETY: what the caller promises.
        let mapped = unsafe { mmap(start.as_ptr().cast(), len, protection, flags, file, offset) };
        mapped.map(drop)
    }

    /// Puts inaccessible private pages of zeros in place of whole pages. Ends the process if the
    /// system refuses: there might be a hole in the reservation.
    ///
    /// # Safety
    ///
    /// They belong to a reservation, and no code relies on their contents.
    pub(in super::super) unsafe fn renew(start: NonNull<u8>, len: usize) {
        if len == 0 {
            return;
        }
        let flags = MapFlags::PRIVATE | MapFlags::NORESERVE | MapFlags::FIXED;
        let protection = ProtFlags::empty();
        // SAFETY: what the caller promises.
        let mapped = unsafe { mmap_anonymous(start.as_ptr().cast(), len, protection, flags) };
        if mapped.is_err() {
            std::process::abort();
        }
    }

    /// The size of the system's own pages, a divisor of the size of the program's.
    pub(in super::super) fn system_page() -> usize {
        rustix::param::page_size()
    }

    /// Makes whole pages that are inaccessible zero, and returns their memory to the system.
    ///
    /// # Safety
    ///
    /// They belong to a reservation, and no code relies on their contents.
    #[cfg(target_os = "linux")]
    pub(in super::super) unsafe fn discard(start: NonNull<u8>, len: usize) -> Result<(), Errno> {
        use rustix::mm::{Advice, madvise};
        // SAFETY: the pages are private and of no file, so they read as zero from now on; the
        // rest is what the caller promises.
        unsafe { madvise(start.as_ptr().cast(), len, Advice::LinuxDontNeed) }
    }

    /// Makes whole pages that are inaccessible zero.
    ///
    /// # Safety
    ///
    /// They belong to a reservation, and no code relies on their contents.
    #[cfg(not(target_os = "linux"))]
    pub(in super::super) unsafe fn discard(start: NonNull<u8>, len: usize) -> Result<(), Errno> {
        // SAFETY: what the caller promises; they are accessible while they are written to.
        unsafe {
            protect(start, len, Allow::All)?;
            super::clear(start, len);
            protect(start, len, Allow::Nothing)
        }
    }
}

#[cfg(miri)]
mod system {
    use super::{Allow, Errno, NonNull};
    use pinnacle_system::memory::PAGE_SIZE;
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::fs::File;

    fn layout(len: usize) -> Layout {
        Layout::from_size_align(len, PAGE_SIZE as usize).expect("less than the address space")
    }

    pub(in super::super) fn reserve(len: usize) -> Result<NonNull<u8>, Errno> {
        assert_ne!(len, 0);
        // SAFETY: the size is not 0.
        NonNull::new(unsafe { alloc_zeroed(layout(len)) }).ok_or(Errno::NOMEM)
    }

    /// # Safety
    ///
    /// See above.
    pub(in super::super) unsafe fn release(start: NonNull<u8>, len: usize) {
        // SAFETY: `reserve` made it with the same layout.
        unsafe { dealloc(start.as_ptr(), layout(len)) }
    }

    /// # Safety
    ///
    /// See above.
    #[expect(clippy::unnecessary_wraps, reason = "as the system's")]
    pub(in super::super) unsafe fn protect(
        _: NonNull<u8>,
        _: usize,
        _: Allow,
    ) -> Result<(), Errno> {
        Ok(())
    }

    /// # Safety
    ///
    /// See above.
    pub(in super::super) unsafe fn share(
        _: NonNull<u8>,
        _: usize,
        _: &File,
        _: u64,
    ) -> Result<(), Errno> {
        Err(Errno::NODEV)
    }

    /// # Safety
    ///
    /// See above.
    pub(in super::super) unsafe fn renew(start: NonNull<u8>, len: usize) {
        // SAFETY: what the caller promises.
        unsafe { super::clear(start, len) };
    }

    pub(in super::super) fn system_page() -> usize {
        PAGE_SIZE as usize
    }

    /// # Safety
    ///
    /// See above.
    #[expect(clippy::unnecessary_wraps, reason = "as the system's")]
    pub(in super::super) unsafe fn discard(start: NonNull<u8>, len: usize) -> Result<(), Errno> {
        // SAFETY: what the caller promises.
        unsafe { super::clear(start, len) };
        Ok(())
    }
}

/// Makes whole pages zero, where the system has no call for that.
///
/// # Safety
///
/// They are mapped and accessible.
#[cfg(any(miri, not(target_os = "linux")))]
unsafe fn clear(start: NonNull<u8>, len: usize) {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    for at in (0..len).step_by(size_of::<u64>()) {
        // SAFETY: guaranteed by the caller; the start of a page is aligned. The only references are
        // to atomics, because code of the program may write there too.
        unsafe { AtomicU64::from_ptr(start.add(at).as_ptr().cast()) }.store(0, Relaxed);
    }
}

pub(super) use system::{discard, protect, release, renew, reserve, share, system_page};
