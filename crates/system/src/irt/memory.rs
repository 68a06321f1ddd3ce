//! `nacl-irt-memory`: pages of memory.

use super::arena::{Arena, Where};
use super::call::{Call, DONE};
use super::{Interface, State, interface};
use crate::Errno;
use crate::host::Action;
use crate::memory::region::SharedPart;
use crate::memory::{Memory, PAGE_SIZE, Protection};
use std::ops::Range;

pub(super) const MEMORY_0_1: Interface = interface! { "nacl-irt-memory-0.1":
    sysbrk(I32) -> I32,
    mmap(I32, I32, I32, I32, I32, I64) -> I32 = mmap_without_execution,
    munmap(I32, I32) -> I32,
};

pub(super) const MEMORY_0_2: Interface = interface! { "nacl-irt-memory-0.2":
    sysbrk(I32) -> I32,
    mmap(I32, I32, I32, I32, I32, I64) -> I32,
    munmap(I32, I32) -> I32,
    mprotect(I32, I32, I32) -> I32,
};

pub(super) const MEMORY_0_3: Interface = interface! { "nacl-irt-memory-0.3":
    mmap(I32, I32, I32, I32, I32, I64) -> I32,
    munmap(I32, I32) -> I32,
    mprotect(I32, I32, I32) -> I32,
};

const PROT_READ: u32 = 1;
const PROT_WRITE: u32 = 2;
const PROT_EXEC: u32 = 4;

const MAP_SHARED: u32 = 1;
const MAP_FIXED: u32 = 0x10;
const MAP_ANONYMOUS: u32 = 0x20;

/// Converts the protection bits of `mmap`. A writable page is always readable too.
fn protection(bits: u32) -> Protection {
    if bits & PROT_WRITE != 0 {
        Protection::ReadWrite
    } else if bits & PROT_READ != 0 {
        Protection::Read
    } else {
        Protection::None
    }
}

fn sysbrk(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let address = call.arg(0);
    call.check_writable(0, 4)?;
    let to = call.memory().load_u32(address)?;
    let now = call.state.arena.set_break(call.context.memory, to)?;
    call.store_word(0, now)?;
    DONE
}

fn mmap(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    map(call, call.arg(2))
}

/// Implements `mmap` of the first interface, whose programs request executable memory. They get
/// memory that is not executable.
fn mmap_without_execution(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    map(call, call.arg(2) & !PROT_EXEC)
}

fn map(call: &mut Call<'_, '_>, protection: u32) -> Result<Action, Errno> {
    call.check_writable(0, 4)?;
    let address = call.arg(0);
    let mapping = Mapping {
        start: call.memory().load_u32(address)?,
        len: call.arg(1),
        protection,
        flags: call.arg(3),
        descriptor: call.arg(4),
        offset: call.long_arg(5),
    };
    let start = mapping.make(call)?;
    call.store_word(0, start)?;
    DONE
}

/// A mapping that a program requests.
pub(super) struct Mapping {
    /// The address, or a hint.
    pub(super) start: u32,
    pub(super) len: u32,
    pub(super) protection: u32,
    pub(super) flags: u32,
    pub(super) descriptor: u32,
    pub(super) offset: i64,
}

impl Mapping {
    /// Maps pages. Returns the address of the first page.
    ///
    /// Memory that is shared with other processes stays shared. Files are mapped as copies, as
    /// private mappings require; writable shared mappings of files are rejected.
    pub(super) fn make(&self, call: &mut Call<'_, '_>) -> Result<u32, Errno> {
        let offset = u64::try_from(self.offset).map_err(|_| Errno::EINVAL)?;
        if self.protection & PROT_EXEC != 0 || !offset.is_multiple_of(PAGE_SIZE.into()) {
            return Err(Errno::EINVAL);
        }
        let place = match self.flags & MAP_FIXED {
            0 => Where::Above(self.start),
            _ => Where::Exactly(self.start),
        };
        let state = &mut *call.state;
        let memory = &mut *call.context.memory;
        if self.flags & MAP_ANONYMOUS != 0 {
            let range = state.arena.place(memory, self.len, place)?;
            let protection = protection(self.protection);
            state.arena.map(memory, range.clone(), protection)?;
            return Ok(range.start);
        }
        if self.flags & MAP_SHARED != 0
            && let Some((file, length, is_writable)) = state.files.shared_memory(self.descriptor)?
        {
            if self.protection & PROT_WRITE != 0 && !is_writable {
                return Err(Errno::EACCES);
            }
            let range = state.arena.place(memory, self.len, place)?;
            let shared = SharedPart {
                file,
                offset,
                len: length.saturating_sub(offset),
                is_writable,
            };
            return self.share(&mut state.arena, memory, range, &shared);
        }
        let length = state.files.mappable_length(self.descriptor)?;
        if self.flags & MAP_SHARED != 0 && self.protection & PROT_WRITE != 0 {
            return Err(Errno::ENODEV);
        }
        let range = state.arena.place(memory, self.len, place)?;
        self.copy(state, memory, range, offset, length)
    }

    /// Maps pages shared with another process. Pages beyond the end of the shared memory are
    /// inaccessible.
    fn share(
        &self,
        arena: &mut Arena,
        memory: &mut Memory,
        range: Range<u32>,
        shared: &SharedPart<'_>,
    ) -> Result<u32, Errno> {
        let available = shared.len.min((range.end - range.start).into()) as u32;
        let end = range.start + available.next_multiple_of(PAGE_SIZE);
        arena.map(memory, range.clone(), Protection::None)?;
        if available > 0 {
            let part = SharedPart {
                len: available.into(),
                ..*shared
            };
            if let Err(errno) = memory.share(range.start, &part) {
                arena.unmap(memory, range.start, range.end - range.start)?;
                return Err(errno);
            }
            memory.protect(range.start..end, protection(self.protection))?;
        }
        Ok(range.start)
    }

    /// Maps pages with a copy of a part of a file. Pages beyond the end of the file are
    /// inaccessible.
    fn copy(
        &self,
        state: &mut State,
        memory: &mut Memory,
        range: Range<u32>,
        offset: u64,
        length: u64,
    ) -> Result<u32, Errno> {
        state
            .arena
            .map(memory, range.clone(), Protection::ReadWrite)?;
        let available = length
            .saturating_sub(offset)
            .min((range.end - range.start).into());
        let files = &mut state.files;
        let filled = memory.receive(range.start, available as u32, |buffer| {
            files.read_from(self.descriptor, offset, buffer)
        });
        if let Err(errno) = filled {
            state
                .arena
                .unmap(memory, range.start, range.end - range.start)?;
            return Err(errno);
        }
        let end_of_file = range.start + (available as u32).next_multiple_of(PAGE_SIZE);
        memory.protect(range.start..end_of_file, protection(self.protection))?;
        memory.protect(end_of_file..range.end, Protection::None)?;
        Ok(range.start)
    }
}

pub(super) fn munmap(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (start, len) = (call.arg(0), call.arg(1));
    call.state.arena.unmap(call.context.memory, start, len)?;
    DONE
}

pub(super) fn mprotect(call: &mut Call<'_, '_>) -> Result<Action, Errno> {
    let (start, len, prot) = (call.arg(0), call.arg(1), call.arg(2));
    if prot & !(PROT_READ | PROT_WRITE) != 0 {
        return Err(Errno::EACCES);
    }
    call.state
        .arena
        .protect(call.context.memory, start, len, protection(prot))?;
    DONE
}

#[cfg(test)]
mod tests {
    use super::super::harness::{Guest, OK, failed};
    use super::*;
    use crate::files::flags;

    const P: u32 = PAGE_SIZE;
    const RESULT: u32 = Guest::RESULT;
    const PRIVATE: u32 = 2;
    const READ_WRITE: u32 = PROT_READ | PROT_WRITE;

    /// Maps pages with a 32-bit offset, and returns the address.
    fn map(
        guest: &mut Guest,
        hint: u32,
        len: u32,
        prot: u32,
        flags: u32,
        descriptor: u32,
    ) -> Result<u32, Action> {
        guest.memory.store_u32(RESULT, hint).unwrap();
        let args = [RESULT, len, prot, flags, descriptor, 0];
        match guest.call("nacl-irt-memory-0.3.mmap", &args) {
            OK => Ok(guest.words(RESULT, 1)[0]),
            error => Err(error),
        }
    }

    fn anonymous(guest: &mut Guest, len: u32) -> Result<u32, Action> {
        map(guest, 0, len, READ_WRITE, PRIVATE | MAP_ANONYMOUS, u32::MAX)
    }

    #[test]
    fn mapped_memory_is_zero_even_where_it_was_used_before() {
        let mut guest = Guest::new();
        let first = anonymous(&mut guest, 2 * P).unwrap();
        guest.fill(first, 2 * P, 0xee);
        assert_eq!(
            guest.call("nacl-irt-memory-0.3.munmap", &[first, 2 * P]),
            OK
        );
        assert!(guest.memory.load_u32(first).is_err());
        let again = anonymous(&mut guest, 2 * P).unwrap();
        assert_eq!(again, first);
        assert!(
            guest
                .memory
                .bytes(again, 2 * P)
                .unwrap()
                .iter()
                .all(|&byte| byte == 0)
        );
    }

    #[test]
    fn a_fixed_mapping_replaces_the_pages_under_it() {
        let mut guest = Guest::new();
        let start = anonymous(&mut guest, 3 * P).unwrap();
        guest.fill(start, 3 * P, 0xee);
        let flags = PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
        let middle = map(&mut guest, start + P, P, PROT_READ, flags, 0);
        assert_eq!(middle, Ok(start + P));
        assert_eq!(guest.memory.load_u32(start + P), Ok(0));
        assert!(guest.memory.store_u32(start + P, 1).is_err());
        assert_eq!(guest.memory.load_u32(start + 2 * P), Ok(0xeeee_eeee));
        let odd = map(&mut guest, start + 1, P, PROT_READ, flags, 0);
        assert_eq!(odd, Err(failed(Errno::EINVAL)));
        let null = map(&mut guest, 0, P, READ_WRITE, flags, 0);
        assert_eq!(null, Err(failed(Errno::EINVAL)));
    }

    #[test]
    fn impossible_mappings_are_errors() {
        let mut guest = Guest::new();
        let flags = PRIVATE | MAP_ANONYMOUS;
        let invalid = Err(failed(Errno::EINVAL));
        assert_eq!(anonymous(&mut guest, 0), invalid);
        assert_eq!(anonymous(&mut guest, u32::MAX), invalid);
        assert_eq!(
            map(&mut guest, 0, P, READ_WRITE | PROT_EXEC, flags, 0),
            invalid
        );
        assert_eq!(anonymous(&mut guest, 1 << 31), Err(failed(Errno::ENOMEM)));
        let stream = map(&mut guest, 0, P, PROT_READ, PRIVATE, 1);
        assert_eq!(stream, Err(failed(Errno::ENODEV)));
        let closed = map(&mut guest, 0, P, PROT_READ, PRIVATE, 9);
        assert_eq!(closed, Err(failed(Errno::EBADF)));
        let mmap = "nacl-irt-memory-0.3.mmap";
        let bad = guest.call(mmap, &[0, P, READ_WRITE, flags, 0, 0]);
        assert_eq!(bad, failed(Errno::EFAULT));
        for offset in [1, u64::MAX, P as u64 - 1] {
            let args = [RESULT, P, READ_WRITE, flags, 0].map(u64::from);
            let args = [&args[..], &[offset]].concat();
            assert_eq!(guest.call_wide(mmap, &args), failed(Errno::EINVAL));
        }
        assert_eq!(
            guest.call("nacl-irt-memory-0.3.mprotect", &[P, P, 4]),
            failed(Errno::EACCES)
        );
    }

    #[test]
    fn the_first_interface_ignores_execution() {
        let mut guest = Guest::new();
        guest.memory.store_u32(RESULT, 0).unwrap();
        let args = [
            RESULT,
            P,
            READ_WRITE | PROT_EXEC,
            PRIVATE | MAP_ANONYMOUS,
            u32::MAX,
            0,
        ];
        assert_eq!(guest.call("nacl-irt-memory-0.1.mmap", &args), OK);
        assert_eq!(
            guest.call("nacl-irt-memory-0.2.mmap", &args),
            failed(Errno::EINVAL)
        );
    }

    #[test]
    fn a_file_is_copied_into_memory() {
        let (tree, mut guest) = Guest::with_files();
        let contents: Vec<u8> = (0..P + 100).map(|index| (index % 251) as u8).collect();
        tree.insert("file", &contents).unwrap();
        let file = guest.open("/file", flags::READ_WRITE);
        let at = map(&mut guest, 0, 3 * P, READ_WRITE, PRIVATE, file).unwrap();
        assert_eq!(guest.memory.bytes(at, P + 100).unwrap(), contents);
        assert_eq!(
            guest.memory.load_u32(at + P + 100),
            Ok(0),
            "the page of the end is filled up"
        );
        assert!(
            guest.memory.load_u32(at + 2 * P).is_err(),
            "beyond the end nothing is accessible"
        );
        guest.memory.store_u32(at, 0xffff_ffff).unwrap();
        assert_eq!(tree.contents("file").unwrap(), contents);
        let read = guest.call("nacl-irt-fdio-0.1.read", &[file, Guest::BUFFER, 4, RESULT]);
        assert_eq!(read, OK);
        let start = guest.memory.bytes(Guest::BUFFER, 4).unwrap();
        assert_eq!(start, &contents[..4], "the position did not move");

        let args = [RESULT, P, PROT_READ, PRIVATE, file, P].map(u64::from);
        assert_eq!(guest.call_wide("nacl-irt-memory-0.3.mmap", &args), OK);
        let at = guest.words(RESULT, 1)[0];
        assert_eq!(
            guest.memory.bytes(at, 100).unwrap(),
            &contents[P as usize..]
        );
        assert!(guest.memory.store_u32(at, 1).is_err());

        let shared = map(&mut guest, 0, P, READ_WRITE, MAP_SHARED, file);
        assert_eq!(shared, Err(failed(Errno::ENODEV)));
        assert!(map(&mut guest, 0, P, PROT_READ, MAP_SHARED, file).is_ok());
        let unreadable = guest.open("/file", flags::WRITE_ONLY);
        let answer = map(&mut guest, 0, P, PROT_READ, PRIVATE, unreadable);
        assert_eq!(answer, Err(failed(Errno::EACCES)));
        let directory = guest.open("/", flags::READ_ONLY);
        let answer = map(&mut guest, 0, P, PROT_READ, PRIVATE, directory);
        assert_eq!(answer, Err(failed(Errno::ENODEV)));
    }

    #[test]
    fn every_page_can_be_mapped_on_its_own_and_given_back() {
        let mut guest = Guest::new();
        let mut pages = Vec::new();
        while let Ok(page) = anonymous(&mut guest, P) {
            pages.push(page);
        }
        assert_eq!(
            pages.len() as u32,
            guest.memory.limit() / P - Guest::ARENA / P
        );
        for &page in pages.iter().step_by(2) {
            assert_eq!(guest.call("nacl-irt-memory-0.3.munmap", &[page, 1]), OK);
        }
        assert_eq!(anonymous(&mut guest, P + 1), Err(failed(Errno::ENOMEM)));
        for &page in pages.iter().step_by(2) {
            assert_eq!(anonymous(&mut guest, P), Ok(page));
        }
    }

    #[test]
    fn the_break_is_read_and_moved() {
        let mut guest = Guest::new();
        let sysbrk = "nacl-irt-memory-0.1.sysbrk";
        guest.memory.store_u32(RESULT, 0).unwrap();
        assert_eq!(guest.call(sysbrk, &[RESULT]), OK);
        assert_eq!(guest.words(RESULT, 1), [Guest::ARENA]);
        guest.memory.store_u32(RESULT, Guest::ARENA + 10).unwrap();
        assert_eq!(guest.call(sysbrk, &[RESULT]), OK);
        assert!(guest.memory.store_u32(Guest::ARENA, 1).is_ok());
        guest.memory.store_u32(RESULT, u32::MAX).unwrap();
        assert_eq!(guest.call(sysbrk, &[RESULT]), failed(Errno::ENOMEM));
        assert_eq!(guest.call(sysbrk, &[0]), failed(Errno::EFAULT));
    }
}
