//! The operations of PNaCl that are also operations of LLVM.

use pinnacle_llvm as llvm;
use pinnacle_pexe::inst::{BinaryOp, CastOp, Predicate};

/// Returns LLVM's instruction for an operation on two numbers.
pub(crate) const fn binary(op: BinaryOp) -> llvm::BinaryOp {
    use llvm::BinaryOp as Op;
    match op {
        BinaryOp::Add => Op::Add,
        BinaryOp::Sub => Op::Sub,
        BinaryOp::Mul => Op::Mul,
        BinaryOp::UDiv => Op::UDiv,
        BinaryOp::SDiv => Op::SDiv,
        BinaryOp::URem => Op::URem,
        BinaryOp::SRem => Op::SRem,
        BinaryOp::Shl => Op::Shl,
        BinaryOp::LShr => Op::LShr,
        BinaryOp::AShr => Op::AShr,
        BinaryOp::And => Op::And,
        BinaryOp::Or => Op::Or,
        BinaryOp::Xor => Op::Xor,
        BinaryOp::FAdd => Op::FAdd,
        BinaryOp::FSub => Op::FSub,
        BinaryOp::FMul => Op::FMul,
        BinaryOp::FDiv => Op::FDiv,
        BinaryOp::FRem => Op::FRem,
    }
}

/// Returns LLVM's instruction for a conversion; `None` for those from floating point to integers.
pub(crate) const fn cast(op: CastOp) -> Option<llvm::CastOp> {
    use llvm::CastOp as Op;
    Some(match op {
        CastOp::Trunc => Op::Trunc,
        CastOp::ZExt => Op::ZExt,
        CastOp::SExt => Op::SExt,
        CastOp::UiToFp => Op::UIToFP,
        CastOp::SiToFp => Op::SIToFP,
        CastOp::FpTrunc => Op::FPTrunc,
        CastOp::FpExt => Op::FPExt,
        CastOp::Bitcast => Op::BitCast,
        CastOp::FpToUi | CastOp::FpToSi => return None,
    })
}

/// A comparison.
pub(crate) enum Comparison {
    Integer(llvm::IntPredicate),
    Float(llvm::FloatPredicate),
}

/// Returns LLVM's comparison for a predicate.
pub(crate) const fn comparison(predicate: Predicate) -> Comparison {
    use Comparison::{Float, Integer};
    use llvm::{FloatPredicate as F, IntPredicate as I};
    match predicate {
        Predicate::FFalse => Float(F::False),
        Predicate::FOeq => Float(F::Oeq),
        Predicate::FOgt => Float(F::Ogt),
        Predicate::FOge => Float(F::Oge),
        Predicate::FOlt => Float(F::Olt),
        Predicate::FOle => Float(F::Ole),
        Predicate::FOne => Float(F::One),
        Predicate::FOrd => Float(F::Ord),
        Predicate::FUno => Float(F::Uno),
        Predicate::FUeq => Float(F::Ueq),
        Predicate::FUgt => Float(F::Ugt),
        Predicate::FUge => Float(F::Uge),
        Predicate::FUlt => Float(F::Ult),
        Predicate::FUle => Float(F::Ule),
        Predicate::FUne => Float(F::Une),
        Predicate::FTrue => Float(F::True),
        Predicate::Eq => Integer(I::Eq),
        Predicate::Ne => Integer(I::Ne),
        Predicate::Ugt => Integer(I::Ugt),
        Predicate::Uge => Integer(I::Uge),
        Predicate::Ult => Integer(I::Ult),
        Predicate::Ule => Integer(I::Ule),
        Predicate::Sgt => Integer(I::Sgt),
        Predicate::Sge => Integer(I::Sge),
        Predicate::Slt => Integer(I::Slt),
        Predicate::Sle => Integer(I::Sle),
    }
}
