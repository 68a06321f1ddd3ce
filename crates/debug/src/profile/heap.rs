//! Counts the memory that a program allocates by call stack.
//!
//! A program contains its own allocator, so the profile observes the calls of `malloc` and related
//! functions. These also call each other, so only the outermost such call in a thread counts.

use super::allocators::{Allocator, allocator};
use super::{Stacks, firefox, merged};
use crate::read::Frame;
use pinnacle_pexe::ids::{FuncId, InstId};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

/// Maximum number of calls of a stack that are recorded, from the innermost one outwards.
pub const MAX_HEAP_CALLS: usize = 256;

/// The name of the outermost frame for all blocks that were allocated.
const ALLOCATED: &str = "allocated";

/// The name of the outermost frame for blocks that were not freed.
const HELD: &str = "held at the end";

/// Estimated memory in bytes for a call of a stack, for a stack, and for a block.
const CALL_BYTES: usize = 8;
const STACK_BYTES: usize = 128;
const BLOCK_BYTES: usize = 32;

/// A call in a stack: the function, and its current instruction.
type CallSite = (FuncId, InstId);

/// A block that has not been freed.
#[derive(Clone, Copy, Debug)]
struct Block {
    stack: u32,
    size: u64,
}

/// A call of an allocation function that has not returned.
#[derive(Clone, Copy, Debug)]
struct Pending {
    function: FuncId,
    depth: usize,
    /// `None` for a call that only frees, which is processed when it begins.
    allocation: Option<Allocation>,
}

/// The allocation that a call makes.
#[derive(Clone, Copy, Debug)]
struct Allocation {
    size: u64,
    /// The address of the block that is replaced.
    old: Option<u32>,
    /// The address at which the new block's address is stored, if it is not the result.
    place: Option<u32>,
}

/// The totals of a heap profile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapSums {
    /// The number of blocks that were allocated.
    pub blocks: u64,
    /// The total size of these blocks in bytes.
    pub bytes: u64,
    /// The number of blocks that were not freed.
    pub held_blocks: u64,
    /// The total size of these blocks in bytes.
    pub held_bytes: u64,
}

/// A profile of the memory that a program allocates, by call stack.
#[derive(Clone, Debug)]
pub struct HeapProfile {
    allocators: HashMap<FuncId, Allocator>,
    stacks: HashMap<Vec<CallSite>, u32>,
    /// The total bytes that each stack has allocated.
    allocated: Vec<u64>,
    blocks: HashMap<u32, Block>,
    pending: HashMap<u32, Pending>,
    sums: HeapSums,
    /// Number of bytes that stacks and blocks may still take.
    left: usize,
    is_full: bool,
}

impl HeapProfile {
    /// Creates a profile for a program with these functions and symbols. The profile may take
    /// `limit` bytes. Returns `None` if no function allocates memory.
    #[must_use]
    pub fn new<'s>(
        functions: impl Iterator<Item = (FuncId, &'s str)>,
        limit: usize,
    ) -> Option<HeapProfile> {
        let named = functions.filter_map(|(function, symbol)| Some((function, allocator(symbol)?)));
        let allocators: HashMap<FuncId, Allocator> = named.collect();
        let allocates = |it: &Allocator| !matches!(it, Allocator::Free(_));
        allocators.values().any(allocates).then(|| HeapProfile {
            allocators,
            stacks: HashMap::new(),
            allocated: Vec::new(),
            blocks: HashMap::new(),
            pending: HashMap::new(),
            sums: HeapSums::default(),
            left: limit,
            is_full: false,
        })
    }

    /// Records that a thread enters a function. `depth` is the number of calls of the thread,
    /// including this one. `calls` returns the innermost [`MAX_HEAP_CALLS`] of them, outermost
    /// first.
    pub fn enter(
        &mut self,
        thread: u32,
        function: FuncId,
        depth: usize,
        args: &[u64],
        calls: impl FnOnce() -> Vec<CallSite>,
    ) {
        let Some(&allocator) = self.allocators.get(&function) else {
            return;
        };
        if let Some(pending) = self.pending.get(&thread)
            && let Some(deeper) = depth.checked_sub(pending.depth)
            && deeper > 0
        {
            // If the call was left by an exception or a jump, it is no longer on the stack.
            let calls = calls();
            let index = calls.len().checked_sub(deeper + 1);
            if index.is_some_and(|index| calls[index].0 == pending.function) {
                return;
            }
        }
        let arg = |index: usize| args.get(index).map_or(0, |&word| word as u32);
        let allocation = match allocator {
            Allocator::Allocate(size) => Some((size, None, None)),
            Allocator::AllocateAt(size) => Some((size, None, Some(arg(0)))),
            Allocator::Reallocate { block, size } => Some((size, Some(arg(block)), None)),
            Allocator::Free(block) => {
                self.free(arg(block));
                None
            }
        };
        let allocation = allocation.map(|(size, old, place)| Allocation {
            size: size.of(args),
            old,
            place,
        });
        let pending = Pending {
            function,
            depth,
            allocation,
        };
        self.pending.insert(thread, pending);
    }

    /// Records that a thread leaves a function. `depth` is the number of calls of the thread,
    /// including this one. `load` reads a word of memory, and `calls` is as for
    /// [`HeapProfile::enter`].
    pub fn leave(
        &mut self,
        thread: u32,
        function: FuncId,
        depth: usize,
        result: u64,
        load: impl FnOnce(u32) -> u32,
        calls: impl FnOnce() -> Vec<CallSite>,
    ) {
        let is_end = |it: &&Pending| it.function == function && it.depth == depth;
        let Some(&pending) = self.pending.get(&thread).filter(is_end) else {
            return;
        };
        self.pending.remove(&thread);
        let Some(allocation) = pending.allocation else {
            return;
        };
        let block = match allocation.place {
            Some(place) if result as u32 == 0 => load(place),
            Some(_) => 0,
            None => result as u32,
        };
        if let Some(old) = allocation.old
            && (block != 0 || allocation.size == 0)
        {
            self.free(old);
        }
        if block != 0 {
            self.allocate(block, allocation.size, calls());
        }
    }

    fn allocate(&mut self, block: u32, size: u64, calls: Vec<CallSite>) {
        let known = self.stacks.get(&calls).copied();
        let bytes = match known {
            Some(_) => BLOCK_BYTES,
            None => BLOCK_BYTES + STACK_BYTES + CALL_BYTES * calls.len(),
        };
        let Some(left) = self.left.checked_sub(bytes).filter(|_| !self.is_full) else {
            self.is_full = true;
            return;
        };
        self.left = left;
        let stack = known.unwrap_or_else(|| {
            let stack = self.allocated.len() as u32;
            self.stacks.insert(calls, stack);
            self.allocated.push(0);
            stack
        });
        // If the address already has a block, that block was freed by an unknown function.
        self.free(block);
        self.blocks.insert(block, Block { stack, size });
        if let Some(sum) = self.allocated.get_mut(stack as usize) {
            *sum = sum.saturating_add(size);
        }
        self.sums.blocks += 1;
        self.sums.bytes = self.sums.bytes.saturating_add(size);
    }

    fn free(&mut self, block: u32) {
        if self.blocks.remove(&block).is_some() {
            self.left += BLOCK_BYTES;
        }
    }

    /// Returns true if memory for the profile was insufficient, so that it is incomplete.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns the totals over all blocks.
    #[must_use]
    pub fn sums(&self) -> HeapSums {
        let sizes = self.blocks.values().map(|block| block.size);
        HeapSums {
            held_blocks: self.blocks.len() as u64,
            held_bytes: sizes.fold(0, u64::saturating_add),
            ..self.sums
        }
    }

    /// Returns the bytes by stack: all allocated ones, and those that are still held.
    fn by_stack(
        &self,
        name: &dyn Fn(FuncId) -> String,
        frames: &dyn Fn(FuncId, InstId) -> Vec<Frame>,
    ) -> [Stacks; 2] {
        let mut held = vec![0_u64; self.allocated.len()];
        for block in self.blocks.values() {
            if let Some(sum) = held.get_mut(block.stack as usize) {
                *sum = sum.saturating_add(block.size);
            }
        }
        let mut sums = [BTreeMap::new(), BTreeMap::new()];
        for (calls, &stack) in &self.stacks {
            let mut whole = Vec::new();
            for &(function, inst) in calls {
                let mut places = frames(function, inst);
                let name = name(function);
                match places.last_mut() {
                    // All frames of a function have the same name, even if debug information has
                    // another one.
                    Some(last) => last.function = name,
                    None => places.push(Frame {
                        function: name,
                        ..Frame::default()
                    }),
                }
                for place in &mut places {
                    place.column = 0;
                }
                whole.extend(places.into_iter().rev());
            }
            for (sums, of) in sums.iter_mut().zip([&self.allocated, &held]) {
                let bytes = of.get(stack as usize).copied().unwrap_or(0);
                if bytes > 0 {
                    *sums.entry(whole.clone()).or_default() += bytes;
                }
            }
        }
        sums
    }

    /// Writes collapsed stacks with numbers of bytes. The outermost frame distinguishes all
    /// allocated bytes from those held at the end.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write_collapsed(
        &self,
        name: &dyn Fn(FuncId) -> String,
        frames: &dyn Fn(FuncId, InstId) -> Vec<Frame>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let sums = self.by_stack(name, frames);
        for (outermost, stacks) in [ALLOCATED, HELD].into_iter().zip(&sums) {
            for (stack, bytes) in merged(stacks) {
                writeln!(out, "{outermost};{stack} {bytes}")?;
            }
        }
        Ok(())
    }

    /// Writes a profile for the Firefox Profiler with two tracks: all allocated bytes, and the
    /// bytes held at the end.
    ///
    /// # Errors
    ///
    /// Fails if the writer fails.
    pub fn write_firefox(
        &self,
        program: &str,
        name: &dyn Fn(FuncId) -> String,
        frames: &dyn Fn(FuncId, InstId) -> Vec<Frame>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let [allocated, held] = self.by_stack(name, frames);
        let tracks = [(ALLOCATED, &allocated), (HELD, &held)];
        firefox::write(program, "bytes", &tracks, out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: FuncId = FuncId(0);
    const MAKE: FuncId = FuncId(1);
    const MALLOC: FuncId = FuncId(2);
    const CALLOC: FuncId = FuncId(3);
    const REALLOC: FuncId = FuncId(4);
    const FREE: FuncId = FuncId(5);
    const PLACED: FuncId = FuncId(6);

    const NAMES: [&str; 7] = [
        "main",
        "make",
        "malloc",
        "calloc",
        "realloc",
        "free",
        "posix_memalign",
    ];

    fn profile(limit: usize) -> HeapProfile {
        let functions = NAMES.iter().enumerate();
        let functions = functions.map(|(index, &name)| (FuncId(index as u32), name));
        HeapProfile::new(functions, limit).unwrap()
    }

    /// Simulates a call of an allocation function by `main`, either directly or through `make`.
    fn call(profile: &mut HeapProfile, through: bool, function: FuncId, args: &[u64], result: u64) {
        let depth = 2 + usize::from(through);
        let calls = || -> Vec<CallSite> {
            let make = through.then_some((MAKE, InstId(1)));
            let calls = [(MAIN, InstId(0))].into_iter().chain(make);
            calls.chain([(function, InstId(0))]).collect()
        };
        profile.enter(0, function, depth, args, calls);
        profile.leave(0, function, depth, result, |_| 0x7000, calls);
    }

    fn collapsed(profile: &HeapProfile) -> String {
        let mut text = Vec::new();
        let name = |function: FuncId| NAMES[function.index()].to_owned();
        let written = profile.write_collapsed(&name, &|_, _| Vec::new(), &mut text);
        written.unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn blocks_are_counted_by_stack_until_they_are_freed() {
        let mut profile = profile(1 << 16);
        call(&mut profile, false, MALLOC, &[10], 0x1000);
        call(&mut profile, true, MALLOC, &[20], 0x2000);
        call(&mut profile, true, CALLOC, &[3, 4], 0x3000);
        call(&mut profile, false, REALLOC, &[0x1000, 30], 0x4000);
        call(&mut profile, false, PLACED, &[0x100, 16, 64], 0);
        call(&mut profile, true, FREE, &[0x2000], 0);
        // The reallocation fails, so the old block still exists.
        call(&mut profile, false, REALLOC, &[0x4000, 1 << 30], 0);
        assert_eq!(
            collapsed(&profile),
            "allocated;main;make;calloc 12\n\
             allocated;main;make;malloc 20\n\
             allocated;main;malloc 10\n\
             allocated;main;posix_memalign 64\n\
             allocated;main;realloc 30\n\
             held at the end;main;make;calloc 12\n\
             held at the end;main;posix_memalign 64\n\
             held at the end;main;realloc 30\n"
        );
        let sums = HeapSums {
            blocks: 5,
            bytes: 136,
            held_blocks: 3,
            held_bytes: 106,
        };
        assert_eq!(profile.sums(), sums);
    }

    #[test]
    fn an_allocator_that_calls_another_counts_once() {
        let mut profile = profile(1 << 16);
        let calls = || vec![(MAIN, InstId(0)), (CALLOC, InstId(0))];
        let nested = || vec![(MAIN, InstId(0)), (CALLOC, InstId(0)), (MALLOC, InstId(0))];
        profile.enter(0, CALLOC, 2, &[1, 8], calls);
        profile.enter(0, MALLOC, 3, &[8], nested);
        profile.leave(0, MALLOC, 3, 0x1000, |_| 0, nested);
        profile.leave(0, CALLOC, 2, 0x1000, |_| 0, calls);
        assert_eq!(profile.sums().blocks, 1);
        // A call that an exception has left must not hide later calls, deeper or not.
        for left in [5, 2] {
            profile.enter(0, CALLOC, left, &[1, 8], calls);
            call(&mut profile, true, MALLOC, &[8], 0x2000);
        }
        assert_eq!(profile.sums().blocks, 3);
    }

    #[test]
    fn a_profile_has_a_bound() {
        let mut profile = profile(BLOCK_BYTES + STACK_BYTES + 2 * CALL_BYTES);
        call(&mut profile, false, MALLOC, &[10], 0x1000);
        assert!(!profile.is_full());
        call(&mut profile, false, FREE, &[0x1000], 0);
        call(&mut profile, false, MALLOC, &[10], 0x2000);
        assert!(!profile.is_full());
        call(&mut profile, false, MALLOC, &[10], 0x3000);
        assert!(profile.is_full());
    }

    #[test]
    fn a_program_without_names_has_no_profile() {
        let functions = [(MAIN, "main"), (FREE, "free")];
        assert!(HeapProfile::new(functions.into_iter(), 1 << 16).is_none());
    }
}
