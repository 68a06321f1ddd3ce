//! Numbers in records that stand for operations, flags, orderings and similar.

use super::error::ErrorKind;
use super::record::{Result, bad, bad_number};
use crate::instruction::{
    Align, BinaryFlags, BinaryOp, CastFlags, CastOp, FastMath, FloatPredicate, GepFlags,
    IntPredicate, Ordering, RmwOp,
};
use crate::module::{ComdatKind, DllStorage, Linkage, ThreadLocal, UnnamedAddress, Visibility};

/// Returns an operation on two numbers. `float` is true if they are floating point.
pub(super) fn binary_op(code: u64, float: bool) -> Result<BinaryOp> {
    use BinaryOp as Op;
    let integer = [
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::UDiv,
        Op::SDiv,
        Op::URem,
        Op::SRem,
        Op::Shl,
        Op::LShr,
        Op::AShr,
        Op::And,
        Op::Or,
        Op::Xor,
    ];
    let op = usize::try_from(code)
        .ok()
        .and_then(|code| integer.get(code));
    let op = match (op, float) {
        (Some(&op), false) => Some(op),
        (Some(Op::Add), true) => Some(Op::FAdd),
        (Some(Op::Sub), true) => Some(Op::FSub),
        (Some(Op::Mul), true) => Some(Op::FMul),
        (Some(Op::SDiv), true) => Some(Op::FDiv),
        (Some(Op::SRem), true) => Some(Op::FRem),
        _ => None,
    };
    op.ok_or_else(|| bad_number("a binary operation", code, "an operation for this type"))
}

/// The flags of an operation on integers.
pub(super) fn binary_flags(op: BinaryOp, bits: u64) -> BinaryFlags {
    use BinaryOp as Op;
    let mut flags = BinaryFlags::NONE;
    match op {
        Op::Add | Op::Sub | Op::Mul | Op::Shl => {
            if bits & 1 != 0 {
                flags = flags.and(BinaryFlags::NUW);
            }
            if bits & 2 != 0 {
                flags = flags.and(BinaryFlags::NSW);
            }
        }
        Op::UDiv | Op::SDiv | Op::LShr | Op::AShr if bits & 1 != 0 => flags = BinaryFlags::EXACT,
        Op::Or if bits & 1 != 0 => flags = BinaryFlags::DISJOINT,
        _ => {}
    }
    flags
}

pub(super) fn cast_op(code: u64) -> Result<CastOp> {
    use CastOp as Op;
    let all = [
        Op::Trunc,
        Op::ZExt,
        Op::SExt,
        Op::FPToUI,
        Op::FPToSI,
        Op::UIToFP,
        Op::SIToFP,
        Op::FPTrunc,
        Op::FPExt,
        Op::PtrToInt,
        Op::IntToPtr,
        Op::BitCast,
        Op::AddrSpaceCast,
    ];
    let op = usize::try_from(code).ok().and_then(|code| all.get(code));
    op.copied()
        .ok_or_else(|| bad_number("a conversion", code, "0 to 12"))
}

pub(super) fn cast_flags(op: CastOp, bits: u64) -> CastFlags {
    let mut flags = CastFlags::NONE;
    match op {
        CastOp::ZExt | CastOp::UIToFP if bits & 1 != 0 => flags = CastFlags::NNEG,
        CastOp::Trunc => {
            if bits & 1 != 0 {
                flags = flags.and(CastFlags::NUW);
            }
            if bits & 2 != 0 {
                flags = flags.and(CastFlags::NSW);
            }
        }
        _ => {}
    }
    flags
}

pub(super) fn float_predicate(code: u64) -> Result<FloatPredicate> {
    use FloatPredicate as P;
    let all = [
        P::False,
        P::Oeq,
        P::Ogt,
        P::Oge,
        P::Olt,
        P::Ole,
        P::One,
        P::Ord,
        P::Uno,
        P::Ueq,
        P::Ugt,
        P::Uge,
        P::Ult,
        P::Ule,
        P::Une,
        P::True,
    ];
    let found = usize::try_from(code).ok().and_then(|code| all.get(code));
    found
        .copied()
        .ok_or_else(|| bad_number("a comparison of floating point", code, "0 to 15"))
}

pub(super) fn int_predicate(code: u64) -> Result<IntPredicate> {
    code.checked_sub(32)
        .and_then(|index| IntPredicate::ALL.get(index as usize))
        .copied()
        .ok_or_else(|| bad_number("a comparison of integers", code, "32 to 41"))
}

pub(super) fn fast_math(bits: u64) -> FastMath {
    // The lowest bit once stood for all flags.
    if bits & 1 != 0 {
        return FastMath::FAST;
    }
    let reassociate = (bits >> 7 & 1) as u8;
    FastMath((bits & 0x7E) as u8 | reassociate)
}

pub(super) fn gep_flags(bits: u64) -> GepFlags {
    let mut flags = GepFlags::NONE;
    for (bit, flag) in [GepFlags::INBOUNDS, GepFlags::NUSW, GepFlags::NUW]
        .into_iter()
        .enumerate()
    {
        // `inbounds` implies `nusw`, which the text then omits.
        let implied = flag == GepFlags::NUSW && flags.has(GepFlags::INBOUNDS);
        if bits >> bit & 1 == 1 && !implied {
            flags = flags.and(flag);
        }
    }
    flags
}

/// Decodes the ordering of an atomic instruction that allows these orderings.
pub(super) fn ordering(code: u64, allowed: &[Ordering]) -> Result<Ordering> {
    let found = Ordering::ALL
        .get(usize::try_from(code).unwrap_or(usize::MAX))
        .copied();
    // Unknown codes mean the strongest ordering.
    let found = found.unwrap_or(Ordering::SequentiallyConsistent);
    if !allowed.contains(&found) {
        let message = format!(
            "an atomic instruction has the ordering \"{}\"",
            found.text()
        );
        return Err(bad(ErrorKind::BadInstruction, message));
    }
    Ok(found)
}

pub(super) fn rmw_op(code: u64) -> Result<RmwOp> {
    use RmwOp as Op;
    let all = [
        Op::Xchg,
        Op::Add,
        Op::Sub,
        Op::And,
        Op::Nand,
        Op::Or,
        Op::Xor,
        Op::Max,
        Op::Min,
        Op::UMax,
        Op::UMin,
        Op::FAdd,
        Op::FSub,
        Op::FMax,
        Op::FMin,
        Op::UIncWrap,
        Op::UDecWrap,
    ];
    let op = usize::try_from(code).ok().and_then(|code| all.get(code));
    op.copied()
        .ok_or_else(|| bad_number("an atomic operation", code, "0 to 16"))
}

/// Decodes an alignment: the exponent plus one, or zero for none.
pub(super) fn align(code: u64) -> Result<Align> {
    match code {
        0 => Ok(Align::NATURAL),
        1..=33 => Ok(Align::from_exponent(code as u8 - 1)),
        _ => Err(bad_number(
            "the exponent of an alignment",
            code,
            "at most 33",
        )),
    }
}

/// The linkage for a code, and true if the global gets a comdat of its own name.
pub(super) fn linkage(code: u64) -> (Linkage, bool) {
    let linkage = match code {
        1 | 16 => Linkage::WeakAny,
        2 => Linkage::Appending,
        3 => Linkage::Internal,
        4 | 18 => Linkage::LinkOnceAny,
        7 => Linkage::ExternalWeak,
        8 => Linkage::Common,
        9 | 13 | 14 => Linkage::Private,
        10 | 17 => Linkage::WeakOdr,
        11 | 19 => Linkage::LinkOnceOdr,
        12 => Linkage::AvailableExternally,
        _ => Linkage::External,
    };
    (linkage, matches!(code, 1 | 4 | 10 | 11))
}

pub(super) fn visibility(code: u64) -> Visibility {
    match code {
        1 => Visibility::Hidden,
        2 => Visibility::Protected,
        _ => Visibility::Default,
    }
}

pub(super) fn dll_storage(code: u64) -> DllStorage {
    match code {
        1 => DllStorage::Import,
        2 => DllStorage::Export,
        _ => DllStorage::Default,
    }
}

pub(super) fn thread_local(code: u64) -> ThreadLocal {
    match code {
        0 => ThreadLocal::No,
        2 => ThreadLocal::LocalDynamic,
        3 => ThreadLocal::InitialExec,
        4 => ThreadLocal::LocalExec,
        _ => ThreadLocal::GeneralDynamic,
    }
}

pub(super) fn unnamed_address(code: u64) -> UnnamedAddress {
    match code {
        1 => UnnamedAddress::Global,
        2 => UnnamedAddress::Local,
        _ => UnnamedAddress::No,
    }
}

pub(super) fn comdat_kind(code: u64) -> ComdatKind {
    match code {
        2 => ComdatKind::ExactMatch,
        3 => ComdatKind::Largest,
        4 => ComdatKind::NoDeduplicate,
        5 => ComdatKind::SameSize,
        _ => ComdatKind::Any,
    }
}
