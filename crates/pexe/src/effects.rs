//! Determines the side effects of instructions, which prevent translators from moving, repeating or
//! removing them.

use crate::function::Function;
use crate::inst::BinaryOp;
use crate::module::Module;
use crate::{Inst, Intrinsic};

/// A set of effects of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects(u8);

impl Effects {
    /// The instruction only computes a value.
    pub const NONE: Effects = Effects(0);
    /// The instruction reads memory, or may trap as a load does.
    pub const READ: Effects = Effects(1);
    /// The instruction may trap in another way.
    pub const TRAP: Effects = Effects(2);
    /// The instruction writes memory, or may have any effect.
    pub const WRITE: Effects = Effects(4);
    /// The instruction must not be moved.
    pub const FIXED: Effects = Effects(8);

    /// Returns true if both sets have an effect in common.
    #[must_use]
    pub fn contains(self, other: Effects) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns true if an instruction with these effects can be removed if its value is unused.
    #[must_use]
    pub fn is_harmless(self) -> bool {
        self == Effects::NONE || self == Effects::FIXED
    }

    /// Returns the effects of both sets.
    #[must_use]
    pub fn union(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }
}

/// Returns true if an instruction only computes a value from other values.
#[must_use]
pub fn is_pure(function: &Function, module: &Module, inst: &Inst) -> bool {
    effects_of(function, module, inst) == Effects::NONE
}

/// Returns the effects of an instruction.
#[must_use]
#[inline(always)]
pub fn effects_of(function: &Function, module: &Module, inst: &Inst) -> Effects {
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
        // An alloca moves the stack pointer, which later allocas use.
        Inst::Alloca { .. } => Effects::WRITE.union(Effects::FIXED),
        Inst::Call { callee, .. } => {
            match module.functions[callee.index()].intrinsic {
                Some(
                    Intrinsic::Bswap(_)
                    | Intrinsic::Ctlz(_)
                    | Intrinsic::Cttz(_)
                    | Intrinsic::Ctpop(_)
                    | Intrinsic::Fabs(_)
                    | Intrinsic::Sqrt(_)
                    | Intrinsic::AtomicIsLockFree,
                ) => Effects::NONE,
                // These read a state that only calls and allocas change.
                Some(Intrinsic::ReadTp | Intrinsic::Stacksave) => Effects::READ,
                Some(Intrinsic::Setjmp) => Effects::WRITE.union(Effects::FIXED),
                _ => Effects::WRITE,
            }
        }
        _ => Effects::NONE,
    }
}
