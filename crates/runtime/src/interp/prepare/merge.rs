//! Merges two consecutive operations into one.

use super::node::Purpose;
use crate::interp::op::{COMPARE_32, Code, LOAD_JUMPS, LOADED_2, LOADED_3, Op};

/// Returns an operation that is equivalent to two consecutive ones, if it exists. The instruction
/// of the second is `distance` places later in its block, which matters if traces show both.
pub(super) fn pair(first: &Op, second: &Op, distance: u32) -> Option<Op> {
    match (first.code, second.code) {
        (Code::AllocaImm, Code::AllocaImm) if distance == 1 => two_allocations(first, second),
        (Code::AllocaImm2, Code::AllocaImm) if distance == 2 => Some(Op {
            code: Code::AllocaImm3,
            b: second.d,
            hi: u32::from(small_size(second)?),
            ..*first
        }),
        (Code::Const, Code::Const) if first.hi == 0 && second.hi == 0 => Some(Op {
            code: Code::Const2,
            a: second.d,
            hi: second.lo,
            ..*first
        }),
        (Code::Add32Imm, Code::Add32Imm) => Some(Op {
            code: Code::AddTwice32,
            b: second.d,
            lo: u32::from(short(first.lo)?) | u32::from(short(second.lo)?) << 16,
            hi: u32::from(second.a),
            ..*first
        }),
        (Code::Move, Code::Call) if distance == 0 => Some(Op {
            code: Code::MoveCall,
            a: first.a,
            b: first.d,
            ..*second
        }),
        (Code::Const, Code::Call) if first.hi == 0 && distance == 0 => Some(Op {
            code: Code::ConstCall,
            b: first.d,
            hi: first.lo,
            ..*second
        }),
        _ => None,
    }
}

/// Returns the code of an operation on a number in memory, if the following store writes the result
/// back to the same address.
pub(super) fn update(first: &Op, store: &Op) -> Option<Code> {
    let scale = match store.code {
        Code::Store64At => 0,
        Code::Store64 => 1,
        Code::Store64Scaled | Code::Store64Indexed => store.hi,
        _ => return None,
    };
    if first.d != store.d || first.hi >> 16 != scale {
        return None;
    }
    let row_of = |rows: &'static [[Code; 4]]| {
        let mut rows = rows.iter();
        rows.find(|row| row[..2].contains(&first.code))
    };
    let (row, has_c) = match row_of(LOADED_2) {
        Some(row) => (row, false),
        None => (row_of(LOADED_3)?, true),
    };
    if store.code == Code::Store64Indexed {
        let offset = if has_c { 0 } else { first.lo };
        let is_same = first.a == store.a && first.e() == store.b && offset == store.lo;
        let stays = first.d != store.a && first.d != store.b;
        return (first.code == row[1] && is_same && stays).then_some(row[3]);
    }
    let is_same = scale == 0 || first.a == store.a && first.d != store.a;
    (first.code == row[0] && is_same && first.lo == store.lo).then_some(row[2])
}

/// Returns a number as a signed 16-bit number if it fits.
fn short(number: u32) -> Option<u16> {
    i16::try_from(number as i32)
        .ok()
        .map(|number| number as u16)
}

/// Returns the size of a small allocation with default alignment.
fn small_size(allocation: &Op) -> Option<u16> {
    u16::try_from(allocation.lo)
        .ok()
        .filter(|_| allocation.hi == 15)
}

fn two_allocations(first: &Op, second: &Op) -> Option<Op> {
    let (size, second_size) = (small_size(first)?, small_size(second)?);
    Some(Op {
        code: Code::AllocaImm2,
        a: second.d,
        lo: u32::from(size) | u32::from(second_size) << 16,
        hi: 0,
        ..*first
    })
}

/// Merges a jump with the operation that computes its condition.
pub(super) fn jump(first: &Op, jump: &Op) -> Option<Op> {
    match first.code {
        Code::Add32Imm => add_jump(first, jump),
        Code::LoadU32 | Code::LoadU32At | Code::LoadU8 => load_jump(first, jump),
        _ => None,
    }
}

/// Returns true if an addition may be moved after the store that follows it. The store must not
/// read the sum.
pub(super) fn may_exchange(add: &Op, store: &Op) -> bool {
    let reads: &[u16] = match store.code {
        Code::Store8 | Code::Store16 | Code::Store32 | Code::Store64 => &[store.d, store.a],
        Code::Store32Scaled | Code::Store64Scaled => &[store.d, store.a],
        Code::Store8Indexed | Code::Store32Indexed | Code::Store64Indexed => {
            &[store.d, store.a, store.b]
        }
        _ => return false,
    };
    add.code == Code::Add32Imm && !reads.contains(&add.d)
}

/// Returns the row of [`COMPARE_32`] that contains a jump.
fn comparison(jump: &Op) -> Option<usize> {
    let mut rows = COMPARE_32.iter();
    rows.position(|row| row[Purpose::Jump as usize] == jump.code)
}

/// Rows of [`COMPARE_32`] from here on compare with an immediate.
const IMMEDIATE_ROWS: usize = COMPARE_32.len() / 2;

/// Returns the row of [`LOAD_JUMPS`] with the operands of a register comparison exchanged.
fn exchanged(row: usize) -> usize {
    match row {
        0 | 1 => row,
        // Less or equal becomes greater or equal, whose row comes after that of greater.
        _ => COMPARE_32.len() + row - 2,
    }
}

/// Merges an addition and a jump that tests the sum.
fn add_jump(add: &Op, jump: &Op) -> Option<Op> {
    let row = comparison(jump)?;
    let code = COMPARE_32[row][Purpose::AddJump as usize];
    let symmetric = matches!(jump.code, Code::JumpEq32 | Code::JumpNe32);
    let other = if jump.a == add.d {
        jump.b
    } else if symmetric && jump.b == add.d {
        jump.a
    } else {
        return None;
    };
    let b = if row >= IMMEDIATE_ROWS {
        short(jump.lo)?
    } else {
        other
    };
    let number = short(add.lo)?;
    Some(Op {
        code,
        d: add.d,
        a: add.a,
        b,
        lo: u32::from(number) | u32::from(jump.d) << 16,
        hi: jump.hi,
    })
}

/// Merges a load and a jump that tests the loaded value and takes nothing from the budget.
fn load_jump(load: &Op, jump: &Op) -> Option<Op> {
    if jump.d != 0 {
        return None;
    }
    let merged = |code, b| Op {
        code,
        b,
        hi: jump.hi,
        ..*load
    };
    if let Code::JumpAnyBits | Code::JumpNoBits = jump.code {
        let bits = u16::try_from(jump.lo).ok()?;
        let code = match (load.code, jump.code) {
            (Code::LoadU32, Code::JumpAnyBits) => Code::LoadJumpAnyBits,
            (Code::LoadU32, _) => Code::LoadJumpNoBits,
            (Code::LoadU32At, Code::JumpAnyBits) => Code::LoadJumpAnyBitsAt,
            (Code::LoadU32At, _) => Code::LoadJumpNoBitsAt,
            _ => return None,
        };
        return (jump.a == load.d).then(|| merged(code, bits));
    }
    let row = comparison(jump)?;
    let (row, b) = if row >= IMMEDIATE_ROWS && jump.a == load.d {
        (row, short(jump.lo)?)
    } else if row >= IMMEDIATE_ROWS {
        return None;
    } else if jump.a == load.d {
        (row, jump.b)
    } else if jump.b == load.d {
        (exchanged(row), jump.a)
    } else {
        return None;
    };
    let column = match load.code {
        Code::LoadU32 => 0,
        Code::LoadU32At => 1,
        _ => 2,
    };
    Some(merged(LOAD_JUMPS[row][column], b))
}
