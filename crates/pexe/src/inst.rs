//! Instructions of a function body.
//!
//! An [`Inst`] is sixteen bytes and holds no pointers: lists of operands
//! (arguments, phi operands, switch cases) are ranges of the function's
//! operand pool, see [`crate::Function`].

use crate::ids::{BlockId, FuncId, ValueId};
use crate::types::Type;
use std::fmt;

/// Operation of a binary instruction ("Integer Binary Instructions" and
/// "Floating Point Binary Instructions").
///
/// The file has one number for the integer and the floating form; which one
/// is meant follows from the operand type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are those of PNaClAsm")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

impl BinaryOp {
    /// The operation that a record's number stands for on operands of a type.
    pub const fn from_code(code: u64, float: bool) -> Option<BinaryOp> {
        use BinaryOp::*;
        Some(match (code, float) {
            (0, false) => Add,
            (1, false) => Sub,
            (2, false) => Mul,
            (3, false) => UDiv,
            (4, false) => SDiv,
            (5, false) => URem,
            (6, false) => SRem,
            (7, false) => Shl,
            (8, false) => LShr,
            (9, false) => AShr,
            (10, false) => And,
            (11, false) => Or,
            (12, false) => Xor,
            (0, true) => FAdd,
            (1, true) => FSub,
            (2, true) => FMul,
            (4, true) => FDiv,
            (6, true) => FRem,
            _ => return None,
        })
    }

    /// The number of the operation in a record, which it may share with one
    /// on floating point values.
    pub const fn code(self) -> u64 {
        use BinaryOp::*;
        match self {
            Add | FAdd => 0,
            Sub | FSub => 1,
            Mul | FMul => 2,
            UDiv => 3,
            SDiv | FDiv => 4,
            URem => 5,
            SRem | FRem => 6,
            Shl => 7,
            LShr => 8,
            AShr => 9,
            And => 10,
            Or => 11,
            Xor => 12,
        }
    }

    /// The operation's name in PNaClAsm.
    pub const fn name(self) -> &'static str {
        use BinaryOp::*;
        match self {
            Add => "add",
            Sub => "sub",
            Mul => "mul",
            UDiv => "udiv",
            SDiv => "sdiv",
            URem => "urem",
            SRem => "srem",
            Shl => "shl",
            LShr => "lshr",
            AShr => "ashr",
            And => "and",
            Or => "or",
            Xor => "xor",
            FAdd => "fadd",
            FSub => "fsub",
            FMul => "fmul",
            FDiv => "fdiv",
            FRem => "frem",
        }
    }

    /// Whether the operation is on floating point numbers.
    pub const fn is_float(self) -> bool {
        use BinaryOp::*;
        matches!(self, FAdd | FSub | FMul | FDiv | FRem)
    }

    /// Whether the operation is a bitwise one, the only kind legal on `i1`.
    pub const fn is_bitwise(self) -> bool {
        matches!(self, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
    }
}

/// Operation of a conversion instruction ("Conversion Instructions").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are those of PNaClAsm")]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    FpTrunc,
    FpExt,
    Bitcast,
}

impl CastOp {
    /// The operation that a record's number stands for.
    pub const fn from_code(code: u64) -> Option<CastOp> {
        Some(match code {
            0 => CastOp::Trunc,
            1 => CastOp::ZExt,
            2 => CastOp::SExt,
            3 => CastOp::FpToUi,
            4 => CastOp::FpToSi,
            5 => CastOp::UiToFp,
            6 => CastOp::SiToFp,
            7 => CastOp::FpTrunc,
            8 => CastOp::FpExt,
            11 => CastOp::Bitcast,
            _ => return None,
        })
    }

    /// The number of the operation in a record.
    pub const fn code(self) -> u64 {
        match self {
            CastOp::Trunc => 0,
            CastOp::ZExt => 1,
            CastOp::SExt => 2,
            CastOp::FpToUi => 3,
            CastOp::FpToSi => 4,
            CastOp::UiToFp => 5,
            CastOp::SiToFp => 6,
            CastOp::FpTrunc => 7,
            CastOp::FpExt => 8,
            CastOp::Bitcast => 11,
        }
    }

    /// The operation's name in PNaClAsm.
    pub const fn name(self) -> &'static str {
        match self {
            CastOp::Trunc => "trunc",
            CastOp::ZExt => "zext",
            CastOp::SExt => "sext",
            CastOp::FpToUi => "fptoui",
            CastOp::FpToSi => "fptosi",
            CastOp::UiToFp => "uitofp",
            CastOp::SiToFp => "sitofp",
            CastOp::FpTrunc => "fptrunc",
            CastOp::FpExt => "fpext",
            CastOp::Bitcast => "bitcast",
        }
    }

    /// Whether the conversion is defined from one type to another.
    pub const fn is_legal(self, from: Type, to: Type) -> bool {
        let (f, t) = (from.element(), to.element());
        if matches!(self, CastOp::Bitcast) {
            return !matches!(from, Type::Void)
                && !matches!(to, Type::Void)
                && from.bits() == to.bits();
        }
        if from.lanes() != to.lanes() {
            return false;
        }
        match self {
            CastOp::Trunc => {
                f.is_integer() && t.is_integer() && f.element_bits() > t.element_bits()
            }
            CastOp::ZExt | CastOp::SExt => {
                f.is_integer() && t.is_integer() && f.element_bits() < t.element_bits()
            }
            CastOp::FpToUi | CastOp::FpToSi => f.is_float() && t.is_integer(),
            CastOp::UiToFp | CastOp::SiToFp => f.is_integer() && t.is_float(),
            CastOp::FpTrunc => matches!((f, t), (Type::Double, Type::Float)),
            CastOp::FpExt => matches!((f, t), (Type::Float, Type::Double)),
            CastOp::Bitcast => false,
        }
    }
}

/// Condition of a comparison. The numbers are those of the records:
/// floating point from 0, integer from 32.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are those of PNaClAsm")]
pub enum Predicate {
    FFalse = 0,
    FOeq = 1,
    FOgt = 2,
    FOge = 3,
    FOlt = 4,
    FOle = 5,
    FOne = 6,
    FOrd = 7,
    FUno = 8,
    FUeq = 9,
    FUgt = 10,
    FUge = 11,
    FUlt = 12,
    FUle = 13,
    FUne = 14,
    FTrue = 15,
    Eq = 32,
    Ne = 33,
    Ugt = 34,
    Uge = 35,
    Ult = 36,
    Ule = 37,
    Sgt = 38,
    Sge = 39,
    Slt = 40,
    Sle = 41,
}

impl Predicate {
    /// The predicate that holds exactly where this one does not.
    pub const fn inverse(self) -> Predicate {
        use Predicate::*;
        match self {
            FFalse => FTrue,
            FOeq => FUne,
            FOgt => FUle,
            FOge => FUlt,
            FOlt => FUge,
            FOle => FUgt,
            FOne => FUeq,
            FOrd => FUno,
            FUno => FOrd,
            FUeq => FOne,
            FUgt => FOle,
            FUge => FOlt,
            FUlt => FOge,
            FUle => FOgt,
            FUne => FOeq,
            FTrue => FFalse,
            Eq => Ne,
            Ne => Eq,
            Ugt => Ule,
            Uge => Ult,
            Ult => Uge,
            Ule => Ugt,
            Sgt => Sle,
            Sge => Slt,
            Slt => Sge,
            Sle => Sgt,
        }
    }

    /// The predicate that holds for swapped operands where this one held.
    pub const fn swapped(self) -> Predicate {
        use Predicate::*;
        match self {
            FOgt => FOlt,
            FOge => FOle,
            FOlt => FOgt,
            FOle => FOge,
            FUgt => FUlt,
            FUge => FUle,
            FUlt => FUgt,
            FUle => FUge,
            Ugt => Ult,
            Uge => Ule,
            Ult => Ugt,
            Ule => Uge,
            Sgt => Slt,
            Sge => Sle,
            Slt => Sgt,
            Sle => Sge,
            same => same,
        }
    }

    /// The predicate that a record's number stands for.
    pub const fn from_code(code: u64) -> Option<Predicate> {
        use Predicate::*;
        Some(match code {
            0 => FFalse,
            1 => FOeq,
            2 => FOgt,
            3 => FOge,
            4 => FOlt,
            5 => FOle,
            6 => FOne,
            7 => FOrd,
            8 => FUno,
            9 => FUeq,
            10 => FUgt,
            11 => FUge,
            12 => FUlt,
            13 => FUle,
            14 => FUne,
            15 => FTrue,
            32 => Eq,
            33 => Ne,
            34 => Ugt,
            35 => Uge,
            36 => Ult,
            37 => Ule,
            38 => Sgt,
            39 => Sge,
            40 => Slt,
            41 => Sle,
            _ => return None,
        })
    }

    /// The number of the predicate in a record.
    pub const fn code(self) -> u64 {
        self as u64
    }

    /// Whether the predicate compares integers.
    #[inline]
    pub const fn is_integer(self) -> bool {
        self as u8 >= 32
    }

    /// The condition's name in PNaClAsm, without `icmp` or `fcmp`.
    pub const fn name(self) -> &'static str {
        use Predicate::*;
        match self {
            FFalse => "false",
            FOeq => "oeq",
            FOgt => "ogt",
            FOge => "oge",
            FOlt => "olt",
            FOle => "ole",
            FOne => "one",
            FOrd => "ord",
            FUno => "uno",
            FUeq => "ueq",
            FUgt | Ugt => "ugt",
            FUge | Uge => "uge",
            FUlt | Ult => "ult",
            FUle | Ule => "ule",
            FUne => "une",
            FTrue => "true",
            Eq => "eq",
            Ne => "ne",
            Sgt => "sgt",
            Sge => "sge",
            Slt => "slt",
            Sle => "sle",
        }
    }
}

/// Alignment as a record writes it: zero for none, else one more than the
/// binary logarithm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Alignment(u8);

impl Alignment {
    /// The greatest alignment, 2**29 bytes.
    pub const MAX_CODE: u64 = 30;

    /// No alignment given.
    pub const NONE: Alignment = Alignment(0);

    /// The alignment that a record's number stands for, if it is in range.
    pub const fn from_code(code: u64) -> Option<Alignment> {
        if code <= Self::MAX_CODE {
            Some(Alignment(code as u8))
        } else {
            None
        }
    }

    /// The number to write in a record.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The alignment in bytes; zero where none was given.
    pub const fn bytes(self) -> u32 {
        if self.0 == 0 { 0 } else { 1 << (self.0 - 1) }
    }
}

impl fmt::Display for Alignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.bytes())
    }
}

/// A range of the function's operand pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    /// Index of the first word.
    pub start: u32,
    /// Number of words.
    pub len: u32,
}

impl Range {
    /// The words of the range.
    #[inline]
    pub fn of(self, pool: &[u32]) -> &[u32] {
        &pool[self.start as usize..(self.start + self.len) as usize]
    }

    #[inline]
    fn of_mut(self, pool: &mut [u32]) -> &mut [u32] {
        &mut pool[self.start as usize..(self.start + self.len) as usize]
    }
}

/// One instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Inst {
    /// `%v = add T lhs, rhs` and the other binary operations.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// First operand, of the same type as the second.
        lhs: ValueId,
        /// Second operand.
        rhs: ValueId,
    },
    /// `%v = zext T value to ty` and the other conversions.
    Cast {
        /// The conversion.
        op: CastOp,
        /// The type converted to.
        ty: Type,
        /// The value converted.
        value: ValueId,
    },
    /// `%v = icmp eq T lhs, rhs`, `%v = fcmp oeq T lhs, rhs`.
    Compare {
        /// The condition.
        predicate: Predicate,
        /// First operand, of the same type as the second.
        lhs: ValueId,
        /// Second operand.
        rhs: ValueId,
    },
    /// `%v = select C condition, T if_true, T if_false`.
    Select {
        /// `i1`, or a vector of `i1` with as many lanes as the values.
        condition: ValueId,
        /// The value where the condition is true.
        if_true: ValueId,
        /// The value where it is false.
        if_false: ValueId,
    },
    /// `%v = extractelement T vector, i32 index`.
    ExtractElement {
        /// The vector.
        vector: ValueId,
        /// An `i32` constant within the vector.
        index: ValueId,
    },
    /// `%v = insertelement T vector, E element, i32 index`.
    InsertElement {
        /// The vector.
        vector: ValueId,
        /// The new element.
        element: ValueId,
        /// An `i32` constant within the vector.
        index: ValueId,
    },
    /// `%v = load ty* address, align A`.
    Load {
        /// The type read.
        ty: Type,
        /// The alignment that the program promises.
        align: Alignment,
        /// The address, an `i32`.
        address: ValueId,
    },
    /// `store T value, T* address, align A`.
    Store {
        /// The alignment that the program promises.
        align: Alignment,
        /// The address, an `i32`.
        address: ValueId,
        /// The value written.
        value: ValueId,
    },
    /// `%v = alloca i8, i32 size, align A`.
    Alloca {
        /// The alignment wanted.
        align: Alignment,
        /// The number of bytes, an `i32`.
        size: ValueId,
    },
    /// `%v = phi ty [value, %block], ...`. The pool holds pairs of a value
    /// and a block, see [`crate::Function::phi_incoming`].
    Phi {
        /// The type of the result.
        ty: Type,
        /// The pairs, two words each.
        incoming: Range,
    },
    /// `call T @f(...)`.
    Call {
        /// Whether the call is marked as a tail call, a hint only.
        tail: bool,
        /// Whether the call makes a value, that is: does not return void.
        has_result: bool,
        /// The function called.
        callee: FuncId,
        /// The arguments in the pool.
        args: Range,
    },
    /// `call ty callee(...)`. The signature called is `ty` and the types of
    /// the arguments.
    CallIndirect {
        /// Whether the call is marked as a tail call, a hint only.
        tail: bool,
        /// The type returned, `void` for none.
        ty: Type,
        /// The pool: the address called, then the arguments.
        operands: Range,
    },
    /// `ret void`.
    RetVoid,
    /// `ret T value`.
    Ret {
        /// The value returned.
        value: ValueId,
    },
    /// `br label %target`.
    Br {
        /// The block that runs next.
        target: BlockId,
    },
    /// `br i1 condition, label %if_true, label %if_false`.
    CondBr {
        /// An `i1`.
        condition: ValueId,
        /// The block that runs next when the condition is true.
        if_true: BlockId,
        /// The block that runs next when it is false.
        if_false: BlockId,
    },
    /// `switch T value { default: ...; ... }`, see
    /// [`crate::Function::switch_cases`].
    Switch {
        /// The value looked at, an integer wider than `i1`.
        value: ValueId,
        /// The pool: the default block, then for each case the low word, the
        /// high word and the block.
        cases: Range,
    },
    /// `unreachable`.
    Unreachable,
}

impl Inst {
    /// Whether the instruction ends a basic block.
    #[inline]
    pub const fn is_terminator(&self) -> bool {
        matches!(
            self,
            Inst::RetVoid
                | Inst::Ret { .. }
                | Inst::Br { .. }
                | Inst::CondBr { .. }
                | Inst::Switch { .. }
                | Inst::Unreachable
        )
    }

    /// Whether the instruction defines the next value of its function.
    #[inline]
    pub const fn has_result(&self) -> bool {
        match self {
            Inst::Call { has_result, .. } => *has_result,
            Inst::CallIndirect { ty, .. } => !matches!(ty, Type::Void),
            Inst::Store { .. } => false,
            other => !other.is_terminator(),
        }
    }

    /// Calls a function for each value that the instruction uses, in the order of its
    /// record: the lane of a vector, which is a constant, and the values of a phi,
    /// which are used at the end of other blocks, are among them. `pool` is that of
    /// the function.
    #[inline(always)]
    pub fn for_each_operand(&self, pool: &[u32], mut visit: impl FnMut(ValueId)) {
        match *self {
            Inst::Binary { lhs, rhs, .. } | Inst::Compare { lhs, rhs, .. } => {
                visit(lhs);
                visit(rhs);
            }
            Inst::Cast { value, .. }
            | Inst::Load { address: value, .. }
            | Inst::Alloca { size: value, .. }
            | Inst::Ret { value }
            | Inst::CondBr {
                condition: value, ..
            }
            | Inst::Switch { value, .. } => visit(value),
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => {
                visit(if_true);
                visit(if_false);
                visit(condition);
            }
            Inst::ExtractElement { vector, index } => {
                visit(vector);
                visit(index);
            }
            Inst::InsertElement {
                vector,
                element,
                index,
            } => {
                visit(vector);
                visit(element);
                visit(index);
            }
            Inst::Store { address, value, .. } => {
                visit(address);
                visit(value);
            }
            Inst::Phi { incoming, .. } => {
                let pairs = incoming.of(pool).chunks_exact(2);
                pairs.for_each(|pair| visit(ValueId(pair[0])));
            }
            Inst::Call { args: list, .. } | Inst::CallIndirect { operands: list, .. } => {
                list.of(pool).iter().for_each(|&word| visit(ValueId(word)));
            }
            Inst::RetVoid | Inst::Br { .. } | Inst::Unreachable => {}
        }
    }

    /// Replaces each value that the instruction uses, those of
    /// [`Inst::for_each_operand`] in the same order.
    #[inline]
    pub fn map_operands(&mut self, pool: &mut [u32], mut map: impl FnMut(ValueId) -> ValueId) {
        let mut one = |value: &mut ValueId| *value = map(*value);
        match self {
            Inst::Binary { lhs, rhs, .. } | Inst::Compare { lhs, rhs, .. } => {
                one(lhs);
                one(rhs);
            }
            Inst::Cast { value, .. }
            | Inst::Load { address: value, .. }
            | Inst::Alloca { size: value, .. }
            | Inst::Ret { value }
            | Inst::CondBr {
                condition: value, ..
            }
            | Inst::Switch { value, .. } => one(value),
            Inst::Select {
                condition,
                if_true,
                if_false,
            } => {
                one(if_true);
                one(if_false);
                one(condition);
            }
            Inst::ExtractElement { vector, index } => {
                one(vector);
                one(index);
            }
            Inst::InsertElement {
                vector,
                element,
                index,
            } => {
                one(vector);
                one(element);
                one(index);
            }
            Inst::Store { address, value, .. } => {
                one(address);
                one(value);
            }
            Inst::Phi { incoming, .. } => {
                let values = incoming.of_mut(pool).iter_mut().step_by(2);
                values.for_each(|word| *word = map(ValueId(*word)).0);
            }
            Inst::Call { args: list, .. } | Inst::CallIndirect { operands: list, .. } => {
                let words = list.of_mut(pool).iter_mut();
                words.for_each(|word| *word = map(ValueId(*word)).0);
            }
            Inst::RetVoid | Inst::Br { .. } | Inst::Unreachable => {}
        }
    }

    /// Calls a function for each block that control may go to from here, once for
    /// each edge, in the order in which they are written: the default of a switch is
    /// the first. Only terminators have such. `pool` is that of the function.
    #[inline(always)]
    pub fn for_each_successor(&self, pool: &[u32], mut visit: impl FnMut(BlockId)) {
        match *self {
            Inst::Br { target } => visit(target),
            Inst::CondBr {
                if_true, if_false, ..
            } => {
                visit(if_true);
                visit(if_false);
            }
            Inst::Switch { cases, .. } => {
                let words = cases.of(pool);
                visit(BlockId(words[0]));
                let cases = words[1..].chunks_exact(3);
                cases.for_each(|case| visit(BlockId(case[2])));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_stays_small() {
        assert_eq!(size_of::<Inst>(), 16);
    }
}
