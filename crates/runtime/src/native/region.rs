//! The address space that compiled code has its memory in.
//!
//! A region stays mapped as long as anybody holds it: both Wasmtime, which
//! bakes nothing of it into code but reaches it through the instance, and
//! [`Mapped`](super::Mapped). For memory that threads share Wasmtime has such
//! a handle itself. For other memory, which it ties to a store, this module
//! makes the mapping, so that the two can share it.

use super::mapped::Owner;
use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use std::cell::RefCell;
use std::ptr::{NonNull, null_mut};
use std::sync::Arc;
use wasmtime::{Instance, LinearMemory, MemoryCreator, MemoryType, Module, StoreContextMut};

/// A mapping of this process, which nothing else has any part of.
#[derive(Debug)]
pub(crate) struct Mapping {
    base: NonNull<u8>,
    len: usize,
}

// SAFETY: a mapping is an address and a length that never change. What lies
// there is only read and written through functions that say themselves when
// that is allowed.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Reserves so many bytes, none of them accessible.
    pub(super) fn reserve(len: usize) -> Result<Mapping, String> {
        let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
        // SAFETY: without an address and `MapFlags::FIXED` the new mapping
        // overlaps no other.
        let base = unsafe { mmap_anonymous(null_mut(), len, ProtFlags::empty(), flags) };
        let base = base.map_err(|error| format!("cannot reserve {len} bytes: {error}"))?;
        let base = NonNull::new(base.cast()).ok_or("memory was mapped at address 0")?;
        Ok(Mapping { base, len })
    }

    /// The first byte.
    pub(super) fn base(&self) -> NonNull<u8> {
        self.base
    }

    /// Makes so many bytes from the start on readable and writable.
    fn open(&self, len: usize) -> Result<(), String> {
        assert!(len <= self.len);
        let flags = MprotectFlags::READ | MprotectFlags::WRITE;
        // SAFETY: the range lies in this mapping, by the assertion, and to
        // allow more than before breaks no assumption about it.
        unsafe { mprotect(self.base.as_ptr().cast(), len, flags) }
            .map_err(|error| format!("cannot commit {len} bytes: {error}"))
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the range is what `reserve` mapped, it is unmapped here
        // only, and nobody holds the mapping any more.
        let result = unsafe { munmap(self.base.as_ptr().cast(), self.len) };
        debug_assert!(result.is_ok(), "a whole mapping can be unmapped");
    }
}

/// A mapping as Wasmtime's linear memory.
struct Linear {
    mapping: Arc<Mapping>,
    /// How many bytes Wasmtime may touch.
    size: usize,
    /// How many it may ever ask for.
    capacity: usize,
}

// SAFETY: `as_ptr` is the start of a mapping that lives as long as this value
// and never moves. Bytes up to `capacity` and the guard that was asked for are
// part of it, and those that are not open are inaccessible.
unsafe impl LinearMemory for Linear {
    fn byte_size(&self) -> usize {
        self.size
    }

    fn byte_capacity(&self) -> usize {
        self.capacity
    }

    fn grow_to(&mut self, new_size: usize) -> wasmtime::Result<()> {
        if new_size > self.capacity {
            return Err(wasmtime::Error::msg("the memory has no room to grow"));
        }
        self.mapping.open(new_size).map_err(wasmtime::Error::msg)?;
        self.size = new_size;
        Ok(())
    }

    fn as_ptr(&self) -> *mut u8 {
        self.mapping.base.as_ptr()
    }
}

thread_local! {
    /// The mapping of the memory that this thread is making, while
    /// [`Reservations::memory`] waits for it.
    static WANTED: RefCell<Wanted> = const { RefCell::new(Wanted::Nothing) };
}

enum Wanted {
    Nothing,
    Next,
    Here(Arc<Mapping>),
}

/// Makes the memories of Wasmtime's instances.
#[derive(Debug)]
pub(crate) struct Reservations;

// SAFETY: the memory is a fresh mapping, so it is zero, page-aligned, and as
// large as asked for with its guard; what is not open is inaccessible. Others
// than Wasmtime reach it through `Mapped` alone, which only narrows what is
// accessible and gives that back in no other state than zero or as it was; that
// Wasmtime's code faults there is what the caller of `memory` wants.
unsafe impl MemoryCreator for Reservations {
    fn new_memory(
        &self,
        _: MemoryType,
        minimum: usize,
        maximum: Option<usize>,
        reserved: Option<usize>,
        guard: usize,
    ) -> Result<Box<dyn LinearMemory>, String> {
        let capacity = reserved.or(maximum).unwrap_or(minimum).max(minimum);
        let len = capacity
            .checked_add(guard)
            .ok_or("the memory is too large")?;
        let mapping = Arc::new(Mapping::reserve(len.max(1))?);
        if minimum > 0 {
            mapping.open(minimum)?;
        }
        WANTED.with_borrow_mut(|wanted| {
            if matches!(wanted, Wanted::Next) {
                *wanted = Wanted::Here(mapping.clone());
            }
        });
        Ok(Box::new(Linear {
            mapping,
            size: minimum,
            capacity,
        }))
    }
}

impl Reservations {
    /// Makes a memory of so many pages in a store whose engine was configured
    /// with [`Reservations`], and gives what keeps its bytes alive.
    ///
    /// Wasmtime asks for memory here only if a module defines it, so there is
    /// a module that does nothing else.
    pub(super) fn memory<T: 'static>(
        mut store: StoreContextMut<'_, T>,
        pages: u32,
    ) -> wasmtime::Result<(wasmtime::Memory, Owner)> {
        let module = Module::new(store.engine(), memory_module(pages))?;
        WANTED.set(Wanted::Next);
        let instance = Instance::new(&mut store, &module, &[]);
        let wanted = WANTED.replace(Wanted::Nothing);
        let missing = || wasmtime::Error::msg("the engine makes its memory elsewhere");
        let memory = instance?.get_memory(&mut store, "").ok_or_else(missing)?;
        let Wanted::Here(mapping) = wanted else {
            return Err(missing());
        };
        // That it is the mapping of this very memory is what all safety rests
        // on, so it is not taken for granted.
        assert_eq!(memory.data_ptr(&store), mapping.base.as_ptr());
        Ok((memory, Owner::Mapping(mapping)))
    }
}

/// A module that defines a memory of so many pages, and exports it without a
/// name.
fn memory_module(pages: u32) -> Vec<u8> {
    let mut limits = vec![1, 1];
    for _ in 0..2 {
        // Five bytes of LEB128, as many as a number can take.
        limits.extend((0..5).map(|index| {
            let bits = (pages >> (7 * index) & 0x7f) as u8;
            bits | if index < 4 { 0x80 } else { 0 }
        }));
    }
    let mut module = b"\0asm\x01\0\0\0".to_vec();
    module.extend([5, limits.len() as u8]);
    module.extend(limits);
    module.extend([7, 4, 1, 0, 2, 0]);
    module
}
