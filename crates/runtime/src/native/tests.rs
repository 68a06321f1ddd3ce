//! The guarantees of the module, tested on their own and under Miri:
//!
//! ```sh
//! fuzz/miri.sh
//! ```

use super::region::Mapping;
use super::{Mapped, OwnedBodies, OwnedCalls, ProgramMemory};
use crate::interp::nested::{Bodies, Calls, Step};
use crate::interp::tier_up::Elsewhere;
use pinnacle_base::random::SplitMix64;
use pinnacle_pexe::build::ModuleBuilder;
use pinnacle_pexe::inst::{BinaryOp, Predicate};
use pinnacle_pexe::types::Type;
use pinnacle_system::memory::region::Region;
use pinnacle_system::memory::{Memory, PAGE_SIZE, Protection};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;

/// Pages of a small memory.
const PAGES: u32 = 6;

/// Number of tries: fewer under Miri, which is slow.
const fn times(many: usize) -> usize {
    if cfg!(miri) { many.div_ceil(100) } else { many }
}

/// Maximum number of bytes accessed at once.
const FAR: u32 = if cfg!(miri) { 200 } else { 2 * PAGE_SIZE };

/// Returns a small memory, without the 4 GiB of address space of a program.
fn small(is_shared: bool) -> (Mapped, Arc<Mapping>) {
    let limit = PAGES * PAGE_SIZE;
    let mapping = Arc::new(Mapping::reserve(limit as usize).unwrap());
    let mapped = Mapped::close(mapping.clone(), limit, is_shared).unwrap();
    (mapped, mapping)
}

/// Returns a small memory in which all pages but the first can be read and written.
fn open(is_shared: bool) -> (Mapped, Arc<Mapping>) {
    let (mut mapped, mapping) = small(is_shared);
    let pages = PAGE_SIZE..PAGES * PAGE_SIZE;
    mapped.protect(pages, Protection::ReadWrite).unwrap();
    (mapped, mapping)
}

/// Numbers that look random.
struct Numbers(SplitMix64);

impl Numbers {
    fn below(&mut self, end: u32) -> u32 {
        (self.0.next_word() % u64::from(end)) as u32
    }

    /// Returns a few bytes near the end of a page; sometimes many bytes.
    fn place(&mut self) -> (u32, u32) {
        let border = self.below(PAGES + 1) * PAGE_SIZE;
        let len = match self.below(8) {
            0 => self.below(FAR),
            1..4 => 1 << self.below(4),
            _ => self.below(40),
        };
        let back = self.below(48).min(border);
        (border - back, len)
    }
}

/// Does the same to both memories, and compares the results.
fn step(numbers: &mut Numbers, memories: &mut [Memory; 2]) {
    let (at, len) = numbers.place();
    let (other, _) = numbers.place();
    let word = numbers.0.next_word();
    let bytes: Vec<u8> = (0..len as u8 as usize)
        .map(|index| (word >> (index % 8)) as u8)
        .collect();
    let protection = match word % 5 {
        0 => Protection::Unmapped,
        1 => Protection::None,
        2 => Protection::Read,
        _ => Protection::ReadWrite,
    };
    let first = 1 + numbers.below(PAGES - 1);
    let pages = first..first + 1 + numbers.below(PAGES - first);
    let size = 1 << numbers.below(4);
    let aligned = at / size * size;
    let kind = numbers.below(10);
    let [one, two] = memories.each_mut().map(|memory| match kind {
        0 => {
            let range = pages.start * PAGE_SIZE..pages.end * PAGE_SIZE;
            memory.protect(range, protection).unwrap();
            Ok(Vec::new())
        }
        1 | 2 => memory.write(at, &bytes).map(|()| Vec::new()),
        3 => memory.fill(at, len, word as u8).map(|()| Vec::new()),
        4 => memory.copy(at, other, len).map(|()| Vec::new()),
        5 => {
            let old = memory.update(aligned, size, |old| old ^ word);
            old.map(|old| old.to_le_bytes().to_vec())
        }
        6 => {
            let (start, window) = memory.window();
            let offset = at
                .checked_sub(start)
                .map_or(usize::MAX, |offset| offset as usize);
            // The position of the window, and whether there is one, differ between memories.
            if let Some(byte) = window.get(offset).copied() {
                assert_eq!(memory.bytes(at, 1), Ok(vec![byte]));
            }
            Ok(Vec::new())
        }
        _ => memory.bytes(at, len),
    });
    assert_eq!(one, two, "{kind} at {at:#x}, {len} bytes");
}

/// A region behaves like memory that owns its bytes, whose code is safe.
fn does_what_owned_memory_does(is_shared: bool) {
    for seed in 0..times(200) as u64 {
        let mut numbers = Numbers(SplitMix64::new(seed));
        let (mapped, _mapping) = small(is_shared);
        let owned = Memory::new(PAGES * PAGE_SIZE).unwrap();
        let mut memories = [Memory::from_region(Box::new(mapped)), owned];
        for _ in 0..150 {
            step(&mut numbers, &mut memories);
        }
        for page in 1..PAGES {
            let read = |memory: &Memory| memory.bytes(page * PAGE_SIZE, PAGE_SIZE.min(FAR));
            assert!(read(&memories[0]) == read(&memories[1]), "{seed}, {page}");
        }
    }
}

#[test]
fn memory_of_one_thread_does_what_owned_memory_does() {
    does_what_owned_memory_does(false);
}

#[test]
fn memory_of_many_threads_does_what_owned_memory_does() {
    does_what_owned_memory_does(true);
}

#[test]
fn the_window_is_what_can_be_written_and_of_one_thread_alone() {
    let (mut mapped, _mapping) = open(false);
    let (start, window) = mapped.window();
    assert_eq!(start, PAGE_SIZE);
    assert_eq!(window.len(), ((PAGES - 1) * PAGE_SIZE) as usize);
    window.fill(7);
    let third = 3 * PAGE_SIZE..4 * PAGE_SIZE;
    mapped.protect(third.clone(), Protection::Read).unwrap();
    let mut byte = [0];
    mapped.get(third.start as usize, &mut byte);
    assert_eq!(byte, [7]);
    let (start, window) = mapped.window();
    assert!(start + window.len() as u32 <= third.start || start >= third.end);
    mapped.protect(third.clone(), Protection::Unmapped).unwrap();
    mapped
        .protect(third.clone(), Protection::ReadWrite)
        .unwrap();
    mapped.get(third.start as usize, &mut byte);
    assert_eq!(byte, [0]);
    let (mut shared, _mapping) = open(true);
    assert_eq!(shared.window().1.len(), 0);
}

#[test]
fn a_window_that_was_given_up_stays_empty() {
    let (mut mapped, _mapping) = open(false);
    mapped.window().1[0] = 7;
    mapped.give_up_window();
    assert_eq!(mapped.window().1.len(), 0);
    // Changing the pages does not bring it back.
    let third = 3 * PAGE_SIZE..4 * PAGE_SIZE;
    mapped.protect(third, Protection::Read).unwrap();
    assert_eq!(mapped.window().1.len(), 0);
    let mut byte = [0];
    mapped.get(PAGE_SIZE as usize, &mut byte);
    assert_eq!(byte, [7], "the contents stay");
}

#[test]
fn a_memory_is_there_as_long_as_anybody_holds_its_mapping() {
    let (mut mapped, mapping) = open(true);
    mapped.put(PAGE_SIZE as usize, b"still there");
    drop(mapped);
    // SAFETY: the page was opened for reading, and the mapping is held.
    let byte = unsafe { mapping.base().add(PAGE_SIZE as usize).read() };
    assert_eq!(byte, b's');
}

/// The host changes words under its lock while code of other threads changes the same.
#[test]
fn words_that_host_and_code_change_at_the_same_time_stay_whole() {
    let (mapped, mapping) = open(true);
    let memory = Mutex::new(Memory::from_region(Box::new(mapped)));
    let (counter, pair) = (PAGE_SIZE, 2 * PAGE_SIZE);
    let turns = times(20_000) as u32;
    // SAFETY: both words are aligned and in pages that are open as long as the mapping is held.
    // Every other reference to them is to an atomic of the same size.
    let (count, both) = unsafe {
        let count = mapping.base().add(counter as usize);
        let both = mapping.base().add(pair as usize);
        (
            AtomicU32::from_ptr(count.as_ptr().cast()),
            AtomicU64::from_ptr(both.as_ptr().cast()),
        )
    };
    let twice = |half: u32| u64::from(half) << 32 | u64::from(half);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for turn in 0..turns {
                    let mut memory = memory.lock().unwrap();
                    memory.update(counter, 4, |old| old + 1).unwrap();
                    memory.store(pair, twice(turn).to_le_bytes()).unwrap();
                }
            });
            // In the same way as code.
            scope.spawn(|| {
                for turn in 0..turns {
                    count.fetch_add(1, SeqCst);
                    both.store(twice(!turn), Relaxed);
                    let seen = both.load(Relaxed);
                    assert_eq!(seen >> 32, seen & u64::from(u32::MAX));
                }
            });
        }
        for _ in 0..turns {
            let seen = u64::from_le_bytes(memory.lock().unwrap().load(pair).unwrap());
            assert_eq!(seen >> 32, seen & u64::from(u32::MAX));
        }
    });
    let count = memory.lock().unwrap().load_u32(counter);
    assert_eq!(count, Ok(4 * turns));
}

#[test]
fn a_program_s_memory_can_be_dropped_in_any_order() {
    // Miri would have to allocate 4 GiB.
    if cfg!(miri) {
        return;
    }
    let reserve = || Mapped::new(PAGES * PAGE_SIZE).unwrap();
    let (mapped, memory): (Mapped, ProgramMemory) = reserve();
    drop(mapped);
    drop(memory);
    let (mapped, memory) = reserve();
    drop(memory);
    drop(mapped);
}

/// The interpreter's state is stored together with the program that it borrows from, and both can
/// be moved.
#[test]
#[expect(clippy::replace_box, reason = "that the calls move is what is tried")]
fn calls_that_are_interpreted_move_with_their_program() {
    let mut module = ModuleBuilder::new();
    // Computes the sum of the numbers up to n recursively.
    let sum = module.function(Type::I32, &[Type::I32]);
    let mut f = module.body(sum);
    let (end, more) = (f.block(), f.block());
    let (number, zero, one) = (f.param(0), f.i32(0), f.i32(1));
    let is_end = f.compare(Predicate::Eq, number, zero);
    f.cond_br(is_end, end, more);
    f.switch_to(end);
    f.ret(zero);
    f.switch_to(more);
    let less = f.binary(BinaryOp::Sub, number, one);
    let rest = f.call(sum, &[less]);
    let result = f.add(rest, number);
    f.ret(result);
    module.define(sum, f);
    let program = Arc::new(module.finish().unwrap());

    let bodies = OwnedBodies::new(program, |program| {
        Bodies::new(program, &[], &[], false, false)
    });
    let bodies = Arc::new(bodies);
    let threads: Vec<_> = (0..2)
        .map(|thread| {
            let bodies = bodies.clone();
            thread::spawn(move || {
                let mut calls = OwnedCalls::new(bodies, |bodies| {
                    Calls::new(bodies.borrow_dependent(), thread, Elsewhere::Nothing)
                });
                let (mapped, _mapping) = open(false);
                let mut memory = Memory::from_region(Box::new(mapped));
                let begun = calls.with_dependent_mut(|_, calls| {
                    calls.set_budget(10_000);
                    let stack = PAGE_SIZE..PAGES * PAGE_SIZE;
                    calls.begin(pinnacle_pexe::FuncId(0), &[20], stack, 0)
                });
                assert_eq!(begun, Ok(()));
                // The calls are moved between two steps.
                let mut boxed = Box::new(calls);
                loop {
                    let step =
                        boxed.with_dependent_mut(|_, calls| calls.step(&mut memory, Some(7)));
                    match step {
                        Step::Paused => boxed = Box::new(*boxed),
                        step => break step,
                    }
                }
            })
        })
        .collect();
    drop(bodies);
    for thread in threads {
        let step = thread.join().unwrap();
        assert!(matches!(step, Step::Returned([210, _])), "{step:?}");
    }
}
