//! The operations that the interpreter executes.
//!
//! An [`Op`] is sixteen bytes: an operation code and six fields, whose use
//! depends on the code. `d` is the register written (for stores: read), `a`
//! and `b` are registers read, `lo` and `hi` are immediate words. In a jump
//! `hi` is the index of the operation that runs next and `d` (in a move with a
//! jump: `b`) what the jump takes from the budget. The comment before each
//! family of codes says what is particular to it.
//!
//! Registers are 64 bits wide and hold values in a normal form: integers
//! zero-extended, floating point as bits, `i1` as 0 or 1, vectors of 128 bits
//! in two registers one after the other, vectors of `i1` as a mask with the
//! first lane in the lowest bit.

/// One operation of a prepared function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Op {
    pub(crate) code: Code,
    pub(crate) d: u16,
    pub(crate) a: u16,
    pub(crate) b: u16,
    pub(crate) lo: u32,
    pub(crate) hi: u32,
}

impl Op {
    /// The immediate that takes both words.
    #[inline(always)]
    pub(crate) fn imm64(&self) -> u64 {
        u64::from(self.lo) | u64::from(self.hi) << 32
    }

    /// The register in the lower half of `lo`.
    #[inline(always)]
    pub(crate) fn c(&self) -> u16 {
        self.lo as u16
    }

    /// The register in the lower half of `hi`.
    #[inline(always)]
    pub(crate) fn e(&self) -> u16 {
        self.hi as u16
    }
}

/// What an [`Op`] does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub(crate) enum Code {
    // Moves: d <- a; the second pair of `Move2` is in the halves of `lo`, the
    // third of `Move3` in those of `hi`, destination low. One after the other.
    Move,
    /// Two registers.
    MoveWide,
    Move2,
    Move3,
    MoveJump,
    Move2Jump,
    /// d <- 64-bit immediate.
    Const,
    /// Two registers, both zero.
    ZeroWide,
    /// d <- lo, then jump.
    ConstJump,
    /// d <- a + lo in 32 bits, then jump.
    AddJump,

    // Jumps. Register forms compare a with b, immediate forms a with lo
    // (sign-extended for 64 bits).
    Jump,
    JumpIf,
    JumpIfNot,
    JumpAnyBits,
    JumpNoBits,
    JumpEq32,
    JumpNe32,
    JumpUlt32,
    JumpUle32,
    JumpSlt32,
    JumpSle32,
    JumpEq32Imm,
    JumpNe32Imm,
    JumpUlt32Imm,
    JumpUgt32Imm,
    JumpSlt32Imm,
    JumpSgt32Imm,
    JumpEq64,
    JumpNe64,
    JumpUlt64,
    JumpUle64,
    JumpSlt64,
    JumpSle64,
    JumpEq64Imm,
    JumpNe64Imm,
    JumpUlt64Imm,
    JumpUgt64Imm,
    JumpSlt64Imm,
    JumpSgt64Imm,
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
    // The same after d <- a + (lo's lower half, signed) in 32 bits, comparing
    // d with b, a register or a signed number. The weight is in lo's upper half.
    AddJumpEq32,
    AddJumpNe32,
    AddJumpUlt32,
    AddJumpUle32,
    AddJumpSlt32,
    AddJumpSle32,
    AddJumpEq32Imm,
    AddJumpNe32Imm,
    AddJumpUlt32Imm,
    AddJumpUgt32Imm,
    AddJumpSlt32Imm,
    AddJumpSgt32Imm,
    /// Jump through table number lo by the value of a.
    Switch,
    /// Go on with the draft of block number lo.
    EnterBlock,

    // Comparisons: d <- 0 or 1.
    SetEq32,
    SetNe32,
    SetUlt32,
    SetUle32,
    SetSlt32,
    SetSle32,
    SetEq32Imm,
    SetNe32Imm,
    SetUlt32Imm,
    SetUgt32Imm,
    SetSlt32Imm,
    SetSgt32Imm,
    SetEq64,
    SetNe64,
    SetUlt64,
    SetUle64,
    SetSlt64,
    SetSle64,
    SetEq64Imm,
    SetNe64Imm,
    SetUlt64Imm,
    SetUgt64Imm,
    SetSlt64Imm,
    SetSgt64Imm,
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

    // Selections: d <- condition ? x : y. `Select` has the condition in a,
    // x in b, y in c; the others compare a with b (or lo), with x and y in
    // c and e (immediate forms: in b and e).
    Select,
    SelectWide,
    SelectEq32,
    SelectNe32,
    SelectUlt32,
    SelectUle32,
    SelectSlt32,
    SelectSle32,
    SelectEq32Imm,
    SelectNe32Imm,
    SelectUlt32Imm,
    SelectUgt32Imm,
    SelectSlt32Imm,
    SelectSgt32Imm,

    // Integers of 32 bits, and bitwise operations on narrower ones.
    Add32,
    Sub32,
    Mul32,
    And32,
    Or32,
    Xor32,
    Shl32,
    LShr32,
    AShr32,
    UDiv32,
    SDiv32,
    URem32,
    SRem32,
    Add32Imm,
    RSub32Imm,
    Mul32Imm,
    And32Imm,
    Or32Imm,
    Xor32Imm,
    Shl32Imm,
    LShr32Imm,
    AShr32Imm,
    /// Divisor neither 0 nor -1.
    UDiv32Imm,
    SDiv32Imm,
    URem32Imm,
    SRem32Imm,
    /// d <- a + b * hi + lo.
    AddScaled32,
    /// d <- a * hi + lo.
    Scale32,

    // Integers of 64 bits; the immediate takes both words.
    Add64,
    Sub64,
    Mul64,
    And64,
    Or64,
    Xor64,
    Shl64,
    LShr64,
    AShr64,
    UDiv64,
    SDiv64,
    URem64,
    SRem64,
    Add64Imm,
    RSub64Imm,
    Mul64Imm,
    And64Imm,
    Or64Imm,
    Xor64Imm,
    Shl64Imm,
    LShr64Imm,
    AShr64Imm,

    /// What `BinaryOp` number lo does on integers of hi bits, at most 16.
    Narrow,

    // Floating point. The pairs do two operations with the rounding of
    // both: t <- a first b; d <- t second c.
    AddF64,
    SubF64,
    MulF64,
    DivF64,
    RemF64,
    AddF32,
    SubF32,
    MulF32,
    DivF32,
    RemF32,
    // With the immediate as second operand, or as first.
    AddF64Imm,
    SubF64Imm,
    RSubF64Imm,
    MulF64Imm,
    DivF64Imm,
    RDivF64Imm,
    MulAddF64,
    MulSubF64,
    MulRSubF64,
    MulMulF64,
    AddAddF64,
    AddSubF64,
    AddRSubF64,
    AddMulF64,
    SubAddF64,
    SubSubF64,
    SubRSubF64,
    SubMulF64,
    /// d <- a * b + c * e.
    MulMulAddF64,

    // Conversions of a to d.
    /// From 64 - lo bits to 64 - hi bits.
    SignExtend,
    SignExtend8To32,
    SignExtend16To32,
    SignExtend32To64,
    F64ToF32,
    F32ToF64,
    S32ToF64,
    U32ToF64,
    S64ToF64,
    U64ToF64,
    S32ToF32,
    U32ToF32,
    S64ToF32,
    U64ToF32,
    F64ToS32,
    F64ToU32,
    F64ToS64,
    F64ToU64,
    F32ToS32,
    F32ToU32,
    F32ToS64,
    F32ToU64,

    // Intrinsics of one operand.
    Bswap16,
    Bswap32,
    Bswap64,
    Ctlz32,
    Ctlz64,
    Cttz32,
    Cttz64,
    Ctpop,
    FabsF32,
    FabsF64,
    SqrtF32,
    SqrtF64,

    // Loads to d: from a + lo; from a + b * hi + lo; from a * hi + lo; from lo.
    LoadU8,
    LoadU16,
    LoadU32,
    LoadU64,
    LoadS8,
    LoadS16,
    LoadWide,
    LoadU8Indexed,
    LoadU16Indexed,
    LoadU32Indexed,
    LoadU64Indexed,
    LoadS8Indexed,
    LoadS16Indexed,
    LoadWideIndexed,
    LoadU8Scaled,
    LoadU16Scaled,
    LoadU32Scaled,
    LoadU64Scaled,
    LoadS8Scaled,
    LoadS16Scaled,
    LoadWideScaled,
    LoadU8At,
    LoadU16At,
    LoadU32At,
    LoadU64At,
    LoadS8At,
    LoadS16At,
    LoadWideAt,

    // Stores of d, in the same four ways; then of the immediate hi to a + lo
    // and to lo.
    Store8,
    Store16,
    Store32,
    Store64,
    StoreWide,
    Store8Indexed,
    Store16Indexed,
    Store32Indexed,
    Store64Indexed,
    StoreWideIndexed,
    Store8Scaled,
    Store16Scaled,
    Store32Scaled,
    Store64Scaled,
    StoreWideScaled,
    Store8At,
    Store16At,
    Store32At,
    Store64At,
    StoreWideAt,
    Store8Imm,
    Store16Imm,
    Store32Imm,
    /// Zero-extends the immediate.
    Store64Imm,
    Store8ImmAt,
    Store16ImmAt,
    Store32ImmAt,
    Store64ImmAt,

    /// Vector operation number lo on a, b and e to d.
    Vector,

    // The stack.
    /// a bytes, aligned to hi + 1.
    Alloca,
    /// lo bytes, aligned to hi + 1.
    AllocaImm,
    StackSave,
    StackRestore,
    ReadThreadPointer,

    // Calls. The arguments are in the registers after the frame, the result
    // goes to d.
    /// Function number lo.
    Call,
    /// The function at address a, called with signature number lo.
    CallIndirect,
    /// Intrinsic number lo of the function.
    Intrinsic,
    // Atomic operations on 32-bit words: address a + lo.
    AtomicLoad32,
    AtomicStore32,
    /// Fill the buffer at a.
    Setjmp,
    /// Jump to the buffer at a with value b.
    Longjmp,
    Return,
    ReturnWide,
    ReturnVoid,
    /// Return the 64-bit immediate.
    ReturnConst,
    Unreachable,

    // Tracing, only in functions prepared for it.
    /// The instruction of this operation has run, its result is in d.
    TraceInst,
    /// The instruction of this operation is about to run.
    TraceBefore,
    /// The function was entered.
    TraceEnter,
    /// The function returns the value in d.
    TraceLeave,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_stays_small() {
        assert_eq!(size_of::<Op>(), 16);
    }
}
