//! Finds the points of a program that engines count: calls of functions that call others, and
//! iterations of loops.
//!
//! Engines end a thread's turn after a number of these points, so that no thread runs forever. All
//! engines must count the same points for a run to be repeatable. The points depend only on the
//! program, as dominators do. This analysis of a [`Function`] is in this crate because the
//! translators and the interpreter share no other crate with function bodies. The points are:
//!
//! * entering a function that calls others, once ([`calls_others`]);
//! * entering a block that is the target of a back edge in the control flow graph ([`Heads`]), each
//!   time. Back edges are relative to the reverse postorder in which the later of two successors
//!   comes first. Blocks with few iterations and without calls are excluded;
//! * entering a function that calls setjmp, and each call that a longjmp leaves or ends in;
//! * each [`BYTES_PER_ROUND`] bytes that are copied or filled at once. The turn then continues
//!   until another point is counted.

use crate::function::Function;
use crate::inst::{BinaryOp, Predicate};
use crate::module::Module;
use crate::{BlockId, Inst, Intrinsic, Type, ValueId};
use pinnacle_base::graph::{Edges, ReversePostorder};

/// Number of copied bytes that count as one point. It is larger than the number of bytes that may
/// be copied inline, without a loop that could count.
pub const BYTES_PER_ROUND: u32 = 128;

/// Returns true if entering a function is counted. It then calls other functions, so it may be part
/// of an endless recursion.
pub fn calls_others(function: &Function, module: &Module) -> bool {
    let mut insts = function.insts().iter();
    insts.any(|inst| match *inst {
        Inst::Call { callee, .. } => module.functions[callee.index()].intrinsic.is_none(),
        Inst::CallIndirect { .. } => true,
        _ => false,
    })
}

/// The blocks of a function that are counted when they are entered. Memory is reused for the next
/// function.
#[derive(Clone, Debug, Default)]
pub struct Heads {
    edges: Edges,
    order: ReversePostorder,
    counts: Vec<bool>,
}

impl Heads {
    /// Finds the counted blocks of a function, in time proportional to its size.
    pub fn find(&mut self, function: &Function) {
        self.counts.clear();
        self.counts.resize(function.blocks().len(), false);
        function.collect_edges(&mut self.edges);
        self.edges.sort_descending();
        self.order.build(&self.edges, 0);
        for (place, &block) in (0..).zip(self.order.nodes()) {
            for &target in self.edges.successors(block) {
                let is_back = self
                    .order
                    .place(target)
                    .is_some_and(|target| target <= place);
                if is_back && !self.counts[target as usize] {
                    self.counts[target as usize] = rounds(function, BlockId(target)).is_none();
                }
            }
        }
    }

    /// Returns true if a block is counted.
    pub fn counts(&self, block: BlockId) -> bool {
        self.counts[block.index()]
    }

    /// Returns true if the function examined last calls setjmp in reachable code.
    pub fn calls_setjmp(&self, function: &Function, module: &Module) -> bool {
        let is_setjmp = |inst: &Inst| match *inst {
            Inst::Call { callee, .. } => {
                module.functions[callee.index()].intrinsic == Some(Intrinsic::Setjmp)
            }
            _ => false,
        };
        let mut blocks = self.order.nodes().iter();
        blocks.any(|&block| {
            let mut insts = function.block_insts(BlockId(block));
            insts.any(|(_, _, inst)| is_setjmp(inst))
        })
    }

    /// Returns the number of points for entering the function examined last.
    pub fn of_entry(&self, function: &Function, module: &Module) -> u32 {
        let counts = calls_others(function, module) || self.calls_setjmp(function, module);
        u32::from(counts) + u32::from(self.counts.first() == Some(&true))
    }
}

/// Maximum number of iterations of a loop that is not counted.
const MAX_ROUNDS: u64 = 256;

/// Returns the number of iterations of a block that branches to itself, if it is at most
/// [`MAX_ROUNDS`] and the block contains no calls. Such a block starts with a constant, adds a
/// constant in each iteration, and ends when the sum equals a third constant.
fn rounds(function: &Function, block: BlockId) -> Option<u64> {
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
            .map(crate::function::Constant::bits)
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
    // If the loop could be entered in several ways, one of them could come from its exit.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{Callee, FunctionBuilder, ModuleBuilder};
    use crate::decode::Program;

    /// Returns a program with a function that takes an integer and returns one.
    fn program(fill: impl FnOnce(&mut FunctionBuilder, Callee)) -> Program {
        let mut module = ModuleBuilder::new();
        let other = module.function(Type::Void, &[]);
        let function = module.function(Type::I32, &[Type::I32]);
        let mut body = module.body(other);
        body.ret_void();
        module.define(other, body);
        let mut body = module.body(function);
        fill(&mut body, other);
        module.define(function, body);
        module.finish().unwrap()
    }

    /// Returns a loop that counts from 0 to a number, or to the parameter. With `calls` it contains
    /// a call.
    fn counting_loop(end: Option<i32>, calls: bool) -> Program {
        program(|f, other| {
            let [head, exit] = [f.block(), f.block()];
            let (start, one) = (f.i32(0), f.i32(1));
            let entry = f.current();
            let end = match end {
                Some(end) => f.i32(end),
                None => f.param(0),
            };
            f.br(head);
            f.switch_to(head);
            let number = f.phi(Type::I32);
            let next = f.add(number, one);
            if calls {
                f.call(other, &[]);
            }
            f.add_incoming(number, start, entry);
            f.add_incoming(number, next, head);
            let is_over = f.compare(Predicate::Eq, next, end);
            f.cond_br(is_over, exit, head);
            f.switch_to(exit);
            f.ret(next);
        })
    }

    fn counted(program: &Program) -> Vec<bool> {
        let function = &program.functions()[1];
        let mut heads = Heads::default();
        heads.find(function);
        function
            .block_ids()
            .map(|block| heads.counts(block))
            .collect()
    }

    #[test]
    fn the_head_of_a_loop_counts() {
        assert_eq!(counted(&counting_loop(None, false)), [false, true, false]);
    }

    #[test]
    fn a_loop_of_few_rounds_does_not_count_unless_it_calls() {
        assert_eq!(counted(&counting_loop(Some(256), false)), [false; 3]);
        assert_eq!(
            counted(&counting_loop(Some(257), false)),
            [false, true, false]
        );
        assert_eq!(
            counted(&counting_loop(Some(256), true)),
            [false, true, false]
        );
    }

    #[test]
    fn every_cycle_of_an_irreducible_graph_has_a_block_that_counts() {
        let program = program(|f, _| {
            let [left, right] = [f.block(), f.block()];
            let zero = f.i32(0);
            let is_zero = f.compare(Predicate::Eq, f.param(0), zero);
            f.cond_br(is_zero, left, right);
            f.switch_to(left);
            f.br(right);
            f.switch_to(right);
            f.br(left);
        });
        let counted = counted(&program);
        assert_eq!(
            counted.iter().filter(|&&counts| counts).count(),
            1,
            "{counted:?}"
        );
        assert!(!counted[0]);
    }

    #[test]
    fn calls_of_functions_count_and_intrinsics_do_not() {
        let calls = |program: &Program| calls_others(&program.functions()[1], program.module());
        assert!(calls(&counting_loop(None, true)));
        assert!(!calls(&counting_loop(None, false)));
    }
}
