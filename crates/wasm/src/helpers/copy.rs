//! Helpers that copy and fill memory.
//!
//! If the host protects pages of the memory, its `memory.copy` and `memory.fill` may run outside
//! the program's code, where a fault would not be attributed to the program. Therefore every page
//! is accessed first, by loads and stores that change nothing. Thus the trap also comes before
//! anything is written. If other threads may change protections in the meantime, `memory.copy` and
//! `memory.fill` are not used at all. A range within one page need not be accessed first then,
//! because either its first access traps or none does.

use crate::plan::Plan;
use crate::turn::Turn;
use pinnacle_pexe::rounds;
use wasm_encoder::{BlockType, Encode, InstructionSink, MemArg, ValType};

/// Minimum length at which the host's operations are faster than a loop.
const LONG: i32 = 256;

/// Size in bytes of a vector.
const VECTOR_SIZE: i32 = 16;

/// Number of bytes that an iteration of the loop for long ranges copies or fills.
const ROUND: i32 = 64;

const PAGE: i32 = 0x1_0000;

/// The parameters.
const TO: u32 = 0;
const FROM: u32 = 1;
const BYTE: u32 = 1;
const LEN: u32 = 2;
/// The locals.
const AT: u32 = 3;
const VECTOR: u32 = 4;

const BYTES: MemArg = MemArg {
    offset: 0,
    align: 0,
    memory_index: 0,
};

/// Counts as many iterations as a loop over all bytes would have. The next loop or call of the
/// caller checks whether the turn is over.
fn count(sink: &mut InstructionSink<'_>, turn: Option<Turn>) {
    let Some(Turn { left, .. }) = turn else {
        return;
    };
    sink.global_get(left)
        .local_get(LEN)
        .i32_const(rounds::BYTES_PER_ROUND.ilog2() as i32)
        .i32_shr_u()
        .i32_sub()
        .global_set(left);
}

/// The precautions for protected pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Care {
    /// No page is protected.
    None,
    /// Pages may be protected, so they are accessed first.
    Touch,
    /// Other threads may protect pages in the meantime.
    Shared,
}

impl Care {
    pub(super) fn of(plan: &Plan<'_>) -> Care {
        match (plan.guards_pages, plan.shared_memory) {
            (false, _) => Care::None,
            (true, false) => Care::Touch,
            (true, true) => Care::Shared,
        }
    }
}

/// Returns the body that copies `LEN` bytes from `FROM` to `TO`.
pub(super) fn copy_body(care: Care, turn: Option<Turn>) -> Vec<u8> {
    let mut code = Vec::new();
    begin(&mut code);
    let mut sink = InstructionSink::new(&mut code);
    count(&mut sink, turn);
    for (start, access) in [(FROM, Access::Read), (TO, Access::Write)] {
        touch(&mut sink, start, access, care);
    }
    if care != Care::Shared {
        when_long(&mut sink, |sink| {
            sink.local_get(TO)
                .local_get(FROM)
                .local_get(LEN)
                .memory_copy(0, 0);
        });
    }
    // For 16 bytes or more, copies vectors in the direction that does not overwrite unread bytes.
    // The opposite end is loaded first.
    sink.local_get(LEN)
        .i32_const(VECTOR_SIZE)
        .i32_ge_u()
        .if_(BlockType::Empty);
    sink.local_get(TO)
        .local_get(FROM)
        .i32_sub()
        .local_get(LEN)
        .i32_ge_u()
        .if_(BlockType::Empty);
    copy_forward(&mut sink);
    sink.return_().end();
    copy_backward(&mut sink);
    sink.return_().end();
    for size in [8, 4, 2] {
        sink.local_get(LEN)
            .i32_const(size)
            .i32_ge_u()
            .if_(BlockType::Empty);
        // The first bytes, up to a number, and the last ones are loaded before they are stored.
        for is_last in [true, false] {
            for start in [TO, FROM] {
                sink.local_get(start);
                if is_last {
                    sink.local_get(LEN).i32_add().i32_const(size).i32_sub();
                }
            }
            match size {
                8 => sink.i64_load(BYTES),
                4 => sink.i32_load(BYTES),
                _ => sink.i32_load16_u(BYTES),
            };
        }
        for _ in 0..2 {
            match size {
                8 => sink.i64_store(BYTES),
                4 => sink.i32_store(BYTES),
                _ => sink.i32_store16(BYTES),
            };
        }
        sink.return_().end();
    }
    sink.local_get(TO)
        .local_get(FROM)
        .i32_load8_u(BYTES)
        .i32_store8(BYTES)
        .end();
    code
}

/// Copies 16 bytes or more, from the start to the end. Moves the start of the range.
fn copy_forward(sink: &mut InstructionSink<'_>) {
    last_vector(sink, FROM);
    sink.v128_load(BYTES).local_set(VECTOR);
    for size in [ROUND, VECTOR_SIZE] {
        while_longer(sink, size, |sink| {
            for offset in (0..size).step_by(VECTOR_SIZE as usize) {
                sink.local_get(TO)
                    .local_get(FROM)
                    .v128_load(at(offset))
                    .v128_store(at(offset));
            }
            advance(sink, TO, size);
            advance(sink, FROM, size);
            advance(sink, LEN, -size);
        });
    }
    store_last(sink);
}

/// Copies 16 bytes or more, from the end to the start. Moves the end of the range.
fn copy_backward(sink: &mut InstructionSink<'_>) {
    sink.local_get(FROM).v128_load(BYTES).local_set(VECTOR);
    for size in [ROUND, VECTOR_SIZE] {
        while_longer(sink, size, |sink| {
            advance(sink, LEN, -size);
            for offset in (0..size).step_by(VECTOR_SIZE as usize).rev() {
                for start in [TO, FROM] {
                    sink.local_get(start).local_get(LEN).i32_add();
                }
                sink.v128_load(at(offset)).v128_store(at(offset));
            }
        });
    }
    sink.local_get(TO).local_get(VECTOR).v128_store(BYTES);
}

/// Returns the body that fills `LEN` bytes from `TO` on with `BYTE`.
pub(super) fn fill_body(care: Care, turn: Option<Turn>) -> Vec<u8> {
    let mut code = Vec::new();
    begin(&mut code);
    let mut sink = InstructionSink::new(&mut code);
    count(&mut sink, turn);
    touch(&mut sink, TO, Access::Write, care);
    if care != Care::Shared {
        when_long(&mut sink, |sink| {
            sink.local_get(TO)
                .local_get(BYTE)
                .local_get(LEN)
                .memory_fill(0);
        });
    }
    sink.local_get(BYTE).i8x16_splat().local_set(VECTOR);
    sink.local_get(LEN)
        .i32_const(VECTOR_SIZE)
        .i32_ge_u()
        .if_(BlockType::Empty);
    for size in [ROUND, VECTOR_SIZE] {
        while_longer(&mut sink, size, |sink| {
            for offset in (0..size).step_by(VECTOR_SIZE as usize) {
                sink.local_get(TO).local_get(VECTOR).v128_store(at(offset));
            }
            advance(sink, TO, size);
            advance(sink, LEN, -size);
        });
    }
    store_last(&mut sink);
    sink.return_().end();
    for size in [8, 4, 2] {
        sink.local_get(LEN)
            .i32_const(size)
            .i32_ge_u()
            .if_(BlockType::Empty);
        for is_last in [true, false] {
            sink.local_get(TO);
            if is_last {
                sink.local_get(LEN).i32_add().i32_const(size).i32_sub();
            }
            sink.local_get(VECTOR);
            match size {
                8 => sink.v128_store64_lane(BYTES, 0),
                4 => sink.v128_store32_lane(BYTES, 0),
                _ => sink.v128_store16_lane(BYTES, 0),
            };
        }
        sink.return_().end();
    }
    sink.local_get(TO).local_get(BYTE).i32_store8(BYTES).end();
    code
}

/// Declares the locals, and returns if the length is zero.
fn begin(code: &mut Vec<u8>) {
    let locals = [(1, ValType::I32), (1, ValType::V128)];
    (locals.len() as u32).encode(code);
    for (count, ty) in locals {
        count.encode(code);
        ty.encode(code);
    }
    InstructionSink::new(code)
        .local_get(LEN)
        .i32_eqz()
        .if_(BlockType::Empty)
        .return_()
        .end();
}

/// The kind of access that is tested for a range.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

/// Makes an access to a range of `LEN` bytes fault before it changes anything. If the host protects
/// no pages, only the start of the range is tested, which must not be in page 0. Otherwise a byte
/// of each page is accessed, the last byte first. A range that exceeds the address space wraps
/// around to page 0, which traps.
///
/// A range within one page is only tested for the host's operations.
fn touch(sink: &mut InstructionSink<'_>, start: u32, access: Access, care: Care) {
    if care == Care::None {
        // The rest of the range is not protected.
        sink.local_get(start)
            .i32_const(-PAGE)
            .i32_add()
            .i32_load8_u(MemArg {
                offset: PAGE as u64,
                ..BYTES
            })
            .drop();
        return;
    }
    sink.local_get(start)
        .local_get(LEN)
        .i32_add()
        .i32_const(1)
        .i32_sub()
        .local_set(AT);
    if care == Care::Touch {
        touch_byte(sink, access, care);
    }
    sink.local_get(AT)
        .local_get(start)
        .i32_xor()
        .i32_const(PAGE)
        .i32_ge_u()
        .if_(BlockType::Empty);
    if care == Care::Shared {
        touch_byte(sink, access, care);
    }
    sink.local_get(start).local_set(AT);
    sink.loop_(BlockType::Empty);
    touch_byte(sink, access, care);
    sink.local_get(AT)
        .i32_const(-PAGE)
        .i32_and()
        .i32_const(PAGE)
        .i32_add()
        .local_tee(AT)
        .local_get(start)
        .i32_sub()
        .local_get(LEN)
        .i32_lt_u()
        .br_if(0)
        .end()
        .end();
}

/// Faults if the byte at `AT` does not allow this access, and changes nothing.
fn touch_byte(sink: &mut InstructionSink<'_>, access: Access, care: Care) {
    match access {
        Access::Read => sink.local_get(AT).i32_load8_u(BYTES).drop(),
        Access::Write if care == Care::Shared => sink
            .local_get(AT)
            .i32_const(0)
            .i32_atomic_rmw8_or_u(BYTES)
            .drop(),
        Access::Write => sink
            .local_get(AT)
            .local_get(AT)
            .i32_load8_u(BYTES)
            .i32_store8(BYTES),
    };
}

/// Writes an operation that replaces all following code if the range is long.
fn when_long(sink: &mut InstructionSink<'_>, operation: impl Fn(&mut InstructionSink<'_>)) {
    sink.local_get(LEN)
        .i32_const(LONG)
        .i32_ge_u()
        .if_(BlockType::Empty);
    operation(sink);
    sink.return_().end();
}

/// Writes a loop that runs as long as more than `size` bytes are left.
fn while_longer(
    sink: &mut InstructionSink<'_>,
    size: i32,
    body: impl Fn(&mut InstructionSink<'_>),
) {
    let is_longer =
        |sink: &mut InstructionSink<'_>| _ = sink.local_get(LEN).i32_const(size).i32_gt_u();
    is_longer(sink);
    sink.if_(BlockType::Empty).loop_(BlockType::Empty);
    body(sink);
    is_longer(sink);
    sink.br_if(0).end().end();
}

/// Adds a number to a local.
fn advance(sink: &mut InstructionSink<'_>, local: u32, by: i32) {
    sink.local_get(local)
        .i32_const(by)
        .i32_add()
        .local_set(local);
}

/// Returns the argument of an access at an offset.
fn at(offset: i32) -> MemArg {
    MemArg {
        offset: offset as u64,
        ..BYTES
    }
}

/// Pushes the address of the last 16 bytes.
fn last_vector(sink: &mut InstructionSink<'_>, start: u32) {
    sink.local_get(start)
        .local_get(LEN)
        .i32_add()
        .i32_const(VECTOR_SIZE)
        .i32_sub();
}

/// Stores `VECTOR` to the last 16 bytes.
fn store_last(sink: &mut InstructionSink<'_>) {
    last_vector(sink, TO);
    sink.local_get(VECTOR).v128_store(BYTES);
}
