//! Determines side effects of instructions, for the program of a plan.

use crate::plan::Plan;
use pinnacle_pexe::Inst;
use pinnacle_pexe::effects;
pub(super) use pinnacle_pexe::effects::Effects;
use pinnacle_pexe::function::Function;

/// Returns true if an instruction only computes a value from other values.
pub(crate) fn is_pure(function: &Function, plan: &Plan<'_>, inst: &Inst) -> bool {
    effects::is_pure(function, plan.program.module(), inst)
}

/// Returns the effects of an instruction.
#[inline(always)]
pub(super) fn effects_of(function: &Function, plan: &Plan<'_>, inst: &Inst) -> Effects {
    effects::effects_of(function, plan.program.module(), inst)
}
