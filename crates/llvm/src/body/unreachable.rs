//! Removes unreachable blocks.

use super::Body;
use crate::ids::{BlockId, List};
use crate::instruction::{InstructionKind, Value};

impl Body {
    /// Removes blocks that cannot be reached from the entry, and incoming edges of phis that do not
    /// exist. The ids of the other blocks stay the same.
    pub fn remove_unreachable_blocks(&mut self) {
        let Some(&entry) = self.order.first() else {
            return;
        };
        let mut reached = vec![false; self.blocks.len()];
        let mut edges = Vec::new();
        let mut pending = vec![entry];
        reached[entry.index()] = true;
        while let Some(block) = pending.pop() {
            let Some(last) = self.block_instructions(block).last() else {
                continue;
            };
            last.kind.for_each_successor(self, |target| {
                edges.push((target, block));
                if !std::mem::replace(&mut reached[target.index()], true) {
                    pending.push(target);
                }
            });
        }
        edges.sort_unstable();
        self.order.retain(|block| reached[block.index()]);
        let (mut kept, mut taken) = (Vec::new(), Vec::new());
        for index in 0..self.order.len() {
            let block = self.order[index];
            let range = self.blocks[block.index()];
            let first = edges.partition_point(|&(to, _)| to < block);
            let into = &edges[first..];
            let into = &into[..into.partition_point(|&(to, _)| to == block)];
            for at in range.start.index()..range.end.index() {
                let InstructionKind::Phi { flags, incoming } = self.instructions[at].kind else {
                    break;
                };
                let list = self.incoming(incoming);
                let leads_here =
                    |&(_, from): &(Value, BlockId)| into.binary_search(&(block, from)).is_ok();
                if list.len() <= into.len() && list.iter().all(leads_here) {
                    continue;
                }
                // Number of edges kept from each block, stored at the index of its first edge in
                // `into`.
                taken.clear();
                taken.resize(into.len(), 0);
                kept.clear();
                for &(value, from) in list {
                    let place = into.partition_point(|&(_, other)| other < from);
                    let count = taken.get(place).copied().unwrap_or(0);
                    if into.get(place + count).is_some_and(|&(_, it)| it == from) {
                        taken[place] += 1;
                        kept.push((value, from));
                    }
                }
                let incoming = List::push(&mut self.incoming, &kept);
                self.instructions[at].kind = InstructionKind::Phi { flags, incoming };
            }
        }
    }
}
