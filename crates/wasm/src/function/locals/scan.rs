//! Assigns locals by linear scan: values whose lifetimes do not overlap share a local.

use super::{CLASSES, FIRST_SLOT, Locals, NONE, SLOTS, class};
use crate::signatures::value_type;
use pinnacle_pexe::function::Function;

impl Locals {
    /// Assigns locals to all values that need one. Returns false if there are not enough; some
    /// values have slots then.
    pub(super) fn scan(&mut self, function: &Function, share: bool) -> bool {
        let mut is_enough = true;
        self.free.iter_mut().for_each(Vec::clear);
        let locals = function.local_types().len();
        self.points.begin(2 * self.stretch_at.len() + 2, locals);
        if share {
            (0..function.param_count()).for_each(|param| self.end_later(param));
        }
        // Values that begin at the same point are processed in their order.
        for &local in &self.kept {
            let start = self.intervals[local as usize].start;
            if start != NONE && self.numbers[local as usize] == NONE {
                self.points.add_start(start, local);
            }
        }
        let mut from = 0;
        while let Some(point) = self.points.next(from) {
            while let Some(local) = self.points.pop_start(point) {
                if self.take_over(local) {
                    continue;
                }
                is_enough &= self.choose(function, local, share);
                if share {
                    self.end_later(local);
                }
            }
            self.free_at(function, point);
            from = point + 1;
        }
        is_enough
    }

    /// Chooses the home of a value. Returns false if it should be a local, and there is none left.
    fn choose(&mut self, function: &Function, local: u32, share: bool) -> bool {
        let ty = value_type(function.local_types()[local as usize]);
        let ty = ty.expect("values are not void");
        let mut class = class(ty);
        let found = share && !self.free[class].is_empty();
        let is_in_memory = self.crowd.has(local);
        let is_enough = is_in_memory || found || self.room() > 0;
        if is_in_memory || !is_enough {
            class = SLOTS;
        }
        let number = match self.free[class].pop() {
            Some(number) if share => number,
            _ if class == SLOTS => self.add_slot(),
            _ => self.add(ty),
        };
        self.numbers[local as usize] = number;
        is_enough
    }

    /// Records that the home of a value is free after the end of its lifetime.
    fn end_later(&mut self, local: u32) {
        let end = self.intervals[local as usize].end;
        self.points.add_end(end, local);
    }

    /// Frees the homes of values whose lifetime ends at a point.
    fn free_at(&mut self, function: &Function, point: u32) {
        let Some(local) = self.points.take_ends(point) else {
            return;
        };
        if self.points.next_end(local).is_none() {
            let (class, number) = self.home(function, local);
            self.free[class].push(number);
            return;
        }
        let before: [usize; CLASSES] = std::array::from_fn(|class| self.free[class].len());
        let mut ended = Some(local);
        while let Some(local) = ended {
            let (class, number) = self.home(function, local);
            self.free[class].push(number);
            ended = self.points.next_end(local);
        }
        for (free, before) in self.free.iter_mut().zip(before) {
            free[before..].sort_unstable();
        }
    }

    /// Returns the class and number of the home of a value.
    fn home(&self, function: &Function, local: u32) -> (usize, u32) {
        let number = self.numbers[local as usize];
        match value_type(function.local_types()[local as usize]) {
            Some(ty) if number < FIRST_SLOT => (class(ty), number),
            _ => (SLOTS, number),
        }
    }
}
