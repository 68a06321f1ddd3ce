//! Dominators.
//!
//! In reverse postorder of a depth-first walk all edges lead forward but those
//! back to the head of a loop, unless the graph is irreducible. One pass over
//! the edges in that order finds the dominators: when a block's turn comes,
//! all edges into it but those back have been seen, and its immediate
//! dominator is where the paths up from their sources meet. Edges back change
//! nothing if their target dominates their source, which is checked in the
//! end.
//!
//! An irreducible graph, and one where the paths up are too long, is left to
//! [`LengauerTarjan`].

use super::lengauer_tarjan::LengauerTarjan;
use super::{Edges, Lists, NONE, reset};
use crate::ids::BlockId;

/// The dominator tree of a function: block A dominates block B if every path
/// from the entry to B goes through A. Reusable like [`Edges`].
#[derive(Clone, Debug, Default)]
pub struct Dominators {
    /// The blocks that can be reached, in reverse postorder: each after all
    /// that dominate it.
    order: Vec<u32>,
    /// By block: its place in that order, `NONE` if it cannot be reached.
    number: Vec<u32>,
    /// By place in the order: the place of the immediate dominator, of the
    /// entry its own.
    immediate: Vec<u32>,
    /// By block: its place in a preorder walk of the dominator tree, and the
    /// size of its subtree. Blocks that cannot be reached have no place and
    /// size zero.
    spans: Vec<(u32, u32)>,
    /// By place in the order, for [`Dominators::number_tree`]: the size of a
    /// subtree, and the next place in the walk that is free for a block of it.
    subtrees: Vec<(u32, u32)>,
    /// Edges back: source and target.
    back: Vec<(u32, u32)>,
    /// The blocks around the one at hand in the depth-first walk, each with
    /// its next edge.
    stack: Vec<(u32, u32)>,
    lengauer_tarjan: LengauerTarjan,
}

impl Dominators {
    /// Finds the dominators of a graph whose entry is block 0.
    pub fn build(&mut self, edges: &Edges) {
        self.number_blocks(edges);
        if self.find_in_order(edges) {
            self.number_tree();
            let mut back = self.back.iter();
            if back.all(|&(from, to)| self.dominates(BlockId(to), BlockId(from))) {
                return;
            }
        }
        self.lengauer_tarjan
            .find(edges, &self.order, &self.number, &mut self.immediate);
        self.number_tree();
    }

    /// Puts the blocks in reverse postorder.
    fn number_blocks(&mut self, edges: &Edges) {
        let Lists { starts, items } = &edges.successors;
        let count = edges.block_count() as usize;
        reset(&mut self.number, count, NONE);
        self.order.clear();
        self.stack.clear();
        if count == 0 {
            return;
        }
        let number = self.number.as_mut_slice();
        number[0] = 0;
        // The block at hand, and its next edge.
        let (mut block, mut edge) = (0, 0);
        loop {
            if edge == starts[block as usize + 1] {
                self.order.push(block);
                let Some(outer) = self.stack.pop() else {
                    break;
                };
                (block, edge) = outer;
                continue;
            }
            let target = items[edge as usize];
            edge += 1;
            if number[target as usize] == NONE {
                number[target as usize] = 0;
                self.stack.push((block, edge));
                (block, edge) = (target, starts[target as usize]);
            }
        }
        self.order.reverse();
        for (place, &block) in self.order.iter().enumerate() {
            self.number[block as usize] = place as u32;
        }
    }

    /// Immediate dominators as far as edges that lead forward decide them, and
    /// all edges back. Fails if that takes too many steps.
    fn find_in_order(&mut self, edges: &Edges) -> bool {
        reset(&mut self.immediate, self.order.len(), NONE);
        self.back.clear();
        let immediate = self.immediate.as_mut_slice();
        if let Some(entry) = immediate.first_mut() {
            *entry = 0;
        }
        let number = self.number.as_slice();
        let mut steps_left = 64 + 16 * edges.edge_count();
        for (place, &block) in self.order.iter().enumerate() {
            let place = place as u32;
            for &target in edges.successors.of(block) {
                let target_place = number[target as usize];
                if target_place <= place {
                    self.back.push((block, target));
                    continue;
                }
                let mut above = immediate[target_place as usize];
                if above == NONE {
                    immediate[target_place as usize] = place;
                    continue;
                }
                // Of two places the later is not where the paths meet, since
                // dominators come first.
                let mut other = place;
                while above != other && steps_left > 0 {
                    steps_left -= 1;
                    if above > other {
                        above = immediate[above as usize];
                    } else {
                        other = immediate[other as usize];
                    }
                }
                immediate[target_place as usize] = above;
            }
        }
        steps_left > 0
    }

    /// Numbers the dominator tree so that a subtree is a range.
    fn number_tree(&mut self) {
        let reached = self.order.len();
        self.subtrees.clear();
        self.subtrees.resize(reached, (1, 0));
        for place in (1..reached).rev() {
            let (size, _) = self.subtrees[place];
            self.subtrees[self.immediate[place] as usize].0 += size;
        }
        self.spans.clear();
        self.spans.resize(self.number.len(), (NONE, 0));
        for (place, (&block, &above)) in self.order.iter().zip(&self.immediate).enumerate() {
            let (size, _) = self.subtrees[place];
            let (_, free) = &mut self.subtrees[above as usize];
            let first = *free;
            *free += size;
            self.subtrees[place].1 = first + 1;
            self.spans[block as usize] = (first, size);
        }
    }

    /// The blocks that can be reached, in reverse postorder of a depth-first
    /// walk: each after all that dominate it, and after all that lead to it but
    /// for edges that close a cycle.
    #[inline]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The edges whose target stands no later in [`Dominators::order`] than
    /// their source, as pairs of source and target. They close cycles; in a
    /// reducible graph, their targets dominate their sources.
    #[inline]
    pub fn edges_back(&self) -> &[(u32, u32)] {
        &self.back
    }

    /// The place of a block in [`Dominators::order`]: none if it cannot be
    /// reached.
    #[inline]
    pub fn number(&self, block: BlockId) -> Option<u32> {
        match self.number[block.index()] {
            NONE => None,
            place => Some(place),
        }
    }

    /// How many blocks a block dominates, itself included: none if it cannot be
    /// reached.
    #[inline]
    pub fn dominated_count(&self, block: BlockId) -> u32 {
        self.spans[block.index()].1
    }

    /// Whether a block can be reached from the entry.
    #[inline]
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.number[block.index()] != NONE
    }

    /// The immediate dominator of a block: none for the entry and for blocks
    /// that cannot be reached.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        match self.number[block.index()] {
            0 | NONE => None,
            place => Some(BlockId(self.order[self.immediate[place as usize] as usize])),
        }
    }

    /// Whether every path from the entry to `block` goes through `dominator`.
    /// A block dominates itself; everything dominates what cannot be reached.
    #[inline]
    pub fn dominates(&self, dominator: BlockId, block: BlockId) -> bool {
        let (first, count) = self.spans[dominator.index()];
        let (place, _) = self.spans[block.index()];
        place.wrapping_sub(first) < count || place == NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dominators(lists: &[&[u32]]) -> Dominators {
        let mut edges = Edges::default();
        edges.build(lists.len() as u32, |block, visit| {
            lists[block.index()]
                .iter()
                .for_each(|&target| visit(BlockId(target)));
        });
        let mut dominators = Dominators::default();
        dominators.build(&edges);
        dominators
    }

    /// What can be reached from a block without `without`.
    fn reached(lists: &[&[u32]], from: u32, without: Option<u32>) -> Vec<bool> {
        let mut seen = vec![false; lists.len()];
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            if Some(block) != without && !std::mem::replace(&mut seen[block as usize], true) {
                work.extend_from_slice(lists[block as usize]);
            }
        }
        seen
    }

    fn check(lists: &[&[u32]]) {
        let dominators = dominators(lists);
        check_order(lists, &dominators);
        for above in 0..lists.len() as u32 {
            for below in 0..lists.len() as u32 {
                let expected = !reached(lists, 0, Some(above))[below as usize];
                let found = dominators.dominates(BlockId(above), BlockId(below));
                assert_eq!(found, expected, "{above} over {below} in {lists:?}");
            }
        }
    }

    /// The order has dominators first, and edges that do not lead forward are
    /// known.
    fn check_order(lists: &[&[u32]], dominators: &Dominators) {
        let mut back = Vec::new();
        for (place, &block) in dominators.order().iter().enumerate() {
            let place = place as u32;
            assert_eq!(dominators.number(BlockId(block)), Some(place));
            let above = dominators.immediate(BlockId(block));
            assert!(above.is_none_or(|above| dominators.number(above) < Some(place)));
            let targets = lists[block as usize].iter();
            back.extend(
                targets
                    .filter(|&&target| dominators.number(BlockId(target)) <= Some(place))
                    .map(|&target| (block, target)),
            );
        }
        assert_eq!(dominators.edges_back(), back, "{lists:?}");
        // Each closes a cycle: its target leads to its source.
        for &(from, to) in &back {
            let seen = reached(lists, to, None);
            assert!(seen[from as usize], "{from} to {to} in {lists:?}");
        }
    }

    #[test]
    fn dominators_agree_with_their_definition() {
        check(&[&[]]);
        check(&[&[1, 2], &[3], &[3], &[]]);
        check(&[&[1], &[2, 3], &[1], &[]]);
        // Irreducible: two entries into the loop of 1 and 2.
        check(&[&[1, 2], &[2, 3], &[1], &[]]);
        // Two loops inside one another, left from the inner.
        check(&[&[1], &[2], &[3, 4], &[2, 1], &[]]);
        // Blocks that cannot be reached, with edges into the rest.
        check(&[&[2], &[2, 3], &[], &[1]]);
    }

    #[test]
    fn dominators_of_many_random_graphs() {
        let mut state = 1u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for _ in 0..300 {
            let count = 1 + random(12);
            let lists: Vec<Vec<u32>> = (0..count)
                .map(|_| (0..random(4)).map(|_| random(count)).collect())
                .collect();
            check(&lists.iter().map(Vec::as_slice).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_ladder_of_exits_takes_no_quadratic_time() {
        const BLOCKS: u32 = 300_000;
        let mut edges = Edges::default();
        edges.build(BLOCKS, |block, visit| {
            if block.0 + 2 < BLOCKS {
                visit(BlockId(block.0 + 1));
                visit(BlockId(BLOCKS - 1));
            }
        });
        let mut dominators = Dominators::default();
        dominators.build(&edges);
        assert_eq!(dominators.immediate(BlockId(BLOCKS - 1)), Some(BlockId(0)));
    }
}
