//! Finds the values that are live at the start of a block, and how to obtain them.

use pinnacle_base::graph::Edges;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::inst::Inst;
use pinnacle_pexe::{BlockId, ValueId};

/// Maximum number of search steps. Functions that would take more have no loop entries.
const MAX_STEPS: usize = 20_000_000;

/// Maximum number of values that a loop entry takes, so that engines accept its signature.
const MAX_GIVEN: usize = 900;

/// No block, for parameters.
const NONE: u32 = u32::MAX;

/// The values that are live at the start of a block, as local indices.
pub(super) struct Split {
    /// Values that are available.
    pub(super) given: Vec<u32>,
    /// Values computed from others, each after the values that it depends on.
    pub(super) derived: Vec<u32>,
}

/// Finds how to obtain the values that are live at the start of a block from available ones (in
/// order). Returns `None` if one cannot be obtained.
pub(super) fn split(function: &Function, block: BlockId, at_hand: &[u32]) -> Option<Split> {
    let mut result = Split {
        given: Vec::new(),
        derived: Vec::new(),
    };
    // By local index: true if the value is in the result.
    let mut is_known = vec![false; function.local_types().len()];
    let definitions = definitions(function);
    for local in live_at(function, block, &definitions)? {
        have(
            function,
            &definitions,
            at_hand,
            local,
            &mut is_known,
            &mut result,
        )?;
    }
    (result.given.len() <= MAX_GIVEN).then_some(result)
}

/// The place where a value is computed.
#[derive(Clone, Copy)]
struct Definition {
    block: u32,
    inst: u32,
}

/// Returns the definitions by local index. Parameters and constants have none.
fn definitions(function: &Function) -> Vec<Definition> {
    let nowhere = Definition {
        block: NONE,
        inst: NONE,
    };
    let mut definitions = vec![nowhere; function.local_types().len()];
    for block in function.block_ids() {
        for (inst, value, _) in function.block_insts(block) {
            if let Some(value) = value {
                definitions[(value.0 - function.first_local()) as usize] = Definition {
                    block: block.0,
                    inst: inst.0,
                };
            }
        }
    }
    definitions
}

/// Adds a value to the computed ones, after the values that it depends on.
fn have(
    function: &Function,
    definitions: &[Definition],
    at_hand: &[u32],
    local: u32,
    is_known: &mut [bool],
    result: &mut Split,
) -> Option<()> {
    // Each value is visited twice: before its operands, and after them.
    let mut stack = vec![(local, false)];
    while let Some((local, is_ready)) = stack.pop() {
        if is_known[local as usize] {
            continue;
        }
        if at_hand.binary_search(&local).is_ok() {
            is_known[local as usize] = true;
            result.given.push(local);
            continue;
        }
        if is_ready {
            is_known[local as usize] = true;
            result.derived.push(local);
            continue;
        }
        let inst = definitions[local as usize].inst;
        let inst = function.insts().get(inst as usize)?;
        let is_pure = matches!(
            inst,
            Inst::Binary { .. } | Inst::Cast { .. } | Inst::Compare { .. } | Inst::Select { .. }
        );
        if !is_pure || stack.len() > MAX_GIVEN {
            return None;
        }
        stack.push((local, true));
        function.for_each_operand(inst, |operand| {
            if let Some(operand) = variable(function, operand) {
                stack.push((operand, false));
            }
        });
    }
    Some(())
}

/// Returns the local index of a value that is not a constant.
fn variable(function: &Function, value: ValueId) -> Option<u32> {
    let local = value.0.checked_sub(function.first_local())?;
    let constants = function.param_count()..function.first_inst_value() - function.first_local();
    (!constants.contains(&local)).then_some(local)
}

/// Returns the values that are live at the start of a block, including its used phis.
fn live_at(function: &Function, block: BlockId, definitions: &[Definition]) -> Option<Vec<u32>> {
    let mut edges = Edges::default();
    function.collect_edges(&mut edges);
    edges.find_predecessors();
    let mut uses = uses(function);
    uses.sort_unstable();
    uses.dedup();
    // By block: the last value found to be live at its start.
    let mut seen = vec![NONE; function.blocks().len()];
    let mut steps = 0;
    let mut live = Vec::new();
    let mut stack = Vec::new();
    for uses in uses.chunk_by(|a, b| a.0 == b.0) {
        let local = uses[0].0;
        let definition = definitions[local as usize];
        let is_phi = |inst: u32| {
            let inst = function.insts().get(inst as usize);
            matches!(inst, Some(Inst::Phi { .. }))
        };
        if definition.block == block.0 {
            if is_phi(definition.inst) {
                live.push(local);
            }
            continue;
        }
        stack.extend(uses.iter().map(|&(_, block)| block));
        while let Some(next) = stack.pop() {
            steps += 1;
            if next == definition.block || seen[next as usize] == local {
                continue;
            }
            seen[next as usize] = local;
            if next == block.0 {
                live.push(local);
                stack.clear();
                break;
            }
            stack.extend_from_slice(edges.predecessors(next));
        }
        if steps > MAX_STEPS {
            return None;
        }
    }
    Some(live)
}

/// Returns the uses of values: the value, and the block at whose end or start it is needed. A phi
/// uses a value at the end of the predecessor.
fn uses(function: &Function) -> Vec<(u32, u32)> {
    let mut uses = Vec::new();
    for block in function.block_ids() {
        for (_, _, inst) in function.block_insts(block) {
            if let Inst::Phi { incoming, .. } = *inst {
                for (value, from) in function.phi_incoming(incoming) {
                    uses.extend(variable(function, value).map(|local| (local, from.0)));
                }
            } else {
                function.for_each_operand(inst, |value| {
                    uses.extend(variable(function, value).map(|local| (local, block.0)));
                });
            }
        }
    }
    uses
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_pexe::build::ModuleBuilder;
    use pinnacle_pexe::decode::Program;
    use pinnacle_pexe::inst::Predicate;
    use pinnacle_pexe::types::Type;

    /// Local values: the parameters 0 and 1, the constant 2, and in the order of the code
    /// 3 (the sum of the parameters), the phi 4, 5 (4 and 1 more), 6 (a comparison with
    /// 3). The loop is block 1.
    fn program() -> Program {
        let mut module = ModuleBuilder::new();
        let function = module.function(Type::I32, &[Type::I32, Type::I32]);
        let mut f = module.body(function);
        let [head, exit] = [f.block(), f.block()];
        let one = f.i32(1);
        let (entry, first) = (f.current(), f.param(0));
        let end = f.add(first, f.param(1));
        f.br(head);
        f.switch_to(head);
        let number = f.phi(Type::I32);
        let next = f.add(number, one);
        f.add_incoming(number, first, entry);
        f.add_incoming(number, next, head);
        let goes_on = f.compare(Predicate::Ult, next, end);
        f.cond_br(goes_on, head, exit);
        f.switch_to(exit);
        f.ret(next);
        module.define(function, f);
        module.finish().unwrap()
    }

    fn at_loop(at_hand: &[u32]) -> Option<(Vec<u32>, Vec<u32>)> {
        let program = program();
        let split = split(&program.functions()[0], BlockId(1), at_hand)?;
        Some((split.given, split.derived))
    }

    #[test]
    fn values_used_later_are_live() {
        assert_eq!(at_loop(&[0, 1, 3, 4, 5, 6]), Some((vec![3, 4], vec![])));
    }

    #[test]
    fn missing_values_are_computed_from_available_ones() {
        assert_eq!(at_loop(&[0, 1, 4]), Some((vec![1, 0, 4], vec![3])));
    }

    #[test]
    fn no_entry_without_all_live_values() {
        assert_eq!(at_loop(&[0, 4]), None, "the sum needs both parameters");
        assert_eq!(at_loop(&[0, 1, 3]), None, "a phi cannot be computed");
    }
}
