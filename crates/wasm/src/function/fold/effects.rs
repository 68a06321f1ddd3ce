//! Side effects of instructions.

use crate::plan::Plan;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::inst::BinaryOp;
use pinnacle_pexe::{Inst, Intrinsic};

/// The effects of an instruction that keep it from being moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effects(u8);

impl Effects {
    pub(super) const NONE: Effects = Effects(0);
    /// It reads memory, or may trap like a load.
    pub(super) const READ: Effects = Effects(1);
    /// It may trap in another way.
    pub(super) const TRAP: Effects = Effects(2);
    /// It writes memory, or may have any effect.
    pub(super) const WRITE: Effects = Effects(4);
    /// It must stay where it is.
    pub(super) const FIXED: Effects = Effects(8);

    pub(super) fn contains(self, other: Effects) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns true if it can be removed if its value is unused.
    pub(super) fn is_harmless(self) -> bool {
        self == Effects::NONE || self == Effects::FIXED
    }

    pub(super) fn union(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }
}

/// Returns true if an instruction only computes a value from others.
pub(crate) fn is_pure(function: &Function, plan: &Plan<'_>, inst: &Inst) -> bool {
    effects_of(function, plan, inst) == Effects::NONE
}

/// Returns the effects of an instruction.
#[inline(always)]
pub(super) fn effects_of(function: &Function, plan: &Plan<'_>, inst: &Inst) -> Effects {
    match *inst {
        Inst::Phi { .. } => Effects::FIXED,
        Inst::Load { .. } => Effects::READ,
        Inst::Store { .. } | Inst::CallIndirect { .. } => Effects::WRITE,
        Inst::Binary { op, rhs, .. } => match op {
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                let harmless = |bits: u64| {
                    let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
                    bits != 0
                        && !(signed && bits.trailing_ones() >= function.value_type(rhs).bits())
                };
                match function.constant(rhs) {
                    Some(constant) if !constant.ty.is_vector() && harmless(constant.bits()) => {
                        Effects::NONE
                    }
                    _ => Effects::TRAP,
                }
            }
            _ => Effects::NONE,
        },
        // It moves the stack pointer, which later allocas observe.
        Inst::Alloca { .. } => Effects::WRITE.union(Effects::FIXED),
        Inst::Call { callee, .. } => {
            match plan.program.module().functions[callee.index()].intrinsic {
                Some(
                    Intrinsic::Bswap(_)
                    | Intrinsic::Ctlz(_)
                    | Intrinsic::Cttz(_)
                    | Intrinsic::Ctpop(_)
                    | Intrinsic::Fabs(_)
                    | Intrinsic::Sqrt(_)
                    | Intrinsic::AtomicIsLockFree,
                ) => Effects::NONE,
                // These read state that only calls and allocas change.
                Some(Intrinsic::ReadTp | Intrinsic::Stacksave) => Effects::READ,
                Some(Intrinsic::Setjmp) => Effects::WRITE.union(Effects::FIXED),
                _ => Effects::WRITE,
            }
        }
        _ => Effects::NONE,
    }
}
