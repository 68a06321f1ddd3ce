//! The main loop.
//!
//! [`execute`] runs one thread until something happens that concerns others:
//! its budget is used up, it calls the host, it ends or traps. The outer loop
//! borrows what the current function needs (its operations, its window of
//! registers, the memory's window) and the inner one runs operations until a
//! call, a return, or something rare, which [`rare`] does.
//!
//! The budget is what is left of the thread's time slice. It is reduced by
//! backward jumps (by the instructions between the jump and its target) and
//! by calls, so that no endless run can avoid it.

use super::arith::{self, from_f32, to_f32};
use super::op::{Code, Op};
use super::program::{Prepared, Program};
use super::rare::{self, Rare};
use super::thread::{FRAME_LIMIT, Frame, Thread, WINDOW};
use super::tiers::Tiers;
use super::trace::Tracer;
use crate::memory::{Fault, Memory};
use crate::trap::TrapKind;
use pinnacle_pexe::ids::FuncId;

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

/// Why the inner loop was left.
enum Leave {
    Budget,
    Trap(TrapKind),
    Finished([u64; 2]),
    /// An operation that [`rare`] executes.
    Rare(Rare),
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
            macro_rules! u32s {
                () => {
                    (r!(op.a) as u32, r!(op.b) as u32)
                };
                (imm) => {
                    (r!(op.a) as u32, op.lo)
                };
            }
            macro_rules! i32s {
                ($($imm:tt)?) => {{
                    let (a, b) = u32s!($($imm)?);
                    (a as i32, b as i32)
                }};
            }
            macro_rules! u64s {
                () => {
                    (r!(op.a), r!(op.b))
                };
                (imm) => {
                    (r!(op.a), op.lo as i32 as u64)
                };
            }
            macro_rules! i64s {
                ($($imm:tt)?) => {{
                    let (a, b) = u64s!($($imm)?);
                    (a as i64, b as i64)
                }};
            }
            macro_rules! f64s {
                () => {
                    (f64::from_bits(r!(op.a)), f64::from_bits(r!(op.b)))
                };
            }
            macro_rules! f32s {
                () => {
                    (to_f32(r!(op.a)), to_f32(r!(op.b)))
                };
            }
            // A comparison of operands for a jump, a value or a choice.
            macro_rules! compare {
                (jump, $operands:expr, $op:tt) => {{
                    let (a, b) = $operands;
                    jump_if!(a $op b);
                }};
                (set, $operands:expr, $op:tt) => {{
                    let (a, b) = $operands;
                    set!(u64::from(a $op b));
                }};
                (select, $operands:expr, $op:tt) => {{
                    let (a, b) = $operands;
                    let (x, y) = (r!(op.c()), r!(op.e()));
                    set!(if a $op b { x } else { y });
                }};
                (select_imm, $operands:expr, $op:tt) => {{
                    let (a, b) = $operands;
                    let (x, y) = (r!(op.b), r!(op.e()));
                    set!(if a $op b { x } else { y });
                }};
                (jump_not, $operands:expr, $op:tt) => {{
                    let (a, b) = $operands;
                    jump_if!(!(a $op b));
                }};
                (set_not, $operands:expr, $op:tt) => {{
                    let (a, b) = $operands;
                    set!(u64::from(!(a $op b)));
                }};
            }
            macro_rules! add_jump {
                ($form:ident, $type:ident, $op:tt) => {{
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
            macro_rules! b32 {
                ($operands:expr, $a:ident, $b:ident, $result:expr) => {{
                    let ($a, $b) = $operands;
                    set!(u64::from($result));
                }};
            }
            macro_rules! b64 {
                ($operands:expr, $a:ident, $b:ident, $result:expr) => {{
                    let ($a, $b) = $operands;
                    set!($result);
                }};
            }
            macro_rules! bf64 {
                ($op:tt) => {{
                    let (a, b) = f64s!();
                    set!((a $op b).to_bits());
                }};
            }
            macro_rules! bf32 {
                ($op:tt) => {{
                    let (a, b) = f32s!();
                    set!(from_f32(a $op b));
                }};
            }
            macro_rules! f64_imm {
                ($a:ident, $b:ident, $result:expr) => {{
                    let ($a, $b) = (f64::from_bits(r!(op.a)), f64::from_bits(op.imm64()));
                    set!(($result).to_bits());
                }};
            }
            macro_rules! pair {
                ($a:ident, $b:ident, $c:ident, $result:expr) => {{
                    let ($a, $b) = f64s!();
                    let $c = f64::from_bits(r!(op.c()));
                    set!(($result).to_bits());
                }};
            }
            macro_rules! divide {
                ($operands:expr, $a:ident, $b:ident, $result:expr) => {{
                    let ($a, $b) = $operands;
                    if $b == 0 {
                        break Leave::Trap(TrapKind::DivisionByZero);
                    }
                    set!($result);
                }};
                (signed, $operands:expr, $a:ident, $b:ident, $min:expr, $result:expr) => {{
                    let ($a, $b) = $operands;
                    if $b == 0 {
                        break Leave::Trap(TrapKind::DivisionByZero);
                    }
                    if $b == -1 && $a == $min {
                        break Leave::Trap(TrapKind::IntegerOverflow);
                    }
                    set!($result);
                }};
            }
            macro_rules! convert {
                ($value:ident: $type:ident, $result:expr) => {{
                    let $value = r!(op.a) as $type;
                    set!($result);
                }};
                (f64 $value:ident, $result:expr) => {{
                    let $value = f64::from_bits(r!(op.a));
                    set!($result);
                }};
                (f32 $value:ident, $result:expr) => {{
                    let $value = to_f32(r!(op.a));
                    set!($result);
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
            macro_rules! bytes_at {
                ($n:literal, $address:expr) => {{
                    let address: u32 = $address;
                    let at = address.wrapping_sub(start) as usize;
                    match bytes
                        .get(at..at + $n)
                        .and_then(|slice| slice.first_chunk::<$n>())
                    {
                        Some(found) => *found,
                        None => {
                            let found = load_slow::<$n>(memory, address);
                            (start, bytes) = memory.window();
                            match found {
                                Ok(found) => found,
                                Err(fault) => break Leave::Trap(TrapKind::Memory(fault)),
                            }
                        }
                    }
                }};
            }
            macro_rules! load {
                ($mode:ident, $type:ident, $n:literal, $value:ident, $result:expr) => {{
                    let $value = $type::from_le_bytes(bytes_at!($n, address!($mode)));
                    set!($result);
                }};
            }
            macro_rules! load_wide {
                ($mode:ident) => {{
                    let value = u128::from_le_bytes(bytes_at!(16, address!($mode)));
                    r!(op.d) = value as u64;
                    r!(op.d.wrapping_add(1)) = (value >> 64) as u64;
                }};
            }
            macro_rules! store {
                ($mode:ident, $n:literal, $value:expr) => {{
                    let address: u32 = address!($mode);
                    let value = ($value).to_le_bytes();
                    let at = address.wrapping_sub(start) as usize;
                    match bytes
                        .get_mut(at..at + $n)
                        .and_then(|slice| slice.first_chunk_mut::<$n>())
                    {
                        Some(place) => *place = value,
                        None => {
                            let stored = store_slow::<$n>(memory, address, value);
                            (start, bytes) = memory.window();
                            if let Err(fault) = stored {
                                break Leave::Trap(TrapKind::Memory(fault));
                            }
                        }
                    }
                }};
            }
            macro_rules! wide {
                ($register:expr) => {
                    u128::from(r!($register)) | u128::from(r!($register.wrapping_add(1))) << 64
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

            match op.code {
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
                Code::JumpEq32 => compare!(jump, u32s!(), ==),
                Code::JumpNe32 => compare!(jump, u32s!(), !=),
                Code::JumpUlt32 => compare!(jump, u32s!(), <),
                Code::JumpUle32 => compare!(jump, u32s!(), <=),
                Code::JumpSlt32 => compare!(jump, i32s!(), <),
                Code::JumpSle32 => compare!(jump, i32s!(), <=),
                Code::JumpEq32Imm => compare!(jump, u32s!(imm), ==),
                Code::JumpNe32Imm => compare!(jump, u32s!(imm), !=),
                Code::JumpUlt32Imm => compare!(jump, u32s!(imm), <),
                Code::JumpUgt32Imm => compare!(jump, u32s!(imm), >),
                Code::JumpSlt32Imm => compare!(jump, i32s!(imm), <),
                Code::JumpSgt32Imm => compare!(jump, i32s!(imm), >),
                Code::JumpEq64 => compare!(jump, u64s!(), ==),
                Code::JumpNe64 => compare!(jump, u64s!(), !=),
                Code::JumpUlt64 => compare!(jump, u64s!(), <),
                Code::JumpUle64 => compare!(jump, u64s!(), <=),
                Code::JumpSlt64 => compare!(jump, i64s!(), <),
                Code::JumpSle64 => compare!(jump, i64s!(), <=),
                Code::JumpEq64Imm => compare!(jump, u64s!(imm), ==),
                Code::JumpNe64Imm => compare!(jump, u64s!(imm), !=),
                Code::JumpUlt64Imm => compare!(jump, u64s!(imm), <),
                Code::JumpUgt64Imm => compare!(jump, u64s!(imm), >),
                Code::JumpSlt64Imm => compare!(jump, i64s!(imm), <),
                Code::JumpSgt64Imm => compare!(jump, i64s!(imm), >),
                Code::JumpEqF64 => compare!(jump, f64s!(), ==),
                Code::JumpLtF64 => compare!(jump, f64s!(), <),
                Code::JumpLeF64 => compare!(jump, f64s!(), <=),
                Code::JumpOneF64 => {
                    let (a, b) = f64s!();
                    jump_if!(a < b || a > b);
                }
                Code::JumpOrdF64 => {
                    let (a, b) = f64s!();
                    jump_if!(!a.is_nan() && !b.is_nan());
                }
                Code::JumpNotEqF64 => compare!(jump_not, f64s!(), ==),
                Code::JumpNotLtF64 => compare!(jump_not, f64s!(), <),
                Code::JumpNotLeF64 => compare!(jump_not, f64s!(), <=),
                Code::JumpNotOneF64 => {
                    let (a, b) = f64s!();
                    jump_if!(!(a < b || a > b));
                }
                Code::JumpNotOrdF64 => {
                    let (a, b) = f64s!();
                    jump_if!(a.is_nan() || b.is_nan());
                }
                Code::JumpEqF32 => compare!(jump, f32s!(), ==),
                Code::JumpLtF32 => compare!(jump, f32s!(), <),
                Code::JumpLeF32 => compare!(jump, f32s!(), <=),
                Code::JumpOneF32 => {
                    let (a, b) = f32s!();
                    jump_if!(a < b || a > b);
                }
                Code::JumpOrdF32 => {
                    let (a, b) = f32s!();
                    jump_if!(!a.is_nan() && !b.is_nan());
                }
                Code::JumpNotEqF32 => compare!(jump_not, f32s!(), ==),
                Code::JumpNotLtF32 => compare!(jump_not, f32s!(), <),
                Code::JumpNotLeF32 => compare!(jump_not, f32s!(), <=),
                Code::JumpNotOneF32 => {
                    let (a, b) = f32s!();
                    jump_if!(!(a < b || a > b));
                }
                Code::JumpNotOrdF32 => {
                    let (a, b) = f32s!();
                    jump_if!(a.is_nan() || b.is_nan());
                }
                Code::AddJumpEq32 => add_jump!(reg, u32, ==),
                Code::AddJumpNe32 => add_jump!(reg, u32, !=),
                Code::AddJumpUlt32 => add_jump!(reg, u32, <),
                Code::AddJumpUle32 => add_jump!(reg, u32, <=),
                Code::AddJumpSlt32 => add_jump!(reg, i32, <),
                Code::AddJumpSle32 => add_jump!(reg, i32, <=),
                Code::AddJumpEq32Imm => add_jump!(imm, u32, ==),
                Code::AddJumpNe32Imm => add_jump!(imm, u32, !=),
                Code::AddJumpUlt32Imm => add_jump!(imm, u32, <),
                Code::AddJumpUgt32Imm => add_jump!(imm, u32, >),
                Code::AddJumpSlt32Imm => add_jump!(imm, i32, <),
                Code::AddJumpSgt32Imm => add_jump!(imm, i32, >),
                Code::EnterBlock => break Leave::Rare(Rare::EnterBlock),
                Code::Switch => {
                    let target = function.tables[op.lo as usize].target(r!(op.a));
                    pc = code[target as usize..].iter();
                }

                Code::SetEq32 => compare!(set, u32s!(), ==),
                Code::SetNe32 => compare!(set, u32s!(), !=),
                Code::SetUlt32 => compare!(set, u32s!(), <),
                Code::SetUle32 => compare!(set, u32s!(), <=),
                Code::SetSlt32 => compare!(set, i32s!(), <),
                Code::SetSle32 => compare!(set, i32s!(), <=),
                Code::SetEq32Imm => compare!(set, u32s!(imm), ==),
                Code::SetNe32Imm => compare!(set, u32s!(imm), !=),
                Code::SetUlt32Imm => compare!(set, u32s!(imm), <),
                Code::SetUgt32Imm => compare!(set, u32s!(imm), >),
                Code::SetSlt32Imm => compare!(set, i32s!(imm), <),
                Code::SetSgt32Imm => compare!(set, i32s!(imm), >),
                Code::SetEq64 => compare!(set, u64s!(), ==),
                Code::SetNe64 => compare!(set, u64s!(), !=),
                Code::SetUlt64 => compare!(set, u64s!(), <),
                Code::SetUle64 => compare!(set, u64s!(), <=),
                Code::SetSlt64 => compare!(set, i64s!(), <),
                Code::SetSle64 => compare!(set, i64s!(), <=),
                Code::SetEq64Imm => compare!(set, u64s!(imm), ==),
                Code::SetNe64Imm => compare!(set, u64s!(imm), !=),
                Code::SetUlt64Imm => compare!(set, u64s!(imm), <),
                Code::SetUgt64Imm => compare!(set, u64s!(imm), >),
                Code::SetSlt64Imm => compare!(set, i64s!(imm), <),
                Code::SetSgt64Imm => compare!(set, i64s!(imm), >),
                Code::SetEqF64 => compare!(set, f64s!(), ==),
                Code::SetLtF64 => compare!(set, f64s!(), <),
                Code::SetLeF64 => compare!(set, f64s!(), <=),
                Code::SetOneF64 => {
                    let (a, b) = f64s!();
                    set!(u64::from(a < b || a > b));
                }
                Code::SetOrdF64 => {
                    let (a, b) = f64s!();
                    set!(u64::from(!a.is_nan() && !b.is_nan()));
                }
                Code::SetNotEqF64 => compare!(set_not, f64s!(), ==),
                Code::SetNotLtF64 => compare!(set_not, f64s!(), <),
                Code::SetNotLeF64 => compare!(set_not, f64s!(), <=),
                Code::SetNotOneF64 => {
                    let (a, b) = f64s!();
                    set!(u64::from(!(a < b || a > b)));
                }
                Code::SetNotOrdF64 => {
                    let (a, b) = f64s!();
                    set!(u64::from(a.is_nan() || b.is_nan()));
                }
                Code::SetEqF32 => compare!(set, f32s!(), ==),
                Code::SetLtF32 => compare!(set, f32s!(), <),
                Code::SetLeF32 => compare!(set, f32s!(), <=),
                Code::SetOneF32 => {
                    let (a, b) = f32s!();
                    set!(u64::from(a < b || a > b));
                }
                Code::SetOrdF32 => {
                    let (a, b) = f32s!();
                    set!(u64::from(!a.is_nan() && !b.is_nan()));
                }
                Code::SetNotEqF32 => compare!(set_not, f32s!(), ==),
                Code::SetNotLtF32 => compare!(set_not, f32s!(), <),
                Code::SetNotLeF32 => compare!(set_not, f32s!(), <=),
                Code::SetNotOneF32 => {
                    let (a, b) = f32s!();
                    set!(u64::from(!(a < b || a > b)));
                }
                Code::SetNotOrdF32 => {
                    let (a, b) = f32s!();
                    set!(u64::from(a.is_nan() || b.is_nan()));
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
                Code::SelectEq32 => compare!(select, u32s!(), ==),
                Code::SelectNe32 => compare!(select, u32s!(), !=),
                Code::SelectUlt32 => compare!(select, u32s!(), <),
                Code::SelectUle32 => compare!(select, u32s!(), <=),
                Code::SelectSlt32 => compare!(select, i32s!(), <),
                Code::SelectSle32 => compare!(select, i32s!(), <=),
                Code::SelectEq32Imm => compare!(select_imm, u32s!(imm), ==),
                Code::SelectNe32Imm => compare!(select_imm, u32s!(imm), !=),
                Code::SelectUlt32Imm => compare!(select_imm, u32s!(imm), <),
                Code::SelectUgt32Imm => compare!(select_imm, u32s!(imm), >),
                Code::SelectSlt32Imm => compare!(select_imm, i32s!(imm), <),
                Code::SelectSgt32Imm => compare!(select_imm, i32s!(imm), >),

                Code::Add32 => b32!(u32s!(), a, b, a.wrapping_add(b)),
                Code::Sub32 => b32!(u32s!(), a, b, a.wrapping_sub(b)),
                Code::Mul32 => b32!(u32s!(), a, b, a.wrapping_mul(b)),
                Code::And32 => b32!(u32s!(), a, b, a & b),
                Code::Or32 => b32!(u32s!(), a, b, a | b),
                Code::Xor32 => b32!(u32s!(), a, b, a ^ b),
                Code::Shl32 => b32!(u32s!(), a, b, a.wrapping_shl(b)),
                Code::LShr32 => b32!(u32s!(), a, b, a.wrapping_shr(b)),
                Code::AShr32 => b32!(i32s!(), a, b, a.wrapping_shr(b as u32) as u32),
                Code::UDiv32 => divide!(u32s!(), a, b, u64::from(a / b)),
                Code::URem32 => divide!(u32s!(), a, b, u64::from(a % b)),
                Code::SDiv32 => {
                    divide!(
                        signed,
                        i32s!(),
                        a,
                        b,
                        i32::MIN,
                        u64::from(a.wrapping_div(b) as u32)
                    );
                }
                Code::SRem32 => divide!(i32s!(), a, b, u64::from(a.wrapping_rem(b) as u32)),
                Code::Add32Imm => b32!(u32s!(imm), a, b, a.wrapping_add(b)),
                Code::RSub32Imm => b32!(u32s!(imm), a, b, b.wrapping_sub(a)),
                Code::Mul32Imm => b32!(u32s!(imm), a, b, a.wrapping_mul(b)),
                Code::And32Imm => b32!(u32s!(imm), a, b, a & b),
                Code::Or32Imm => b32!(u32s!(imm), a, b, a | b),
                Code::Xor32Imm => b32!(u32s!(imm), a, b, a ^ b),
                Code::Shl32Imm => b32!(u32s!(imm), a, b, a.wrapping_shl(b)),
                Code::LShr32Imm => b32!(u32s!(imm), a, b, a.wrapping_shr(b)),
                Code::AShr32Imm => b32!(i32s!(imm), a, b, a.wrapping_shr(b as u32) as u32),
                Code::UDiv32Imm => divide!(u32s!(imm), a, b, u64::from(a / b)),
                Code::URem32Imm => divide!(u32s!(imm), a, b, u64::from(a % b)),
                Code::SDiv32Imm => {
                    divide!(i32s!(imm), a, b, u64::from(a.wrapping_div(b) as u32));
                }
                Code::SRem32Imm => divide!(i32s!(imm), a, b, u64::from(a.wrapping_rem(b) as u32)),
                Code::AddScaled32 => set!(u64::from(address!(indexed))),
                Code::Scale32 => set!(u64::from(address!(scaled))),

                Code::Add64 => b64!(u64s!(), a, b, a.wrapping_add(b)),
                Code::Sub64 => b64!(u64s!(), a, b, a.wrapping_sub(b)),
                Code::Mul64 => b64!(u64s!(), a, b, a.wrapping_mul(b)),
                Code::And64 => b64!(u64s!(), a, b, a & b),
                Code::Or64 => b64!(u64s!(), a, b, a | b),
                Code::Xor64 => b64!(u64s!(), a, b, a ^ b),
                Code::Shl64 => b64!(u64s!(), a, b, a.wrapping_shl(b as u32)),
                Code::LShr64 => b64!(u64s!(), a, b, a.wrapping_shr(b as u32)),
                Code::AShr64 => b64!(i64s!(), a, b, a.wrapping_shr(b as u32) as u64),
                Code::UDiv64 => divide!(u64s!(), a, b, a / b),
                Code::URem64 => divide!(u64s!(), a, b, a % b),
                Code::SDiv64 => {
                    divide!(signed, i64s!(), a, b, i64::MIN, a.wrapping_div(b) as u64);
                }
                Code::SRem64 => divide!(i64s!(), a, b, a.wrapping_rem(b) as u64),
                Code::Add64Imm => set!(r!(op.a).wrapping_add(op.imm64())),
                Code::RSub64Imm => set!(op.imm64().wrapping_sub(r!(op.a))),
                Code::Mul64Imm => set!(r!(op.a).wrapping_mul(op.imm64())),
                Code::And64Imm => set!(r!(op.a) & op.imm64()),
                Code::Or64Imm => set!(r!(op.a) | op.imm64()),
                Code::Xor64Imm => set!(r!(op.a) ^ op.imm64()),
                Code::Shl64Imm => set!(r!(op.a).wrapping_shl(op.lo)),
                Code::LShr64Imm => set!(r!(op.a).wrapping_shr(op.lo)),
                Code::AShr64Imm => set!((r!(op.a) as i64).wrapping_shr(op.lo) as u64),

                Code::Narrow => {
                    let operation = arith::binary_op(op.lo);
                    match arith::integer(operation, op.hi, r!(op.a), r!(op.b)) {
                        Ok(value) => set!(value),
                        Err(kind) => break Leave::Trap(kind),
                    }
                }

                Code::AddF64 => bf64!(+),
                Code::SubF64 => bf64!(-),
                Code::MulF64 => bf64!(*),
                Code::DivF64 => bf64!(/),
                Code::RemF64 => bf64!(%),
                Code::AddF32 => bf32!(+),
                Code::SubF32 => bf32!(-),
                Code::MulF32 => bf32!(*),
                Code::DivF32 => bf32!(/),
                Code::RemF32 => bf32!(%),
                Code::AddF64Imm => f64_imm!(a, b, a + b),
                Code::SubF64Imm => f64_imm!(a, b, a - b),
                Code::RSubF64Imm => f64_imm!(a, b, b - a),
                Code::MulF64Imm => f64_imm!(a, b, a * b),
                Code::DivF64Imm => f64_imm!(a, b, a / b),
                Code::RDivF64Imm => f64_imm!(a, b, b / a),
                Code::MulAddF64 => pair!(a, b, c, a * b + c),
                Code::MulSubF64 => pair!(a, b, c, a * b - c),
                Code::MulRSubF64 => pair!(a, b, c, c - a * b),
                Code::MulMulF64 => pair!(a, b, c, a * b * c),
                Code::AddAddF64 => pair!(a, b, c, a + b + c),
                Code::AddSubF64 => pair!(a, b, c, a + b - c),
                Code::AddRSubF64 => pair!(a, b, c, c - (a + b)),
                Code::AddMulF64 => pair!(a, b, c, (a + b) * c),
                Code::SubAddF64 => pair!(a, b, c, a - b + c),
                Code::SubSubF64 => pair!(a, b, c, a - b - c),
                Code::SubRSubF64 => pair!(a, b, c, c - (a - b)),
                Code::SubMulF64 => pair!(a, b, c, (a - b) * c),
                Code::MulMulAddF64 => {
                    let (a, b) = f64s!();
                    let (c, e) = (f64::from_bits(r!(op.c())), f64::from_bits(r!(op.e())));
                    set!((a * b + c * e).to_bits());
                }

                Code::SignExtend => {
                    let extended = (r!(op.a).wrapping_shl(op.lo) as i64).wrapping_shr(op.lo);
                    set!((extended as u64).wrapping_shl(op.hi).wrapping_shr(op.hi));
                }
                Code::SignExtend8To32 => convert!(a: i8, u64::from(i32::from(a) as u32)),
                Code::SignExtend16To32 => convert!(a: i16, u64::from(i32::from(a) as u32)),
                Code::SignExtend32To64 => convert!(a: i32, i64::from(a) as u64),
                Code::F64ToF32 => convert!(f64 a, from_f32(a as f32)),
                Code::F32ToF64 => convert!(f32 a, f64::from(a).to_bits()),
                Code::S32ToF64 => convert!(a: i32, f64::from(a).to_bits()),
                Code::U32ToF64 => convert!(a: u32, f64::from(a).to_bits()),
                Code::S64ToF64 => convert!(a: i64, (a as f64).to_bits()),
                Code::U64ToF64 => convert!(a: u64, (a as f64).to_bits()),
                Code::S32ToF32 => convert!(a: i32, from_f32(a as f32)),
                Code::U32ToF32 => convert!(a: u32, from_f32(a as f32)),
                Code::S64ToF32 => convert!(a: i64, from_f32(a as f32)),
                Code::U64ToF32 => convert!(a: u64, from_f32(a as f32)),
                Code::F64ToS32 => convert!(f64 a, u64::from(a as i32 as u32)),
                Code::F64ToU32 => convert!(f64 a, u64::from(a as i64 as u32)),
                Code::F64ToS64 => convert!(f64 a, a as i64 as u64),
                Code::F64ToU64 => convert!(f64 a, a as u64),
                Code::F32ToS32 => convert!(f32 a, u64::from(a as i32 as u32)),
                Code::F32ToU32 => convert!(f32 a, u64::from(a as i64 as u32)),
                Code::F32ToS64 => convert!(f32 a, a as i64 as u64),
                Code::F32ToU64 => convert!(f32 a, a as u64),

                Code::Bswap16 => convert!(a: u16, u64::from(a.swap_bytes())),
                Code::Bswap32 => convert!(a: u32, u64::from(a.swap_bytes())),
                Code::Bswap64 => convert!(a: u64, a.swap_bytes()),
                Code::Ctlz32 => convert!(a: u32, u64::from(a.leading_zeros())),
                Code::Ctlz64 => convert!(a: u64, u64::from(a.leading_zeros())),
                Code::Cttz32 => convert!(a: u32, u64::from(a.trailing_zeros())),
                Code::Cttz64 => convert!(a: u64, u64::from(a.trailing_zeros())),
                Code::Ctpop => convert!(a: u64, u64::from(a.count_ones())),
                Code::FabsF32 => set!(r!(op.a) & 0x7fff_ffff),
                Code::FabsF64 => set!(r!(op.a) & (u64::MAX >> 1)),
                Code::SqrtF32 => convert!(f32 a, from_f32(a.sqrt())),
                Code::SqrtF64 => convert!(f64 a, a.sqrt().to_bits()),

                Code::LoadU8 => load!(plain, u8, 1, v, u64::from(v)),
                Code::LoadU16 => load!(plain, u16, 2, v, u64::from(v)),
                Code::LoadU32 => load!(plain, u32, 4, v, u64::from(v)),
                Code::LoadU64 => load!(plain, u64, 8, v, v),
                Code::LoadS8 => load!(plain, i8, 1, v, u64::from(i32::from(v) as u32)),
                Code::LoadS16 => load!(plain, i16, 2, v, u64::from(i32::from(v) as u32)),
                Code::LoadWide => load_wide!(plain),
                Code::LoadU8Indexed => load!(indexed, u8, 1, v, u64::from(v)),
                Code::LoadU16Indexed => load!(indexed, u16, 2, v, u64::from(v)),
                Code::LoadU32Indexed => load!(indexed, u32, 4, v, u64::from(v)),
                Code::LoadU64Indexed => load!(indexed, u64, 8, v, v),
                Code::LoadS8Indexed => load!(indexed, i8, 1, v, u64::from(i32::from(v) as u32)),
                Code::LoadS16Indexed => load!(indexed, i16, 2, v, u64::from(i32::from(v) as u32)),
                Code::LoadWideIndexed => load_wide!(indexed),
                Code::LoadU8Scaled => load!(scaled, u8, 1, v, u64::from(v)),
                Code::LoadU16Scaled => load!(scaled, u16, 2, v, u64::from(v)),
                Code::LoadU32Scaled => load!(scaled, u32, 4, v, u64::from(v)),
                Code::LoadU64Scaled => load!(scaled, u64, 8, v, v),
                Code::LoadS8Scaled => load!(scaled, i8, 1, v, u64::from(i32::from(v) as u32)),
                Code::LoadS16Scaled => load!(scaled, i16, 2, v, u64::from(i32::from(v) as u32)),
                Code::LoadWideScaled => load_wide!(scaled),
                Code::LoadU8At => load!(at, u8, 1, v, u64::from(v)),
                Code::LoadU16At => load!(at, u16, 2, v, u64::from(v)),
                Code::LoadU32At => load!(at, u32, 4, v, u64::from(v)),
                Code::LoadU64At => load!(at, u64, 8, v, v),
                Code::LoadS8At => load!(at, i8, 1, v, u64::from(i32::from(v) as u32)),
                Code::LoadS16At => load!(at, i16, 2, v, u64::from(i32::from(v) as u32)),
                Code::LoadWideAt => load_wide!(at),

                Code::Store8 => store!(plain, 1, r!(op.d) as u8),
                Code::Store16 => store!(plain, 2, r!(op.d) as u16),
                Code::Store32 => store!(plain, 4, r!(op.d) as u32),
                Code::Store64 => store!(plain, 8, r!(op.d)),
                Code::StoreWide => store!(plain, 16, wide!(op.d)),
                Code::Store8Indexed => store!(indexed, 1, r!(op.d) as u8),
                Code::Store16Indexed => store!(indexed, 2, r!(op.d) as u16),
                Code::Store32Indexed => store!(indexed, 4, r!(op.d) as u32),
                Code::Store64Indexed => store!(indexed, 8, r!(op.d)),
                Code::StoreWideIndexed => store!(indexed, 16, wide!(op.d)),
                Code::Store8Scaled => store!(scaled, 1, r!(op.d) as u8),
                Code::Store16Scaled => store!(scaled, 2, r!(op.d) as u16),
                Code::Store32Scaled => store!(scaled, 4, r!(op.d) as u32),
                Code::Store64Scaled => store!(scaled, 8, r!(op.d)),
                Code::StoreWideScaled => store!(scaled, 16, wide!(op.d)),
                Code::Store8At => store!(at, 1, r!(op.d) as u8),
                Code::Store16At => store!(at, 2, r!(op.d) as u16),
                Code::Store32At => store!(at, 4, r!(op.d) as u32),
                Code::Store64At => store!(at, 8, r!(op.d)),
                Code::StoreWideAt => store!(at, 16, wide!(op.d)),
                Code::Store8Imm => store!(plain, 1, op.hi as u8),
                Code::Store16Imm => store!(plain, 2, op.hi as u16),
                Code::Store32Imm => store!(plain, 4, op.hi),
                Code::Store64Imm => store!(plain, 8, u64::from(op.hi)),
                Code::Store8ImmAt => store!(at, 1, op.hi as u8),
                Code::Store16ImmAt => store!(at, 2, op.hi as u16),
                Code::Store32ImmAt => store!(at, 4, op.hi),
                Code::Store64ImmAt => store!(at, 8, u64::from(op.hi)),

                Code::Vector => break Leave::Rare(Rare::Vector),

                Code::Alloca | Code::AllocaImm => {
                    let size = if op.code == Code::Alloca {
                        r!(op.a) as u32
                    } else {
                        op.lo
                    };
                    match sp.checked_sub(size).map(|sp| sp & !op.hi) {
                        Some(lower) if lower >= stack_limit => {
                            sp = lower;
                            set!(u64::from(sp));
                        }
                        _ => break Leave::Trap(TrapKind::StackOverflow),
                    }
                }
                Code::StackSave => set!(u64::from(sp)),
                Code::StackRestore => sp = r!(op.a) as u32,
                Code::ReadThreadPointer => set!(u64::from(thread_pointer)),

                Code::Call => match tiers.ready(op.lo) {
                    Some(callee) => call!(callee),
                    None => break Leave::Rare(Rare::Call(op.lo)),
                },
                Code::CallIndirect => {
                    let index = (r!(op.a) as u32).wrapping_sub(1);
                    match program.signatures.get(index as usize) {
                        Some(&signature) if signature == op.lo => match tiers.ready(index) {
                            Some(callee) => call!(callee),
                            None => break Leave::Rare(Rare::Call(index)),
                        },
                        _ => break Leave::Rare(Rare::Indirect),
                    }
                }
                Code::Intrinsic => break Leave::Rare(Rare::Intrinsic),
                Code::AtomicLoad32 => {
                    let address = address!(plain);
                    if address % 4 != 0 {
                        break Leave::Trap(TrapKind::Misaligned(Some(address)));
                    }
                    load!(plain, u32, 4, v, u64::from(v));
                }
                Code::AtomicStore32 => {
                    let address = address!(plain);
                    if address % 4 != 0 {
                        break Leave::Trap(TrapKind::Misaligned(Some(address)));
                    }
                    store!(plain, 4, r!(op.d) as u32);
                }
                Code::Setjmp => break Leave::Rare(Rare::Setjmp),
                Code::Longjmp => break Leave::Rare(Rare::Longjmp),
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
                    break Leave::Rare(Rare::Trace);
                }
            }
        };

        // Something rare. `resume` is the operation after the one that ran.
        resume = code.len() - pc.as_slice().len();
        let left = match leave {
            Leave::Budget => break Exit::Budget,
            Leave::Trap(kind) => break Exit::Trap(kind),
            Leave::Finished(words) => break Exit::Finished(words),
            Leave::Ended => break Exit::Trap(TrapKind::Unreachable),
            Leave::Rare(rare) => rare,
        };
        (thread.function, thread.base, thread.sp, thread.pc) = (function, base, sp, resume);
        // A copy, because a reference to `fuel` itself would keep it out of
        // a register of the host for the whole loop.
        let mut rest = fuel;
        let outcome = rare::execute(left, program, tiers, memory, thread, tracer, &mut rest);
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
