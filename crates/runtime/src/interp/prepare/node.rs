//! What selection makes and allocation reads: operations on virtual registers.
//!
//! A virtual register is a `u32`. The function's own values have their local
//! index (parameters, constants, instruction values); registers that selection
//! adds come after them. [`out`] names the registers in which the callee of a
//! call finds its arguments.

use crate::interp::op::Code;
use pinnacle_pexe::inst::Predicate;

/// No register.
pub(super) const NONE: u32 = u32::MAX;

const OUT: u32 = 1 << 31;

/// The register of the Nth word of arguments.
pub(super) const fn out(word: u32) -> u32 {
    OUT | word
}

/// Which word of arguments a register is.
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
    pub(super) d: u32,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) lo: u32,
    pub(super) hi: u32,
    /// The instruction that it stands for.
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

/// What kind of operands a [`Test`] compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TestKind {
    /// `a` is 0 or 1; the predicate is `Ne` or `Eq` to zero.
    Bool,
    /// The bits of `imm` in `a`; the predicate is `Ne` or `Eq` to zero.
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
    /// `NONE` where `a` is compared with `imm`.
    pub(super) b: u32,
    pub(super) imm: u32,
    /// The block that control goes to where the condition holds.
    pub(super) target: u32,
    /// The instruction that it stands for.
    pub(super) inst: u32,
}

/// Whether an immediate form exists for a comparison with a number and for
/// its inverse: the number may not be at the end of the predicate's range.
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

/// What a comparison's result is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A jump.
    Jump,
    /// A value.
    Set,
    /// The choice of a value; only for [`TestKind::Int32`].
    Select,
}

/// The codes of one purpose and kind: equal, not equal, less and less or
/// equal, unsigned then signed; the immediate ones have greater in place of
/// less or equal.
const fn integer_codes(purpose: Purpose, wide: bool) -> ([Code; 6], [Code; 6]) {
    use Code::*;
    match (purpose, wide) {
        (Purpose::Jump, false) => (
            [
                JumpEq32, JumpNe32, JumpUlt32, JumpUle32, JumpSlt32, JumpSle32,
            ],
            [
                JumpEq32Imm,
                JumpNe32Imm,
                JumpUlt32Imm,
                JumpUgt32Imm,
                JumpSlt32Imm,
                JumpSgt32Imm,
            ],
        ),
        (Purpose::Jump, true) => (
            [
                JumpEq64, JumpNe64, JumpUlt64, JumpUle64, JumpSlt64, JumpSle64,
            ],
            [
                JumpEq64Imm,
                JumpNe64Imm,
                JumpUlt64Imm,
                JumpUgt64Imm,
                JumpSlt64Imm,
                JumpSgt64Imm,
            ],
        ),
        (Purpose::Set, false) => (
            [SetEq32, SetNe32, SetUlt32, SetUle32, SetSlt32, SetSle32],
            [
                SetEq32Imm,
                SetNe32Imm,
                SetUlt32Imm,
                SetUgt32Imm,
                SetSlt32Imm,
                SetSgt32Imm,
            ],
        ),
        (Purpose::Set, true) => (
            [SetEq64, SetNe64, SetUlt64, SetUle64, SetSlt64, SetSle64],
            [
                SetEq64Imm,
                SetNe64Imm,
                SetUlt64Imm,
                SetUgt64Imm,
                SetSlt64Imm,
                SetSgt64Imm,
            ],
        ),
        (Purpose::Select, _) => (
            [
                SelectEq32,
                SelectNe32,
                SelectUlt32,
                SelectUle32,
                SelectSlt32,
                SelectSle32,
            ],
            [
                SelectEq32Imm,
                SelectNe32Imm,
                SelectUlt32Imm,
                SelectUgt32Imm,
                SelectSlt32Imm,
                SelectSgt32Imm,
            ],
        ),
    }
}

/// The floating point codes: equal, less, less or equal, ordered and not
/// equal, ordered; then their negations.
const fn float_codes(purpose: Purpose, double: bool) -> [Code; 10] {
    use Code::*;
    match (purpose, double) {
        (Purpose::Jump, true) => [
            JumpEqF64,
            JumpLtF64,
            JumpLeF64,
            JumpOneF64,
            JumpOrdF64,
            JumpNotEqF64,
            JumpNotLtF64,
            JumpNotLeF64,
            JumpNotOneF64,
            JumpNotOrdF64,
        ],
        (Purpose::Jump, false) => [
            JumpEqF32,
            JumpLtF32,
            JumpLeF32,
            JumpOneF32,
            JumpOrdF32,
            JumpNotEqF32,
            JumpNotLtF32,
            JumpNotLeF32,
            JumpNotOneF32,
            JumpNotOrdF32,
        ],
        (_, true) => [
            SetEqF64,
            SetLtF64,
            SetLeF64,
            SetOneF64,
            SetOrdF64,
            SetNotEqF64,
            SetNotLtF64,
            SetNotLeF64,
            SetNotOneF64,
            SetNotOrdF64,
        ],
        (_, false) => [
            SetEqF32,
            SetLtF32,
            SetLeF32,
            SetOneF32,
            SetOrdF32,
            SetNotEqF32,
            SetNotLtF32,
            SetNotLeF32,
            SetNotOneF32,
            SetNotOrdF32,
        ],
    }
}

impl Test {
    /// The same test with the opposite outcome.
    pub(super) fn inverted(self) -> Test {
        Test {
            predicate: self.predicate.inverse(),
            ..self
        }
    }

    /// The operation for the test: its code and operands, `imm` in `lo`.
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
                let code = if predicate == Ne {
                    Code::JumpAnyBits
                } else {
                    Code::JumpNoBits
                };
                Node::new(code).a(a).lo(imm)
            }
            TestKind::Int32 | TestKind::Int64 => {
                let (registers, immediates) = integer_codes(purpose, kind == TestKind::Int64);
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
                    return Node::new(immediates[code]).a(a).lo(imm);
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
                Node::new(registers[code]).a(a).b(b)
            }
            TestKind::F32 | TestKind::F64 => {
                let codes = float_codes(purpose, kind == TestKind::F64);
                let (code, swap) = match predicate {
                    FOeq => (0, false),
                    FOlt => (1, false),
                    FOle => (2, false),
                    FOgt => (1, true),
                    FOge => (2, true),
                    FOne => (3, false),
                    FOrd => (4, false),
                    FUne => (5, false),
                    FUge => (6, false),
                    FUgt => (7, false),
                    FUle => (6, true),
                    FUlt => (7, true),
                    FUeq => (8, false),
                    _ => (9, false),
                };
                let (a, b) = if swap { (b, a) } else { (a, b) };
                Node::new(codes[code]).a(a).b(b)
            }
        }
    }
}
