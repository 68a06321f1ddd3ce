//! Lists the values that an instruction uses, in the order in which the translator pushes them.

use pinnacle_pexe::function::Function;
use pinnacle_pexe::{Inst, ValueId};

/// Calls a function for each value that an instruction's code evaluates. The order is that of
/// [`Inst::for_each_operand`], except that an indirect call evaluates the address last. The
/// operands of phis, which are used at the end of other blocks, and indices of vector lanes, which
/// are part of the code, are omitted.
#[inline(always)]
pub(crate) fn for_each_evaluated(body: &Function, inst: &Inst, mut visit: impl FnMut(ValueId)) {
    match *inst {
        Inst::Phi { .. } => {}
        Inst::ExtractElement { vector, .. } => visit(vector),
        Inst::InsertElement {
            vector, element, ..
        } => {
            visit(vector);
            visit(element);
        }
        Inst::CallIndirect { operands, .. } => {
            let mut values = body.values(operands);
            let address = values.next();
            values.for_each(&mut visit);
            address.into_iter().for_each(visit);
        }
        _ => body.for_each_operand(inst, visit),
    }
}
