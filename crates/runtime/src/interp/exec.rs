//! The main loop.
//!
//! [`execute`] runs one thread until something happens that concerns others:
//! its budget is used up, it calls the host, it ends or traps. The outer loop
//! borrows what the current function needs (its operations, its window of
//! registers, the memory's window) and the inner one runs operations until a
//! call, a return, or an operation of the slow path, which [`slow_path`] executes.
//!
//! The budget is what is left of the thread's time slice. It is reduced by
//! backward jumps (by the instructions between the jump and its target) and
//! by calls, so that no endless run can avoid it.

use super::arith::{self, from_f32, to_f32};
use super::op::{Code, Op, ops};
use super::prepared::Prepared;
use super::program::Program;
use super::slow_path::{self, Slow};
use super::thread::{Exit, FRAME_LIMIT, Frame, Thread, WINDOW};
use super::tier_up::Tiers;
use super::trace::Tracer;
use crate::memory::{Fault, Memory};
use crate::trap::TrapKind;
use std::sync::atomic::{Ordering, fence};

/// Why the inner loop was left.
enum Leave {
    Budget,
    Trap(TrapKind),
    Finished([u64; 2]),
    /// An operation that [`slow_path`] executes.
    Slow(Slow),
    /// The code ended, which preparation rules out.
    Ended,
}

/// Loads bytes outside the window.
#[cold]
#[inline(never)]
fn load_slow<const N: usize>(memory: &Memory, address: u32) -> Result<[u8; N], Fault> {
    memory.load(address)
}

/// Stores bytes outside the window.
#[cold]
#[inline(never)]
fn store_slow<const N: usize>(
    memory: &mut Memory,
    address: u32,
    bytes: [u8; N],
) -> Result<(), Fault> {
    memory.store(address, bytes)
}

/// Runs a thread; see the module's description.
#[expect(
    clippy::double_comparisons,
    clippy::neg_cmp_op_on_partial_ord,
    reason = "NaN is neither less, equal nor greater, so the simpler forms mean something else"
)]
pub(super) fn execute<'p>(
    program: &'p Program<'_>,
    tiers: &mut Tiers<'p>,
    memory: &mut Memory,
    thread: &mut Thread<'p>,
    tracer: &mut Tracer<'_>,
    budget: &mut i64,
) -> Exit {
    let mut function: &'p Prepared = thread.function;
    let mut base = thread.base;
    let mut sp = thread.sp;
    let mut resume = thread.pc;
    let mut fuel = *budget;
    let stack_limit = thread.stack_limit;
    let thread_pointer = thread.thread_pointer;
    let exit = 'frame: loop {
        if fuel < 0 {
            break Exit::Budget;
        }
        let code: &'p [Op] = &function.code;
        let Some(window) = thread
            .registers
            .get_mut(base..)
            .and_then(|tail| tail.first_chunk_mut::<WINDOW>())
        else {
            if Thread::grow(&mut thread.registers, base).is_err() {
                resume += 1;
                break Exit::Trap(TrapKind::StackOverflow);
            }
            continue 'frame;
        };
        let (mut start, mut bytes) = memory.window();
        let mut pc = code[resume..].iter();
        let leave = loop {
            let Some(op) = pc.next() else {
                break Leave::Ended;
            };

            macro_rules! r {
                ($register:expr) => {
                    window[usize::from($register)]
                };
            }
            macro_rules! set {
                ($value:expr) => {{
                    let value: u64 = $value;
                    r!(op.d) = value;
                }};
            }
            macro_rules! jump {
                ($weight:expr) => {{
                    fuel -= i64::from($weight);
                    pc = code[op.hi as usize..].iter();
                    if fuel < 0 {
                        break Leave::Budget;
                    }
                }};
            }
            macro_rules! jump_if {
                ($condition:expr) => {
                    if $condition {
                        jump!(op.d);
                    }
                };
            }
            macro_rules! allocate {
                ($size:expr) => {
                    match sp.checked_sub($size).map(|sp| sp & !op.hi) {
                        Some(lower) if lower >= stack_limit => {
                            sp = lower;
                            set!(u64::from(sp));
                        }
                        _ => break Leave::Trap(TrapKind::StackOverflow),
                    }
                };
            }
            // The operands of an operation, by their type and form.
            macro_rules! operands {
                (u32 reg) => {
                    [r!(op.a) as u32, r!(op.b) as u32]
                };
                (u32 imm) => {
                    [r!(op.a) as u32, op.lo]
                };
                (u64 reg) => {
                    [r!(op.a), r!(op.b)]
                };
                (u64 imm) => {
                    [r!(op.a), op.lo as i32 as u64]
                };
                (u64 imm64) => {
                    [r!(op.a), op.imm64()]
                };
                (f64 reg) => {
                    [f64!(op.a), f64!(op.b)]
                };
                (f64 imm64) => {
                    [f64!(op.a), f64::from_bits(op.imm64())]
                };
                (f64 three) => {
                    [f64!(op.a), f64!(op.b), f64!(op.c())]
                };
                (f64 four) => {
                    [f64!(op.a), f64!(op.b), f64!(op.c()), f64!(op.e())]
                };
                (f64 one) => {
                    [f64!(op.a)]
                };
                (f32 reg) => {
                    [to_f32(r!(op.a)), to_f32(r!(op.b))]
                };
                (f32 one) => {
                    [to_f32(r!(op.a))]
                };
                (i32 reg) => {
                    [r!(op.a) as i32, r!(op.b) as i32]
                };
                (i32 imm) => {
                    [r!(op.a) as i32, op.lo as i32]
                };
                (i64 reg) => {
                    [r!(op.a) as i64, r!(op.b) as i64]
                };
                (i64 imm) => {
                    [r!(op.a) as i64, i64::from(op.lo as i32)]
                };
                ($type:ident one) => {
                    [r!(op.a) as $type]
                };
            }
            macro_rules! f64 {
                ($register:expr) => {
                    f64::from_bits(r!($register))
                };
            }
            // A value as a register holds it.
            macro_rules! bits {
                (u32, $value:expr) => {
                    u64::from($value)
                };
                (i32, $value:expr) => {
                    u64::from($value as u32)
                };
                (u64, $value:expr) => {
                    $value
                };
                (i64, $value:expr) => {
                    $value as u64
                };
                (f64, $value:expr) => {
                    f64::to_bits($value)
                };
                (f32, $value:expr) => {
                    from_f32($value)
                };
            }
            // The choice of a value by a comparison.
            macro_rules! select {
                (reg, $condition:expr) => {{
                    let (x, y) = (r!(op.c()), r!(op.e()));
                    set!(if $condition { x } else { y });
                }};
                (imm, $condition:expr) => {{
                    let (x, y) = (r!(op.b), r!(op.e()));
                    set!(if $condition { x } else { y });
                }};
            }
            macro_rules! holds {
                ($a:ident one $b:ident) => {
                    $a < $b || $a > $b
                };
                ($a:ident ord $b:ident) => {
                    !$a.is_nan() && !$b.is_nan()
                };
                ($a:ident $op:tt $b:ident) => {
                    $a $op $b
                };
            }
            macro_rules! add_jump {
                ($form:tt, $type:ident, $op:tt) => {{
                    let sum = (r!(op.a) as u32).wrapping_add(op.lo as i16 as u32);
                    set!(u64::from(sum));
                    if (sum as $type) $op add_jump!($form, $type) {
                        jump!(op.lo >> 16);
                    }
                }};
                (reg, $type:ident) => {
                    r!(op.b) as $type
                };
                (imm, $type:ident) => {
                    op.b as i16 as $type
                };
            }
            macro_rules! divide {
                ($a:expr, $b:expr, $result:expr) => {{
                    if $b == 0 {
                        break Leave::Trap(TrapKind::DivisionByZero);
                    }
                    set!($result);
                }};
            }
            macro_rules! divide_signed {
                ($type:ident) => {{
                    let [a, b] = operands!($type reg);
                    if b == -1 && a == $type::MIN {
                        break Leave::Trap(TrapKind::IntegerOverflow);
                    }
                    divide!(a, b, bits!($type, a.wrapping_div(b)));
                }};
            }
            macro_rules! address {
                (plain) => {
                    (r!(op.a) as u32).wrapping_add(op.lo)
                };
                (indexed) => {
                    (r!(op.a) as u32)
                        .wrapping_add((r!(op.b) as u32).wrapping_mul(op.hi))
                        .wrapping_add(op.lo)
                };
                (scaled) => {
                    (r!(op.a) as u32).wrapping_mul(op.hi).wrapping_add(op.lo)
                };
                (at) => {
                    op.lo
                };
            }
            macro_rules! load {
                ($mode:ident, $type:ident) => {{
                    const SIZE: usize = size_of::<$type>();
                    let address: u32 = address!($mode);
                    let at = address.wrapping_sub(start) as usize;
                    let found = match bytes
                        .get(at..at + SIZE)
                        .and_then(|slice| slice.first_chunk::<SIZE>())
                    {
                        Some(found) => *found,
                        None => {
                            let found = load_slow::<SIZE>(memory, address);
                            (start, bytes) = memory.window();
                            match found {
                                Ok(found) => found,
                                Err(fault) => break Leave::Trap(TrapKind::Memory(fault)),
                            }
                        }
                    };
                    let value = $type::from_le_bytes(found);
                    loaded!($type, value);
                }};
            }
            macro_rules! loaded {
                (u128, $value:ident) => {
                    r!(op.d) = $value as u64;
                    r!(op.d.wrapping_add(1)) = ($value >> 64) as u64;
                };
                (i8, $value:ident) => {
                    set!(bits!(i32, i32::from($value)))
                };
                (i16, $value:ident) => {
                    set!(bits!(i32, i32::from($value)))
                };
                ($type:ident, $value:ident) => {
                    set!(u64::from($value))
                };
            }
            macro_rules! store {
                ($mode:ident, $value:expr) => {{
                    let address: u32 = address!($mode);
                    let value = ($value).to_le_bytes();
                    let at = address.wrapping_sub(start) as usize;
                    match bytes
                        .get_mut(at..at + value.len())
                        .and_then(|slice| slice.first_chunk_mut())
                    {
                        Some(place) => *place = value,
                        None => {
                            let stored = store_slow(memory, address, value);
                            (start, bytes) = memory.window();
                            if let Err(fault) = stored {
                                break Leave::Trap(TrapKind::Memory(fault));
                            }
                        }
                    }
                }};
            }
            macro_rules! stored {
                (u128) => {
                    u128::from(r!(op.d)) | u128::from(r!(op.d.wrapping_add(1))) << 64
                };
                ($type:ident) => {
                    r!(op.d) as $type
                };
            }
            macro_rules! call {
                ($callee:expr) => {{
                    let callee: &'p Prepared = $callee;
                    let pc = (code.len() - pc.as_slice().len()) as u32;
                    if thread.frames.len() >= FRAME_LIMIT {
                        break Leave::Trap(TrapKind::StackOverflow);
                    }
                    thread.frames.push(Frame {
                        caller: Some(function),
                        pc,
                        base: base as u32,
                        sp,
                        result: op.d,
                        activation: 0,
                    });
                    base += function.frame_size as usize;
                    fuel -= callee.weight;
                    function = callee;
                    resume = 0;
                    continue 'frame;
                }};
            }
            macro_rules! leave_function {
                ($words:expr, $($word:ident => $offset:literal),*) => {{
                    let [$($word),*] = $words;
                    let Some(frame) = thread.frames.pop() else { break Leave::Ended };
                    let Some(caller) = frame.caller else {
                        thread.frames.push(frame);
                        let [low, high, ..] = [$($word,)* 0, 0];
                        break Leave::Finished([low, high]);
                    };
                    function = caller;
                    base = frame.base as usize;
                    resume = frame.pc as usize;
                    sp = frame.sp;
                    $(thread.registers[base + usize::from(frame.result) + $offset] = $word;)*
                    continue 'frame;
                }};
            }

            macro_rules! run {
                (
                    integers32 { $($t32:tt $form32:tt $op32:tt: $jump32:ident $set32:ident $select32:ident $add_jump32:ident;)* }
                    integers64 { $($t64:tt $form64:tt $op64:tt: $jump64:ident $set64:ident;)* }
                    floats { $($tf:tt $opf:tt: $jumpf:ident $setf:ident $jump_not:ident $set_not:ident;)* }
                    loads { $($tl:tt $loads:ident: $load:ident $load_indexed:ident $load_scaled:ident $load_at:ident;)* }
                    stores { $($ts:tt $stores:ident: $store:ident $store_indexed:ident $store_scaled:ident $store_at:ident;)* }
                    immediate_stores { $($ti:tt: $store_imm:ident $store_imm_at:ident;)* }
                    values { $($value:ident: $tv:tt $formv:tt ($($v:ident),*) $out:tt = $result:expr;)* }
                    divisions { $($division:ident: $td:tt $formd:tt ($a:ident, $b:ident) $outd:tt = $resultd:expr;)* }
                    others { $($others:tt)* }
                ) => {
                    match op.code {
                        $(
                            Code::$jump32 => {
                                let [a, b] = operands!($t32 $form32);
                                jump_if!(a $op32 b);
                            }
                            Code::$set32 => {
                                let [a, b] = operands!($t32 $form32);
                                set!(u64::from(a $op32 b));
                            }
                            Code::$select32 => {
                                let [a, b] = operands!($t32 $form32);
                                select!($form32, a $op32 b);
                            }
                            Code::$add_jump32 => add_jump!($form32, $t32, $op32),
                        )*
                        $(
                            Code::$jump64 => {
                                let [a, b] = operands!($t64 $form64);
                                jump_if!(a $op64 b);
                            }
                            Code::$set64 => {
                                let [a, b] = operands!($t64 $form64);
                                set!(u64::from(a $op64 b));
                            }
                        )*
                        $(
                            Code::$jumpf => {
                                let [a, b] = operands!($tf reg);
                                jump_if!(holds!(a $opf b));
                            }
                            Code::$setf => {
                                let [a, b] = operands!($tf reg);
                                set!(u64::from(holds!(a $opf b)));
                            }
                            Code::$jump_not => {
                                let [a, b] = operands!($tf reg);
                                jump_if!(!(holds!(a $opf b)));
                            }
                            Code::$set_not => {
                                let [a, b] = operands!($tf reg);
                                set!(u64::from(!(holds!(a $opf b))));
                            }
                        )*
                        $(
                            Code::$load => load!(plain, $tl),
                            Code::$load_indexed => load!(indexed, $tl),
                            Code::$load_scaled => load!(scaled, $tl),
                            Code::$load_at => load!(at, $tl),
                        )*
                        $(
                            Code::$store => store!(plain, stored!($ts)),
                            Code::$store_indexed => store!(indexed, stored!($ts)),
                            Code::$store_scaled => store!(scaled, stored!($ts)),
                            Code::$store_at => store!(at, stored!($ts)),
                        )*
                        $(
                            Code::$store_imm => store!(plain, op.hi as $ti),
                            Code::$store_imm_at => store!(at, op.hi as $ti),
                        )*
                        $(
                            Code::$value => {
                                let [$($v),*] = operands!($tv $formv);
                                set!(bits!($out, $result));
                            }
                        )*
                        $(
                            Code::$division => {
                                let [$a, $b] = operands!($td $formd);
                                divide!($a, $b, bits!($outd, $resultd));
                            }
                        )*

                        Code::Move => set!(r!(op.a)),
                        Code::MoveWide => {
                            let (low, high) = (r!(op.a), r!(op.a.wrapping_add(1)));
                            r!(op.d) = low;
                            r!(op.d.wrapping_add(1)) = high;
                        }
                        Code::Move2 => {
                            r!(op.d) = r!(op.a);
                            r!(op.lo as u16) = r!((op.lo >> 16) as u16);
                        }
                        Code::Move3 => {
                            r!(op.d) = r!(op.a);
                            r!(op.lo as u16) = r!((op.lo >> 16) as u16);
                            r!(op.hi as u16) = r!((op.hi >> 16) as u16);
                        }
                        Code::MoveJump => {
                            r!(op.d) = r!(op.a);
                            jump!(op.b);
                        }
                        Code::Move2Jump => {
                            r!(op.d) = r!(op.a);
                            r!(op.lo as u16) = r!((op.lo >> 16) as u16);
                            jump!(op.b);
                        }
                        Code::Const => set!(op.imm64()),
                        Code::ZeroWide => {
                            r!(op.d) = 0;
                            r!(op.d.wrapping_add(1)) = 0;
                        }
                        Code::ConstJump => {
                            set!(u64::from(op.lo));
                            jump!(op.b);
                        }
                        Code::AddJump => {
                            set!(u64::from((r!(op.a) as u32).wrapping_add(op.lo)));
                            jump!(op.b);
                        }
                        Code::Jump => jump!(op.d),
                        Code::JumpIf => jump_if!(r!(op.a) != 0),
                        Code::JumpIfNot => jump_if!(r!(op.a) == 0),
                        Code::JumpAnyBits => jump_if!(r!(op.a) as u32 & op.lo != 0),
                        Code::JumpNoBits => jump_if!(r!(op.a) as u32 & op.lo == 0),
                        Code::EnterBlock => break Leave::Slow(Slow::EnterBlock),
                        Code::Switch => {
                            let target = function.tables[op.lo as usize].target(r!(op.a));
                            pc = code[target as usize..].iter();
                        }
                        Code::Select => {
                            let (x, y) = (r!(op.b), r!(op.c()));
                            set!(if r!(op.a) != 0 { x } else { y });
                        }
                        Code::SelectWide => {
                            let source = if r!(op.a) != 0 { op.b } else { op.c() };
                            let (low, high) = (r!(source), r!(source.wrapping_add(1)));
                            r!(op.d) = low;
                            r!(op.d.wrapping_add(1)) = high;
                        }
                        Code::AddScaled32 => set!(u64::from(address!(indexed))),
                        Code::Scale32 => set!(u64::from(address!(scaled))),
                        Code::Narrow => {
                            let operation = arith::binary_op(op.lo);
                            match arith::integer(operation, op.hi, r!(op.a), r!(op.b)) {
                                Ok(value) => set!(value),
                                Err(kind) => break Leave::Trap(kind),
                            }
                        }
                        Code::SignExtend => {
                            let extended = (r!(op.a).wrapping_shl(op.lo) as i64).wrapping_shr(op.lo);
                            set!((extended as u64).wrapping_shl(op.hi).wrapping_shr(op.hi));
                        }
                        Code::Vector => break Leave::Slow(Slow::Vector),
                        Code::Alloca => allocate!(r!(op.a) as u32),
                        Code::AllocaImm => allocate!(op.lo),
                        Code::StackSave => set!(u64::from(sp)),
                        Code::StackRestore => sp = r!(op.a) as u32,
                        Code::ReadThreadPointer => set!(u64::from(thread_pointer)),
                        Code::Call => match tiers.ready(op.lo) {
                            Some(callee) => call!(callee),
                            None => break Leave::Slow(Slow::Call(op.lo)),
                        },
                        Code::CallIndirect => {
                            let index = (r!(op.a) as u32).wrapping_sub(1);
                            match program.signatures.get(index as usize) {
                                Some(&signature) if signature == op.lo => match tiers.ready(index) {
                                    Some(callee) => call!(callee),
                                    None => break Leave::Slow(Slow::Call(index)),
                                },
                                _ => break Leave::Slow(Slow::Indirect),
                            }
                        }
                        Code::Intrinsic => break Leave::Slow(Slow::Intrinsic),
                        Code::AtomicLoad32 => {
                            let address = address!(plain);
                            if address % 4 != 0 {
                                break Leave::Trap(TrapKind::Misaligned(Some(address)));
                            }
                            load!(plain, u32);
                            fence(Ordering::Acquire);
                        }
                        Code::AtomicStore32 => {
                            let address = address!(plain);
                            if address % 4 != 0 {
                                break Leave::Trap(TrapKind::Misaligned(Some(address)));
                            }
                            fence(Ordering::Release);
                            store!(plain, r!(op.d) as u32);
                            if bytes.is_empty() {
                                // Code of other threads may run.
                                fence(Ordering::SeqCst);
                            }
                        }
                        Code::Setjmp => break Leave::Slow(Slow::Setjmp),
                        Code::Longjmp => break Leave::Slow(Slow::Longjmp),
                        Code::Return => leave_function!([r!(op.a)], low => 0),
                        Code::ReturnWide => {
                            leave_function!([r!(op.a), r!(op.a.wrapping_add(1))], low => 0, high => 1)
                        }
                        Code::ReturnVoid => leave_function!([0u64; 0],),
                        Code::ReturnConst => leave_function!([op.imm64()], low => 0),
                        Code::Unreachable => {
                            break Leave::Trap(if op.lo == 0 {
                                TrapKind::Unreachable
                            } else {
                                TrapKind::Trap
                            });
                        }
                        Code::TraceInst | Code::TraceBefore | Code::TraceEnter | Code::TraceLeave => {
                            break Leave::Slow(Slow::Trace);
                        }
                        Code::SDiv32 => divide_signed!(i32),
                        Code::SDiv64 => divide_signed!(i64),
                    }
                };
            }
            ops!(run);
        };

        // `resume` is the operation after the one that ran.
        resume = code.len() - pc.as_slice().len();
        let operation = match leave {
            Leave::Budget => break Exit::Budget,
            Leave::Trap(kind) => break Exit::Trap(kind),
            Leave::Finished(words) => break Exit::Finished(words),
            Leave::Ended => unreachable!("code ends with a jump, a return or a trap"),
            Leave::Slow(operation) => operation,
        };
        (thread.function, thread.base, thread.sp, thread.pc) = (function, base, sp, resume);
        // A copy, because a reference to `fuel` itself would keep it out of
        // a register of the host for the whole loop.
        let mut rest = fuel;
        let outcome =
            slow_path::execute(operation, program, tiers, memory, thread, tracer, &mut rest);
        fuel = rest;
        (function, base, sp, resume) = (thread.function, thread.base, thread.sp, thread.pc);
        if let Err(exit) = outcome {
            break exit;
        }
    };
    thread.function = function;
    thread.base = base;
    thread.sp = sp;
    thread.pc = resume;
    *budget = fuel;
    exit
}
