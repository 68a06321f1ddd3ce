//! The state of a guest thread: its frames, registers and stack, and why it stopped.

use super::prepared::Prepared;
use super::setjmp;
use crate::trap::TrapKind;
use pinnacle_pexe::ids::FuncId;

/// Number of registers that a frame and the arguments of its calls can address. This many registers
/// always exist after the first register of the top frame, so register numbers need no check.
const WINDOW: usize = 1 << 16;

/// Initial number of a thread's registers. Unused ones cost nothing if the system provides fresh
/// pages, but an allocator may have to clear reused memory.
const FIRST_REGISTERS: usize = WINDOW + WINDOW / 8;

/// Maximum number of registers of a thread.
const MAX_REGISTERS: usize = 1 << 24;

/// Maximum number of active calls of a thread.
pub(super) const MAX_FRAMES: usize = 1 << 19;

/// Maximum nesting depth of calls requested by the host in a thread.
pub(super) const MAX_HOST_CALLS: usize = crate::host::MAX_NESTED_CALLS;

/// A call, with the state of its caller.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'p> {
    /// The calling function; `None` for the first call of a thread and for a call by the host.
    pub(super) caller: Option<&'p Prepared>,
    /// The operation at which the caller resumes.
    pub(super) pc: u32,
    /// The caller's first register.
    pub(super) base: u32,
    /// The caller's stack pointer.
    pub(super) sp: u32,
    /// The caller's register for the result.
    pub(super) result: u16,
    /// A number that identifies this call among all of the thread's calls, or 0 if none was needed
    /// yet.
    pub(super) activation: u64,
}

/// The reason why a thread has stopped for now. It can continue, except after the last two.
#[derive(Debug)]
pub(super) enum Exit {
    /// The budget is used up.
    Budget,
    /// A call of the host function with this index and these arguments. The result goes to a
    /// register of the current frame.
    Host {
        function: usize,
        /// The registers of the thread that hold the arguments.
        args: std::ops::Range<usize>,
        result: u16,
    },
    /// A call of a function that runs on another engine, with these arguments. The result goes to a
    /// register of the current frame.
    #[cfg_attr(
        not(all(feature = "wasmtime", unix)),
        expect(dead_code, reason = "there is no other engine")
    )]
    Away {
        function: FuncId,
        args: Vec<u64>,
        result: u16,
    },
    /// The debugger stops the run before the next instruction.
    Stopped,
    /// The first function returned, with up to two words.
    Finished([u64; 2]),
    /// A trap, caused by the operation before `pc`.
    Trap(TrapKind),
}

/// A call of the program that the host requested, with the state of the thread in the function that
/// called the host.
#[derive(Clone, Copy, Debug)]
pub(super) struct HostCall<'p> {
    function: &'p Prepared,
    pc: usize,
    base: usize,
    sp: u32,
    /// The register for the result of the host function.
    result: u16,
    /// Number of calls.
    depth: usize,
}

/// A guest thread.
#[derive(Debug)]
pub(super) struct Thread<'p> {
    pub(super) id: u32,
    /// The current function.
    pub(super) function: &'p Prepared,
    /// The index of the next operation.
    pub(super) pc: usize,
    /// The first register of the function's frame.
    pub(super) base: usize,
    /// The stack pointer.
    pub(super) sp: u32,
    /// The minimum value of the stack pointer.
    pub(super) stack_limit: u32,
    pub(super) thread_pointer: u32,
    pub(super) registers: Vec<u64>,
    /// The active calls; the current one is last.
    pub(super) frames: Vec<Frame<'p>>,
    /// The calls requested by the host, innermost last.
    pub(super) host_calls: Vec<HostCall<'p>>,
    /// The register for the result of the last host function that was called.
    pub(super) result: u16,
    pub(super) activations: u64,
    /// Number of instructions of the trapped operation that were done before the trap.
    pub(super) done: u32,
    /// Rounds executed beyond the budget, which must still be subtracted.
    pub(super) owed: i64,
    /// The rest of its turn while it waits. Only used if turns are counted in rounds.
    pub(super) rounds_left: i64,
}

impl<'p> Thread<'p> {
    /// A thread at the start of a function.
    pub(super) fn new(
        id: u32,
        function: &'p Prepared,
        stack: std::ops::Range<u32>,
        thread_pointer: u32,
    ) -> Thread<'p> {
        let sp = stack.end & !15;
        let first = Frame {
            caller: None,
            pc: 0,
            base: 0,
            sp,
            result: 0,
            activation: 0,
        };
        Thread {
            id,
            function,
            pc: 0,
            base: 0,
            sp,
            stack_limit: stack.start,
            thread_pointer,
            registers: vec![0; FIRST_REGISTERS],
            frames: vec![first],
            host_calls: Vec::new(),
            result: 0,
            activations: setjmp::before_first(id),
            done: 0,
            owed: 0,
            rounds_left: 0,
        }
    }

    /// Completes the host function that the thread is in, with its result.
    pub(super) fn finish(&mut self, value: u64) {
        self.registers[self.base + usize::from(self.result)] = value;
    }

    /// Calls a function for the host, while the thread is in a host function. Returns true if there
    /// was room.
    pub(super) fn enter_host_call(&mut self, callee: &'p Prepared, args: &[u64]) -> bool {
        if self.host_calls.len() >= MAX_HOST_CALLS || self.frames.len() >= MAX_FRAMES {
            return false;
        }
        let base = self.base + self.function.frame_size as usize;
        while self.registers.len() < base + args.len() {
            if Thread::grow(&mut self.registers, base).is_err() {
                return false;
            }
        }
        self.registers[base..][..args.len()].copy_from_slice(args);
        self.host_calls.push(HostCall {
            function: self.function,
            pc: self.pc,
            base: self.base,
            sp: self.sp,
            result: self.result,
            depth: self.frames.len(),
        });
        self.frames.push(Frame {
            caller: None,
            pc: self.pc as u32,
            base: self.base as u32,
            sp: self.sp,
            result: 0,
            activation: 0,
        });
        (self.function, self.pc, self.base) = (callee, 0, base);
        true
    }

    /// Called when a function that the host called has returned: the thread is in the host function
    /// again. Returns true if there was such a call.
    pub(super) fn leave_host_call(&mut self) -> bool {
        let Some(call) = self.host_calls.pop() else {
            return false;
        };
        self.frames.truncate(call.depth);
        (self.function, self.pc, self.base) = (call.function, call.pc, call.base);
        (self.sp, self.result) = (call.sp, call.result);
        true
    }

    /// Number of calls outside the innermost one that was made by the host.
    pub(super) fn outer_depth(&self) -> usize {
        self.host_calls.last().map_or(0, |call| call.depth)
    }

    /// Returns the function that a call by the host interrupted, counted from the innermost.
    pub(super) fn interrupted(&self, index: usize) -> Option<&'p Prepared> {
        let call = self.host_calls.iter().rev().nth(index)?;
        Some(call.function)
    }

    /// Returns from the current function with these words. Returns true if it has a caller, which
    /// continues.
    #[cfg(all(feature = "wasmtime", unix))]
    pub(super) fn return_with(&mut self, words: &[u64]) -> bool {
        let Some(frame) = self.frames.pop() else {
            return false;
        };
        let Some(caller) = frame.caller else {
            return false;
        };
        (self.function, self.pc, self.sp) = (caller, frame.pc as usize, frame.sp);
        self.base = frame.base as usize;
        let result = self.base + usize::from(frame.result);
        self.registers[result..][..words.len()].copy_from_slice(words);
        true
    }

    /// Returns the window that starts at a register, if there is room.
    #[inline(always)]
    pub(super) fn window(registers: &mut [u64], base: usize) -> Option<&mut [u64; WINDOW]> {
        registers.get_mut(base..)?.first_chunk_mut()
    }

    /// Makes room for a window that starts at a register. Fails at the limit.
    ///
    /// Takes the registers alone, for use while the rest is borrowed.
    #[cold]
    pub(super) fn grow(registers: &mut Vec<u64>, base: usize) -> Result<(), ()> {
        let wanted = base + WINDOW;
        if wanted > MAX_REGISTERS {
            return Err(());
        }
        let len = (base * 2 + WINDOW).min(MAX_REGISTERS);
        // A new zeroed vector costs nothing until it is touched; resizing the old one would.
        let mut larger = vec![0; len];
        larger[..base].copy_from_slice(&registers[..base]);
        let kept = registers.len().min(base + ARGUMENTS_KEPT);
        larger[base..kept].copy_from_slice(&registers[base..kept]);
        *registers = larger;
        Ok(())
    }
}

/// A thread in a snapshot. Its registers end with the last one that may be in use and is not zero.
#[derive(Debug)]
pub(super) struct SavedThread<'p>(Thread<'p>);

impl<'p> SavedThread<'p> {
    /// Copies the state of a thread.
    pub(super) fn of(thread: &Thread<'p>) -> SavedThread<'p> {
        let used = thread.base + thread.function.frame_size as usize + ARGUMENTS_KEPT;
        let used = &thread.registers[..used.min(thread.registers.len())];
        let last = used.iter().rposition(|&register| register != 0);
        SavedThread(Thread {
            registers: used[..last.map_or(0, |last| last + 1)].to_vec(),
            frames: thread.frames.clone(),
            host_calls: thread.host_calls.clone(),
            ..*thread
        })
    }

    /// Returns the thread in the saved state.
    pub(super) fn thread(&self) -> Thread<'p> {
        let SavedThread(saved) = self;
        let count = (saved.base + WINDOW).max(FIRST_REGISTERS);
        let mut registers = vec![0; count.max(saved.registers.len())];
        registers[..saved.registers.len()].copy_from_slice(&saved.registers);
        Thread {
            registers,
            frames: saved.frames.clone(),
            host_calls: saved.host_calls.clone(),
            ..*saved
        }
    }

    /// Returns its size in bytes.
    pub(super) fn size(&self) -> usize {
        let SavedThread(saved) = self;
        let calls = size_of_val(&*saved.frames) + size_of_val(&*saved.host_calls);
        size_of::<Thread<'_>>() + size_of_val(&*saved.registers) + calls
    }
}

/// Number of registers after a frame that may hold arguments.
const ARGUMENTS_KEPT: usize = 1 << 14;
