//! Intrinsics by name.

use pinnacle_llvm::{BinaryOp, CastOp, GlobalId, GlobalKind, IntPredicate, Module};

use crate::library;

/// The meaning of a global for this step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// It has no meaning for this step.
    Other,
    /// An intrinsic that is expanded, or kept if PNaCl has it for these types.
    Expand(Intrinsic),
    /// A call to a function of the C library.
    Library(&'static str),
    /// An intrinsic that a later step handles.
    Later,
    /// An unknown intrinsic.
    Unknown,
}

/// An intrinsic. Its types follow from the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intrinsic {
    /// An operation with an overflow flag: the operation, and true for signed numbers.
    Overflow(BinaryOp, bool),
    /// A saturating operation: the operation, and true for signed numbers.
    Saturating(BinaryOp, bool),
    /// The operand for which the comparison is true.
    Choose(IntPredicate),
    /// A three-way comparison with the result -1, 0 or 1; true for signed numbers.
    ThreeWay(bool),
    /// The absolute value.
    Absolute,
    /// A shift of two concatenated numbers; true for a shift to the left.
    Funnel(bool),
    ReverseBits,
    ReverseBytes,
    LeadingZeros,
    TrailingZeros,
    Population,
    MultiplyAdd,
    FloatAbsolute,
    SquareRoot,
    CopySign,
    /// The smaller or larger number, or the other one if one is a NaN; true for the larger.
    NumberExtreme(bool),
    /// The smaller or larger number, or a NaN if either is one; true for the larger.
    Extreme(bool),
    IsClass,
    /// A saturating conversion to an integer; true for a signed one.
    SaturatingCast(bool),
    Canonicalize,
    /// An operation of the same name with promises about rounding.
    Constrained(BinaryOp),
    ConstrainedCast(CastOp),
    ConstrainedCompare,
    /// It has no effect. Its result, if any, is a null pointer.
    Nothing,
    /// Its result is its first argument.
    First,
    MaskPointer,
    ObjectSize,
    IsConstant,
    /// Its result is this number.
    Number(u64),
    Trap,
    ThreadPointer,
    LoadRelative,
    CopyMemory,
    MoveMemory,
    SetMemory,
    SaveStack,
    RestoreStack,
    /// An intrinsic of PNaCl with a single type.
    Native,
}

use BinaryOp::{Add, FAdd, FDiv, FMul, FRem, FSub, Mul, Shl, Sub};
use CastOp::{FPExt, FPToSI, FPToUI, FPTrunc, SIToFP, UIToFP};
use Intrinsic as I;

/// Intrinsics by the part of the name between `llvm.` and the types, sorted.
#[rustfmt::skip]
const TABLE: &[(&str, Intrinsic)] = &[
    ("abs", I::Absolute),
    ("addressofreturnaddress", I::Nothing),
    ("allow.runtime.check", I::Number(1)),
    ("allow.ubsan.check", I::Number(1)),
    ("annotation", I::First),
    ("arithmetic.fence", I::First),
    ("assume", I::Nothing),
    ("bitreverse", I::ReverseBits),
    ("bswap", I::ReverseBytes),
    ("canonicalize", I::Canonicalize),
    ("codeview.annotation", I::Nothing),
    ("copysign", I::CopySign),
    ("ctlz", I::LeadingZeros),
    ("ctpop", I::Population),
    ("cttz", I::TrailingZeros),
    ("dbg.addr", I::Nothing),
    ("dbg.assign", I::Nothing),
    ("dbg.declare", I::Nothing),
    ("dbg.label", I::Nothing),
    ("dbg.value", I::Nothing),
    ("debugtrap", I::Trap),
    ("donothing", I::Nothing),
    ("eh.dwarf.cfa", I::Nothing),
    ("eh.unwind.init", I::Nothing),
    ("expect", I::First),
    ("expect.with.probability", I::First),
    ("experimental.constrained.fadd", I::Constrained(FAdd)),
    ("experimental.constrained.fcmp", I::ConstrainedCompare),
    ("experimental.constrained.fcmps", I::ConstrainedCompare),
    ("experimental.constrained.fdiv", I::Constrained(FDiv)),
    ("experimental.constrained.fmul", I::Constrained(FMul)),
    ("experimental.constrained.fmuladd", I::MultiplyAdd),
    ("experimental.constrained.fpext", I::ConstrainedCast(FPExt)),
    ("experimental.constrained.fptosi", I::ConstrainedCast(FPToSI)),
    ("experimental.constrained.fptoui", I::ConstrainedCast(FPToUI)),
    ("experimental.constrained.fptrunc", I::ConstrainedCast(FPTrunc)),
    ("experimental.constrained.frem", I::Constrained(FRem)),
    ("experimental.constrained.fsub", I::Constrained(FSub)),
    ("experimental.constrained.maximum", I::Extreme(true)),
    ("experimental.constrained.maxnum", I::NumberExtreme(true)),
    ("experimental.constrained.minimum", I::Extreme(false)),
    ("experimental.constrained.minnum", I::NumberExtreme(false)),
    ("experimental.constrained.sitofp", I::ConstrainedCast(SIToFP)),
    ("experimental.constrained.sqrt", I::SquareRoot),
    ("experimental.constrained.uitofp", I::ConstrainedCast(UIToFP)),
    ("experimental.noalias.scope.decl", I::Nothing),
    ("experimental.widenable.condition", I::Number(1)),
    ("fabs", I::FloatAbsolute),
    ("fake.use", I::Nothing),
    ("flt.rounds", I::Number(1)),
    ("fmuladd", I::MultiplyAdd),
    ("fptosi.sat", I::SaturatingCast(true)),
    ("fptoui.sat", I::SaturatingCast(false)),
    ("frameaddress", I::Nothing),
    ("fshl", I::Funnel(true)),
    ("fshr", I::Funnel(false)),
    ("get.dynamic.area.offset", I::Number(0)),
    ("get.rounding", I::Number(1)),
    ("invariant.end", I::Nothing),
    ("invariant.group.barrier", I::First),
    ("invariant.start", I::Nothing),
    ("is.constant", I::IsConstant),
    ("is.fpclass", I::IsClass),
    ("launder.invariant.group", I::First),
    ("lifetime.end", I::Nothing),
    ("lifetime.start", I::Nothing),
    ("load.relative", I::LoadRelative),
    ("maximum", I::Extreme(true)),
    ("maximumnum", I::NumberExtreme(true)),
    ("maxnum", I::NumberExtreme(true)),
    ("memcpy", I::CopyMemory),
    ("memcpy.inline", I::CopyMemory),
    ("memmove", I::MoveMemory),
    ("memset", I::SetMemory),
    ("memset.inline", I::SetMemory),
    ("minimum", I::Extreme(false)),
    ("minimumnum", I::NumberExtreme(false)),
    ("minnum", I::NumberExtreme(false)),
    ("nacl.atomic.cmpxchg", I::Native),
    ("nacl.atomic.fence", I::Native),
    ("nacl.atomic.fence.all", I::Native),
    ("nacl.atomic.is.lock.free", I::Native),
    ("nacl.atomic.load", I::Native),
    ("nacl.atomic.rmw", I::Native),
    ("nacl.atomic.store", I::Native),
    ("nacl.longjmp", I::Native),
    ("nacl.read.tp", I::Native),
    ("nacl.setjmp", I::Native),
    ("objectsize", I::ObjectSize),
    ("prefetch", I::Nothing),
    ("pseudoprobe", I::Nothing),
    ("ptr.annotation", I::First),
    ("ptrmask", I::MaskPointer),
    ("readcyclecounter", I::Number(0)),
    ("readsteadycounter", I::Number(0)),
    ("returnaddress", I::Nothing),
    ("sadd.sat", I::Saturating(Add, true)),
    ("sadd.with.overflow", I::Overflow(Add, true)),
    ("scmp", I::ThreeWay(true)),
    ("sideeffect", I::Nothing),
    ("smax", I::Choose(IntPredicate::Sgt)),
    ("smin", I::Choose(IntPredicate::Slt)),
    ("smul.with.overflow", I::Overflow(Mul, true)),
    ("sponentry", I::Nothing),
    ("sqrt", I::SquareRoot),
    ("ssa.copy", I::First),
    ("sshl.sat", I::Saturating(Shl, true)),
    ("ssub.sat", I::Saturating(Sub, true)),
    ("ssub.with.overflow", I::Overflow(Sub, true)),
    ("stackrestore", I::RestoreStack),
    ("stacksave", I::SaveStack),
    ("strip.invariant.group", I::First),
    ("thread.pointer", I::ThreadPointer),
    ("threadlocal.address", I::First),
    ("trap", I::Trap),
    ("uadd.sat", I::Saturating(Add, false)),
    ("uadd.with.overflow", I::Overflow(Add, false)),
    ("ubsantrap", I::Trap),
    ("ucmp", I::ThreeWay(false)),
    ("umax", I::Choose(IntPredicate::Ugt)),
    ("umin", I::Choose(IntPredicate::Ult)),
    ("umul.with.overflow", I::Overflow(Mul, false)),
    ("ushl.sat", I::Saturating(Shl, false)),
    ("usub.sat", I::Saturating(Sub, false)),
    ("usub.with.overflow", I::Overflow(Sub, false)),
    ("var.annotation", I::Nothing),
];

/// Prefixes of intrinsic names that only exist for vectors.
const OF_VECTORS: &[&[u8]] = &[
    b"vector.",
    b"experimental.vector.",
    b"masked.",
    b"stepvector.",
    b"experimental.stepvector.",
    b"get.active.lane.mask.",
];

/// Returns the meaning of each global of a module, and true if any is an intrinsic.
pub(super) fn resolve(module: &Module) -> (Vec<Meaning>, bool) {
    let mut any = false;
    let meanings = (0..module.globals().len())
        .map(|index| {
            let meaning = meaning_of(module, GlobalId::at(index));
            any |= meaning != Meaning::Other;
            meaning
        })
        .collect();
    (meanings, any)
}

fn meaning_of(module: &Module, id: GlobalId) -> Meaning {
    let global = module.global(id);
    if !matches!(global.kind, GlobalKind::Function(_)) || global.name.is_none() {
        return Meaning::Other;
    }
    let name = module.names.get(global.name);
    let Some(rest) = name.strip_prefix(b"llvm.") else {
        return Meaning::Other;
    };
    if OF_VECTORS.iter().any(|prefix| rest.starts_with(prefix)) {
        return Meaning::Later;
    }
    if let Some(function) = std::str::from_utf8(name)
        .ok()
        .and_then(library::function_of)
    {
        return Meaning::Library(function);
    }
    // These guarantee more than an ordinary copy does.
    let atomic = b".element.unordered.atomic.";
    if rest.windows(atomic.len()).any(|part| part == atomic) {
        return Meaning::Unknown;
    }
    let mut end = rest.len();
    loop {
        let known = TABLE.binary_search_by(|row| row.0.as_bytes().cmp(&rest[..end]));
        if let Ok(row) = known {
            return Meaning::Expand(TABLE[row].1);
        }
        match rest[..end].iter().rposition(|&byte| byte == b'.') {
            Some(dot) => end = dot,
            None => return Meaning::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        let wrong = TABLE.windows(2).find(|pair| pair[0].0 >= pair[1].0);
        assert_eq!(wrong, None);
    }

    #[test]
    fn the_longest_name_that_fits_is_meant() {
        let mut module = Module::new();
        let void = module.types.void();
        let ty = module.types.function(void, &[], false);
        for (name, expected) in [
            (
                "llvm.smax.i32",
                Meaning::Expand(I::Choose(IntPredicate::Sgt)),
            ),
            (
                "llvm.expect.with.probability.i64",
                Meaning::Expand(I::First),
            ),
            ("llvm.memcpy.p0i8.p0i8.i64", Meaning::Expand(I::CopyMemory)),
            (
                "llvm.memcpy.element.unordered.atomic.p0.p0.i32",
                Meaning::Unknown,
            ),
            ("llvm.nacl.atomic.fence.all", Meaning::Expand(I::Native)),
            ("llvm.exp2.f32", Meaning::Library("exp2f")),
            ("llvm.exp2.f16", Meaning::Unknown),
            ("llvm.masked.load.v4i32.p0", Meaning::Later),
            ("llvm.x86.sse2.pause", Meaning::Unknown),
            ("memcpy", Meaning::Other),
        ] {
            let id = module.add_function(name.as_bytes(), ty);
            assert_eq!(meaning_of(&module, id), expected, "{name}");
        }
    }
}
