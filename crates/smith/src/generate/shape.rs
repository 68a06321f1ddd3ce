//! Control flow graphs of generated functions.

use crate::random::Choices;

/// A set of blocks, one bit each.
type Set = u64;

/// The terminator of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Return,
    Unreachable,
    /// A branch to the only target.
    Branch,
    /// A branch to the first or the second target.
    BranchIf,
    /// A switch: the first target is the default, the others are cases.
    Switch,
}

/// A graph: block 0 is the entry and has no predecessors.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// The terminator of each block.
    pub(super) ends: Vec<End>,
    /// The successors of each block, once for each edge.
    pub(super) targets: Vec<Vec<usize>>,
    /// The blocks in an order in which every block comes after those that dominate it. Unreachable
    /// blocks come last.
    pub(super) order: Vec<usize>,
    /// The dominators of each block, including itself.
    dominators: Vec<Set>,
}

impl Shape {
    /// Draws a graph of at most `most` blocks, up to 64.
    pub(super) fn draw(choices: &mut impl Choices, most: u64) -> Shape {
        let count = 1 + choices.index(most as usize);
        let mut ends = Vec::new();
        let mut targets = Vec::new();
        for block in 0..count {
            let (end, edges) = draw_end(choices, block, count);
            ends.push(end);
            targets.push(
                (0..edges)
                    .map(|_| draw_target(choices, block, count))
                    .collect(),
            );
        }
        let mut shape = Shape {
            ends,
            targets,
            order: Vec::new(),
            dominators: Vec::new(),
        };
        shape.find_order();
        shape.find_dominators();
        shape
    }

    /// Returns true if the values of one block can be used in another.
    pub(super) fn dominates(&self, above: usize, below: usize) -> bool {
        self.dominators[below] >> above & 1 == 1
    }

    /// Returns true if the block has an edge to itself or to an earlier one. Every cycle has such a
    /// block.
    pub(super) fn jumps_back(&self, block: usize) -> bool {
        self.targets[block].iter().any(|&target| target <= block)
    }

    /// Returns true if the block is its own only successor.
    pub(super) fn repeats(&self, block: usize) -> bool {
        self.targets[block] == [block]
    }

    /// The predecessors of a block, once for each edge.
    pub(super) fn predecessors(&self, block: usize) -> Vec<usize> {
        let edges = self.targets.iter().enumerate().flat_map(|(from, targets)| {
            targets
                .iter()
                .filter(move |&&target| target == block)
                .map(move |_| from)
        });
        edges.collect()
    }

    /// Computes a reverse postorder.
    fn find_order(&mut self) {
        let mut seen: Set = 1;
        let mut stack = vec![(0, 0)];
        while let Some((block, edge)) = stack.pop() {
            let Some(&target) = self.targets[block].get(edge) else {
                self.order.push(block);
                continue;
            };
            stack.push((block, edge + 1));
            if seen >> target & 1 == 0 {
                seen |= 1 << target;
                stack.push((target, 0));
            }
        }
        self.order.reverse();
        self.order
            .extend((0..self.ends.len()).filter(|block| seen >> block & 1 == 0));
    }

    /// Computes the dominators: removes candidates until nothing changes.
    fn find_dominators(&mut self) {
        let predecessors: Vec<Vec<usize>> = (0..self.ends.len())
            .map(|block| self.predecessors(block))
            .collect();
        let reached = self.reached();
        let all = |block: usize| {
            if block == 0 || !reached[block] {
                0
            } else {
                Set::MAX
            }
        };
        self.dominators = (0..self.ends.len())
            .map(|block| all(block) | 1 << block)
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &self.order {
                if block == 0 || !reached[block] {
                    continue;
                }
                let common = predecessors[block]
                    .iter()
                    .filter(|&&from| reached[from])
                    .fold(Set::MAX, |common, &from| common & self.dominators[from]);
                let new = common | 1 << block;
                changed |= new != self.dominators[block];
                self.dominators[block] = new;
            }
        }
    }

    fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.ends.len()];
        let mut todo = vec![0];
        while let Some(block) = todo.pop() {
            if !std::mem::replace(&mut reached[block], true) {
                todo.extend(&self.targets[block]);
            }
        }
        reached
    }
}

/// Draws the terminator of a block and the number of its edges.
fn draw_end(choices: &mut impl Choices, block: usize, count: usize) -> (End, usize) {
    if block + 1 == count {
        return (End::Return, 0);
    }
    match choices.below(16) {
        0 => (End::Return, 0),
        1 if choices.one_in(4) => (End::Unreachable, 0),
        1..=5 => (End::Branch, 1),
        6..=12 => (End::BranchIf, 2),
        // A switch with many cases, several of which share a target.
        _ if choices.below(4) == 1 => (End::Switch, 1 + choices.index(40)),
        _ => (End::Switch, 1 + choices.index(6)),
    }
}

/// Draws a target: usually a nearby later block, sometimes any, but never the entry.
fn draw_target(choices: &mut impl Choices, block: usize, count: usize) -> usize {
    if choices.one_in(3) {
        1 + choices.index(count - 1)
    } else {
        (block + 1 + choices.index(3)).min(count - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seeded;

    #[test]
    fn dominators_come_first_and_the_entry_dominates_what_is_reached() {
        for seed in 0..300 {
            let shape = Shape::draw(&mut Seeded::new(seed), 20);
            let place = |block| shape.order.iter().position(|&other| other == block);
            let reached = shape.reached();
            for (below, &is_reached) in reached.iter().enumerate() {
                assert!(shape.dominates(below, below));
                assert_eq!(shape.dominates(0, below), is_reached, "seed {seed}");
                for above in 0..shape.ends.len() {
                    if shape.dominates(above, below) {
                        assert!(place(above) <= place(below), "seed {seed}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_block_dominates_another_if_no_path_avoids_it() {
        for seed in 0..300 {
            let shape = Shape::draw(&mut Seeded::new(seed), 12);
            let reached = shape.reached();
            for avoided in 1..shape.ends.len() {
                let mut without = shape.clone();
                without.targets[avoided].clear();
                let still = without.reached();
                for block in (1..shape.ends.len()).filter(|&b| b != avoided && reached[b]) {
                    assert_eq!(
                        shape.dominates(avoided, block),
                        !still[block],
                        "seed {seed}"
                    );
                }
            }
        }
    }
}
