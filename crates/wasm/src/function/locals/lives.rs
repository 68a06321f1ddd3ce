//! Computes the lifetimes of values as ranges of positions in the code.

use super::super::fold::{Place, Values};
use super::super::graph::Graph;
use super::super::make_room;
use super::{Copies, Interval, Locals, LoopSpan, NONE, Stretch};
use pinnacle_pexe::function::Function;

/// Computes the lifetimes of values.
struct Lives<'l> {
    stretches: &'l [Stretch],
    stretch_at: &'l [u32],
    loops: &'l [LoopSpan],
    regions: &'l [(u32, u32)],
    intervals: &'l mut [Interval],
}

impl Lives<'_> {
    /// Extends a lifetime to a position.
    #[inline(always)]
    fn touch(&mut self, local: u32, position: u32) {
        let interval = &mut self.intervals[local as usize];
        let start = interval.start;
        if start == NONE {
            return;
        }
        interval.end = interval.end.max(2 * position);
        let stretch = &self.stretches[self.stretch_at[position as usize] as usize];
        let is_from_here = (stretch.start..=position).contains(&(start / 2));
        if !is_from_here {
            self.extend(local as usize, stretch);
        }
    }

    /// Extends a lifetime to a stretch other than the one that computes the value.
    fn extend(&mut self, local: usize, stretch: &Stretch) {
        let mut interval = self.intervals[local];
        let start = interval.start;
        // The value must live to the end of the loops that start after it is computed.
        let mut innermost = stretch.innermost;
        while innermost != NONE {
            let span = self.loops[innermost as usize];
            if 2 * span.start <= start {
                break;
            }
            interval.end = interval.end.max(2 * span.end);
            innermost = span.parent;
        }
        // In a dispatch loop, a value that is used outside its node lives through the whole loop.
        if !self.regions.is_empty() {
            let defined = &self.stretches[self.stretch_at[start as usize / 2] as usize];
            if defined.node != stretch.node {
                for region in [defined.region, stretch.region] {
                    if region != NONE {
                        let (start, end) = self.regions[region as usize];
                        interval.start = interval.start.min(2 * start);
                        interval.end = interval.end.max(2 * end);
                    }
                }
            }
        }
        self.intervals[local] = interval;
    }
}

impl Locals {
    /// Finds where lifetimes start. A folded instruction has the position of the instruction that
    /// contains it, which comes later in the same node.
    pub(super) fn find_definitions(&mut self, function: &Function, graph: &Graph, values: &Values) {
        make_room(&mut self.kept, values.list.len());
        let params = function.param_count() as usize;
        self.intervals[..params].fill(Interval { start: 1, end: 1 });
        let first = (function.first_inst_value() - function.first_local()) as usize;
        let intervals = self.intervals[first..].iter_mut();
        let defined = values.list[first..].iter().zip(intervals).enumerate();
        for (index, (value, interval)) in defined.rev() {
            let inst = value.inst as usize;
            if value.holder != NONE {
                self.positions[inst] = self.positions[value.holder as usize];
            }
            let position = self.positions[inst];
            let point = match value.place {
                _ if position == NONE => continue,
                // The lifetime of a phi starts at the copies to it, if there are any.
                Place::Root if values.is_phi(value.inst) => NONE,
                Place::Root => 2 * position + 1,
                Place::FirstUse => 2 * position,
                _ => continue,
            };
            if value.uses > 0 {
                self.kept.push((first + index) as u32);
            }
            if point != NONE {
                *interval = Interval {
                    start: point,
                    end: point,
                };
            }
        }
        for &Copies { position, moves } in &self.edges {
            for entry in graph.moves_of(moves) {
                let local = (entry.phi.0 - function.first_local()) as usize;
                let interval = &mut self.intervals[local];
                interval.start = interval.start.min(2 * position + 1);
                interval.end = interval.end.max(2 * position + 1);
            }
        }
    }

    /// Finds where lifetimes end.
    pub(super) fn find_uses(&mut self, function: &Function, graph: &Graph, values: &Values) {
        let mut lives = Lives {
            stretches: &self.stretches,
            stretch_at: &self.stretch_at,
            loops: &self.loops,
            regions: &self.regions,
            intervals: &mut self.intervals,
        };
        for &(local, user) in &values.kept_uses {
            let position = self.positions[user as usize];
            if position != NONE {
                lives.touch(local, position);
            }
        }
        for &Copies { position, moves } in &self.edges {
            for entry in graph.moves_of(moves) {
                let phi = entry.phi.0 - function.first_local();
                if values.list[phi as usize].place != Place::Dead {
                    if let Some(local) = entry.value.0.checked_sub(function.first_local()) {
                        lives.touch(local, position);
                    }
                    lives.touch(phi, position);
                }
            }
        }
    }
}
