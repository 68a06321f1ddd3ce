//! The address space that holds the memory of compiled code.
//!
//! A region stays mapped as long as anyone holds it: Wasmtime, which reaches it through the
//! instance and embeds no address of it in code, or [`Mapped`](super::Mapped).
//!
//! A program's code defines its memory, and Wasmtime ties a memory to a store. Each thread has its
//! own store. For all threads to share the same bytes, the mapping is made first and
//! [`Reservations`] gives it to each new instance.

use super::pages::{self, Allow};
use pinnacle_wasm::abi::MEMORY;
use std::cell::RefCell;
use std::ptr::NonNull;
use std::sync::Arc;
use wasmtime::{AsContextMut, Instance, LinearMemory, MemoryCreator, MemoryType};

/// Size of a memory's address space, and of the space after it that code can also reach. Both
/// engines are configured with [`Reservations`].
pub(crate) const RESERVATION: u64 = 1 << 32;
pub(crate) const GUARD: u64 = 32 << 20;

/// Size of the address space for code that runs without an engine. An access may start anywhere in
/// the program's 4 GiB, and a copy may be as long again.
pub const REACH: usize = 2 << 32;

/// Size in bytes of the inaccessible range before each mapping. Correct code cannot reach it; it
/// protects against compiler bugs.
const GUARD_BEFORE: usize = 32 << 20;

/// A mapping of this process that is used by nothing else.
#[derive(Debug)]
pub struct Mapping {
    base: NonNull<u8>,
    len: usize,
}

// SAFETY: a mapping is an address and a length that never change. Its contents are only read and
// written through functions that state their own safety conditions.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Reserves this number of bytes, none of them accessible.
    pub(super) fn reserve(len: usize) -> Result<Mapping, String> {
        let no_room = || format!("cannot reserve {len} bytes");
        let whole = len.checked_add(GUARD_BEFORE).ok_or_else(no_room)?;
        let start = pages::reserve(whole).map_err(|error| format!("{}: {error}", no_room()))?;
        // SAFETY: the mapping is longer than that.
        let base = unsafe { start.add(GUARD_BEFORE) };
        Ok(Mapping { base, len })
    }

    /// The first byte.
    #[must_use]
    pub fn base(&self) -> NonNull<u8> {
        self.base
    }

    /// Makes this number of bytes from the start on readable and writable.
    fn open(&self, len: usize) -> Result<(), String> {
        assert!(len <= self.len);
        // SAFETY: the range lies in this mapping, by the assertion, and to
        // allow more than before breaks no assumption about it.
        unsafe { pages::protect(self.base, len, Allow::All) }
            .map_err(|error| format!("cannot commit {len} bytes: {error}"))
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the range was mapped by `reserve`, it is unmapped only here, and nobody holds the
        // mapping any longer.
        unsafe { pages::release(self.base.sub(GUARD_BEFORE), GUARD_BEFORE + self.len) }
    }
}

/// A mapping as Wasmtime's linear memory.
struct Linear {
    mapping: Arc<Mapping>,
    /// Number of bytes that Wasmtime may touch.
    size: usize,
    /// Maximum number of bytes that it can grow to.
    capacity: usize,
}

// SAFETY: `as_ptr` is the start of a mapping that lives as long as this value and never moves. It
// includes the bytes up to `capacity` and the requested guard; those that are not open are
// inaccessible.
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

/// The memory of a program, for the instances of its code.
#[derive(Clone, Debug)]
pub(crate) struct ProgramMemory {
    mapping: Arc<Mapping>,
    /// Size in bytes. Not all of them are accessible.
    size: usize,
}

thread_local! {
    /// The memory for the instance that this thread is creating.
    static WANTED: RefCell<Option<ProgramMemory>> = const { RefCell::new(None) };
}

/// Makes the memories of Wasmtime's instances.
#[derive(Debug)]
pub(crate) struct Reservations;

// SAFETY: a memory is page-aligned and as large as requested, including its guard; bytes that are
// not open are inaccessible. It is either a fresh mapping and therefore zero, or the memory shared
// with the program's other code, which is meant to find there what others have written. Wasmtime
// treats a memory as bytes at a pointer and makes references to them only on request, and nobody
// requests it. Everyone except its code reaches the mapping through `Mapped` alone. `Mapped` only
// narrows what is accessible, and makes bytes accessible again only zeroed or unchanged. Faults of
// that code are intended by the caller of `give`.
unsafe impl MemoryCreator for Reservations {
    fn new_memory(
        &self,
        ty: MemoryType,
        minimum: usize,
        maximum: Option<usize>,
        reserved: Option<usize>,
        guard: usize,
    ) -> Result<Box<dyn LinearMemory>, String> {
        let capacity = reserved.or(maximum).unwrap_or(minimum).max(minimum);
        let len = capacity
            .checked_add(guard)
            .ok_or("the memory is too large")?;
        // A program's memory has a maximum; the memories that Wasmtime makes for itself have none.
        let wanted = ty.maximum().and_then(|_| WANTED.take());
        if let Some(ProgramMemory { mapping, size }) = wanted {
            if len > mapping.len || size > capacity || size < minimum {
                return Err(format!(
                    "the program's memory has {size} bytes, not {minimum} to {capacity}"
                ));
            }
            return Ok(Box::new(Linear {
                mapping,
                size,
                capacity,
            }));
        }
        let mapping = Arc::new(Mapping::reserve(len.max(1))?);
        if minimum > 0 {
            mapping.open(minimum)?;
        }
        Ok(Box::new(Linear {
            mapping,
            size: minimum,
            capacity,
        }))
    }
}

impl Reservations {
    /// Has an instance of a program's code made with the program's memory. The store's
    /// engine must be configured with [`Reservations`].
    ///
    /// # Errors
    ///
    /// Fails if `instantiate` fails, or if the instance has not taken this memory.
    pub(crate) fn give<C: AsContextMut>(
        mut store: C,
        memory: &ProgramMemory,
        instantiate: impl FnOnce(&mut C) -> wasmtime::Result<Instance>,
    ) -> wasmtime::Result<Instance> {
        WANTED.set(Some(memory.clone()));
        let instance = instantiate(&mut store);
        WANTED.set(None);
        let instance = instance?;
        let missing = || wasmtime::Error::msg("the code has its memory elsewhere");
        let found = instance
            .get_memory(&mut store, MEMORY)
            .ok_or_else(missing)?;
        // Safety depends on the instance using exactly this mapping, so it is checked.
        assert_eq!(found.data_ptr(&store), memory.mapping.base.as_ptr());
        Ok(instance)
    }
}

impl ProgramMemory {
    /// Reserves a memory of this number of bytes, none of them accessible, with the guard that
    /// engines with [`Reservations`] are configured for.
    pub(super) fn reserve(size: u32) -> Result<ProgramMemory, String> {
        let mapping = Mapping::reserve(RESERVATION as usize + GUARD as usize)?;
        Ok(ProgramMemory {
            mapping: Arc::new(mapping),
            size: size as usize,
        })
    }

    pub(super) fn mapping(&self) -> &Arc<Mapping> {
        &self.mapping
    }
}
