//! How deep loops are nested in a program.
//!
//! Compilers keep what every loop looks at in values that go around each loop, so what
//! they do for it grows with the cube of the depth.

use crate::control::{Step, Structurer};
use pinnacle_base::graph::{Edges, ReversePostorder};
use pinnacle_pexe::decode::Program;
use pinnacle_pexe::function::Function;
use pinnacle_pexe::{BlockId, Inst};

/// Returns true if a program has a function whose loops are nested deeper than `depth`.
///
/// Takes time in proportion to the program, and little where functions have few loops.
pub fn has_deeper_loops(program: &Program, depth: usize) -> bool {
    let mut structurer = Structurer::default();
    let (mut edges, mut order) = (Edges::default(), ReversePostorder::default());
    program.functions().iter().any(|function| {
        // It takes a head for each.
        if function.blocks().len() <= depth {
            return false;
        }
        function.collect_edges(&mut edges);
        order.build(&edges, 0);
        let mut back = 0;
        for (place, &block) in (0..).zip(order.nodes()) {
            let targets = edges.successors(block).iter();
            back += targets
                .filter(|&&target| order.place(target).is_some_and(|target| target <= place))
                .count();
        }
        back > depth && depth_of(function, &mut structurer) > depth
    })
}

/// Returns the depth of nested loops in the code of a function.
fn depth_of(function: &Function, structurer: &mut Structurer) -> usize {
    let nodes = structurer.begin();
    let of = |block: BlockId| block.0;
    for block in function.blocks() {
        let last = (block.first_inst + block.len) as usize - 1;
        match function.insts()[last] {
            Inst::Br { target } => nodes.jump(of(target)),
            Inst::CondBr {
                if_true, if_false, ..
            } => nodes.branch(of(if_true), of(if_false)),
            Inst::Switch { cases, .. } => {
                let (default, cases) = function.switch_cases(cases);
                let cases = cases.map(|(_, block)| block);
                nodes.switch(std::iter::once(default).chain(cases).map(of));
            }
            _ => nodes.exit(),
        }
    }
    structurer.finish(|_, _| false);
    let (mut deepest, mut depth) = (0, 0);
    let mut opened = Vec::new();
    for step in structurer.steps() {
        match step {
            Step::Block | Step::If { .. } => opened.push(false),
            Step::Loop => {
                opened.push(true);
                depth += 1;
                deepest = deepest.max(depth);
            }
            Step::End => depth -= usize::from(opened.pop() == Some(true)),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;
    use pinnacle_pexe::inst::Predicate;
    use pinnacle_testing::build::ModuleBuilder;

    /// A program with loops, each within the one before or after it.
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
