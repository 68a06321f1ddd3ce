//! Loops of one block that count up to a constant.

use pinnacle_pexe::function::Function;
use pinnacle_pexe::inst::{BinaryOp, Predicate};
use pinnacle_pexe::{BlockId, Inst, Type, ValueId};

/// The most rounds of a loop that is short.
const MAX_ROUNDS: u64 = 256;

/// How many rounds at most a block makes that goes back to itself, if they are few
/// and it calls nothing: it adds a constant to a number that begins with a constant,
/// and goes on until that is equal to a third.
pub(super) fn rounds(function: &Function, block: BlockId) -> Option<u64> {
    let insts = || {
        function
            .block_insts(block)
            .map(|(_, value, inst)| (value, *inst))
    };
    if insts().any(|(_, inst)| matches!(inst, Inst::Call { .. } | Inst::CallIndirect { .. })) {
        return None;
    }
    let find =
        |wanted: ValueId| insts().find_map(|(value, inst)| (value == Some(wanted)).then_some(inst));
    let constant = |value| {
        function
            .constant(value)
            .map(pinnacle_pexe::function::Constant::bits)
    };
    let (
        _,
        Inst::CondBr {
            condition,
            if_true,
            if_false,
        },
    ) = insts().last()?
    else {
        return None;
    };
    let Inst::Compare {
        predicate,
        lhs,
        rhs,
    } = find(condition)?
    else {
        return None;
    };
    let goes_back = match predicate {
        Predicate::Eq => if_false,
        Predicate::Ne => if_true,
        _ => return None,
    };
    if goes_back != block || if_true == if_false {
        return None;
    }
    let end = constant(rhs)?;
    let ty = function.value_type(lhs);
    let Inst::Binary {
        op: BinaryOp::Add,
        lhs: number,
        rhs: step,
    } = find(lhs)?
    else {
        return None;
    };
    let Inst::Phi { incoming, .. } = find(number)? else {
        return None;
    };
    let step = constant(step)?;
    let mask = match ty {
        Type::I32 => u64::from(u32::MAX),
        Type::I64 => u64::MAX,
        _ => return None,
    };
    // With more ways in, one of them might lead back from the way out.
    let mut starts = function
        .phi_incoming(incoming)
        .filter(|&(_, from)| from != block);
    let (Some((start, _)), None) = (starts.next(), starts.next()) else {
        return None;
    };
    let mut again = function
        .phi_incoming(incoming)
        .filter(|&(_, from)| from == block);
    let way = end.wrapping_sub(constant(start)?) & mask;
    let is_counted = again.all(|(value, _)| value == lhs) && step != 0 && way.is_multiple_of(step);
    let rounds = way.checked_div(step)?;
    (is_counted && (1..=MAX_ROUNDS).contains(&rounds)).then_some(rounds)
}
