//! The main loop.
//!
//! [`execute`] runs one thread until an event that others must handle: its budget is used up, it
//! calls the host, it ends or traps. The outer loop borrows what the current function needs: its
//! operations, its window of registers and the memory's window. The inner loop runs operations
//! until a call, a return, or an operation that [`slow_path`] executes.
//!
//! The budget is the remainder of the thread's time slice. Backward jumps reduce it by the number
//! of instructions between the jump and its target, and calls reduce it too, so no endless run can
//! avoid it.

use super::arith;
use super::leave::{Leave, load_slow, misaligned, stack_overflow, store_slow, update_slow};
use super::op::{Code, Op, ops};
use super::prepared::Prepared;
use super::program::Program;
use super::slow_path::{self, Slow};
use super::thread::{Exit, Frame, MAX_FRAMES, Thread};
use super::tier_up::Tiers;
use super::trace::Tracer;
use super::value::{bits, holds, to_f32};
use crate::memory::Memory;
use crate::trap::TrapKind;
use std::sync::atomic::{Ordering, fence};

/// Allocations are rounded up to 16 bytes.
const STACK_MASK: u32 = 15;

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
    let mut resume = thread.pc;
    let mut fuel = *budget;
    let stack_limit = thread.stack_limit;
    let thread_pointer = thread.thread_pointer;
    let exit = 'frame: loop {
        if fuel < 0 {
            break Exit::Budget;
        }
        let code: &'p [Op] = &function.code;
        let Some(window) = Thread::window(&mut thread.registers, base) else {
            if Thread::grow(&mut thread.registers, base).is_err() {
                resume += 1;
                break Exit::Trap(TrapKind::StackOverflow);
            }
            continue 'frame;
        };
        let (start, bytes) = memory.window();
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
            // The last argument is the number of allocations that the operation has already made.
            macro_rules! allocate {
                ($size:expr, $mask:expr, $d:expr, $done:literal) => {{
                    let size: u32 = $size;
                    let lower = thread.sp.wrapping_sub(size) & !$mask;
                    if size > thread.sp || lower < stack_limit {
                        thread.done = $done;
                        break stack_overflow();
                    }
                    thread.sp = lower;
                    r!($d) = u64::from(lower);
                }};
            }
            // Reads the operands of an operation, by their type and form.
            macro_rules! operands {
                (u32 reg) => {
                    [r!(op.a) as u32, r!(op.b) as u32]
                };
                (u32 imm) => {
                    [r!(op.a) as u32, op.lo]
                };
                (u32 regimm) => {
                    [r!(op.a) as u32, r!(op.b) as u32, op.lo]
                };
                (u32 imms) => {
                    [r!(op.a) as u32, op.lo, op.hi]
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
            // Selects a value by a comparison.
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
            macro_rules! count {
                ($condition:expr) => {{
                    let more = u32::from($condition);
                    set!(u64::from((r!(op.e()) as u32).wrapping_add(more)));
                }};
            }
            // Reads the register or the immediate in b.
            macro_rules! compared {
                (reg, $type:ident) => {
                    r!(op.b) as $type
                };
                (imm, $type:ident) => {
                    op.b as i16 as $type
                };
            }
            macro_rules! add_jump {
                ($form:tt, $type:ident, $op:tt) => {{
                    let sum = (r!(op.a) as u32).wrapping_add(op.lo as i16 as u32);
                    set!(u64::from(sum));
                    if (sum as $type) $op compared!($form, $type) {
                        jump!(op.lo >> 16);
                    }
                }};
            }
            macro_rules! load_jump {
                ($mode:ident, $type:ident, |$value:ident| $condition:expr) => {
                    read!($mode, $type, |value| {
                        let $value = u32::from(value);
                        set!(u64::from($value));
                        if $condition {
                            pc = code[op.hi as usize..].iter();
                        }
                    })
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
                (packed) => {
                    (r!(op.a) as u32)
                        .wrapping_mul(op.hi >> 16)
                        .wrapping_add(op.lo)
                };
                (packed_indexed) => {
                    address!(packed_pair).wrapping_add(op.lo)
                };
                (packed_pair) => {
                    (r!(op.a) as u32).wrapping_add((r!(op.e()) as u32).wrapping_mul(op.hi >> 16))
                };
            }
            // Continues after an access outside the window, which may have changed.
            macro_rules! look_again {
                () => {{
                    resume = code.len() - pc.as_slice().len();
                    continue 'frame;
                }};
            }
            // Uses a value in memory.
            macro_rules! read {
                ($mode:ident, $type:ident, |$value:ident| $use:expr) => {{
                    const SIZE: usize = size_of::<$type>();
                    let address: u32 = address!($mode);
                    let at = address.wrapping_sub(start) as usize;
                    match bytes
                        .get(at..at + SIZE)
                        .and_then(|slice| slice.first_chunk::<SIZE>())
                    {
                        Some(found) => {
                            let $value = $type::from_le_bytes(*found);
                            $use;
                        }
                        None => {
                            let address = start.wrapping_add(at as u32);
                            let $value = match load_slow::<SIZE>(memory, address) {
                                Ok(found) => $type::from_le_bytes(found),
                                Err(fault) => break Leave::Trap(TrapKind::Memory(fault)),
                            };
                            $use;
                            look_again!();
                        }
                    }
                }};
            }
            macro_rules! load {
                ($mode:ident, $type:ident) => {
                    read!($mode, $type, |value| loaded!($type, value))
                };
            }
            // Uses a `double` in memory as an operand.
            macro_rules! operate {
                ($mode:ident, |$value:ident| $result:expr) => {
                    read!($mode, u64, |value| {
                        let $value = f64::from_bits(value);
                        set!(f64::to_bits($result));
                    })
                };
            }
            // The same, and stores the result to the same address. If the address is outside the
            // window, the next operation does the store.
            macro_rules! update {
                ($mode:ident, |$value:ident| $result:expr) => {{
                    let address: u32 = address!($mode);
                    let at = address.wrapping_sub(start) as usize;
                    match bytes
                        .get_mut(at..at + 8)
                        .and_then(|slice| slice.first_chunk_mut())
                    {
                        Some(place) => {
                            let $value = f64::from_le_bytes(*place);
                            let result = f64::to_bits($result);
                            *place = result.to_le_bytes();
                            set!(result);
                            pc.next();
                        }
                        None => {
                            let address = start.wrapping_add(at as u32);
                            let $value = match load_slow(memory, address) {
                                Ok(found) => f64::from_le_bytes(found),
                                Err(fault) => break Leave::Trap(TrapKind::Memory(fault)),
                            };
                            set!(f64::to_bits($result));
                            look_again!();
                        }
                    }
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
                ($mode:ident, $value:expr) => {
                    store!($mode, $value, ())
                };
                ($mode:ident, $value:expr, $then:expr) => {{
                    let address: u32 = address!($mode);
                    let value = ($value).to_le_bytes();
                    let at = address.wrapping_sub(start) as usize;
                    match bytes
                        .get_mut(at..at + value.len())
                        .and_then(|slice| slice.first_chunk_mut())
                    {
                        Some(place) => {
                            *place = value;
                            $then;
                        }
                        None => {
                            let address = start.wrapping_add(at as u32);
                            if let Err(fault) = store_slow(memory, address, value) {
                                break Leave::Trap(TrapKind::Memory(fault));
                            }
                            $then;
                            look_again!();
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
            macro_rules! aligned_address {
                ($mode:ident) => {{
                    let address: u32 = address!($mode);
                    if address % 4 != 0 {
                        break misaligned(address);
                    }
                    address
                }};
            }
            macro_rules! atomic_load {
                ($mode:ident) => {{
                    aligned_address!($mode);
                    read!($mode, u32, |value| {
                        fence(Ordering::Acquire);
                        set!(u64::from(value));
                    });
                }};
            }
            macro_rules! atomic_store {
                ($mode:ident) => {{
                    aligned_address!($mode);
                    // Without a window, other threads may be running.
                    let is_alone = !bytes.is_empty();
                    fence(Ordering::Release);
                    store!($mode, r!(op.d) as u32, {
                        if !is_alone {
                            fence(Ordering::SeqCst);
                        }
                    });
                }};
            }
            // Replaces the word at an address by a function of it. If other threads may be running,
            // there is no window into the memory.
            macro_rules! atomic_update {
                ($mode:ident, $change:expr) => {{
                    let address = aligned_address!($mode);
                    let change = $change;
                    let at = address.wrapping_sub(start) as usize;
                    match bytes
                        .get_mut(at..at + 4)
                        .and_then(|slice| slice.first_chunk_mut())
                    {
                        Some(place) => {
                            let old = u32::from_le_bytes(*place);
                            *place = change(old).to_le_bytes();
                            set!(u64::from(old));
                        }
                        None => match update_slow(memory, address, change) {
                            Ok(old) => {
                                set!(old);
                                look_again!();
                            }
                            Err(fault) => break Leave::Trap(TrapKind::Memory(fault)),
                        },
                    }
                }};
            }
            macro_rules! atomic_rmw {
                ($mode:ident) => {{
                    let operand = r!(op.b) as u32;
                    atomic_update!($mode, |old: u32| match op.hi {
                        1 => old.wrapping_add(operand),
                        2 => old.wrapping_sub(operand),
                        3 => old | operand,
                        4 => old & operand,
                        5 => old ^ operand,
                        _ => operand,
                    });
                }};
            }
            macro_rules! atomic_cmpxchg {
                ($mode:ident) => {{
                    let (expected, new) = (r!(op.b) as u32, r!(op.e()) as u32);
                    atomic_update!($mode, |old: u32| if old == expected { new } else { old });
                }};
            }
            macro_rules! call {
                () => {
                    match tiers.ready(op.lo) {
                        Some(callee) => call!(callee),
                        None => break Leave::Slow(Slow::Call(op.lo)),
                    }
                };
                ($callee:expr) => {{
                    let callee: &'p Prepared = $callee;
                    let pc = (code.len() - pc.as_slice().len()) as u32;
                    if thread.frames.len() >= MAX_FRAMES {
                        break stack_overflow();
                    }
                    thread.frames.push(Frame {
                        caller: Some(function),
                        pc,
                        base: base as u32,
                        sp: thread.sp,
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
                    thread.sp = frame.sp;
                    $(thread.registers[base + usize::from(frame.result) + $offset] = $word;)*
                    continue 'frame;
                }};
            }

            macro_rules! run {
                (
                    integers32 { $($t32:tt $form32:tt $op32:tt: $jump32:ident $set32:ident $select32:ident $add_jump32:ident $count32:ident;)* }
                    integers64 { $($t64:tt $form64:tt $op64:tt: $jump64:ident $set64:ident;)* }
                    load_jumps { $($tj:tt $formj:tt $opj:tt: $load_jump:ident $load_jump_at:ident $load_jump_8:ident;)* }
                    floats { $($tf:tt $opf:tt: $jumpf:ident $setf:ident $jump_not:ident $set_not:ident $countf:ident $count_not:ident;)* }
                    loads { $($tl:tt $loads:ident: $load:ident $load_indexed:ident $load_scaled:ident $load_at:ident;)* }
                    stores { $($ts:tt $stores:ident: $store:ident $store_indexed:ident $store_scaled:ident $store_at:ident;)* }
                    immediate_stores { $($ti:tt: $store_imm:ident $store_imm_at:ident;)* }
                    values { $($value:ident: $tv:tt $formv:tt ($($v:ident),*) $out:tt = $result:expr;)* }
                    loaded2 { $($loaded2:ident $indexed2:ident $update2:ident $update_indexed2:ident: ($m2:ident, $b2:ident) = $result2:expr;)* }
                    loaded3 { $($loaded3:ident $indexed3:ident $update3:ident $update_indexed3:ident: ($m3:ident, $b3:ident, $c3:ident) = $result3:expr;)* }
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
                            Code::$count32 => {
                                let [a, b] = operands!($t32 $form32);
                                count!(a $op32 b);
                            }
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
                            Code::$load_jump => load_jump!(plain, u32, |a| (a as $tj) $opj compared!($formj, $tj)),
                            Code::$load_jump_at => load_jump!(at, u32, |a| (a as $tj) $opj compared!($formj, $tj)),
                            Code::$load_jump_8 => load_jump!(plain, u8, |a| (a as $tj) $opj compared!($formj, $tj)),
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
                            Code::$countf => {
                                let [a, b] = operands!($tf reg);
                                count!(holds!(a $opf b));
                            }
                            Code::$count_not => {
                                let [a, b] = operands!($tf reg);
                                count!(!(holds!(a $opf b)));
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
                            Code::$loaded2 => operate!(packed, |$m2| {
                                let $b2 = f64!(op.b);
                                $result2
                            }),
                            Code::$indexed2 => operate!(packed_indexed, |$m2| {
                                let $b2 = f64!(op.b);
                                $result2
                            }),
                            Code::$update2 => update!(packed, |$m2| {
                                let $b2 = f64!(op.b);
                                $result2
                            }),
                            Code::$update_indexed2 => update!(packed_indexed, |$m2| {
                                let $b2 = f64!(op.b);
                                $result2
                            }),
                        )*
                        $(
                            Code::$loaded3 => operate!(packed, |$m3| {
                                let ($b3, $c3) = (f64!(op.b), f64!(op.e()));
                                $result3
                            }),
                            Code::$indexed3 => operate!(packed_pair, |$m3| {
                                let ($b3, $c3) = (f64!(op.b), f64!(op.c()));
                                $result3
                            }),
                            Code::$update3 => update!(packed, |$m3| {
                                let ($b3, $c3) = (f64!(op.b), f64!(op.e()));
                                $result3
                            }),
                            Code::$update_indexed3 => update!(packed_pair, |$m3| {
                                let ($b3, $c3) = (f64!(op.b), f64!(op.c()));
                                $result3
                            }),
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
                        Code::Const2 => {
                            r!(op.d) = u64::from(op.lo);
                            r!(op.a) = u64::from(op.hi);
                        }
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
                        Code::LoadU32Jump => read!(plain, u32, |value| {
                            set!(u64::from(value));
                            jump!(op.b);
                        }),
                        Code::LoadU32AtJump => read!(at, u32, |value| {
                            set!(u64::from(value));
                            jump!(op.b);
                        }),
                        Code::Store32Jump => store!(plain, r!(op.d) as u32, jump!(op.b)),
                        Code::Store32AtJump => store!(at, r!(op.d) as u32, jump!(op.b)),
                        Code::Jump => jump!(op.d),
                        Code::JumpIf => jump_if!(r!(op.a) != 0),
                        Code::JumpIfNot => jump_if!(r!(op.a) == 0),
                        Code::JumpAnyBits => jump_if!(r!(op.a) as u32 & op.lo != 0),
                        Code::JumpNoBits => jump_if!(r!(op.a) as u32 & op.lo == 0),
                        Code::JumpCommonBits => jump_if!(r!(op.a) & r!(op.b) != 0),
                        Code::JumpNoCommonBits => jump_if!(r!(op.a) & r!(op.b) == 0),
                        Code::LoadJumpAnyBits => load_jump!(plain, u32, |a| a & u32::from(op.b) != 0),
                        Code::LoadJumpAnyBitsAt => load_jump!(at, u32, |a| a & u32::from(op.b) != 0),
                        Code::LoadJumpNoBits => load_jump!(plain, u32, |a| a & u32::from(op.b) == 0),
                        Code::LoadJumpNoBitsAt => load_jump!(at, u32, |a| a & u32::from(op.b) == 0),
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
                        Code::AddTwice32 => {
                            let (first, second) = (op.lo as i16 as u32, (op.lo >> 16) as i16 as u32);
                            set!(u64::from((r!(op.a) as u32).wrapping_add(first)));
                            r!(op.b) = u64::from((r!(op.e()) as u32).wrapping_add(second));
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
                        Code::Alloca => allocate!(r!(op.a) as u32, op.hi, op.d, 0),
                        Code::AllocaImm => allocate!(op.lo, op.hi, op.d, 0),
                        Code::AllocaImm2 => {
                            allocate!(op.lo & 0xffff, STACK_MASK, op.d, 0);
                            allocate!(op.lo >> 16, STACK_MASK, op.a, 1);
                        }
                        Code::AllocaImm3 => {
                            allocate!(op.lo & 0xffff, STACK_MASK, op.d, 0);
                            allocate!(op.lo >> 16, STACK_MASK, op.a, 1);
                            allocate!(op.hi, STACK_MASK, op.b, 2);
                        }
                        Code::StackSave => set!(u64::from(thread.sp)),
                        Code::StackRestore => thread.sp = r!(op.a) as u32,
                        Code::ReadThreadPointer => set!(u64::from(thread_pointer)),
                        Code::RootF64 => {
                            let value = f64!(op.a);
                            if value >= 0.0 {
                                set!(value.sqrt().to_bits());
                                pc = code[op.hi as usize..].iter();
                            }
                        }
                        Code::RootF32 => {
                            let value = to_f32(r!(op.a));
                            if value >= 0.0 {
                                set!(u64::from(value.sqrt().to_bits()));
                                pc = code[op.hi as usize..].iter();
                            }
                        }
                        Code::Call => call!(),
                        Code::MoveCall => {
                            r!(op.b) = r!(op.a);
                            call!();
                        }
                        Code::ConstCall => {
                            r!(op.b) = u64::from(op.hi);
                            call!();
                        }
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
                        Code::AtomicLoad32 => atomic_load!(plain),
                        Code::AtomicLoad32At => atomic_load!(at),
                        Code::AtomicStore32 => atomic_store!(plain),
                        Code::AtomicStore32At => atomic_store!(at),
                        Code::AtomicRmw32 => atomic_rmw!(plain),
                        Code::AtomicRmw32At => atomic_rmw!(at),
                        Code::AtomicCmpxchg32 => atomic_cmpxchg!(plain),
                        Code::AtomicCmpxchg32At => atomic_cmpxchg!(at),
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

        // `resume` is the operation after the current one.
        resume = code.len() - pc.as_slice().len();
        let operation = match leave {
            Leave::Budget => break Exit::Budget,
            Leave::Trap(kind) => break Exit::Trap(kind),
            Leave::Finished(words) => break Exit::Finished(words),
            Leave::Ended => unreachable!("code ends with a jump, a return or a trap"),
            Leave::Slow(operation) => operation,
        };
        (thread.function, thread.base, thread.pc) = (function, base, resume);
        // A copy, because a reference to `fuel` itself would keep it out of
        // a register of the host for the whole loop.
        let mut rest = fuel;
        let outcome =
            slow_path::execute(operation, program, tiers, memory, thread, tracer, &mut rest);
        fuel = rest;
        (function, base, resume) = (thread.function, thread.base, thread.pc);
        if let Err(exit) = outcome {
            break exit;
        }
    };
    thread.function = function;
    thread.base = base;
    thread.pc = resume;
    *budget = fuel;
    exit
}
