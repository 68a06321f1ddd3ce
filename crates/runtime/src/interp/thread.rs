//! The state of a guest thread: its frames, registers and stack, and why it stopped.

use super::prepared::Prepared;
use crate::trap::TrapKind;
use pinnacle_pexe::ids::FuncId;

/// Number of registers that a frame and the arguments of its calls can
/// address. There are always so many from the top frame's first register on,
/// so that a register's number needs no check.
pub(super) const WINDOW: usize = 1 << 16;

/// Registers of one thread at most.
const REGISTER_LIMIT: usize = 1 << 24;

/// Calls of one thread at most.
pub(super) const FRAME_LIMIT: usize = 1 << 19;

/// A call: where its caller goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'p> {
    /// The calling function; none for the first call of a thread.
    pub(super) caller: Option<&'p Prepared>,
    /// The operation with which the caller goes on.
    pub(super) pc: u32,
    /// The caller's first register.
    pub(super) base: u32,
    /// The caller's stack pointer.
    pub(super) sp: u32,
    /// The caller's register for the result.
    pub(super) result: u16,
    /// A number that names this call among all of the thread, or 0 while
    /// nothing has asked for one.
    pub(super) activation: u64,
}

/// Why a thread stopped for now. Its state is such that it can go on, but for
/// the last two.
#[derive(Debug)]
pub(super) enum Exit {
    /// The budget is used up.
    Budget,
    /// A call of a function of the host, by index, with these arguments. The
    /// result goes to a register of the current frame.
    Host {
        function: usize,
        args: Vec<u64>,
        result: u16,
    },
    /// A call of a function that another engine runs, with these arguments.
    /// The result goes to a register of the current frame.
    #[cfg_attr(
        not(all(feature = "wasmtime", unix)),
        expect(dead_code, reason = "there is no other engine")
    )]
    Away {
        function: FuncId,
        args: Vec<u64>,
        result: u16,
    },
    /// The first function returned, with up to two words.
    Finished([u64; 2]),
    /// A trap. The operation before `pc` caused it.
    Trap(TrapKind),
}

/// A guest thread.
#[derive(Debug)]
pub(super) struct Thread<'p> {
    pub(super) id: u32,
    /// The function that runs.
    pub(super) function: &'p Prepared,
    /// The operation that runs next.
    pub(super) pc: usize,
    /// The first register of the function's frame.
    pub(super) base: usize,
    /// The stack pointer.
    pub(super) sp: u32,
    /// The stack pointer may not become less.
    pub(super) stack_limit: u32,
    pub(super) thread_pointer: u32,
    pub(super) registers: Vec<u64>,
    /// The calls that led here, the present one's last.
    pub(super) frames: Vec<Frame<'p>>,
    pub(super) activations: u64,
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
            registers: vec![0; WINDOW + 1024],
            frames: vec![first],
            activations: 0,
        }
    }

    /// Makes room for a window at a register. Fails at the limit.
    ///
    /// Takes the registers alone, for use while the rest is borrowed.
    #[cold]
    pub(super) fn grow(registers: &mut Vec<u64>, base: usize) -> Result<(), ()> {
        let wanted = base + WINDOW;
        if wanted > REGISTER_LIMIT {
            return Err(());
        }
        let len = (base * 2 + WINDOW).min(REGISTER_LIMIT);
        // A zeroed vector costs nothing until it is touched, unlike the
        // resizing of an old one.
        let mut larger = vec![0; len];
        larger[..base].copy_from_slice(&registers[..base]);
        let kept = registers.len().min(base + ARGUMENTS_KEPT);
        larger[base..kept].copy_from_slice(&registers[base..kept]);
        *registers = larger;
        Ok(())
    }
}

/// So many registers after a frame may hold arguments.
const ARGUMENTS_KEPT: usize = 1 << 14;
