//! Finds values that can use the local of a phi.
//!
//! A loop computes for each of its phis a value for the next iteration. If the phi is not used
//! after this value is computed, the value is stored in the phi's local from the start. Then no
//! copy is needed at the end of the loop, and its test can branch directly to the start.
//!
//! The value belongs to the same innermost loop as the phi, whose block is the start of the loop.
//! Therefore all paths from the value's computation to earlier code or to the phi's block use an
//! edge that sets the phi. Where another edge sets the phi, the value is no longer used.

use super::super::fold::{Place, Values};
use super::super::graph::Graph;
use super::super::renew;
use super::place::MAX_LOOP_DEPTH;
use super::{FIRST_SLOT, Locals, NONE};
use pinnacle_pexe::function::Function;

/// A value that may use the local of a phi.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    value: u32,
    phi: u32,
    /// The position where the value is computed, or `NONE` if the phi is used later.
    position: u32,
}

impl Locals {
    /// Forgets the values of the previous function that use the locals of phis. These are few, so
    /// only their entries are removed.
    pub(super) fn clear_successors(&mut self) {
        for one in self.successors.drain(..) {
            self.phis[one.value as usize] = NONE;
        }
    }

    /// Finds values that can use the locals of phis, at most one for each phi. Extends the
    /// lifetimes of these phis to those of the values.
    pub(super) fn find_successors(&mut self, function: &Function, graph: &Graph, values: &Values) {
        if !self.regions.is_empty() || self.loops.is_empty() {
            return;
        }
        let mut found = std::mem::take(&mut self.successors);
        self.list_successors(function, graph, values, &mut found);
        if !found.is_empty() {
            if self.phis.len() < values.list.len() {
                renew(&mut self.phis, values.list.len(), NONE);
                renew(&mut self.successor_of, values.list.len(), NONE);
            }
            self.drop_used_later(function, graph, values, &mut found);
            for &Successor { value, phi, .. } in &found {
                self.phis[value as usize] = phi;
                let end = self.intervals[value as usize].end;
                let interval = &mut self.intervals[phi as usize];
                interval.end = interval.end.max(end);
            }
        }
        self.successors = found;
    }

    /// Assigns to a value the local of the phi that it replaces, if there is one.
    pub(super) fn take_over(&mut self, local: u32) -> bool {
        let phi = self.phis.get(local as usize).copied();
        let number = phi.and_then(|phi| self.numbers.get(phi as usize).copied());
        match number {
            Some(number) if number < FIRST_SLOT => {
                self.numbers[local as usize] = number;
                true
            }
            _ => false,
        }
    }

    /// Lists values on back edges that are computed in the innermost loop of their phi.
    fn list_successors(
        &self,
        function: &Function,
        graph: &Graph,
        values: &Values,
        found: &mut Vec<Successor>,
    ) {
        for edge in &self.edges {
            for entry in graph.moves_of(edge.moves) {
                let phi = entry.phi.0 - function.first_local();
                let Some(value) = entry.value.0.checked_sub(function.first_local()) else {
                    continue;
                };
                let Some(position) = self.position_in_loop(values, phi, value) else {
                    continue;
                };
                if position < edge.position {
                    found.push(Successor {
                        value,
                        phi,
                        position,
                    });
                }
            }
        }
        // Keeps the first entry for each phi and for each value.
        found.sort_by_key(|one| one.phi);
        found.dedup_by_key(|one| one.phi);
        found.sort_by_key(|one| one.value);
        found.dedup_by_key(|one| one.value);
    }

    /// Returns the position where a value is computed, if the innermost loop there starts with the
    /// block of the phi.
    fn position_in_loop(&self, values: &Values, phi: u32, value: u32) -> Option<u32> {
        let [phi, value] = [phi, value].map(|local| &values.list[local as usize]);
        let is_kept = value.uses > 0
            && value.inst != NONE
            && matches!(value.place, Place::Root | Place::FirstUse)
            && !values.is_phi(value.inst);
        if !is_kept || phi.place == Place::Dead {
            return None;
        }
        let [begins, computed] = [phi, value].map(|one| self.positions[one.inst as usize]);
        if begins == NONE || computed == NONE {
            return None;
        }
        let stretch = self.stretch(computed);
        let span = self.loops.get(stretch.innermost as usize)?;
        // Loops with a greater depth are not distinguished.
        let is_known = span.depth + 1 < MAX_LOOP_DEPTH;
        (is_known && self.stretch(begins).start == span.start).then_some(computed)
    }

    /// Removes the values whose phi is used after they are computed.
    fn drop_used_later(
        &mut self,
        function: &Function,
        graph: &Graph,
        values: &Values,
        found: &mut Vec<Successor>,
    ) {
        for (index, one) in (0..).zip(&*found) {
            self.successor_of[one.phi as usize] = index;
        }
        for &(local, user) in &values.kept_uses {
            let Some(one) = found.get_mut(self.successor_of[local as usize] as usize) else {
                continue;
            };
            let value = &values.list[one.value as usize];
            let position = self.positions[user as usize];
            let is_before = match value.place {
                // Operands are read before the value is stored.
                Place::Root => position <= one.position,
                _ => position < one.position || user == value.inst,
            };
            if position != NONE && !is_before {
                one.position = NONE;
            }
        }
        for edge in &self.edges {
            for entry in graph.moves_of(edge.moves) {
                let Some(local) = entry.value.0.checked_sub(function.first_local()) else {
                    continue;
                };
                let one = found.get_mut(self.successor_of[local as usize] as usize);
                if let Some(one) = one.filter(|one| edge.position >= one.position) {
                    one.position = NONE;
                }
            }
        }
        for one in &*found {
            self.successor_of[one.phi as usize] = NONE;
        }
        found.retain(|one| one.position != NONE);
    }
}
