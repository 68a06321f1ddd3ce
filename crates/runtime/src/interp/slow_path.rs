//! The slow path: operations that the main loop does not implement, because they are rare or take
//! so long that a call does not matter.

use super::intrinsics;
use super::op::Op;
use super::prepared::Counting;
use super::program::{Program, Target};
use super::setjmp::{self, JumpBuffer};
use super::thread::{Exit, Frame, MAX_FRAMES, Thread};
use super::tier_up::{Next, Tiers};
use super::trace::{Event, Tracer};
use super::value::is_wide;
use crate::memory::Memory;
use crate::trap::TrapKind;
use pinnacle_pexe::ids::FuncId;

/// An operation of the slow path.
#[derive(Clone, Copy)]
pub(super) enum Slow {
    /// Call a function that was not prepared as a whole.
    Call(u32),
    /// An indirect call with another signature, of a host function, or of no function.
    Indirect,
    /// Continue with another block of a function that runs block by block.
    EnterBlock,
    Intrinsic,
    Vector,
    Setjmp,
    Longjmp,
    Trace,
}

/// Executes the operation before the thread's `pc`, on its state.
#[inline(never)]
pub(super) fn execute<'p>(
    operation: Slow,
    program: &'p Program<'_>,
    tiers: &mut Tiers<'p>,
    memory: &mut Memory,
    thread: &mut Thread<'p>,
    tracer: &mut Tracer<'_>,
    fuel: &mut i64,
) -> Result<(), Exit> {
    let function = thread.function;
    let last = thread.pc - 1;
    let op = function.code[last];
    let window = &mut thread.registers[thread.base..];
    match operation {
        Slow::Call(index) => return call(program, tiers, thread, op, index, fuel),
        Slow::Indirect => {
            let address = window[usize::from(op.a)] as u32;
            let args = &mut window[function.frame_size as usize..];
            let target = program
                .resolve(address, op.lo, op.hi != 0, args)
                .map_err(Exit::Trap)?;
            match target {
                Target::Function(index) => {
                    return call(program, tiers, thread, op, index, fuel);
                }
                Target::Host(index, count) => {
                    let first = thread.base + function.frame_size as usize;
                    return Err(Exit::Host {
                        function: index,
                        args: first..first + count,
                        result: op.d,
                    });
                }
            }
        }
        Slow::EnterBlock => match tiers.enter(function.id, op.lo).map_err(unsupported)? {
            Next::Block(code) => {
                *fuel -= code.weight;
                thread.function = code;
                thread.pc = 0;
            }
            Next::Whole(whole, transfer) => {
                transfer.apply(window);
                *fuel -= transfer.weight;
                thread.function = whole;
                thread.pc = transfer.pc;
            }
        },
        Slow::Intrinsic => {
            let intrinsic = function.intrinsics[op.lo as usize];
            let args = &window[function.frame_size as usize..][..8];
            match program.info.counting {
                Counting::Instructions => *fuel -= intrinsics::cost(intrinsic, args),
                Counting::Rounds => {
                    // The turn continues up to the next counting point.
                    let left = *fuel - intrinsics::rounds(intrinsic, args);
                    *fuel = left.max(0);
                    thread.owed += *fuel - left;
                }
            }
            let result = intrinsics::execute(intrinsic, args, memory);
            window[usize::from(op.d)] = result.map_err(Exit::Trap)?;
        }
        Slow::Vector => {
            let operation = function.vectors[op.lo as usize];
            let ([a, b, c], result) = operation.shape();
            let read = |is_wide: bool, register: u16| {
                let register = usize::from(register);
                let high = if is_wide { window[register + 1] } else { 0 };
                u128::from(window[register]) | u128::from(high) << 64
            };
            let value = operation
                .execute(read(a, op.a), read(b, op.b), read(c, op.e()))
                .map_err(Exit::Trap)?;
            window[usize::from(op.d)] = value as u64;
            if result {
                window[usize::from(op.d) + 1] = (value >> 64) as u64;
            }
        }
        Slow::Setjmp => {
            let address = window[usize::from(op.a)] as u32;
            window[usize::from(op.d)] = 0;
            return setjmp(memory, thread, address).map_err(Exit::Trap);
        }
        Slow::Longjmp => {
            let address = window[usize::from(op.a)] as u32;
            let value = window[usize::from(op.b)] as u32;
            let passed = longjmp(memory, thread, address, value).map_err(Exit::Trap)?;
            *fuel -= match program.info.counting {
                // The code after the setjmp runs again, as if the function had been called.
                Counting::Instructions => thread.function.weight.max(1),
                Counting::Rounds => passed,
            };
            return Ok(());
        }
        Slow::Trace => {
            let register = usize::from(op.d);
            let words = [window[register], window[register + 1]];
            let event = Event {
                code: op.code,
                thread: thread.id,
                function: function.id,
                inst: function.sources[last],
            };
            if program.info.steps() {
                if tracer.stops_at(event, thread.frames.len(), memory) {
                    return Err(Exit::Stopped);
                }
                return Ok(());
            }
            tracer.call(event, words, thread, memory);
            let window = &thread.registers[thread.base..];
            tracer.trace(program, event, words, window);
        }
    }
    Ok(())
}

fn unsupported(reason: String) -> Exit {
    Exit::Trap(TrapKind::Unsupported(reason))
}

fn call<'p>(
    program: &Program<'_>,
    tiers: &mut Tiers<'p>,
    thread: &mut Thread<'p>,
    op: Op,
    index: u32,
    fuel: &mut i64,
) -> Result<(), Exit> {
    if tiers.is_elsewhere(index) {
        let function = FuncId(index);
        let params = &program.signature(function).params;
        let words = params.iter().map(|&ty| if is_wide(ty) { 2 } else { 1 });
        let first = thread.base + thread.function.frame_size as usize;
        return Err(Exit::Away {
            function,
            args: thread.registers[first..][..words.sum()].to_vec(),
            result: op.d,
        });
    }
    let callee = tiers.call(FuncId(index)).map_err(unsupported)?;
    if thread.frames.len() >= MAX_FRAMES {
        return Err(Exit::Trap(TrapKind::StackOverflow));
    }
    thread.frames.push(Frame {
        caller: Some(thread.function),
        pc: thread.pc as u32,
        base: thread.base as u32,
        sp: thread.sp,
        result: op.d,
        activation: 0,
    });
    thread.base += thread.function.frame_size as usize;
    thread.function = callee;
    thread.pc = 0;
    *fuel -= callee.weight;
    Ok(())
}

fn setjmp(memory: &mut Memory, thread: &mut Thread<'_>, address: u32) -> Result<(), TrapKind> {
    let frame = thread.frames.last_mut();
    let frame = frame.expect("what runs has a frame");
    if frame.activation == 0 {
        thread.activations += 1;
        frame.activation = thread.activations;
    }
    let buffer = JumpBuffer {
        activation: frame.activation,
        number: thread.pc as u32,
        sp: thread.sp,
    };
    setjmp::write(memory, address, buffer).map_err(TrapKind::Memory)
}

/// Jumps to the setjmp named by a buffer. Returns the number of rounds that this counts as.
fn longjmp(
    memory: &Memory,
    thread: &mut Thread<'_>,
    address: u32,
    value: u32,
) -> Result<i64, TrapKind> {
    let buffer = setjmp::read(memory, address).map_err(TrapKind::Memory)?;
    land(thread, &buffer, value).ok_or(TrapKind::BadLongjmp)
}

/// Continues after a setjmp that was called in a frame of a thread, if that frame exists. Returns
/// the number of rounds that this counts.
pub(super) fn land(thread: &mut Thread<'_>, buffer: &JumpBuffer, value: u32) -> Option<i64> {
    let landing = setjmp::find(thread, buffer)?;
    thread.frames.truncate(landing.depth);
    (thread.function, thread.base) = (landing.function, landing.base);
    thread.pc = buffer.number as usize;
    thread.sp = buffer.sp;
    let result = landing.function.code[thread.pc - 1].d;
    thread.registers[landing.base + usize::from(result)] = u64::from(value.max(1));
    Some(landing.passed)
}
