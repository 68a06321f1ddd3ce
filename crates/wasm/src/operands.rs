//! The values that an instruction uses, in the order in which the translator
//! puts them on the stack.

use pinnacle_pexe::function::Function;
use pinnacle_pexe::{Inst, ValueId};

/// Calls a function for each value that an instruction uses, in the order in
/// which its code evaluates them. Phis use theirs at the end of other blocks
/// and are left out.
#[inline(always)]
pub(crate) fn for_each_operand(body: &Function, inst: &Inst, mut visit: impl FnMut(ValueId)) {
    match *inst {
        Inst::Binary { lhs, rhs, .. } | Inst::Compare { lhs, rhs, .. } => {
            visit(lhs);
            visit(rhs);
        }
        Inst::Cast { value, .. } | Inst::Ret { value } | Inst::Switch { value, .. } => visit(value),
        Inst::Select {
            condition,
            then,
            otherwise,
        } => {
            visit(then);
            visit(otherwise);
            visit(condition);
        }
        Inst::ExtractElement { vector, .. } => visit(vector),
        Inst::InsertElement {
            vector, element, ..
        } => {
            visit(vector);
            visit(element);
        }
        Inst::Load { address, .. } => visit(address),
        Inst::Store { address, value, .. } => {
            visit(address);
            visit(value);
        }
        Inst::Alloca { size, .. } => visit(size),
        Inst::Call { args, .. } => body.values(args).for_each(visit),
        Inst::CallIndirect { operands, .. } => {
            let mut values = body.values(operands);
            let address = values.next();
            values.for_each(&mut visit);
            address.into_iter().for_each(visit);
        }
        Inst::CondBr { condition, .. } => visit(condition),
        Inst::Phi { .. } | Inst::RetVoid | Inst::Br { .. } | Inst::Unreachable => {}
    }
}

/// As [`for_each_operand`], with the values of phis and the indices of vector
/// elements.
pub(crate) fn for_each_value(body: &Function, inst: &Inst, mut visit: impl FnMut(ValueId)) {
    if let Inst::Phi { incoming, .. } = *inst {
        body.phi_incoming(incoming)
            .for_each(|(value, _)| visit(value));
    } else {
        for_each_operand(body, inst, visit);
    }
}
