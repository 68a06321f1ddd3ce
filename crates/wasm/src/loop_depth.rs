//! Determines the nesting depth of loops in a program.
//!
//! Compilers create phis in every enclosing loop for the values that loops use, so their time grows
//! with the cube of the depth.

use crate::control::Loops;
use pinnacle_base::graph::{Edges, ReversePostorder};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::function::Function;

/// Returns true if a program has a function whose loops are nested deeper than `depth`.
///
/// The time is proportional to the size of the program, and short if functions have few loops.
pub fn has_deeper_loops(program: &Program, depth: usize) -> bool {
    let mut of = LoopDepth::default();
    let mut functions = program.functions().iter();
    functions.any(|function| of.exceeds(function, depth))
}

/// Computes the loop depth of one function after the other, and reuses its memory.
#[derive(Debug, Default)]
pub(crate) struct LoopDepth {
    edges: Edges,
    order: ReversePostorder,
    loops: Loops,
}

impl LoopDepth {
    /// Returns true if a function has loops that are nested deeper than `depth`.
    pub(crate) fn exceeds(&mut self, function: &Function, depth: usize) -> bool {
        // Each loop needs a header.
        if function.blocks().len() <= depth {
            return false;
        }
        function.collect_edges(&mut self.edges);
        self.order.build(&self.edges, 0);
        let mut back = 0;
        for (place, &block) in (0..).zip(self.order.nodes()) {
            let targets = self.edges.successors(block).iter();
            back += targets
                .filter(|&&target| {
                    let target = self.order.place(target);
                    target.is_some_and(|target| target <= place)
                })
                .count();
        }
        if back <= depth {
            return false;
        }
        self.loops.build(&self.edges);
        self.loops.deepest() > depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_pexe::inst::Predicate;
    use pinnacle_testing::build::ModuleBuilder;

    /// Returns a program with loops that are nested or follow each other.
    fn program(loops: usize, are_nested: bool) -> Program {
        let mut module = ModuleBuilder::new();
        let start = module.start();
        let mut body = module.body(start);
        let zero = body.i32(0);
        let test = body.compare(Predicate::Eq, body.param(0), zero);
        let heads: Vec<_> = (0..loops).map(|_| body.block()).collect();
        let latches: Vec<_> = (0..loops).map(|_| body.block()).collect();
        let end = body.block();
        body.br(heads[0]);
        for (index, (&head, &latch)) in heads.iter().zip(&latches).enumerate() {
            let is_last = index + 1 == loops;
            let (inner, outer) = match are_nested {
                true => (is_last, index.checked_sub(1).map(|index| latches[index])),
                false => (true, heads.get(index + 1).copied()),
            };
            body.switch_to(head);
            body.br(if inner { latch } else { heads[index + 1] });
            body.switch_to(latch);
            body.cond_br(test, head, outer.unwrap_or(end));
        }
        body.switch_to(end);
        body.ret_void();
        module.define(start, body);
        module.program()
    }

    #[test]
    fn loops_in_a_row_are_not_deep() {
        assert!(!has_deeper_loops(&program(200, false), 64));
        assert!(!has_deeper_loops(&program(200, false), 1));
        assert!(has_deeper_loops(&program(200, false), 0));
    }

    #[test]
    fn nested_loops_are_counted() {
        assert!(has_deeper_loops(&program(65, true), 64));
        assert!(!has_deeper_loops(&program(64, true), 64));
    }
}
