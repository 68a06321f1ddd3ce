//! Operations on virtual registers, which selection produces and allocation reads.
//!
//! A virtual register is a `u32`. The function's own values have their local index (parameters,
//! constants, instruction values). Registers added by selection come after them. [`out`] returns
//! the registers for a callee's arguments.

use crate::interp::op::{COMPARE_32, COMPARE_64, COMPARE_FLOATS, Code};
use pinnacle_pexe::inst::Predicate;

/// Marks an operand that is absent.
pub(super) const NONE: u32 = u32::MAX;

const OUT: u32 = 1 << 31;

/// Returns the register of the nth argument word.
pub(super) const fn out(word: u32) -> u32 {
    OUT | word
}

/// Returns the index of the argument word that a register holds.
pub(super) const fn out_word(register: u32) -> Option<u32> {
    if register != NONE && register & OUT != 0 {
        Some(register & !OUT)
    } else {
        None
    }
}

/// An operation on virtual registers. The fields are those of
/// [`crate::interp::op::Op`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) code: Code,
    /// `d` is read, not written.
    pub(super) reads_d: bool,
    /// `lo` is a register that is read.
    pub(super) lo_is_register: bool,
    /// `hi` is a register that is read.
    pub(super) hi_is_register: bool,
    /// The upper half of `hi`, if its lower half is a register.
    pub(super) upper: u16,
    pub(super) d: u32,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) lo: u32,
    pub(super) hi: u32,
    /// The instruction that it implements.
    pub(super) inst: u32,
}

impl Node {
    /// An operation without operands.
    pub(super) const fn new(code: Code) -> Node {
        Node {
            code,
            reads_d: false,
            lo_is_register: false,
            hi_is_register: false,
            upper: 0,
            d: NONE,
            a: NONE,
            b: NONE,
            lo: 0,
            hi: 0,
            inst: 0,
        }
    }

    pub(super) const fn d(mut self, d: u32) -> Node {
        self.d = d;
        self
    }

    pub(super) const fn stored(mut self, d: u32) -> Node {
        self.d = d;
        self.reads_d = true;
        self
    }

    pub(super) const fn a(mut self, a: u32) -> Node {
        self.a = a;
        self
    }

    pub(super) const fn b(mut self, b: u32) -> Node {
        self.b = b;
        self
    }

    pub(super) const fn lo(mut self, lo: u32) -> Node {
        self.lo = lo;
        self
    }

    pub(super) const fn hi(mut self, hi: u32) -> Node {
        self.hi = hi;
        self
    }

    pub(super) const fn c(mut self, register: u32) -> Node {
        self.lo = register;
        self.lo_is_register = true;
        self
    }

    pub(super) const fn e(mut self, register: u32) -> Node {
        self.hi = register;
        self.hi_is_register = true;
        self
    }

    /// Sets the register in the lower half of `hi`; `NONE` leaves it unset.
    pub(super) const fn e_or_none(self, register: u32) -> Node {
        if register == NONE {
            self
        } else {
            self.e(register)
        }
    }

    pub(super) const fn upper(mut self, upper: u16) -> Node {
        self.upper = upper;
        self
    }

    pub(super) const fn imm64(mut self, value: u64) -> Node {
        self.lo = value as u32;
        self.hi = (value >> 32) as u32;
        self
    }

    /// Calls a function for each register that is read.
    #[inline]
    pub(super) fn for_each_use(&self, mut visit: impl FnMut(u32)) {
        if self.a != NONE {
            visit(self.a);
        }
        if self.b != NONE {
            visit(self.b);
        }
        if self.reads_d {
            visit(self.d);
        }
        if self.lo_is_register {
            visit(self.lo);
        }
        if self.hi_is_register {
            visit(self.hi);
        }
    }
}

/// The operands that a [`Test`] compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TestKind {
    /// `a` is 0 or 1. The predicate is `Ne` or `Eq` to zero.
    Bool,
    /// The bits of `imm`, or of `b`, in `a`. The predicate is `Ne` or `Eq` to zero.
    Bits,
    /// Integers of at most 32 bits.
    Int32,
    /// Integers of 64 bits.
    Int64,
    /// `float`.
    F32,
    /// `double`.
    F64,
}

/// A condition on registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Test {
    pub(super) kind: TestKind,
    pub(super) predicate: Predicate,
    pub(super) a: u32,
    /// `NONE` if `a` is compared with `imm`.
    pub(super) b: u32,
    pub(super) imm: u32,
    /// The block to jump to if the condition holds.
    pub(super) target: u32,
    /// The instruction that it implements.
    pub(super) inst: u32,
}

/// Returns true if a comparison with a number and its inverse both have an immediate form. The
/// number must not be at the end of the predicate's range.
pub(super) fn takes_immediate(predicate: Predicate, bits: u32, value: u64) -> bool {
    use Predicate::*;
    let (max, min_signed) = (u64::MAX >> (64 - bits), 1u64 << (bits - 1));
    let fits = bits == 32
        || i32::try_from(value.wrapping_add(1) as i64).is_ok()
            && i32::try_from(value.wrapping_sub(1) as i64).is_ok();
    fits && match predicate {
        Eq | Ne => true,
        Ult | Uge => value != 0,
        Ugt | Ule => value != max,
        Slt | Sge => value != min_signed,
        Sgt | Sle => value != max >> 1,
        _ => false,
    }
}

/// The use of a comparison's result: a column of [`COMPARE_32`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// To decide a jump.
    Jump,
    /// To compute a value.
    Set,
    /// To select a value; only for [`TestKind::Int32`].
    Select,
    /// To jump after an addition; only for [`TestKind::Int32`].
    AddJump,
    /// To add one if the condition holds; not for [`TestKind::Int64`].
    Count,
}

impl Test {
    /// Returns the test with the opposite outcome.
    pub(super) fn inverted(self) -> Test {
        Test {
            predicate: self.predicate.inverse(),
            ..self
        }
    }

    /// Returns the operation for the test: the opcode and the operands, with `imm` in `lo`.
    pub(super) fn encode(&self, purpose: Purpose) -> Node {
        use Predicate::*;
        let Test {
            kind,
            predicate,
            a,
            b,
            imm,
            ..
        } = *self;
        match kind {
            TestKind::Bool => {
                let code = if predicate == Ne {
                    Code::JumpIf
                } else {
                    Code::JumpIfNot
                };
                Node::new(code).a(a)
            }
            TestKind::Bits => {
                let code = match (predicate, b) {
                    (Ne, NONE) => Code::JumpAnyBits,
                    (_, NONE) => Code::JumpNoBits,
                    (Ne, _) => Code::JumpCommonBits,
                    _ => Code::JumpNoCommonBits,
                };
                Node::new(code).a(a).b(b).lo(imm)
            }
            TestKind::Int32 | TestKind::Int64 => {
                let code_of = |row: usize| match kind {
                    TestKind::Int32 => COMPARE_32[row][purpose as usize],
                    _ => COMPARE_64[row][purpose as usize],
                };
                if b == NONE {
                    let (code, imm) = match predicate {
                        Eq => (0, imm),
                        Ne => (1, imm),
                        Ult => (2, imm),
                        Ule => (2, imm.wrapping_add(1)),
                        Ugt => (3, imm),
                        Uge => (3, imm.wrapping_sub(1)),
                        Slt => (4, imm),
                        Sle => (4, imm.wrapping_add(1)),
                        Sgt => (5, imm),
                        _ => (5, imm.wrapping_sub(1)),
                    };
                    return Node::new(code_of(6 + code)).a(a).lo(imm);
                }
                let (code, swap) = match predicate {
                    Eq => (0, false),
                    Ne => (1, false),
                    Ult => (2, false),
                    Ule => (3, false),
                    Ugt => (2, true),
                    Uge => (3, true),
                    Slt => (4, false),
                    Sle => (5, false),
                    Sgt => (4, true),
                    _ => (5, true),
                };
                let (a, b) = if swap { (b, a) } else { (a, b) };
                Node::new(code_of(code)).a(a).b(b)
            }
            TestKind::F32 | TestKind::F64 => {
                let (code, negated, swap) = match predicate {
                    FOeq => (0, false, false),
                    FOlt => (1, false, false),
                    FOle => (2, false, false),
                    FOgt => (1, false, true),
                    FOge => (2, false, true),
                    FOne => (3, false, false),
                    FOrd => (4, false, false),
                    FUne => (0, true, false),
                    FUge => (1, true, false),
                    FUgt => (2, true, false),
                    FUle => (1, true, true),
                    FUlt => (2, true, true),
                    FUeq => (3, true, false),
                    _ => (4, true, false),
                };
                let row = if kind == TestKind::F64 { 0 } else { 5 } + code;
                let column = match purpose {
                    Purpose::Jump => 0,
                    Purpose::Set => 1,
                    _ => 2,
                };
                let code = COMPARE_FLOATS[row][column][usize::from(negated)];
                let (a, b) = if swap { (b, a) } else { (a, b) };
                Node::new(code).a(a).b(b)
            }
        }
    }
}
