//! Recognises the keywords of instructions.

use crate::inst::{BinaryOp, CastOp, Predicate};

/// Returns the binary operation with a name.
pub(super) fn binary_op(word: &[u8]) -> Option<BinaryOp> {
    use BinaryOp::*;
    Some(match word {
        b"add" => Add,
        b"sub" => Sub,
        b"mul" => Mul,
        b"udiv" => UDiv,
        b"sdiv" => SDiv,
        b"urem" => URem,
        b"srem" => SRem,
        b"shl" => Shl,
        b"lshr" => LShr,
        b"ashr" => AShr,
        b"and" => And,
        b"or" => Or,
        b"xor" => Xor,
        b"fadd" => FAdd,
        b"fsub" => FSub,
        b"fmul" => FMul,
        b"fdiv" => FDiv,
        b"frem" => FRem,
        _ => return None,
    })
}

/// Returns the conversion with a name.
pub(super) fn cast_op(word: &[u8]) -> Option<CastOp> {
    Some(match word {
        b"trunc" => CastOp::Trunc,
        b"zext" => CastOp::ZExt,
        b"sext" => CastOp::SExt,
        b"fptoui" => CastOp::FpToUi,
        b"fptosi" => CastOp::FpToSi,
        b"uitofp" => CastOp::UiToFp,
        b"sitofp" => CastOp::SiToFp,
        b"fptrunc" => CastOp::FpTrunc,
        b"fpext" => CastOp::FpExt,
        b"bitcast" => CastOp::Bitcast,
        _ => return None,
    })
}

/// Returns the predicate with a name after `icmp` or `fcmp`.
pub(super) fn predicate(word: &[u8], integer: bool) -> Option<Predicate> {
    use Predicate::*;
    Some(match (word, integer) {
        (b"eq", true) => Eq,
        (b"ne", true) => Ne,
        (b"ugt", true) => Ugt,
        (b"uge", true) => Uge,
        (b"ult", true) => Ult,
        (b"ule", true) => Ule,
        (b"sgt", true) => Sgt,
        (b"sge", true) => Sge,
        (b"slt", true) => Slt,
        (b"sle", true) => Sle,
        (b"false", false) => FFalse,
        (b"oeq", false) => FOeq,
        (b"ogt", false) => FOgt,
        (b"oge", false) => FOge,
        (b"olt", false) => FOlt,
        (b"ole", false) => FOle,
        (b"one", false) => FOne,
        (b"ord", false) => FOrd,
        (b"uno", false) => FUno,
        (b"ueq", false) => FUeq,
        (b"ugt", false) => FUgt,
        (b"uge", false) => FUge,
        (b"ult", false) => FUlt,
        (b"ule", false) => FUle,
        (b"une", false) => FUne,
        (b"true", false) => FTrue,
        _ => return None,
    })
}

/// Returns true if a word starts an instruction that has a result and is neither a binary operation
/// nor a conversion.
pub(super) fn is_defining(word: &[u8]) -> bool {
    matches!(
        word,
        b"load"
            | b"icmp"
            | b"fcmp"
            | b"phi"
            | b"select"
            | b"alloca"
            | b"extractelement"
            | b"insertelement"
    )
}
