//! Chooses values to move to memory if more are live at once than there are locals. These are the
//! values that are used least; a use in a loop counts more than once.

use super::super::crowd;
use super::super::fold::Values;
use super::super::graph::Graph;
use super::super::renew;
use super::{Copies, Interval, Locals, NONE, SLOTS, class};
use crate::signatures::value_type;
use pinnacle_pexe::function::Function;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Number of locals reserved for other purposes than values.
const RESERVED: usize = 400;

/// Each loop around a use multiplies the weight of the use by two to this power.
const LOOP_SHIFT: u32 = 3;

/// Maximum number of loops around a use that affect its weight.
const MAX_DEPTH: u32 = 6;

/// A value that needs a local.
struct Candidate {
    interval: Interval,
    local: u32,
    class: usize,
}

impl Locals {
    /// Returns the number of locals that are still available for values.
    pub(super) fn room(&self) -> usize {
        let taken = self.params as usize + self.types.len() + RESERVED;
        crowd::LOCALS.saturating_sub(taken)
    }

    /// Moves values to memory until there is a local for each of the others. If locals are not
    /// shared, all values count as live at once.
    pub(super) fn move_cold_to_memory(
        &mut self,
        function: &Function,
        graph: &Graph,
        values: &Values,
        share: bool,
    ) {
        let room = self.room();
        let mut candidates = self.candidates(function);
        let last = 2 * self.stretch_at.len() as u32 + 1;
        if !share {
            let all = Interval {
                start: 0,
                end: last,
            };
            candidates.iter_mut().for_each(|found| found.interval = all);
        }
        let peaks = peaks(&candidates, last);
        let all: usize = peaks.iter().sum();
        if all <= room {
            return;
        }
        candidates.sort_unstable_by_key(|found| (found.interval.start, found.local));
        let weights = self.weights(function, graph, values);
        for (class, peak) in peaks.into_iter().enumerate() {
            // The locals are divided between the types in proportion.
            let most = peak * room / all;
            let of_class = candidates.iter().filter(|found| found.class == class);
            self.keep_heaviest(of_class, &weights, most);
        }
    }

    /// Returns the values for which the scan would choose a local.
    fn candidates(&self, function: &Function) -> Vec<Candidate> {
        let found = self.kept.iter().filter_map(|&local| {
            let interval = self.intervals[local as usize];
            let is_one = interval.start != NONE
                && self.numbers[local as usize] == NONE
                && !self.crowd.has(local);
            let ty = is_one.then(|| value_type(function.local_types()[local as usize]))??;
            Some(Candidate {
                interval,
                local,
                class: class(ty),
            })
        });
        found.collect()
    }

    /// Returns the number of reads and writes of each value, weighted by loop depth.
    fn weights(&self, function: &Function, graph: &Graph, values: &Values) -> Vec<u64> {
        let mut weights = vec![0_u64; self.intervals.len()];
        let weight_at = |position: u32| {
            let innermost = self.stretch(position).innermost;
            let around = self.loops.get(innermost as usize);
            let depth = around.map_or(0, |span| span.depth + 1);
            1_u64 << (LOOP_SHIFT * depth.min(MAX_DEPTH))
        };
        let mut add = |local: u32, position: u32| {
            let weight = &mut weights[local as usize];
            *weight = weight.saturating_add(weight_at(position));
        };
        for (local, interval) in (0..).zip(&self.intervals) {
            if interval.start != NONE {
                add(local, interval.start / 2);
            }
        }
        for &(local, user) in &values.kept_uses {
            let position = self.positions[user as usize];
            if position != NONE {
                add(local, position);
            }
        }
        for &Copies { position, moves } in &self.edges {
            for entry in graph.moves_of(moves) {
                let moved = [entry.phi, entry.value];
                let locals = moved.map(|value| value.0.checked_sub(function.first_local()));
                locals
                    .into_iter()
                    .flatten()
                    .for_each(|local| add(local, position));
            }
        }
        weights
    }

    /// Limits the number of values that are live at once, and moves those with the lowest weights
    /// to memory.
    fn keep_heaviest<'c>(
        &mut self,
        candidates: impl Iterator<Item = &'c Candidate>,
        weights: &[u64],
        most: usize,
    ) {
        let mut live = BTreeSet::new();
        let mut ends = BinaryHeap::new();
        for found in candidates {
            let Interval { start, end } = found.interval;
            while let Some(&Reverse((ended, key))) = ends.peek()
                && ended < start
            {
                ends.pop();
                live.remove(&key);
            }
            // Among equal weights, choose the value that ends last.
            let key = (weights[found.local as usize], Reverse(end), found.local);
            live.insert(key);
            ends.push(Reverse((end, key)));
            if live.len() > most
                && let Some((_, _, lightest)) = live.pop_first()
            {
                self.crowd.keep_in_memory(lightest, weights.len());
            }
        }
    }
}

/// Returns the maximum number of values that are live at once, by class.
fn peaks(candidates: &[Candidate], last: u32) -> [usize; SLOTS] {
    let mut peaks = [0; SLOTS];
    let mut changes = Vec::new();
    for (class, peak) in peaks.iter_mut().enumerate() {
        let mut of_class = candidates.iter().filter(|found| found.class == class);
        let Some(first) = of_class.next() else {
            continue;
        };
        renew(&mut changes, last as usize + 2, 0_i32);
        for found in std::iter::once(first).chain(of_class) {
            changes[found.interval.start as usize] += 1;
            changes[found.interval.end as usize + 1] -= 1;
        }
        let mut live = 0;
        for &change in &changes {
            live += change;
            *peak = live.max(*peak as i32) as usize;
        }
    }
    peaks
}
